"""The size of a Connect-4 board as people write it: columns x rows."""

import re
from typing import Final

from slidedrop.connect4.rules import Rules
from slidedrop.core.errors import RulesError

_SIZE: Final = re.compile(r"([0-9]{1,3})x([0-9]{1,3})")


def rules_of_size(size: str, *, gravity: bool = True, connect: int = 4) -> Rules:
    """Return the rules of a board of this size, or say how sizes are written."""
    match = _SIZE.fullmatch(size.strip().lower())
    if match is None:
        raise RulesError(f"'{size:.40}' is not a size; write columns x rows, such as 7x6")
    return Rules(int(match[1]), int(match[2]), gravity=gravity, connect=connect)
