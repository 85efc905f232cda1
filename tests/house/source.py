"""The project's own source, read once and cut into what the house rules speak about."""

import ast
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("bot", "engine", "renderers", "migrations")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef


@dataclass(frozen=True)
class Module:
    """One Python file: its path from the project's root, its text and its syntax tree."""

    path: Path
    text: str
    tree: ast.Module

    def functions(self) -> Iterator[Function]:
        """Every function and method, nested ones too."""
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))

    def at(self, node: Definition) -> str:
        """A place that an editor can open, with the name that stands there."""
        return f"{self.path}:{node.lineno} {node.name}"


@cache
def modules(*folders: str) -> tuple[Module, ...]:
    """Read every Python file below the folders."""
    return tuple(_read(path) for folder in folders for path in sorted((PROJECT / folder).rglob("*.py")))


@cache
def tracked_or_new() -> tuple[Path, ...]:
    """The files that are part of the project, seen from its root: whatever git does not ignore."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    if listing.returncode == 0:
        return tuple(Path(line) for line in sorted(listing.stdout.splitlines()) if (PROJECT / line).is_file())
    return tuple(sorted(path.relative_to(PROJECT) for path in _unversioned()))


def expect_none(places: Iterable[str]) -> None:
    """Fail with one place per line, whole, where pytest would shorten a list."""
    found = sorted(set(places))
    if found:
        pytest.fail("\n".join([f"{len(found)} to mend:", *found]), pytrace=False)


def public_definitions(body: Iterable[ast.stmt]) -> Iterator[Definition]:
    """Classes, functions and methods that others may use."""
    for node in body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public_definitions(node.body)


def decorators(node: Definition) -> set[str]:
    """The last names of the decorators: `@app_commands.command(...)` counts as `command`."""
    bare = (each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)
    return {each.attr if isinstance(each, ast.Attribute) else each.id for each in bare if isinstance(each, _NAMES)}


_NAMES = (ast.Attribute, ast.Name)


def _read(path: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    return Module(path.relative_to(PROJECT), text, ast.parse(text, filename=str(path)))


def _unversioned() -> Iterator[Path]:
    """A source archive has no git; there, everything outside hidden and built folders counts."""
    folders = (*PACKAGES, "tests", "deploy", "requirements")
    found = (path for folder in folders for path in (PROJECT / folder).rglob("*") if path.is_file())
    yield from (path for path in found if "__pycache__" not in path.parts)
    yield from (path for path in PROJECT.iterdir() if path.is_file())
