"""The frames of an animation: the board, the curves, and the numbers of a shot."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ergodoku.puzzle.puzzle import Digits, Puzzle
from ergodoku.views.animation.board import BoardPainter
from ergodoku.views.animation.curves import Chart, Curves
from ergodoku.views.animation.inks import Inks, Pixels, text_width, write
from ergodoku.views.board import palette_of

WIDE = 1.3  # ratio of width to height from which the curves are to the right of the board


@dataclass(frozen=True, eq=False)
class Shot:
    """The contents of one frame.

    Attributes
    ----------
    iteration, energy, best : int
        The state of the search.
    temperature : float
        The temperature, or ``nan`` if the method has none.
    grid : ndarray of uint8
        The board.
    word : str
        What the search is doing: ``searching``, ``solved`` ...
    seconds : float
        Extra seconds for the frame, beyond its share of the film.
    """

    iteration: int
    energy: int
    best: int
    temperature: float
    grid: Digits
    word: str = "searching"
    seconds: float = 0.0


class FramePlaces(NamedTuple):
    """The positions of the parts in pixels: the board (with its maximum side), the numbers, the curves."""

    board: tuple[int, int, int]  # x, y, side
    numbers: tuple[int, int, int, int]  # x, y, width, height
    chart: tuple[int, int, int, int]


class Frames:
    """Draws the frames of one run, in numbered colours.

    Parameters
    ----------
    puzzle : Puzzle
        Layout and givens.
    curves : Curves
        The history of the search.
    title : str
        The heading above the numbers, such as the name of the method.
    size : tuple of int
        Width and height in pixels.
    theme : str
        ``light`` or ``dark``.
    caption : str
        A line below the title.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        curves: Curves,
        title: str,
        size: tuple[int, int] = (600, 600),
        theme: str = "light",
        caption: str = "",
    ) -> None:
        width, height = size
        self.title, self.caption, self.palette, self.inks = title, caption, palette_of(theme), Inks()
        small = height / 45 if width >= WIDE * height else min(width, height * 1.1) / 60
        self.text = max(6.0, small)  # height of digits in small text
        paper, palette = self.palette.paper, self.palette
        self.pixels = np.full((height, width), self.inks.flat(paper), dtype=np.uint8)
        self.ramps = {
            "ink": self.inks.ramp(paper, palette.ink),
            "muted": self.inks.ramp(paper, palette.muted),
            "energy": self.inks.ramp(paper, palette.energy),
            "temperature": self.inks.ramp(paper, palette.temperature),
            "solved": self.inks.ramp(paper, palette.solved),
            "conflict": self.inks.ramp(paper, palette.conflict),
        }
        self.places = places(width, height)
        x, y, side = self.places.board
        self.board = BoardPainter(puzzle, side, palette, self.inks)
        self.corner = x + (side - self.board.side) // 2, y + (side - self.board.side) // 2
        wide, high = self.places.chart[2:]
        self.chart = Chart(curves, wide, high, self.text, palette, self.inks)
        self.searched = len(curves.iteration) > 0
        if not self.searched:
            x, y = self.places.chart[:2]
            y += round(self.text * 2)
            write(self.pixels, "Logic was enough: nothing to search.", x, y, self.text, self.ramps["muted"])
        self.before: Digits | None = None

    def draw(self, shot: Shot) -> Pixels:
        """Return a frame as indices into `table`; cells that changed since the previous frame are marked."""
        before = shot.grid if self.before is None else self.before
        changed = (shot.grid != before).ravel() & (shot.grid.ravel() != 0)
        self.before = shot.grid
        board = self.board.draw(shot.grid, changed, solved=shot.word == "solved")
        x, y = self.corner
        self.pixels[y : y + len(board), x : x + len(board)] = board
        x, y, wide, high = self.places.chart
        if self.searched:
            chart = self.chart.draw(shot.iteration, shot.energy, dot=shot.word != "the puzzle")
            self.pixels[y : y + high, x : x + wide] = chart
        self._write_numbers(shot)
        return self.pixels.copy()

    def table(self) -> bytes:
        """Return red, green and blue of each of the 256 numbered colours."""
        return self.inks.table()

    def _write_numbers(self, shot: Shot) -> None:
        x, y, width, height = self.places.numbers
        part = self.pixels[y : y + height, x : x + width]
        part[:] = self.inks.flat(self.palette.paper)
        text, row, start = self.text, 0, 0
        row = self._row(part, row, self.title, text * 1.5, "ink", bold=True)
        if self.caption:
            row = self._row(part, row, self.caption, text, "muted")
        inks = {"solved": "solved", "the puzzle": "muted", "searching": "muted"}
        end = shot.word not in ("the puzzle", "searching")
        row = self._row(part, row, shot.word, text * 1.25, inks.get(shot.word, "conflict"), bold=end)
        if not self.searched or shot.word == "the puzzle":
            return
        lines = [("energy", f"{shot.energy:,}", "energy", 2.2), ("best", f"{shot.best:,}", "ink", 2.2)]
        lines.append(("iteration", f"{shot.iteration:,}", "ink", 1.6))
        if not math.isnan(shot.temperature):
            lines.append(("temperature", f"{shot.temperature:.3g}", "temperature", 1.6))
        across = 2 if width >= 20 * text else 1
        for k, (label, value, ink, scale) in enumerate(lines):
            if k % across == 0:
                row = start = row + round(text * 0.9)
            column = part[:, k % across * width // across :][:, : width // across - round(text)]
            row = self._row(column, start, label, text, "muted")
            row = self._row(column, row, value, text * scale, ink, bold=scale > 2)

    def _row(self, part: Pixels, row: int, words: str, height: float, ink: str, *, bold: bool = False) -> int:
        """Write a line, small enough to fit the width, and return the row where the next line starts."""
        wide = text_width(words, height, bold)
        fitting = height if wide <= part.shape[1] else max(5.0, height * part.shape[1] / wide)
        base = row + round(height)
        write(part, words, 0, base, fitting, self.ramps[ink], bold=bold)
        return base + round(height * 0.35 + self.text * 0.4)


def places(width: int, height: int) -> FramePlaces:
    """Arrange a frame: curves to the right of the board if the frame is wide, otherwise below it."""
    margin = max(6, round(0.03 * min(width, height)))
    if width >= WIDE * height:
        side = min(height - 2 * margin, round(0.62 * width))
        x = side + 2 * margin
        half = margin + round(0.42 * side)
        top = (height - side) // 2
        return FramePlaces(
            (margin, top, side),
            (x, margin, width - x - margin, half - margin),
            (x, half, width - x, height - half - margin // 2),
        )
    side = min(round(0.71 * height) - margin, round(0.76 * width) - 2 * margin)
    x, y = side + 2 * margin, side + 2 * margin
    return FramePlaces(
        (margin, margin, side),
        (x, margin, width - x - margin // 2, side),
        (margin, y, width - margin, height - y - margin // 3),
    )
