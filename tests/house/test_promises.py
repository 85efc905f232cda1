"""What README, deploy/ and continuous integration tell people to type exists."""

import os
import re
import subprocess
import sys
from functools import cache

import pytest

from tests.house.source import PROJECT, expect_none

DOCUMENTS = ("README.md", "deploy/README.md")
SNIPPET = re.compile(r"```(?:sh|console|bash)\n(.*?)```|`([^`\n]+)`", re.DOTALL)
MAKE = re.compile(r"\bmake ([a-z-]+)")
RAILHEAD = re.compile(r"(?:^|[ /])railhead ([a-z][a-z-]*)", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)")


def text(document: str) -> str:
    return (PROJECT / document).read_text(encoding="utf-8")


def code(document: str) -> str:
    """Everything that the document shows as code."""
    return "\n".join(block or span for block, span in SNIPPET.findall(text(document)))


def targets() -> set[str]:
    """The Makefile's targets that are meant for people."""
    return set(re.findall(r"^([a-z-]+):.*##", text("Makefile"), re.MULTILINE))


@cache
def usage() -> str:
    """What `railhead --help` prints."""
    command = [sys.executable, "-m", "bot", "--help"]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("document", DOCUMENTS)
def test_make_targets_exist(document: str) -> None:
    expect_none(set(MAKE.findall(code(document))) - targets())


@pytest.mark.parametrize("document", DOCUMENTS)
def test_command_line_verbs_exist(document: str) -> None:
    expect_none(verb for verb in RAILHEAD.findall(code(document)) if not re.search(rf"\b{verb}\b", usage()))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_to_files_lead_somewhere(document: str) -> None:
    base = (PROJECT / document).parent
    expect_none(link for link in LINK.findall(text(document)) if not (base / link).exists())


def test_the_promised_targets_are_there() -> None:
    promised = ["help", "venv", "run", "test", "lint", "types", "contracts", "lock", "soak", "bench", "clean", "wheel"]
    assert set(promised) <= targets()


def test_readme_names_the_test_command() -> None:
    assert "make test" in code("README.md")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no executable bit")
@pytest.mark.parametrize("script", [".ci/run", "deploy/backup.sh", "deploy/restore.sh"])
def test_scripts_can_be_started(script: str) -> None:
    assert os.access(PROJECT / script, os.X_OK)


def test_continuous_integration_runs_exactly_the_test_command() -> None:
    assert text(".ci/run").rstrip().endswith("\nexec make test")


@pytest.mark.parametrize("name", ["deploy/env.example", "deploy/compose.yml", "deploy/railhead.service"])
def test_no_token_is_committed(name: str) -> None:
    assert re.search(r"TOKEN=\S", text(name)) is None
