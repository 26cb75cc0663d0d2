"""A pytest plugin that measures coverage only for the first examples of each property test.

Tracing doubles the time of plain Python code, and the fortieth example of a property hardly runs a new line. All
examples are run; the later ones are not traced.

The plugin saves the coverage data after each test file, so a process that hanging.py ends loses at most one file.
"""

from __future__ import annotations

import warnings
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import pytest
from coverage import Coverage
from coverage.exceptions import CoverageWarning

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

EXAMPLES: Final = 8
SERVERS: Final = {"browser", "web"}
"""Folders whose servers run in threads for several tests: after a pause, coverage would not trace these threads."""


class Traced:
    """A pytest plugin that pauses coverage in each property test after enough examples."""

    def __init__(self) -> None:
        self._paused: Coverage | None = None
        self._examples = 0
        """The number of examples that the current test has run."""

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Wrap every property test so that its examples are counted."""
        tests = config.rootpath / "tests"
        local = [item for item in items if item.path.relative_to(tests).parts[0] not in SERVERS]
        found = [getattr(getattr(item, "obj", None), "hypothesis", None) for item in local]
        for one in {id(one): one for one in found if one}.values():  # the cases of a table share one test
            one.inner_test = self._counted(one.inner_test)

    def _counted(self, test: Callable[..., object]) -> Callable[..., object]:
        @wraps(test)
        def run(*args: Any, **options: Any) -> object:  # noqa: ANN401 - whatever the property takes
            self._examples += 1
            if self._examples > EXAMPLES and (coverage := Coverage.current()):
                coverage.stop()
                self._paused = coverage
            return test(*args, **options)

        return run

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Stop the coverage objects that a worker started with: they would trace while pytest-cov's one pauses."""
        while hasattr(session.config, "workerinput") and (coverage := Coverage.current()):
            coverage.stop()
            coverage.save()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, object, object]:
        """Start counting at zero, and resume tracing after the test."""
        self._examples = 0
        try:
            return (yield)
        finally:
            if self._paused:
                self._paused.start()
                self._paused = None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Save the coverage data after each test file."""
        try:
            return (yield)
        finally:
            if (nextitem is None or nextitem.path != item.path) and (coverage := Coverage.current()):
                with warnings.catch_warnings(action="ignore", category=CoverageWarning):  # nothing was traced so far
                    coverage.save()
