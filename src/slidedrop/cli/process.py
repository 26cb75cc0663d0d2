"""The process around the program: its streams and its signals."""

import os
import signal
import sys
from types import FrameType


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
