"""What every test folder shares: how hard Hypothesis tries, and where the material beside the project lies."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

PROJECT = Path(__file__).resolve().parent.parent

# No deadline: a slow machine is not a failing test. Derandomized: the same commit gives the same answer.
settings.register_profile("commit", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", deadline=None, max_examples=5000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "commit"))


@pytest.fixture(scope="session")
def project() -> Path:
    """The root of the checkout."""
    return PROJECT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real games and facts beside the project; tests that need it skip where it is absent."""
    folder = Path(os.environ.get("RAILHEAD_SHARED", PROJECT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"the shared material is not here: {folder} (set RAILHEAD_SHARED to where it is)")
    return folder
