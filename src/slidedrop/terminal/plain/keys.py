r"""What a terminal sends, cut into single keys: "aa\x1b[A" is a, a and the arrow up."""

from __future__ import annotations

import re
from typing import Final

_KEY: Final = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|\x1b|.", re.DOTALL)
_NAMES: Final = {
    "\x1b[A": "up",
    "\x1bOA": "up",
    "\x1b[B": "down",
    "\x1bOB": "down",
    "\x1b[C": "right",
    "\x1bOC": "right",
    "\x1b[D": "left",
    "\x1bOD": "left",
    "\r": "enter",
    "\n": "enter",
    "\x1b": "escape",
    "\x0c": "redraw",
    "\x7f": "undo",
    " ": "space",
}


def split_keys(sent: str) -> list[str]:
    """Return the keys in what was sent, arrows and the like by name."""
    return [_NAMES.get(key, key) for key in _KEY.findall(sent)]
