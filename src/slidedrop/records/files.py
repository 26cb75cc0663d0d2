"""Text files of the user, with limits."""

from pathlib import Path
from typing import Final

from slidedrop.core.errors import NotationError
from slidedrop.durable import reason

LARGEST_FILE: Final = 1 << 20
"""No board, log or record that people make comes near a mebibyte."""


def read_bytes(path: Path, what: str, largest: int = LARGEST_FILE) -> bytes:
    """Return the bytes of a file, or raise an error; `what` names it, such as "board file"."""
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except OSError as error:
        raise NotationError(f"cannot read the {what} '{path}': {reason(error)}") from error
    if len(content) > largest:
        raise NotationError(f"the {what} '{path}' is larger than {largest} bytes, so it cannot be one")
    return content


def read_text(path: Path, what: str) -> str:
    """Return the text of a file, or raise an error."""
    content = read_bytes(path, what)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"the {what} '{path}' is not text: byte {error.start} is 0x{content[error.start]:02x}"
        raise NotationError(message) from error
