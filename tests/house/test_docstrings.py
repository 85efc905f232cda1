"""Everything public says what it is."""

import ast

import pytest

from tests.house.source import PACKAGES, Definition, Module, decorators, expect_none, modules, public_definitions

# Their documentation stands elsewhere: at the getter, at the implementation, at the method that is overridden.
DOCUMENTED_ELSEWHERE = {"setter", "deleter", "overload", "override"}


def is_documented(node: Definition) -> bool:
    return bool(ast.get_docstring(node)) or bool(decorators(node) & DOCUMENTED_ELSEWHERE)


def undocumented(module: Module) -> list[str]:
    """Places without a docstring, the module itself first."""
    missing = [] if ast.get_docstring(module.tree) else [f"{module.path} the module"]
    return missing + [module.at(each) for each in public_definitions(module.tree.body) if not is_documented(each)]


@pytest.mark.parametrize("package", PACKAGES)
def test_everything_public_has_a_docstring(package: str) -> None:
    expect_none(place for module in modules(package) for place in undocumented(module))


def test_every_test_module_says_what_it_checks() -> None:
    tests = (module for module in modules("tests") if module.path.name.startswith("test_"))
    expect_none(str(module.path) for module in tests if not ast.get_docstring(module.tree))
