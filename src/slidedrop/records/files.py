"""Text files of a player's own: read with care, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from slidedrop.core.errors import NotationError, RecordError

LARGEST_FILE: Final = 1 << 20
"""No board, log or record that people make comes near a mebibyte."""


def read_bytes(path: Path, what: str, largest: int = LARGEST_FILE) -> bytes:
    """Return the bytes of a file, or say why it cannot be read; `what` names it, such as "board file"."""
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except OSError as error:
        message = f"cannot read the {what} '{path}': {reason(error)}"
        raise NotationError(message) from error
    if len(content) > largest:
        message = f"the {what} '{path}' is larger than {largest} bytes, so it is none"
        raise NotationError(message)
    return content


def read_text(path: Path, what: str) -> str:
    """Return the text of a file, or say why it is none."""
    content = read_bytes(path, what)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"the {what} '{path}' is not text: byte {error.start} is 0x{content[error.start]:02x}"
        raise NotationError(message) from error


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file in one step: after a crash it holds the old content or the new, never half of it.

    A link stays a link, and what is no file (a terminal, /dev/null) is written to, not replaced.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
        else:
            _replace(target, content)
    except OSError as error:
        message = f"cannot write '{path}': {reason(error)}"
        raise RecordError(message) from error


def _replace(path: Path, content: bytes) -> None:
    import tempfile

    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _keep_mode(path, Path(name))
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def _keep_mode(old: Path, new: Path) -> None:
    """Give a new file the permissions that the old one had, or the usual ones."""
    if old.exists():
        new.chmod(old.stat().st_mode & 0o777)
    else:
        mask = os.umask(0)
        os.umask(mask)
        new.chmod(0o666 & ~mask)


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder survive a power cut, where the platform can."""
    if os.name == "nt":  # pragma: no cover - Windows cannot open a folder
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def reason(error: OSError) -> str:
    """Return the system's own words for what went wrong, without the path."""
    return (error.strerror or str(error)).lower()
