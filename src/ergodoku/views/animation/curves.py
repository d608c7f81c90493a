"""The curves of an animation: in full colour up to the current frame, and faint beyond it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.numbers import short
from ergodoku.engine.trace import Trace
from ergodoku.views.animation.inks import FINE, Inks, Pixels, levels, stamp, text_width, write
from ergodoku.views.board import Palette
from ergodoku.views.colours import mix

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
EARLY = 0.05  # the axis is logarithmic if nine tenths of the descent happen before this share of the run
AHEAD = 0.28  # opacity of the curves beyond the current frame
STRIP = 0.3  # share of the height for the temperature
TEXT_LINE = 1.7  # line spacing, in heights of a digit


class Curves(NamedTuple):
    """The curves to draw, over iterations."""

    iteration: Ints
    energy: Ints
    best: Ints
    temperature: Floats


class Chart:
    """Energy and best energy over iterations, with a small temperature curve below.

    Parameters
    ----------
    curves : Curves
        The curves to draw; they may be empty.
    width, height : int
        Pixels.
    text : float
        The height of digits.
    palette : Palette
        The colours.
    inks : Inks
        The table that numbers the colours.
    """

    def __init__(
        self, curves: Curves, width: int, height: int, text: float, palette: Palette, inks: Inks
    ) -> None:
        self.curves, self.text, self.palette, self.inks = curves, text, palette, inks
        self.last = max(1, int(curves.iteration.max(initial=1)))
        self.highest = max(1, int(curves.energy.max(initial=0)))
        self.logarithmic = falls_early(curves)
        heat = curves.temperature
        self.warm = len(heat) > 1 and bool(np.isfinite(heat).all()) and float(np.ptp(heat)) > 0
        beside = [f"{self.highest:,}", *self._heats()]
        self.left = max(text_width(word, text) for word in beside) + round(text)
        self.right, self.top = width - round(text * 1.6), round(text * 0.8)
        self.floor = height - round(text * 2.2)  # y of the lower axis
        self.bottom = self.floor - round(STRIP * (self.floor - self.top)) if self.warm else self.floor
        self.bare = np.full((height, width), inks.flat(palette.paper), dtype=np.uint8)
        self._draw_axes()
        self.whole = self.bare.copy()
        if len(curves.iteration):
            self._draw_ahead()
            self._draw_curves()
        self._write_names()
        self.dot = disc(max(3, round(text * 0.5)))
        self.dot_ramp = inks.ramp(palette.paper, palette.energy)
        self.pixels = self.bare.copy()

    def draw(self, iteration: int, energy: int, *, dot: bool = True) -> Pixels:
        """Return the curves in full colour up to an iteration, with a dot at the current state."""
        x = round(float(self.x(iteration)))
        self.pixels[:] = self.bare
        self.pixels[:, self.left : x] = self.whole[:, self.left : x]
        if dot:
            half = len(self.dot) // 2
            stamp(self.pixels, self.dot, x - half, round(float(self.y(energy))) - half, self.dot_ramp)
        return self.pixels

    def x(self, iteration: Any) -> Any:
        """Return the x of an iteration, in pixels."""
        share = np.asarray(iteration) / self.last
        if self.logarithmic:
            share = np.log1p(iteration) / np.log1p(self.last)
        return self.left + (self.right - self.left) * np.minimum(share, 1)

    def y(self, energy: Any) -> Any:
        """Return the y of an energy, in pixels."""
        return self.bottom - (self.bottom - self.top) * np.asarray(energy) / self.highest

    def _draw_axes(self) -> None:
        text, palette = self.text, self.palette
        muted, line = self.inks.ramp(palette.paper, palette.muted), self.inks.flat(palette.line)
        for value in ticks(self.highest, max(1, int((self.bottom - self.top) / (2 * TEXT_LINE * text)))):
            y = round(float(self.y(value)))
            self.bare[y, self.left : self.right] = line
            write(self.bare, f"{value:,}", self.left - round(text * 0.6), y, text, muted, at="rm")
        self.bare[self.floor, self.left : self.right] = line
        across = max(1, int((self.right - self.left) / (7 * text)))
        for value in powers(self.last, across) if self.logarithmic else ticks(self.last, across):
            x, word = round(float(self.x(value))), short(value, gap="")
            self.bare[self.floor : self.floor + 3, min(x, self.right - 1)] = line
            x = min(x, self.right + round(text * 1.4) - text_width(word, text) // 2)
            write(self.bare, word, x, self.floor + round(text * TEXT_LINE), text, muted, at="ms")

    def _write_names(self) -> None:
        """Name the curves at the top right, where they leave space, and the temperature next to its axis."""
        text, palette = self.text, self.palette
        names = [("best", palette.best), ("energy", palette.energy)] if len(self.curves.iteration) else []
        x, y = self.right, self.top + round(text * 1.1)
        for name, colour in names:
            wide = text_width(name, text)
            for pixels in (self.bare, self.whole):
                room = np.s_[max(0, y - round(1.3 * text)) : y + round(0.5 * text), x - wide - 3 : x + 3]
                pixels[room] = self.inks.flat(palette.paper)
                write(pixels, name, x, y, text, self.inks.ramp(palette.paper, colour), at="rs")
            x -= wide + round(text)
        if self.warm:
            ramp, x = self.inks.ramp(palette.paper, palette.temperature), self.left - round(text * 0.6)
            places = [self.bottom + round(text * 1.4), self.floor]
            if places[1] - places[0] < 1.3 * text:  # there is no room for two texts
                write(
                    self.bare,
                    "T",
                    x,
                    (self.bottom + self.floor) // 2 + round(text * 0.3),
                    text,
                    ramp,
                    at="rm",
                )
                return
            for word, y in zip(self._heats(), places, strict=True):
                write(self.bare, word, x, y, text, ramp, at="rm")

    def _draw_ahead(self) -> None:
        """Draw the whole curves faintly. They stay visible beyond the current frame, so no chart is empty."""
        palette, curves = self.palette, self.curves
        place = self.x(curves.iteration)
        middle, mean = mean_per_column(np.floor(place).astype(np.int64), self.y(curves.energy))
        lines = [(middle, mean, palette.energy)]
        if self.warm:
            lines.append((place, self._warmth(), palette.temperature))
        for x, y, colour in lines:
            faint = mix(palette.paper, colour, AHEAD)
            self._line(x, y, 1.2, self.inks.ramp(palette.paper, faint), self.bare)

    def _draw_curves(self) -> None:
        palette, curves = self.palette, self.curves
        place = self.x(curves.iteration)
        columns = np.floor(place).astype(np.int64)
        soft = mix(palette.paper, palette.energy, 0.3)
        for x, (low, high) in spread(columns, curves.energy).items():
            self.whole[round(float(self.y(high))) : round(float(self.y(low))) + 1, x] = self.inks.flat(soft)
        middle, mean = mean_per_column(columns, self.y(curves.energy))
        self._line(middle, mean, 1.3, self.inks.ramp(palette.paper, palette.energy))
        step_x, step_y = np.repeat(place, 2)[1:], np.repeat(self.y(curves.best), 2)[:-1]
        self._line(step_x, step_y, 1.5, self.inks.ramp(palette.paper, palette.best))
        if self.warm:
            self._line(place, self._warmth(), 1.2, self.inks.ramp(palette.paper, palette.temperature))

    def _heats(self) -> list[str]:
        """Return the texts beside the temperature curve: its highest and its lowest value."""
        heat = self.curves.temperature
        return [f"T {heat.max():.3g}", f"{heat.min():.3g}"] if self.warm else []

    def _warmth(self) -> Floats:
        """Return the y of the temperature curve in pixels; the scale is logarithmic beyond a factor of 50."""
        heat = np.maximum(self.curves.temperature, 1e-12)
        heat = np.log(heat) if heat.max() > 50 * heat.min() else heat
        share = (heat - heat.min()) / max(1e-12, float(np.ptp(heat)))
        low, high = self.floor - 3, self.bottom + round(self.text * 0.7)
        return np.asarray(low - (low - high) * share, dtype=np.float64)

    def _line(self, x: Floats, y: Floats, width: float, ramp: Pixels, pixels: Pixels | None = None) -> None:
        draw_line(self.whole if pixels is None else pixels, x, y, width * self.text / 10, ramp)


def curves_of(trace: Trace, points: list[tuple[int, int]]) -> Curves:
    """Return the curves of a trace, with additional points of (iteration, energy).

    The points of a trace are evenly spaced, so few of them cover a quick descent at the start. The boards of
    a film add the missing points.
    """
    more = np.array(points, dtype=np.int64).reshape(-1, 2)
    iteration = np.concatenate([trace.iteration, more[:, 0]])
    order = np.argsort(iteration, kind="stable")
    energy = np.concatenate([trace.energy, more[:, 1]])[order]
    best = np.minimum.accumulate(np.concatenate([trace.best, more[:, 1]])[order]) if len(order) else energy
    iteration = iteration[order]
    heat = np.full(len(iteration), np.nan)
    if len(trace):
        heat = trace.temperature[np.maximum(0, np.searchsorted(trace.iteration, iteration, "right") - 1)]
    return Curves(iteration, energy, best, heat)


def draw_line(pixels: Pixels, x: Floats, y: Floats, width: float, ramp: Pixels) -> None:
    """Draw a line through points, all in pixels."""
    from PIL import Image, ImageDraw

    high, wide = pixels.shape
    image = Image.new("L", (wide * FINE, high * FINE))
    x, y = thinned(x * FINE, (y + 0.5) * FINE)
    points = list(zip(x.tolist(), y.tolist(), strict=True))
    if len(points) > 1:
        thick = max(2, round(width * FINE))
        ImageDraw.Draw(image).line(points, fill=255, width=thick, joint="curve")
    stamp(pixels, levels(image), 0, 0, ramp)


def falls_early(curves: Curves) -> bool:
    """Return whether the descent ends too early to be visible on a linear axis."""
    if len(curves.best) < 2 or curves.iteration[-1] < 200:
        return False
    low = curves.best[-1] + 0.1 * (curves.best[0] - curves.best[-1])
    when = curves.iteration[int(np.argmax(curves.best <= low))]
    return bool(when < EARLY * curves.iteration[-1])


def thinned(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Leave out points that equal the previous point after rounding."""
    keep = np.ones(len(x), dtype=bool)
    keep[1:] = (np.diff(np.round(x)) != 0) | (np.diff(np.round(y)) != 0)
    return x[keep], y[keep]


