"""What every test stands on: steady Hypothesis, a home folder of its own, and kernels that are compiled once."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from slidedrop.core.errors import MissingExtra

# Kernels are kept where they were compiled first: for all tests in one folder of the project, not in each test's home.
os.environ["SLIDEDROP_HOME"] = str(Path(__file__).parents[1] / ".pytest_cache" / "home")
with contextlib.suppress(MissingExtra):
    import slidedrop.kernel  # noqa: F401 - it takes its folder when it is imported

# Started in the background of a shell, this process and all it starts would be deaf to Ctrl+C, which tests press.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for games and caches that belongs to this test alone."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("SLIDEDROP_HOME", str(folder))
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return folder
