"""Drawing in numbered colours: the table of colours of an animation, and text in their shades.

A GIF has one table of at most 256 colours. We draw frames as indices into this table from the start. No
colour has to be looked up or reduced later, so files are small and quick to write.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.views.colours import mix, rgb_of

Pixels = NDArray[np.uint8]  # numbers of colours, shape (height, width)
LEVELS = 4  # shades from paper to ink, for smooth edges; 8 would make files a tenth larger
FINE = 4  # shapes are drawn this many times larger, then reduced, for smooth edges
MOST = 255  # maximum number of colours; index 255 means "unchanged"


class Inks:
    """A table of colours that grows with each new colour."""

    def __init__(self) -> None:
        self.colours: list[tuple[int, int, int]] = []
        self._number: dict[tuple[int, int, int], int] = {}
        self._ramps: dict[tuple[str, str], Pixels] = {}

    def flat(self, colour: str) -> int:
        """Return the number of a colour, or of the nearest colour if the table is full."""
        rgb = rgb_of(colour)
        if rgb not in self._number:
            if len(self.colours) == MOST:
                gaps = np.abs(np.array(self.colours, dtype=np.int64) - rgb).sum(axis=1)
                self._number[rgb] = int(gaps.argmin())
            else:
                self._number[rgb] = len(self.colours)
                self.colours.append(rgb)
        return self._number[rgb]

    def ramp(self, paper: str, ink: str) -> Pixels:
        """Return the numbers of the shades from one colour to another."""
        key = paper, ink
        if key not in self._ramps:
            shades = [self.flat(mix(paper, ink, k / (LEVELS - 1))) for k in range(LEVELS)]
            self._ramps[key] = np.array(shades, dtype=np.uint8)
        return self._ramps[key]

    def table(self) -> bytes:
        """Return 256 colours as bytes: red, green, blue, red ..."""
        filled = [*self.colours, *[(0, 0, 0)] * (256 - len(self.colours))]
        return bytes(value for rgb in filled for value in rgb)


def stamp(pixels: Pixels, shape: Pixels, x: int, y: int, ramp: Pixels) -> None:
    """Draw a shape with its upper left corner at (x, y), clipped at the edges of ``pixels``.

    The values of the shape are levels of ink, which are indices into ``ramp``. Level 0 is transparent.
    """
    top, left = max(0, -y), max(0, -x)
    bottom, right = min(shape.shape[0], pixels.shape[0] - y), min(shape.shape[1], pixels.shape[1] - x)
    if top >= bottom or left >= right:
        return
    part = shape[top:bottom, left:right]
    target = pixels[y + top : y + bottom, x + left : x + right]
    np.copyto(target, ramp[part], where=part > 0)


def write(
    pixels: Pixels,
    text: str,
    x: int,
    y: int,
    height: float,
    ramp: Pixels,
    *,
    bold: bool = False,
    at: str = "ls",
) -> None:
    """Write text at (x, y).

    ``at`` names the point of the text that is placed there: l, m or r for left, middle or right, followed by
    s or m for base line or middle. ``height`` is the height of a digit, in pixels.
    """
    shape, base = glyphs(text, height, bold)
    left = {"l": 0, "m": shape.shape[1] // 2, "r": shape.shape[1]}[at[0]]
    up = base if at[1] == "s" else base - round(height / 2)
    stamp(pixels, shape, x - left, y - up, ramp)


@lru_cache(maxsize=4096)
def glyphs(text: str, height: float, bold: bool = False) -> tuple[Pixels, int]:
    """Return text as levels of ink, and the row of its base line."""
    from PIL import Image, ImageDraw

    # In both fonts, digits are about 0.71 of the font size high.
    font = _font(round(height * FINE / 0.71), text.isascii())
    stroke = max(1, round(height * FINE * 0.035)) if bold else 0
    left, top, right, bottom = font.getbbox(text, anchor="ls", stroke_width=stroke)
    up, down = -int(top // FINE) + 1, int(-(-bottom // FINE)) + 1
    wide = int(-(-(right - left) // FINE)) + 1
    image = Image.new("L", (wide * FINE, (up + down) * FINE))
    draw = ImageDraw.Draw(image)
    draw.text((-left, up * FINE), text, fill=255, font=font, anchor="ls", stroke_width=stroke)
    return levels(image), up


def text_width(text: str, height: float, bold: bool = False) -> int:
    """Return the width of a text in pixels."""
    return int(glyphs(text, height, bold)[0].shape[1])


def levels(image: Any) -> Pixels:
    """Return levels of ink for a grey image that was drawn `FINE` times too large."""
    grey = np.asarray(image.reduce(FINE), dtype=np.uint16)
    shape = ((grey * (LEVELS - 1) + 127) // 255).astype(np.uint8)
    shape.setflags(write=False)
    return shape


@lru_cache(maxsize=64)
def _font(size: int, plain: bool) -> Any:
    """Return Pillow's font, or Matplotlib's for text beyond ASCII: Pillow's font lacks µ and accents."""
    from PIL import ImageFont

    if plain:
        return ImageFont.load_default(max(4, size))
    import matplotlib

    file = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
    return ImageFont.truetype(file, max(4, size))
