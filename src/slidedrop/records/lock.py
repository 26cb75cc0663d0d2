"""One writer a file: a second program on the same game is told so, and nothing happens to the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.core.errors import RecordError

if TYPE_CHECKING:
    from pathlib import Path

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no fcntl, so two writers are not kept apart there (docs/limits.md)
    fcntl = None  # type: ignore[assignment]


def lock(handle: int, path: Path) -> None:
    """Take the file for this process until it is closed, or say that another has it."""
    if fcntl is None:  # pragma: no cover - see above
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        message = f"the game in '{path}' is being played by another slidedrop; finish there first"
        raise RecordError(message) from error
