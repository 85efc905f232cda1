"""Names that say something, stand in nobody's way, and know no title where none belongs."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.house.source import PACKAGES, PROJECT, Module, expect_none, modules

BANNED = {"helper", "helpers", "util", "utils", "common", "manager", "managers", "misc"}
A_TITLE = re.compile(r"(?<![0-9])(1841|1866|1883)(?![0-9])")
MAY_NAME_TITLES = ("engine/titles/", "engine/interchange/", "engine/interchange.py")


def folders_and_files() -> Iterator[Path]:
    """Every module and every package folder of the project."""
    for module in modules(*PACKAGES, "tests"):
        yield module.path
        yield module.path.parent


def docstrings(tree: ast.Module) -> set[int]:
    """Identities of the string nodes that are documentation: statements that are nothing but a string."""
    statements = (node for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return {id(each.value) for each in statements if isinstance(each.value, ast.Constant)}


def words(node: ast.AST) -> str:
    """The names and literals that one node brings in; its children speak for themselves."""
    match node:
        case ast.Constant(value=str() | int() as value):
            return str(value)
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.ImportFrom(module=str(name)) | ast.keyword(arg=str(name)):
            return name
        case _:
            return ""


def titles_named(module: Module) -> list[str]:
    """Places in the code, documentation aside, where a title is named."""
    documentation = docstrings(module.tree)
    nodes = (node for node in ast.walk(module.tree) if id(node) not in documentation and A_TITLE.search(words(node)))
    return [f"{module.path}:{getattr(node, 'lineno', '?')} {words(node)}" for node in nodes]


def test_no_module_has_a_name_that_says_nothing() -> None:
    expect_none(str(path) for path in folders_and_files() if BANNED & set(path.stem.split("_")))


@pytest.mark.parametrize("package", PACKAGES)
def test_no_package_hides_another(package: str) -> None:
    assert package not in sys.stdlib_module_names
    assert set(packages_distributions().get(package, ())) <= {"railhead"}
    elsewhere = [Path(entry) / package for entry in sys.path if Path(entry).name in {"site-packages", "dist-packages"}]
    assert [str(path) for path in elsewhere if path.is_dir()] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_come_from_this_checkout(package: str) -> None:
    module = __import__(package)
    assert module.__file__ is not None, f"{package} has no __init__.py"
    assert Path(module.__file__).parent == PROJECT / package


def test_every_folder_of_code_is_a_package() -> None:
    folders = {module.path.parent for module in modules(*PACKAGES, "tests")}
    expect_none(
        f"{folder} has no __init__.py" for folder in folders if not (PROJECT / folder / "__init__.py").is_file()
    )


def test_only_the_titles_know_titles() -> None:
    outside = (m for m in modules(*PACKAGES) if not m.path.as_posix().startswith(MAY_NAME_TITLES))
    expect_none(place for module in outside for place in titles_named(module))


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ('"""Plays 1841."""', 0),
        ("def f():\n    '''As in 1866.'''\n    return 1  # 1883", 0),
        ("if title == '1841': ...", 1),
        ("from engine.titles import t1866", 1),
        ("import engine.titles.t1883.rules", 1),
        ("year = 1866", 1),
        ("class Title1841: ...", 1),
        ("price = 18830", 0),
    ],
)
def test_the_title_rule_sees_what_it_should(code: str, count: int) -> None:
    assert len(titles_named(Module(Path("x.py"), code, ast.parse(code)))) == count
