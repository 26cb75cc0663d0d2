"""The colours, from `palette.toml`: four themes, the tiles of 2048 from 2 to 131072, and the two discs.

dark, light       warm tiles, brighter with every doubling
colour-blind      tiles by lightness alone, discs in vermilion and sky blue
no colour         frames and shapes in the terminal's own colour
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from textual.theme import Theme


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of boards; without colour every ink is None, and shapes differ."""

    theme: Theme
    tiles: Sequence[str] = ()
    discs: Sequence[str | None] = (None, None)
    ground: str | None = None
    frame: str | None = None
    hole: str | None = None
    ink: str | None = None
    quiet: str | None = None
    good: str | None = None
    bad: str | None = None

    @property
    def colour(self) -> bool:
        return self.ground is not None

    def with_few_colours(self) -> "Palette":
        """Return the palette for a terminal of 16 colours, in which tiles that can merge next differ."""
        return replace(self, tiles=_SIXTEEN) if self.colour else self

    def tile(self, value: int, base: int) -> tuple[str | None, str | None]:
        """Return the ink and background of a tile; from 131072 times the base on all tiles share the last colour."""
        if not self.colour:
            return None, None
        doublings = max(0, (value // base).bit_length() - 1)
        ground = self.tiles[min(doublings, len(self.tiles) - 1)]
        red, green, blue = bytes.fromhex(ground[1:])
        return ("#2d2622" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"), ground


_SIXTEEN: Final = (  # noqa: SIM905 - two lines are easier to compare; as Rich knows the 16 colours
    "#aaaaaa #ffffff #aa5500 #ffff55 #aa0000 #ff5555 #00aa00 #55ff55 "
    "#00aaaa #55ffff #0000aa #5555ff #aa00aa #ff55ff #555555 #aa5500 #ffffff"
).split()
_LOOKS: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
PALETTES: Final = {name: Palette(Theme(name, **look.pop("theme")), **look) for name, look in _LOOKS.items()}
