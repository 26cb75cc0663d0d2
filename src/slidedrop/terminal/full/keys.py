"""The keys of every screen, from `keys.toml`."""

import tomllib
from pathlib import Path
from typing import Final

from textual.binding import Binding, BindingType

_KEYS: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def keys_of(screen: str, letters: str = "", action: str = "") -> list[BindingType]:
    """Return the keys of a screen; an action takes each of these letters as it is typed."""
    typed = [Binding(letter, f"{action}('{letter}')", show=False) for letter in letters]
    return [*(Binding(**one) for one in _KEYS[screen]), *typed]
