"""The chart of a race in an animation: the best energy of each contender over search time."""

from __future__ import annotations

from typing import Any

import numpy as np

from ergodoku.base.numbers import time_text
from ergodoku.views.animation.curves import TEXT_LINE, disc, draw_line
from ergodoku.views.animation.inks import Inks, Pixels, stamp, text_width, write
from ergodoku.views.animation.tracks import Track
from ergodoku.views.board import Palette
from ergodoku.views.colours import mix

AHEAD = 0.28  # opacity of the curves beyond the current frame
STEPS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


class RaceChart:
    """Best energies over search time; the energy scale is logarithmic, but includes 0.

    Parameters
    ----------
    tracks : list of Track
        The contenders.
    colours : list of str
        One colour for each contender.
    width, height : int
        Pixels.
    text : float
        The height of digits.
    palette : Palette
        The colours of paper and axes.
    inks : Inks
        The table that numbers the colours.
    """

    def __init__(
        self,
        tracks: list[Track],
        colours: list[str],
        width: int,
        height: int,
        text: float,
        palette: Palette,
        inks: Inks,
    ) -> None:
        self.curves, self.text, self.palette, self.inks = [t.curve() for t in tracks], text, palette, inks
        self.last = max(1e-9, *(track.result.seconds for track in tracks))
        self.highest = max(4.0, *(float(best.max(initial=0)) for _, best in self.curves))
        self.left, self.top = text_width(f"{self.highest:,.0f}", text) + round(text), round(text)
        self.right, self.floor = width - round(text * 2), height - round(text * 2.2)
        self.bare = np.full((height, width), inks.flat(palette.paper), dtype=np.uint8)
        self.ramps = [inks.ramp(palette.paper, colour) for colour in colours]
        self.dot = disc(max(3, round(text * 0.5)))
        self._draw_axes()
        self.whole = self.bare.copy()
        for (times, best), colour, ramp in zip(self.curves, colours, self.ramps, strict=True):
            if len(times):
                x, y = np.repeat(self.x(times), 2)[1:], np.repeat(self.y(best), 2)[:-1]
                faint = inks.ramp(palette.paper, mix(palette.paper, colour, AHEAD))
                draw_line(self.bare, x, y, 0.12 * text, faint)
                draw_line(self.whole, x, y, 0.2 * text, ramp)

    def draw(self, seconds: float) -> Pixels:
        """Return the curves in full colour up to a search time, with a dot and a letter per contender."""
        end = round(float(self.x(seconds)))
        pixels = self.bare.copy()
        pixels[:, self.left : end] = self.whole[:, self.left : end]
        half, taken = len(self.dot) // 2, list[tuple[int, int]]()
        for k, ((times, best), ramp) in enumerate(zip(self.curves, self.ramps, strict=True)):
            if not len(times):
                continue
            place = max(0, int(np.searchsorted(times, seconds, side="right")) - 1)
            x = round(float(self.x(min(seconds, times[-1]))))
            y = round(float(self.y(best[place])))
            stamp(pixels, self.dot, x - half, y - half, ramp)
            at = x + half + 2, y - half
            while any(abs(at[0] - x) < self.text and abs(at[1] - y) < self.text for x, y in taken):
                at = at[0] + round(self.text), at[1]  # to the right of a letter already there
            taken.append(at)
            write(pixels, "ABCDEF"[k], *at, self.text, ramp, bold=True)
        return pixels

    def x(self, seconds: Any) -> Any:
        """Return the x of a time, in pixels."""
        return self.left + (self.right - self.left) * np.minimum(np.asarray(seconds) / self.last, 1)

    def y(self, energy: Any) -> Any:
        """Return the y of an energy, in pixels."""
        return self.floor - (self.floor - self.top) * np.log1p(energy) / np.log1p(self.highest)

    def _draw_axes(self) -> None:
        text, palette = self.text, self.palette
        muted, line = self.inks.ramp(palette.paper, palette.muted), self.inks.flat(palette.line)
        above = float(self.floor + self.text * 3)
        for value in (step for step in STEPS if step <= self.highest):
            height = float(self.y(value))
            if above - height < TEXT_LINE * text:
                continue
            above, y = height, round(height)
            self.bare[y, self.left : self.right] = line
            write(self.bare, f"{value:,}", self.left - round(text * 0.6), y, text, muted, at="rm")
        for time in round_times(self.last, max(1, int((self.right - self.left) / (9 * text)))):
            x = round(float(self.x(time)))
            word = time_text(time) if time else "0"
            self.bare[self.floor : self.floor + 3, min(x, self.right - 1)] = line
            x = min(x, self.right + round(text * 1.8) - text_width(word, text) // 2)
            write(self.bare, word, x, self.floor + round(text * TEXT_LINE), text, muted, at="ms")


def round_times(last: float, most: int) -> list[float]:
    """Return 0 and at most ``most`` round numbers of seconds above 0, up to ``last``.

    Examples
    --------
    >>> round_times(0.047, 5)
    [0.0, 0.01, 0.02, 0.03, 0.04]
    """
    power = 10.0 ** np.floor(np.log10(last / most))
    step = next(factor * power for factor in (1, 2, 5, 10) if last / (factor * power) <= most)
    return [float(f"{k * step:.6g}") for k in range(int(last / step) + 1)]
