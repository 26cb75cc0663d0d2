"""What a caller hands over, held to its kind at the boundary: a wrong one is an error, never a silent answer."""

from contextlib import suppress
from operator import index
from os import PathLike, fspath
from pathlib import Path
from typing import Final, TypeVar

from slidedrop.core.errors import NotationError, SlidedropError

Kind = TypeVar("Kind")
_ENDLESS: Final = float("inf")
_MOST: Final = 10**300


def is_number(text: str) -> bool:
    """Tell whether a text is a whole number from 0 of ordinary digits, up to nine of them."""
    return text.isascii() and text.isdecimal() and len(text) < 10


def require_type(value: object, kind: type[Kind], what: str) -> Kind:
    """Return a value of the right kind, or say what is expected in its place."""
    if isinstance(value, kind):
        return value
    raise NotationError(f"{what} is expected, not {value!r:.60}")


def require_int(value: object, what: str, error: type[SlidedropError] = NotationError) -> int:
    """Return a whole number of any integer type, NumPy's too, as an `int`; true and false are no numbers here."""
    if type(value) is int:
        return value
    if not isinstance(value, bool):
        with suppress(TypeError):
            return index(value)  # type: ignore[arg-type] # what has no index raises
    raise error(f"{what} is a whole number, not {value!r:.60}")


def require_count(value: object, what: str, least: int = 0, most: float = _ENDLESS) -> int:
    """Return a whole number within bounds."""
    if least <= (number := require_int(value, what)) <= most:
        return number
    raise NotationError(f"{what} is {least} {'or more' if most == _ENDLESS else f'to {most:,}'}, not {value!r:.60}")


def require_nonnegative(value: float, what: str) -> float:
    """Return a number from 0 up, such as a time in seconds; endless is one too."""
    number = value if isinstance(value, float) else require_int(value, what)
    if number >= 0:
        return float(number) if number < _MOST else _ENDLESS
    raise NotationError(f"{what} is a number from 0 up, not {value!r:.60}")


def file_path(value: str | PathLike[str]) -> Path:
    """Return the path that a text or a path names."""
    text = fspath(value) if isinstance(value, str | PathLike) else ""
    if not isinstance(text, str) or not text or "\0" in text:
        raise NotationError(f"a file or folder is named by text or a path, not by {value!r:.60}")
    return Path(text)