def spread(columns: Ints, values: Ints) -> dict[int, tuple[int, int]]:
    """Return the lowest and highest value of each column of pixels in which they differ."""
    places, starts = np.unique(columns, return_index=True)
    low, high = np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)
    return {int(x): (int(a), int(b)) for x, a, b in zip(places, low, high, strict=True) if a < b}


def mean_per_column(columns: Ints, values: Floats) -> tuple[Floats, Floats]:
    """Return the centres of the columns of pixels, and the mean value in each column."""
    places, which = np.unique(columns, return_inverse=True)
    means: Floats = np.bincount(which, values) / np.bincount(which)
    return places.astype(np.float64) + 0.5, means


def ticks(highest: int, most: int) -> list[int]:
    """Return 0 and at most ``most`` round numbers above 0, up to ``highest``."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if highest // (factor * power) <= most:
                return list(range(0, highest + 1, factor * power))
        power *= 10


def powers(highest: int, most: int) -> list[int]:
    """Return 0 and about ``most`` powers of ten, up to ``highest``."""
    count = len(str(highest))
    return [0, *(10**k for k in range(1, count, -(-count // max(1, most))))]


def disc(radius: int) -> Pixels:
    """Return a round dot as levels of ink."""
    from PIL import Image, ImageDraw

    side = (2 * radius + 1) * FINE
    image = Image.new("L", (side, side))
    ImageDraw.Draw(image).ellipse((0, 0, side - 1, side - 1), fill=255)
    return levels(image)
