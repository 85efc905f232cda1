"""Small files, small functions, few parameters."""

import ast
import statistics

import pytest

from tests.house.source import PACKAGES, Function, decorators, expect_none, modules

LONGEST_FILE = 400
LONGEST_FUNCTION = 50
MEDIAN_FUNCTION = 12
MOST_PARAMETERS = 5

# Discord and pytest call these with what they find in the signature, so the caller's side is not ours to shorten.
CALLED_BY_A_FRAMEWORK = {"command", "fixture", "given", "parametrize"}


def length(function: Function) -> int:
    """Lines from `def` to the end, docstring included."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def is_called_by_a_framework(function: Function) -> bool:
    return bool(decorators(function) & CALLED_BY_A_FRAMEWORK) or function.name.startswith("test_")


def parameters(function: Function) -> list[ast.arg]:
    """All named parameters except `self` and `cls`."""
    named = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    return [each for each in named if each.arg not in {"self", "cls"}]


def is_boolean(parameter: ast.arg, default: ast.expr | None) -> bool:
    """True for `flag: bool`, `flag: bool | None` and `flag=True`."""
    annotation = ast.unparse(parameter.annotation) if parameter.annotation else ""
    is_bool_default = isinstance(default, ast.Constant) and isinstance(default.value, bool)
    return "bool" in annotation.replace("|", " ").split() or is_bool_default


def boolean_positionals(function: Function) -> list[str]:
    """Names of the parameters that a caller could fill with a bare True or False."""
    positional = function.args.posonlyargs + function.args.args
    missing: list[ast.expr | None] = [None] * (len(positional) - len(function.args.defaults))
    defaults = missing + list(function.args.defaults)
    return [each.arg for each, default in zip(positional, defaults, strict=True) if is_boolean(each, default)]


def test_no_file_is_too_long() -> None:
    lines = {str(module.path): len(module.text.splitlines()) for module in modules(*PACKAGES, "tests")}
    expect_none(f"{path} has {n} lines" for path, n in lines.items() if n > LONGEST_FILE)


def test_no_function_is_too_long() -> None:
    found = ((module.at(each), length(each)) for module in modules(*PACKAGES, "tests") for each in module.functions())
    expect_none(f"{place} has {lines} lines" for place, lines in found if lines > LONGEST_FUNCTION)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_usual_function_is_short(package: str) -> None:
    lengths = [length(each) for module in modules(package) for each in module.functions()]
    assert lengths, f"{package} has no function"
    assert statistics.median(lengths) < MEDIAN_FUNCTION


def test_no_function_takes_too_many_parameters() -> None:
    expect_none(
        f"{module.at(each)} takes {len(parameters(each))}"
        for module in modules(*PACKAGES, "tests")
        for each in module.functions()
        if len(parameters(each)) > MOST_PARAMETERS and not is_called_by_a_framework(each)
    )


def test_no_boolean_is_passed_by_position() -> None:
    expect_none(
        f"{module.at(each)}({', '.join(boolean_positionals(each))}): put it behind a `*`"
        for module in modules(*PACKAGES)
        for each in module.functions()
        if boolean_positionals(each) and not is_called_by_a_framework(each)
    )


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f(a: bool): ...", ["a"]),
        ("def f(a: int, b=False): ...", ["b"]),
        ("def f(a: bool | None = None): ...", ["a"]),
        ("def f(self, *, a: bool = True): ...", []),
        ("def f(a: int = 1, /, b: str = ''): ...", []),
    ],
)
def test_the_boolean_rule_sees_what_it_should(code: str, expected: list[str]) -> None:
    (function,) = ast.parse(code).body
    assert isinstance(function, ast.FunctionDef)
    assert boolean_positionals(function) == expected
