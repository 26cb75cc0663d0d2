"""Coverage follows the first examples of a property only.

Tracing doubles the time of plain Python, and the fortieth example of a property hardly runs a line that the first ones
did not. All examples are run; the later ones are not traced.

A process that has to be ended (hanging.py) leaves what was traced until its last whole file of tests.
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
"""Folders whose servers run in threads from test to test: coverage would not find these threads again after a pause."""


class Traced:
    """Has coverage pause in each property once it has seen enough."""

    def __init__(self) -> None:
        self._paused: Coverage | None = None
        self._examples = 0
        """How many examples the test that runs has had."""

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Have every property count its examples."""
        tests = config.rootpath / "tests"
        local = [item for item in items if item.path.relative_to(tests).parts[0] not in SERVERS]
        found = [getattr(getattr(item, "obj", None), "hypothesis", None) for item in local]
        for one in {id(one): one for one in found if one}.values():  # the cases of a table share one
            one.inner_test = self._counted(one.inner_test)

    def _counted(self, test: Callable[..., object]) -> Callable[..., object]:
        @wraps(test)
        def run(*args: Any, **options: Any) -> object:  # noqa: ANN401 - whatever the property asks for
            self._examples += 1
            if self._examples > EXAMPLES and (coverage := Coverage.current()):
                coverage.stop()
                self._paused = coverage
            return test(*args, **options)

        return run

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Leave a worker one coverage: those of its process and its start would go on where the last one pauses."""
        while hasattr(session.config, "workerinput") and (coverage := Coverage.current()):
            coverage.stop()
            coverage.save()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, object, object]:
        """Count from the start, and go on tracing after the test."""
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
        """Write down what was traced after each file of tests."""
        try:
            return (yield)
        finally:
            if (nextitem is None or nextitem.path != item.path) and (coverage := Coverage.current()):
                with warnings.catch_warnings(action="ignore", category=CoverageWarning):  # nothing was traced so far
                    coverage.save()
