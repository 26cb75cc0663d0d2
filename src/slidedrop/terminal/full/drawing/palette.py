"""The colours: four themes, the tiles of 2048 from 2 to 131072, and the two discs.

dark, light       warm tiles that glow with every doubling
colour-blind      tiles by lightness alone, discs in vermilion and sky blue
no colour         frames and shapes; nothing but the terminal's own ink
"""

from dataclasses import dataclass
from typing import Final

from textual.theme import Theme

_WARM: Final = (  # noqa: SIM905 - seventeen colours are easier to compare in two lines
    "#eee4da #ede0c8 #f2b179 #f59563 #f67c5f #f65e3b #edcf72 #edcc61 #edc850 #edc53f #edc22e "
    "#3cb371 #2a9d8f #2a7fb8 #5b5bd6 #8e4ec6 #c2298a"
).split()
_BY_LIGHTNESS: Final = (  # noqa: SIM905 - likewise
    "#fdf7d9 #f7e7a6 #f0d878 #e6c64f #d4b23f #bfa14a #a59159 #8a8165 #70726f #5b6475 #4a5879 "
    "#3b4c7a #2d4079 #203474 #15286a #0c1d5c #06124a"
).split()


@dataclass(frozen=True, slots=True)
class Palette:
    """What boards are painted with; without colour every ink is None and shapes tell things apart."""

    name: str
    theme: Theme
    tiles: tuple[str, ...] = ()
    discs: tuple[str | None, str | None] = (None, None)
    ground: str | None = None
    frame: str | None = None
    hole: str | None = None
    ink: str | None = None
    quiet: str | None = None
    good: str | None = None
    bad: str | None = None

    @property
    def colour(self) -> bool:
        """Whether anything is told by colour at all."""
        return self.ground is not None

    def tile(self, value: int, base: int) -> tuple[str | None, str | None]:
        """Return the ink and the ground of a tile; 131072 times the base and above share the last colour."""
        if not self.colour:
            return None, None
        doublings = max(0, (value // base).bit_length() - 1)
        ground = self.tiles[min(doublings, len(self.tiles) - 1)]
        return ("#2d2622" if _lightness(ground) > 140 else "#ffffff"), ground


def _lightness(colour: str) -> float:
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


_LOOKS: Final = """
name          ground   ink      surface  panel    primary  frame    hole     red      blue     quiet    good     bad
dark          #191716  #ece6df  #221f1d  #2c2826  #f2b179  #3a3431  #25211f  #ff5a4f  #4f9dff  #9a8f85  #7bd88f  #ff8a7a
light         #faf8ef  #3d3530  #f1ebdf  #e6ddcc  #b4541a  #bbada0  #d6cdc4  #cc2b1d  #1d5fc4  #7d7167  #1f7a3a  #b3261e
colour-blind  #14161a  #f0f0f0  #1d2026  #272b33  #f2b179  #3b4048  #22262c  #e8701a  #56b4e9  #98a0ab  #56b4e9  #e8701a
"""
"""What each theme that has colours is painted with: the boards, and the screen around them."""
_PLAIN: Final = "no colour"


def _look(names: list[str], values: list[str]) -> Palette:
    look = dict(zip(names, values, strict=True))
    boards = {name: look[name] for name in ("name", "ground", "ink", "frame", "hole", "quiet", "good", "bad")}
    tiles = tuple(_BY_LIGHTNESS if look["name"] == "colour-blind" else _WARM)
    return Palette(theme=_theme(look), discs=(look["red"], look["blue"]), tiles=tiles, **boards)


def _theme(look: dict[str, str]) -> Theme:
    primary, surface = look["primary"], look["surface"]
    return Theme(
        name=look["name"],
        primary=primary,
        accent=primary,
        foreground=look["ink"],
        background=look["ground"],
        surface=surface,
        panel=look["panel"],
        dark=_lightness(look["ground"]) < 128,
        variables={"footer-key-foreground": primary, "footer-background": surface},
    )


def _palettes() -> dict[str, Palette]:
    names, *rows = [line.split() for line in _LOOKS.strip().splitlines()]
    found = {values[0]: _look(names, values) for values in rows}
    black = dict.fromkeys(("ground", "surface", "panel"), "#000000")
    plain = _theme({"name": _PLAIN, "primary": "#f2b179", "ink": "#ffffff", **black})
    return {**found, _PLAIN: Palette(_PLAIN, plain)}


PALETTES: Final = _palettes()
