"""Files that come to a worker from another machine: by content, found again by their seals, never by a path."""

from pathlib import Path
from typing import Final

_COPIES: Final[dict[str, Path]] = {}


def keep_copy(seal: str, content: bytes, folder: Path) -> None:
    """Write a file that came with the work into the folder of a worker."""
    _COPIES[seal] = folder / seal
    _COPIES[seal].write_bytes(content)


def path_of(seal: str, path: str) -> Path:
    """Return where the file of this seal lies: on a worker its copy, or else where its owner says."""
    return _COPIES.get(seal, Path(path))
