"""Read and write files with a checksum over all bytes; reading a damaged file raises an error.

    magic (8 bytes) | length of the header (4) | header, JSON | contents | SHA-256 of all bytes before (32)

After a crash there is either the old file or the new one, never a partial one (`durable.py`).
"""

import hashlib
import json
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any, Final

from slidedrop.core.errors import RecordError
from slidedrop.durable import reason, replacing

SEAL: Final = hashlib.sha256().digest_size
_LENGTH: Final = 4
LARGEST: Final = 1 << 30
"""The maximum number of bytes read from a file."""


def write_sealed(path: Path, magic: bytes, header: dict[str, Any], contents: Iterable[bytes]) -> None:
    """Write a sealed file in one step; raise an error if the disk is full or read-only."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            text, seal = json.dumps(header, sort_keys=True).encode(), hashlib.sha256()
            for part in chain([magic + len(text).to_bytes(_LENGTH, "big") + text], contents):
                seal.update(part)
                file.write(part)
            file.write(seal.digest())
    except OSError as error:
        message = f"{path} could not be written ({error.strerror}); what stood there before is untouched"
        raise RecordError(message) from error


def read_sealed(path: Path, magic: bytes, what: str) -> tuple[dict[str, Any], memoryview]:
    """Return the header and the contents, or raise an error that says what is wrong with the file."""
    try:
        with path.open("rb") as file:
            first = file.read(len(magic))
            data = memoryview(first + file.read(LARGEST) if first == magic else first)
    except OSError as error:
        raise RecordError(f"cannot read '{path}' as {what}: {reason(error)}") from error
    if first != magic:
        raise RecordError(f"{path} is not {what}: it should begin with {magic.decode()}", offset=0)
    if hashlib.sha256(data[:-SEAL]).digest() != data[-SEAL:]:
        raise RecordError(f"{path} is damaged or cut short: its seal does not fit its {len(data)} bytes; get it again")
    start = len(magic) + _LENGTH
    end = start + int.from_bytes(data[len(magic) : start], "big")
    try:
        header = json.loads(bytes(data[start:end]))
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path} is not {what}: its header is not JSON", offset=start) from error
    if not isinstance(header, dict):
        raise RecordError(f"{path} is not {what}: its header is not an object", offset=start)
    return header, data[end:-SEAL]
