"""What people may be called: something that can be seen, read and told from other names."""

import re
import unicodedata
from typing import Final

from slidedrop.core.errors import NotationError

LONGEST_NAME: Final = 24
_UNSEEN: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Signs that count as letters or pictures and show nothing."""
_MOST_MARKS: Final = 2
"""How many combining marks may follow a letter: Vietnamese and Hebrew need two."""


def checked_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a name without needless spaces, in one spelling; refuse one that cannot be read or shown in one line."""
    name = unicodedata.normalize("NFC", re.sub(r"\s+", " ", text).strip())
    kinds = "".join(unicodedata.category(sign)[0] for sign in f" {name}")
    stacked = re.search(rf"ZM|M{{{_MOST_MARKS + 1}}}", kinds) is not None
    # Signs that set the direction of writing are not printable.
    if stacked or not name.isprintable() or not _UNSEEN.isdisjoint(name) or not 0 < len(name) <= longest:
        raise NotationError(f"a name here has 1 to {longest} characters that can be printed")
    return name


def same_name(one: str, other: str) -> bool:
    """Tell whether two names look alike: capitals, and wide or small forms of a letter, make no difference."""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
