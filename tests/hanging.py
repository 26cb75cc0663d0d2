"""End a test process whose test does not stop at its time limit.

pytest-timeout raises an exception in the test. The teardown of a browser test can then wait for its browser forever,
and the whole run is lost. A minute later this plugin prints the stack of every thread and ends the process.
pytest-xdist names the test, counts it as failed and starts another process for the rest.
"""

from __future__ import annotations

import faulthandler
import os
import sys
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

EXTRA: Final = 60
"""Seconds for the teardown of a test that was stopped at its time limit."""


def limit_of(item: pytest.Item) -> float:
    """Return the time limit of a test in seconds as pytest-timeout reads it; 0 means no limit."""
    if marker := item.get_closest_marker("timeout"):
        return float(marker.kwargs.get("timeout", *marker.args[:1]))
    option = item.config.getoption("timeout", None)
    return float(item.config.getini("timeout") if option is None else option)


class EndHanging:
    """A pytest plugin that ends the process a minute after a test should have stopped."""

    def __init__(self) -> None:
        self._errors = os.dup(sys.__stderr__.fileno() if sys.__stderr__ else 2)

    def _end_after(self, seconds: float) -> None:
        faulthandler.dump_traceback_later(seconds, exit=True, file=self._errors)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Watch one test with its fixtures."""
        if limit := limit_of(item):
            self._end_after(limit + EXTRA)
        try:
            return (yield)
        finally:
            faulthandler.cancel_dump_traceback_later()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Give a test that is rerun its full time again."""
        if limit := limit_of(item):
            self._end_after(limit + EXTRA)

    @pytest.hookimpl(trylast=True)
    def pytest_exception_interact(self) -> None:
        """Watch the teardown of a failed test too: pytest-timeout has just stopped its own timer."""
        self._end_after(EXTRA)
