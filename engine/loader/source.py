"""TOML texts to one document: base files side by side, overlays on top.

Every file consists of sections of entries, ``[section]`` and ``key = value``. A base file may only add entries.
An overlay says what a variant changes, in this order:

* ``[remove]``: ``section = ["key", ...]`` drops entries;
* ``[rename.section]``: ``old = "new"`` gives an entry another key and keeps its place in the order;
* any other section: its lines replace the entries of the same key as a whole, or add new ones.
"""

import tomllib
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

from engine.errors import DataError

Table: TypeAlias = dict[str, object]
T = TypeVar("T")

SECTIONS = (
    "title", "board", "patterns", "catalogue", "hexes", "regions", "impassable", "borders", "tiles", "market",
    "trains", "phases", "companies", "privates", "start_cash", "certificate_limit", "numbers",
)  # fmt: skip


class Source(NamedTuple):
    """A data file: its name for messages, and its text."""

    name: str
    text: str


class Document:
    """The merged sections of all files; remembers which file each entry came from."""

    def __init__(self) -> None:
        self._sections: dict[str, Table] = {section: {} for section in SECTIONS}
        self._origins: dict[tuple[str, str], str] = {}

    def section(self, name: str) -> Table:
        """The entries of a section, in order; empty when no file has it."""
        return self._sections[name]

    def fault(self, section: str, key: str, reason: str) -> DataError:
        """The error that names the file and the entry."""
        origin = self._origins.get((section, key)) or self._files(section)
        place = f"[{section}] {key}" if key else f"[{section}]"
        return DataError(f"{origin}: {place}: {reason}")

    def typed(self, section: str, key: str, value: object, kind: type[T]) -> T:
        """`value`, checked against a type; DataError says which entry has what wrong."""
        try:
            return msgspec.convert(value, kind, str_keys=True)
        except msgspec.ValidationError as error:
            raise self.fault(section, key, str(error)) from error

    def whole(self, section: str, kind: type[T]) -> T:
        """A whole section, checked against a type."""
        try:
            return msgspec.convert(self._sections[section], kind, str_keys=True)
        except msgspec.ValidationError as error:
            raise DataError(f"{self._files(section)}: [{section}]: {error}") from error

    def add(self, source: Source) -> None:
        """Add a base file; an entry that exists already is an error."""
        for name, table in _tables(source).items():
            section = self._known(source, name)
            for key in table:
                if key in section:
                    raise DataError(f"{source.name}: [{name}] {key}: already in {self._origins[name, key]}")
            self._put(source, name, table)

    def overlay(self, source: Source) -> None:
        """Lay a variant's file over what is there."""
        tables = _tables(source)
        for name, keys in tables.pop("remove", {}).items():
            for key in self.typed("remove", name, keys, list[str]):
                self._require(source, name, key)
                del self._sections[name][key]
        for name, pairs in tables.pop("rename", {}).items():
            for old, new in self.typed("rename", name, pairs, dict[str, str]).items():
                self._require(source, name, old)
                self._sections[name] = {new if key == old else key: v for key, v in self._sections[name].items()}
                self._origins[name, new] = source.name
        for name, table in tables.items():
            self._known(source, name)
            self._put(source, name, table)

    def _files(self, section: str) -> str:
        """Every file that has the section."""
        files = sorted({file for (name, _), file in self._origins.items() if name == section})
        return ", ".join(files) or "no file"

    def _put(self, source: Source, name: str, table: Table) -> None:
        self._sections[name].update(table)
        self._origins.update({(name, key): source.name for key in table})

    def _known(self, source: Source, name: str) -> Table:
        if name not in self._sections:
            raise DataError(f"{source.name}: [{name}]: no such section; there are {', '.join(SECTIONS)}")
        return self._sections[name]

    def _require(self, source: Source, name: str, key: str) -> None:
        if key not in self._known(source, name):
            raise DataError(f"{source.name}: [{name}] {key}: nothing there to remove or rename")


def merge(base: Sequence[Source], overlays: Sequence[Source] = ()) -> Document:
    """Read base files and overlays, in order; DataError when one is no TOML or contradicts the rules above."""
    document = Document()
    for source in base:
        document.add(source)
    for source in overlays:
        document.overlay(source)
    return document


def _tables(source: Source) -> dict[str, Table]:
    """The sections of one file."""
    try:
        return msgspec.convert(tomllib.loads(source.text), dict[str, Table])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DataError(f"{source.name}: {error}") from error
