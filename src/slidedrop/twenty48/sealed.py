"""A file that is whole or is refused: what it is, what it holds, and a seal over every byte before it.

    magic (8 bytes) | length of the header (4) | header, JSON | contents | SHA-256 of all that stands before (32)

It is written beside its place and moved there when it is safe on the disk, so a crash leaves the old file or the new
one, never half of one.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from typing import IO, TYPE_CHECKING, Any, Final, cast

from slidedrop.core.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SEAL: Final = hashlib.sha256().digest_size
_LENGTH: Final = 4


class SealingWriter:
    """A file that adds up its seal while it is written."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._digest = hashlib.sha256()

    def write(self, part: bytes | memoryview) -> int:
        """Write a part of the contents."""
        self._digest.update(part)
        return self._file.write(part)

    def finish(self) -> None:
        """Write the seal, and wait until the disk has everything."""
        self._file.write(self._digest.digest())
        self._file.flush()
        os.fsync(self._file.fileno())


def write_sealed(path: Path, magic: bytes, header: dict[str, Any], contents: Callable[[IO[bytes]], None]) -> None:
    """Write a sealed file in one step that either happens or does not; a full or read-only disk is one sentence."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            _write(SealingWriter(file), magic, header, contents)
        beside.replace(path)
        _settle(path.parent)
    except OSError as error:
        message = f"{path} could not be written ({error.strerror}); what stood there before is untouched"
        raise RecordError(message) from error
    finally:
        _sweep(path)


def read_sealed(path: Path, magic: bytes, what: str) -> tuple[dict[str, Any], memoryview]:
    """Return the header and the contents, or say in one sentence why this is no such file."""
    try:
        data = memoryview(path.read_bytes())
    except OSError as error:
        message = f"{path} could not be read as {what} ({error.strerror})"
        raise RecordError(message) from error
    if data[: len(magic)] != magic:
        message = f"{path} is not {what}: it should begin with {magic.decode()}"
        raise RecordError(message, offset=0)
    if hashlib.sha256(data[:-SEAL]).digest() != data[-SEAL:]:
        message = f"{path} is damaged or cut short: its seal does not fit its {len(data)} bytes; get it anew"
        raise RecordError(message)
    return _opened(data[len(magic) : -SEAL])


def _write(writer: SealingWriter, magic: bytes, header: dict[str, Any], contents: Callable[[IO[bytes]], None]) -> None:
    text = json.dumps(header, sort_keys=True).encode()
    writer.write(magic + len(text).to_bytes(_LENGTH, "big") + text)
    contents(cast("IO[bytes]", writer))  # all that a packer asks of a file is to write
    writer.finish()


def _opened(data: memoryview) -> tuple[dict[str, Any], memoryview]:
    end = _LENGTH + int.from_bytes(data[:_LENGTH], "big")
    header: dict[str, Any] = json.loads(bytes(data[_LENGTH:end]))
    return header, data[end:]


def _sweep(path: Path) -> None:
    """Take away what a killed writer, or this one, has left beside its place."""
    with contextlib.suppress(OSError):
        for part in path.parent.glob(f"{path.name}.*.part"):
            part.unlink(missing_ok=True)


def _settle(folder: Path) -> None:
    """Have the folder itself written, so that the new name survives a power cut; not every system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
