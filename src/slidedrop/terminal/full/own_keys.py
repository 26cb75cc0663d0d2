"""Your own keys: the actions, and a check that no key does two things on one screen."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import Final

from slidedrop.core.errors import NotationError
from slidedrop.games import game_specs
from slidedrop.terminal.plain.dialogue import KEYS

_NAMES: Final = "up|down|left|right|home|end|pageup|pagedown|enter|tab|space|escape|backspace|delete|insert"
_KEY: Final = re.compile(rf"(?:(?:ctrl|alt|shift)\+)*(?:\S|f\d\d?|{_NAMES})")


def check_keys(keys: Mapping[str, str]) -> None:
    """Refuse unknown actions, invalid keys, and keys that do two things on one screen."""
    screens = list(_actions())
    names = sorted({name for screen in screens for name in screen if " " not in name})
    for name in keys:
        if name not in names:
            raise NotationError(f"there is no action '{name}'; the actions are {', '.join(names)}")
        wrong = [key for key in keys[name].split(",") if not _KEY.fullmatch(key)]
        if wrong:
            raise NotationError(
                f"'{wrong[0]}' is not a key; write one character, or a name such as enter, f1 or ctrl+z"
            )
    for screen in screens:
        bound = {name: keys.get(name, usual).split(",") for name, usual in screen.items()}
        counts = Counter(key for one in bound.values() for key in one)
        for name in keys.keys() & bound.keys():
            for key in bound[name]:
                if counts[key] > 1:
                    other = next(one for one in bound if one != name and key in bound[one])
                    raise NotationError(f"key '{key}' cannot be '{name}': it is '{other.strip()}' already")


def _actions() -> Iterator[dict[str, str]]:
    """Return the actions of plain play and of every screen with their default keys; unnamed actions contain a space."""
    yield {word: key for key, word in KEYS.items()}
    if find_spec("textual") is None:
        return
    from textual.binding import Binding

    from slidedrop.terminal.full.home import Home
    from slidedrop.terminal.full.parts import parts_for

    for screen in (Home, *(parts_for(spec).screen.load() for spec in game_specs())):
        declared = [one for kind in getattr(screen, "__mro__", ()) for one in vars(kind).get("BINDINGS", ())]
        bindings = [one if isinstance(one, Binding) else Binding(*one) for one in declared]
        yield {one.id or f"{one.description or one.action} ": _as_typed(one.key) for one in bindings}


def _as_typed(keys: str) -> str:
    """Return Textual's key names as typed: "question_mark,f1" is "?,f1"."""
    from textual.keys import key_to_character

    return ",".join((key_to_character(key) or key) if "_" in key else key for key in keys.split(","))
