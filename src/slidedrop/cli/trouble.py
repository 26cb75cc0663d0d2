"""What goes wrong around a game, and how the program says it: one sentence and an exit code."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

import click

from slidedrop.core.errors import SlidedropError

if TYPE_CHECKING:
    from types import FrameType


class Refusal(click.ClickException):
    """An error on its way to the screen."""

    def __init__(self, error: SlidedropError | OSError) -> None:
        super().__init__(told(error))
        self.exit_code = error.exit_code if isinstance(error, SlidedropError) else 1  # type: ignore[misc] # click reads it from the instance


def told(error: SlidedropError | OSError) -> str:
    """Return the sentence of an error; the system's own name the file where there is one."""
    if isinstance(error, SlidedropError):
        return str(error)
    where = "" if error.filename is None else f"'{error.filename}': "
    return f"{where}{(error.strerror or str(error)).lower()}"


def unknown(what: str, name: str, names: list[str]) -> str:
    """Say that there is no such thing, and what may have been meant."""
    import difflib

    close = difflib.get_close_matches(name, names, 1)
    meant = f"did you mean '{close[0]}'?" if close else f"there are {', '.join(names)}"
    return f"there is no {what} '{name}'; {meant}"


def prepare_streams() -> None:
    """Have three streams that take every character, also where the caller closed one of them."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - it stays open to the end
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - likewise
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def leave_cleanly_on_signals() -> None:
    """Let a closed or killed terminal end the program through the usual way out, so that the screen is restored."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:  # pragma: no branch - Windows has no SIGHUP
            signal.signal(number, _leave)


def _leave(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of a signal handler
    sys.exit(128 + number)
