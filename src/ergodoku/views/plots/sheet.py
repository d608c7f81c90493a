"""Print a puzzle on paper, to solve by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ergodoku.views.files import picture
from ergodoku.views.plots.boards import board

if TYPE_CHECKING:
    from ergodoku.puzzle.puzzle import PuzzleLike

SIDE = 6.5  # inches: fits on A4 and on letter paper


def save_puzzle(puzzle: PuzzleLike, path: str | Path, *, theme: str = "light") -> None:
    """Write a puzzle as PNG, SVG or PDF."""
    with picture(path, (SIDE, SIDE), theme) as figure:
        board(puzzle, ax=figure.subplots(), theme=theme)
