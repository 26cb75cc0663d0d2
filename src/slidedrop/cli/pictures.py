"""A game as an animated GIF, drawn by Pillow."""

from collections.abc import Iterable
from io import BytesIO
from typing import Final

from slidedrop.core.errors import MissingExtra
from slidedrop.core.picture import CELL, HALF, RING, Picture

_LAST_SECONDS: Final = 2.0


def write_gif(file: BytesIO, pictures: Iterable[Picture], seconds: float) -> None:
    """Write pictures as an animation: each for this long, the last one longer."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise MissingExtra("a GIF", "export") from error
    frames = []
    for picture in pictures:
        image = Image.new("RGB", picture.size, picture.ground)
        draw = ImageDraw.Draw(image)
        for x, y, look in picture.cells():
            shape = draw.ellipse if picture.discs else draw.rectangle
            edge = {"outline": RING, "width": 4} if look.ring else {"width": 0}
            shape((x, y, x + CELL, y + CELL), fill=look.fill, **edge)
            font = ImageFont.load_default(look.letters)
            draw.text((x + HALF, y + HALF), look.text, fill=look.ink or None, anchor="mm", font=font)
        frames.append(image.quantize(32))
    times = [int(1000 * seconds)] * (len(frames) - 1) + [int(1000 * (seconds + _LAST_SECONDS))]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False)
