"""Shared test setup: Hypothesis profiles, a separate home folder for each test, and kernels that are compiled once."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, settings

from slidedrop.core.errors import MissingExtra
from tests.compile_kernels import compile_all
from tests.cpu_seconds import VARIABLE, CpuSeconds
from tests.hanging import EndHanging

if TYPE_CHECKING:
    from collections.abc import Iterator

# The compiled kernels are stored in one folder for all tests of this project folder, not in each test's home.
os.environ["SLIDEDROP_HOME"] = str(Path(__file__).parents[1] / ".pytest_cache" / "home")
with contextlib.suppress(MissingExtra):
    import slidedrop.engine.kernel  # noqa: F401 - it reads its folder on import

# All test processes share compiled bytecode: without these files every start takes a second longer.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A shell's background jobs ignore Ctrl+C, and so do the programs they start; the tests need Ctrl+C to work.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS: Final = Path(__file__).parent
QUICK: Final = "@tests/quick.txt"
"""The argument that `make quick` gives to pytest: the list of its tests."""
_numbers: Final = count(1)
OUTSIDE: Final = {"browser", "cli", "editions", "golden", "lab", "players", "records", "terminal", "web"}
"""The folders of tests that wait for other processes, which may be slow on a busy machine."""

settings.register_profile(
    "steady",
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
settings.register_profile("quick", settings.get_profile("steady"), max_examples=20)
settings.register_profile("full", settings.get_profile("steady"), max_examples=500)
settings.load_profile("steady")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the kernels once before test processes start, record CPU seconds on request, end hanging tests."""
    starts_others = getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput")
    if hasattr(config, "workerinput"):  # a worker, which xdist can replace
        config.pluginmanager.register(EndHanging())
    if (file := os.environ.get(VARIABLE)) and not starts_others:
        config.pluginmanager.register(CpuSeconds(Path(file)))
    if config.pluginmanager.hasplugin("_cov"):
        from tests.traced import Traced  # coverage is not installed where only the examples are run

        config.pluginmanager.register(Traced())
    is_quick = QUICK in config.invocation_params.args  # these tests need nothing compiled
    if starts_others and not is_quick and "slidedrop.engine.kernel" in sys.modules:
        compile_all()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Rerun a failing test of real browsers, terminals, servers or other programs once (decision 11)."""
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in OUTSIDE:
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_collection_finish() -> None:
    """Exclude the tests themselves from garbage collection: scanning them all takes half a second."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print why tests failed before they were rerun: each of these tests or programs is unstable."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.write_line(f"TRIED AGAIN {report.nodeid}\n{report.longreprtext[-2_000:]}")


@pytest.fixture(autouse=True)
def no_foreign_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hide the event loop that Playwright leaves running after browser tests from tests that start their own."""
    loop = asyncio._get_running_loop()
    if loop is None or request.path.is_relative_to(TESTS / "browser"):
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tests' home folders; pytest would scan all of its own folders to number the next one."""
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def home(homes: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the games and caches of this test only."""
    folder = homes / str(next(_numbers))
    folder.mkdir()
    monkeypatch.setenv("SLIDEDROP_HOME", str(folder))
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return folder
