r"""What a terminal sends, cut into single keys: "aa\x1b[A" is a, a and the arrow up."""

import re
from typing import Final

from slidedrop.terminal.plain.printable import printable

_KEY: Final = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|[\x00\xe0][HPKM]|.", re.DOTALL)
_BEGUN: Final = re.compile(r"\x1b[\[O][0-9;]*$")
_ARROWS: Final = ("up", "down", "right", "left")
_NAMES: Final = {
    **{f"{begin}{key}": name for begin in ("\x1b[", "\x1bO") for key, name in zip("ABCD", _ARROWS, strict=True)},
    **{f"{begin}{key}": name for begin in ("\xe0", "\x00") for key, name in zip("HPMK", _ARROWS, strict=True)},
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x1b": "escape",
    "\x0c": "redraw",
    "\x00": "ctrl-d",
    "\x7f": "undo",
    "\x08": "undo",
    " ": "space",
}
"""The arrows as terminals send them, plain and in application mode, and as the Windows console does.

Ctrl-D that was pressed while the computer thought, and no key was awaited, arrives as a zero.
"""


def split_keys(sent: str) -> tuple[list[str], str]:
    """Return the keys in what was sent, each by its name, and the beginning of an arrow whose end is still to come."""
    begun = _BEGUN.search(sent)
    whole = sent if begun is None else sent[: begun.start()]
    return [key_name(key) for key in _KEY.findall(whole)], sent[len(whole) :]


def key_name(key: str) -> str:
    """Return what a key is called: "up", "enter", "ctrl-x", or the letter itself."""
    if key in _NAMES:
        return _NAMES[key]
    if len(key) > 1:
        return "this key"
    return f"ctrl-{chr(ord(key) | 0x40).lower()}" if key < " " else printable(key)
