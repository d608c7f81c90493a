"""A puzzle on a sheet of paper, to be solved by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ergodoku.views.board import palette_of
from ergodoku.views.files import check_picture, save_picture
from ergodoku.views.plot_board import board
from ergodoku.views.style import in_style

if TYPE_CHECKING:
    from ergodoku.puzzle.puzzle import Puzzle

SIDE = 6.5  # inches: it fits on A4 and on letter paper


def save_puzzle(puzzle: Puzzle, path: str | Path) -> None:
    """Write a puzzle as PNG, SVG or PDF, without a display and without pyplot."""
    from matplotlib.figure import Figure

    check_picture(path)
    with in_style(palette_of("light")):
        figure = Figure(figsize=(SIDE, SIDE), layout="constrained")
        board(puzzle, ax=figure.subplots(), theme="light")
        save_picture(figure, path)
