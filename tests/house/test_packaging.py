"""One wheel with everything in it, a lock that holds anywhere, and dependencies that are accounted for."""

import re
import subprocess
import sys
import tomllib
import zipfile
from functools import cache
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.source import PACKAGES, PROJECT, expect_none, tracked_or_new

LOCKS = ("runtime", "dev")
PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>[^ ;\\]+)", re.MULTILINE)
DATA = {".toml", ".sql", ".ttf", ".otf", ".json", ".html", ".css", ".js", ".txt", ".md", ".typed"}


@cache
def metadata() -> dict[str, Any]:
    """pyproject.toml."""
    return tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))


def runtime_requirements() -> list[Requirement]:
    return [Requirement(line) for line in metadata()["project"]["dependencies"]]


def group(name: str) -> list[Requirement]:
    """A dependency group's requirements, without the groups it includes."""
    return [Requirement(line) for line in metadata()["dependency-groups"][name] if isinstance(line, str)]


def lock(name: str) -> str:
    return (PROJECT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")


def pins(name: str) -> dict[str, str]:
    """Locked versions by distribution."""
    return {match["name"]: match["version"] for match in PIN.finditer(lock(name))}


def sources() -> list[Path]:
    """What belongs into the wheel: all files of the four packages."""
    return [path for path in tracked_or_new() if path.parts[0] in PACKAGES]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Build the wheel with the locked backend and list what is in it."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=PROJECT, check=True, capture_output=True)
    (built,) = folder.glob("railhead-*.whl")
    with zipfile.ZipFile(built) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_every_file_of_the_four_packages(wheel: set[str]) -> None:
    expect_none({path.as_posix() for path in sources()} - wheel)


def test_the_wheel_holds_nothing_else(wheel: set[str]) -> None:
    tops = {PurePosixPath(name).parts[0] for name in wheel}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)
    expect_none(name for name in wheel if "__pycache__" in name)


def test_the_wheel_holds_boards_and_migrations(wheel: set[str]) -> None:
    endings = {PurePosixPath(name).suffix for name in wheel}
    assert {".toml", ".sql"} <= endings


def test_the_packages_hold_only_code_and_data_we_know() -> None:
    expect_none(path.as_posix() for path in sources() if path.suffix not in DATA | {".py"})


def test_the_console_command_is_there() -> None:
    assert metadata()["project"]["scripts"] == {"railhead": "bot.cli:main"}


def test_the_font_comes_with_the_dependencies() -> None:
    fonts = {path.name for path in distribution("font-source-sans-pro").files or () if path.suffix == ".ttf"}
    assert {"SourceSansPro-Regular.ttf", "SourceSansPro-Bold.ttf"} <= fonts


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_place_but_the_default_index(name: str) -> None:
    suspicious = ("://", "--index", "--extra", "--find", "-e ", " @ ", "/tmp", "/home")
    expect_none(line for line in lock(name).splitlines() if any(each in line for each in suspicious))


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_hashes(name: str) -> None:
    blocks = re.split(r"\n(?=[a-z0-9])", lock(name))
    expect_none(block.splitlines()[0] for block in blocks if PIN.match(block) and "--hash=sha256:" not in block)


@pytest.mark.parametrize(("name", "groups"), [("runtime", ("build",)), ("dev", ("build", "dev"))])
def test_a_lock_has_what_is_asked_for(name: str, groups: tuple[str, ...]) -> None:
    asked = runtime_requirements() + [each for one in groups for each in group(one)]
    locked = pins(name)
    expect_none(f"{each} (run `make lock`)" for each in asked if not is_met(each, locked))


def is_met(requirement: Requirement, locked: dict[str, str]) -> bool:
    """The lock has the distribution in a version that the requirement allows."""
    version = locked.get(canonicalize_name(requirement.name))
    return version is not None and requirement.specifier.contains(version, prereleases=True)


def test_tests_run_on_the_versions_that_players_get() -> None:
    assert pins("runtime").items() <= pins("dev").items()


@pytest.mark.parametrize("requirement", runtime_requirements(), ids=lambda each: each.name)
def test_architecture_explains_each_dependency(requirement: Requirement) -> None:
    document = PROJECT / "ARCHITECTURE.md"
    assert document.is_file()
    assert requirement.name.lower() in document.read_text(encoding="utf-8").lower()


@pytest.mark.soak
def test_a_clean_environment_gets_a_working_command(tmp_path: Path) -> None:
    environment = tmp_path / "venv"
    binaries = environment / ("Scripts" if sys.platform == "win32" else "bin")
    look = (
        "from importlib.resources import files; import engine, migrations;"
        "assert 'site-packages' in engine.__file__, engine.__file__;"
        "assert [each for each in files('migrations').iterdir() if each.name.endswith('.sql')];"
        "assert list((files('engine') / 'titles').rglob('*.toml'))"
    )
    for command in (
        [sys.executable, "-m", "venv", str(environment)],
        [str(binaries / "python"), "-m", "pip", "install", "--quiet", str(PROJECT)],
        [str(binaries / "railhead"), "--help"],
        [str(binaries / "python"), "-c", look],
    ):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}: {done.stderr}"
