"""Valid names: visible, readable and distinct from others."""

import re
import unicodedata
from typing import Final

from slidedrop.core.errors import NotationError

LONGEST_NAME: Final = 24
_UNSEEN: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as letters or pictures but are invisible."""
_UNSEEN_MARKS: Final = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that change nothing, or only which of two pictures is shown."""
_MOST_MARKS: Final = 2
"""The most combining marks after a letter: Vietnamese and Hebrew need two."""


def checked_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a name without extra spaces, normalised; refuse one that cannot be shown in one line."""
    name = unicodedata.normalize("NFC", re.sub(r"\s+", " ", text).strip())
    kinds = "".join(unicodedata.category(sign)[0] for sign in f" {name}")
    stacked = re.search(rf"ZM|M{{{_MOST_MARKS + 1}}}", kinds) is not None
    # characters that set the direction of writing are not printable
    if stacked or not name.isprintable() or not _UNSEEN.isdisjoint(name) or not 0 < len(name) <= longest:
        raise NotationError(f"a name here has 1 to {longest} characters that can be printed")
    return name


def shown_name(text: str) -> str:
    """Return a name for the other players, empty if it cannot be read."""
    try:
        return checked_name(text)
    except NotationError:
        return ""


def same_name(one: str, other: str) -> bool:
    """Tell whether two names look alike, ignoring capitals, width, small forms and invisible marks."""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", _UNSEEN_MARKS.sub("", name)).casefold()
