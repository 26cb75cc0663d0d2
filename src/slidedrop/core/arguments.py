"""Checks of the arguments of public functions: a wrong one raises an error."""

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
    """Tell whether a text is a whole number of one to nine ASCII digits."""
    return text.isascii() and text.isdecimal() and len(text) < 10


def require_type(value: object, kind: type[Kind], what: str) -> Kind:
    """Return the value if it has this type, or raise an error that names the type."""
    if isinstance(value, kind):
        return value
    raise NotationError(f"{what} is expected, not {value!r:.60}")


def require_int(value: object, what: str, error: type[SlidedropError] = NotationError) -> int:
    """Return an integer of any type, NumPy's too, as an `int`; booleans are refused."""
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
    """Return a number of at least 0, such as a time in seconds; infinity is allowed."""
    number = value if isinstance(value, float) else require_int(value, what)
    if number >= 0:
        return float(number) if number < _MOST else _ENDLESS
    raise NotationError(f"{what} is a number from 0 up, not {value!r:.60}")


def file_path(value: str | PathLike[str]) -> Path:
    """Return a text or path as a `Path`."""
    text = fspath(value) if isinstance(value, str | PathLike) else ""
    if not isinstance(text, str) or not text or "\0" in text:
        raise NotationError(f"a file or folder is named by text or a path, not by {value!r:.60}")
    return Path(text)
