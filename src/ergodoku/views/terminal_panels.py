"""The parts of a live view in the terminal: a board, a curve, the counters.

Each returns something that rich can print. They adapt to the space they are given, and say the same without
colour and in plain ASCII, for terminals that have no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from ergodoku.views.board import cells_of
from ergodoku.views.numbers import averaged, numbers_of
from ergodoku.views.terminal_board import Line, draw_digits, draw_heat, fit

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions

    from ergodoku.engine.result import Snapshot
    from ergodoku.puzzle.puzzle import Digits, Puzzle

SHORT = {"iterations": "iter.", "per second": "rate", "temperature": "temp.", "accepted": "acc."}
BLOCKS, ASCII_BLOCKS = " ▁▂▃▄▅▆▇█", " .:-=+*#@"


def board_panel(puzzle: Puzzle, grid: Digits, width: int, height: int) -> BoardPanel:
    """Return a board that fits into so many columns and lines.

    Givens are bold, found digits coloured, digits in conflict red and underlined. Where digits do not fit it
    is a heat map of the conflicts.
    """
    return BoardPanel(puzzle, grid, width, height)


def sparkline(
    values: ArrayLike, width: int, height: int = 1, *, style: str = "", low: float | None = None
) -> Sparkline:
    """Return a curve in block characters.

    Parameters
    ----------
    values : array_like
        Oldest first. More than ``width`` are averaged, ``nan`` is left blank.
    width, height : int
        Columns and lines.
    style : str
        Of rich, such as ``green``.
    low : float, optional
        What the lowest block stands for; the lowest value by default.
    """
    return Sparkline(np.asarray(values, dtype=float), width, height, style, low)


def counters(snapshot: Snapshot, rate: float, *, inline: bool = False) -> Counters:
    """Return how a search stands: one line for each number, or all in one line."""
    return Counters(numbers_of(snapshot, rate), inline)


@dataclass
class BoardPanel:
    """A board as rich prints it."""

    puzzle: Puzzle
    grid: Digits
    width: int
    height: int

    @property
    def digits(self) -> bool:
        """Whether there is room for digits."""
        return fit(self.puzzle.layout, self.width, self.height) is not None

    def lines(self, *, coloured: bool = True, ascii_only: bool = False) -> list[Line]:
        """Return the lines of the board."""
        cells = cells_of(self.puzzle, self.grid)
        if shape := fit(self.puzzle.layout, self.width, self.height):
            return draw_digits(cells, *shape, ascii_only)
        return draw_heat(cells, self.width, self.height, coloured=coloured, ascii_only=ascii_only)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        yield from _joined(self.lines(coloured=is_coloured(console), ascii_only=options.ascii_only))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        width = max(sum(len(s.text) for s in line) for line in self.lines())
        return Measurement(width, width)


@dataclass
class Sparkline:
    """A curve as rich prints it."""

    values: NDArray[np.float64]
    width: int
    height: int = 1
    style: str = ""
    low: float | None = None

    def rows(self, blocks: str = BLOCKS) -> list[str]:
        """Return the lines of the curve, from the top."""
        values = averaged(self.values, self.width)
        known = values[~np.isnan(values)]
        if not known.size:
            return [" " * self.width] * self.height
        low = float(known.min()) if self.low is None else self.low
        span = float(known.max()) - low
        steps = 8 * self.height
        share = (values - low) / span if span > 0 else np.where(np.isnan(values), np.nan, 0.0)
        level = np.where(np.isnan(share), 0, 1 + np.rint(np.nan_to_num(share) * (steps - 1))).astype(int)
        return [
            "".join(blocks[k] for k in np.clip(level - 8 * row, 0, 8).tolist()).ljust(self.width)
            for row in reversed(range(self.height))
        ]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        rows = self.rows(ASCII_BLOCKS if options.ascii_only else BLOCKS)
        style = Style.parse(self.style)
        yield from _joined([[Segment(row, style)] for row in rows])

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(self.width, self.width)


@dataclass
class Counters:
    """Names and numbers as rich prints them."""

    numbers: Sequence[tuple[str, str]]
    inline: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment | Text]:
        if self.inline:
            text = Text(no_wrap=True, overflow="ellipsis")
            for name, number in self.numbers:
                text.append(f"{name} ", "dim").append(f"{number}  ")
            yield text
            return
        yield from _joined(counter_lines(self.numbers, options.max_width)[: options.height])

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        wide = max(len(name) for name, _ in self.numbers) + 1
        return Measurement(8, wide + max(len(number) for _, number in self.numbers))


DIM = Style.parse("dim")


def is_coloured(console: Console) -> bool:
    """Tell whether colours are seen."""
    return console.color_system is not None and not console.no_color


def counter_lines(numbers: Sequence[tuple[str, str]], width: int) -> list[Line]:
    """Return names and numbers in two columns; where they do not fit, with short names or none."""
    names = [name for name, _ in numbers]
    longest = max(len(number) for _, number in numbers)
    if max(map(len, names)) + 1 + longest > width:
        names = [SHORT.get(name, name) for name in names]
    wide = max(map(len, names)) + 1
    lines = []
    for name, (_, number) in zip(names, numbers, strict=True):
        label = name.ljust(wide) if len(name) + 1 + len(number) <= width else ""
        lines.append([Segment(label[: width - len(number)], DIM), Segment(number[:width])])
    return lines


def _joined(lines: Sequence[Line]) -> Iterator[Segment]:
    for line in lines:
        yield from line
        yield Segment.line()
