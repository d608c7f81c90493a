"""Parts of a live view in the terminal, apart from the board: curves and counters.

They adapt to the available space, and also work without colour and in plain ASCII.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike
from rich.segment import Segment
from rich.style import Style

from ergodoku.views.history import averaged

if TYPE_CHECKING:
    from rich.console import Console

    from ergodoku.views.terminal.board import Line

SHORT = {"iterations": "iter.", "per second": "rate", "temperature": "temp.", "accepted": "acc."}
BLOCKS, ASCII_BLOCKS = " ▁▂▃▄▅▆▇█", " .:-=+*#@"
DIM, BOLD = Style.parse("dim"), Style.parse("bold")


def sparkline(
    values: ArrayLike, width: int, height: int = 1, *, low: float | None = None, ascii_only: bool = False
) -> list[str]:
    """Return a curve in block characters, line by line from the top.

    Parameters
    ----------
    values : array_like
        The values, oldest first. More than ``width`` values are averaged; ``nan`` is left blank.
    width, height : int
        Columns and lines.
    low : float, optional
        The value of the lowest block; by default the lowest value.
    ascii_only : bool
        Use ASCII instead of block characters.
    """
    shown = averaged(np.asarray(values, dtype=float), width)
    known = shown[~np.isnan(shown)]
    if not known.size:
        return [" " * width] * height
    low = float(known.min()) if low is None else low
    span = float(known.max()) - low
    steps, blocks = 8 * height, ASCII_BLOCKS if ascii_only else BLOCKS
    share = (shown - low) / span if span > 0 else np.where(np.isnan(shown), np.nan, 0.0)
    level = np.where(np.isnan(share), 0, 1 + np.rint(np.nan_to_num(share) * (steps - 1))).astype(int)
    return [
        "".join(blocks[k] for k in np.clip(level - 8 * row, 0, 8).tolist()).ljust(width)
        for row in reversed(range(height))
    ]


def counter_lines(numbers: Sequence[tuple[str, str]], width: int) -> list[Line]:
    """Return names and numbers in two columns; if they do not fit, shorten or omit the names."""
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


def length(line: Line) -> int:
    """Return the width of a line in columns, counting one per character, unlike rich's slower function."""
    return sum(len(segment.text) for segment in line)


def cropped(line: Line, width: int) -> Line:
    """Cut a line off at the edge of the screen."""
    kept, room = [], width
    for segment in line:
        if room <= 0:
            break
        kept.append(segment if len(segment.text) <= room else Segment(segment.text[:room], segment.style))
        room -= len(segment.text)
    return kept


def is_coloured(console: Console) -> bool:
    """Return whether the console shows colours."""
    return console.color_system is not None and not console.no_color
