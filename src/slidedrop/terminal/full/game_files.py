"""A game as a file in the terminal's colours, with its score and a caption below: svg, gif or txt.

▀▀▀▀▀▀▀  the canvas of the full screen: a square for each pixel, letters over them
▀▀▀▀▀▀▀
Score 6,020, largest 512
2048, 4x4 classic, 420 moves
"""

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from itertools import groupby
from typing import Final

from slidedrop.core.errors import MissingExtra
from slidedrop.core.game import Game, counted
from slidedrop.core.spec import AnyGame
from slidedrop.terminal.full.drawing.canvas import SET, Canvas
from slidedrop.terminal.full.drawing.palette import Palette
from slidedrop.terminal.full.parts import parts_of

_ROOM: Final = (57, 26)
_SIDE: Final = 8
"""The width and height of a drawn pixel."""
_PLAIN: Final = str.maketrans("•★▼·╭╮╰╯─│", "o*v.++++-|")
"""Letters that the font of Pillow lacks, and what a film has instead."""
_MOST_FRAMES: Final = 500
_SHOWN_FOR: Final = 300
_LAST_FOR: Final = 2000
"""How long a film shows a position, in milliseconds."""


def as_text(game: Game, palette: Palette) -> bytes:  # noqa: ARG001 - text has no colours
    """Return the board as letters, and the caption."""
    return "\n".join([parts_of(game).notation.draw(game.position), "", *_caption(game), ""]).encode()


def as_svg(game: Game, palette: Palette) -> bytes:
    """Return the current board."""
    from html import escape  # it takes milliseconds that the first picture does not need

    canvas = _picture(game, palette)
    width, height = canvas.width * _SIDE, 2 * canvas.height * _SIDE
    parts = [f'<rect width="{width}" height="{height}" fill="{_ground(palette)}"/>']
    for y, row in enumerate(canvas.pixels):
        x = 0
        for colour, run in groupby(row):
            count = len(list(run))
            if colour != palette.ground:
                place = f'x="{x * _SIDE}" y="{y * _SIDE}" width="{count * _SIDE}" height="{_SIDE}"'
                parts.append(f'<rect {place} fill="{_ink(colour, palette)}"/>')
            x += count
    for line, letters in enumerate(canvas.letters):
        for x, (letter, ink, bold) in letters.items():
            place = f'x="{x * _SIDE}" y="{(2 * line + 1.6) * _SIDE:g}" fill="{_ink(ink, palette)}"'
            weight = ' font-weight="bold"' if bold else ""
            parts.append(f"<text {place}{weight}>{escape(letter)}</text>")
    drawn, title = "\n".join(parts), escape("; ".join(_caption(game)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="monospace" font-size="{1.6 * _SIDE}" shape-rendering="crispEdges" role="img">\n'
        f"<title>{title}</title>\n{drawn}\n</svg>\n"
    ).encode()


def as_gif(game: AnyGame, palette: Palette) -> bytes:
    """Return the whole game as an animation; a long one leaves some positions out."""
    try:
        from PIL import Image, ImageColor, ImageDraw, ImageFont
    except ImportError as error:
        raise MissingExtra("a GIF", "export") from error
    font = ImageFont.load_default(2 * _SIDE - 3)
    again, canvases = type(game).from_dict(game.to_dict()), [_picture(game, palette)]
    step = -(-len(game.line()) // _MOST_FRAMES)
    while again.line():
        for _ in range(min(step, len(again.line()))):
            again.undo()
        canvases.append(_picture(again, palette))
    frames = []
    for canvas in reversed(canvases):
        small = Image.new("RGB", (canvas.width, 2 * canvas.height), _ground(palette))
        for y, row in enumerate(canvas.pixels):
            for x, colour in enumerate(row):
                if colour != palette.ground:
                    small.putpixel((x, y), ImageColor.getrgb(_ink(colour, palette)))
        image = small.resize((small.width * _SIDE, small.height * _SIDE), Image.Resampling.NEAREST)
        draw = ImageDraw.Draw(image)
        for line, letters in enumerate(canvas.letters):
            for first, words, ink in _runs(letters):
                middle = ((first + len(words) / 2) * _SIDE, (2 * line + 1) * _SIDE)
                draw.text(middle, words.translate(_PLAIN), fill=_ink(ink, palette), font=font, anchor="mm")
        frames.append(image.quantize(64))
    content = BytesIO()
    times = [_SHOWN_FOR] * (len(frames) - 1) + [_LAST_FOR]
    frames[0].save(content, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    return content.getvalue()


def _runs(letters: Mapping[int, tuple[str, str | None, bool]]) -> list[tuple[int, str, str | None]]:
    """Return the words of a line, each with its column and ink."""
    runs: list[tuple[int, str, str | None]] = []
    for x, (letter, ink, _) in sorted(letters.items()):
        if runs and runs[-1][0] + len(runs[-1][1]) == x and runs[-1][2] == ink:
            runs[-1] = (runs[-1][0], runs[-1][1] + letter, ink)
        else:
            runs.append((x, letter, ink))
    return runs


def _caption(game: Game) -> Sequence[str]:
    one = game.summary()
    standing = one.standing[:1].upper() + one.standing[1:]
    return standing, f"{parts_of(game).spec.title}, {one.rules}, {counted(one.moves, 'move')}"


def _picture(game: Game, palette: Palette) -> Canvas:
    """Return the board with its caption below."""
    board = parts_of(game).picture(palette, _ROOM, game.position) or Canvas(1, 1, palette.ground)
    lines = _caption(game)
    canvas = Canvas(max(board.width, *map(len, lines)) + 2, board.height + len(lines) + 2, palette.ground)
    left = (canvas.width - board.width) // 2
    for y, row in enumerate(board.pixels, 2):
        canvas.pixels[y][left : left + board.width] = row
    for line, letters in enumerate(board.letters, 1):
        canvas.letters[line] = {left + x: letter for x, letter in letters.items()}
    for line, words in enumerate(lines, board.height + 1):
        canvas.write((canvas.width - len(words)) // 2, line, words, palette.ink, bold=True)
    return canvas


def _ground(palette: Palette) -> str:
    return palette.ground or "#ffffff"


def _ink(colour: str | None, palette: Palette) -> str:
    return palette.ink or "#000000" if colour in {None, SET} else str(colour)


KINDS: Final[Mapping[str, tuple[str, Callable[[AnyGame, Palette], bytes]]]] = {
    "svg": ("Picture of the board (svg)", as_svg),
    "gif": ("Animation of the game (gif)", as_gif),
    "txt": ("Text (txt)", as_text),
}
"""What a game can be drawn as, by the ending of the file."""
