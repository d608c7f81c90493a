"""The table of formats: the name of each, what it looks like, and how to write it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.puzzle.boards import kind_of
from ergodoku.puzzle.formats import writers
from ergodoku.puzzle.formats.json_format import json_text
from ergodoku.puzzle.layout import Layout, box_shape
from ergodoku.puzzle.puzzle import Puzzle


def _usual(layout: Layout) -> bool:
    """Return whether a layout is classic, with the box that a reader assumes for its size."""
    try:
        return layout.kind == "classic" and layout.box == box_shape(layout.size)
    except PuzzleError:  # a prime size
        return False


def _barred(layout: Layout) -> bool:
    """Return whether bars can show the boxes of a classic layout: not if boxes are one cell high or wide."""
    return layout.kind == "classic" and layout.box is not None and (min(layout.box) > 1 or _usual(layout))


def _square(layout: Layout) -> bool:
    """Return whether a layout is classic with square boxes."""
    return layout.kind == "classic" and layout.box is not None and layout.box[0] == layout.box[1]


def _any(layout: Layout) -> bool:
    return True


@dataclass(frozen=True)
class Format:
    """A format for files of puzzles. All formats can be read, and some can be written.

    Attributes
    ----------
    name, description : str
        Its name, and what it looks like.
    text : callable, optional
        Turns a puzzle into text; ``None`` if the format can only be read.
    carries : callable
        Returns whether a layout survives writing and reading.
    header : str
        The first line of a file, if there is one.
    gap : str
        The text between two puzzles.
    """

    name: str
    description: str
    text: Callable[[Puzzle], str] | None = None
    carries: Callable[[Layout], bool] = _usual
    header: str = ""
    gap: str = ""

    @property
    def writable(self) -> bool:
        """Whether the format can be written."""
        return self.text is not None


_ALL = (
    Format("line", "81 characters, row by row, . for blanks", text=writers.line),
    Format(
        "grid",
        "one row per line, bars and rules between boxes",
        text=writers.grid,
        carries=_barred,
        gap="\n",
    ),
    Format(
        "integers",
        "one row per line, integers, 0 for blanks; any size",
        text=writers.integers,
        gap="\n",
    ),
    Format(
        "lloyd-amos",
        "the order, a 1, then all cells as integers, -1 for blanks; square boxes",
        text=writers.lloyd_amos,
        carries=_square,
        gap="\n",
    ),
    Format("sdm", "a list with one puzzle per line, in line form", text=writers.line),
    Format("annotated", "a list whose lines have more fields, such as an id and a rating"),
    Format("sdk", "#A author, #D description ..., [Puzzle], then the rows", text=writers.sdk, gap="\n"),
    Format(
        "ss",
        "rows in a frame of *, - and |, as Simple Sudoku writes them",
        text=writers.ss,
        carries=_barred,
        gap="\n",
    ),
    Format(
        "csv",
        "a table with a header: puzzle, solution, name",
        text=writers.csv_row,
        header=",".join(writers.TABLE),
    ),
    Format("tsv", "the same table with tabs", text=writers.tsv_row, header="\t".join(writers.TABLE)),
    Format("hodoku", "HoDoKu library lines, :0003:8:6...+53+4.7...:::829:"),
    Format("sudokuwiki", "a SudokuWiki address with bd= and 81 digits"),
    Format("f-puzzles", "an f-puzzles address with load="),
    Format("page", "a link from the Ergodoku web page with puzzle="),
    Format(
        "json",
        "one object per line with box, layout and givens; can express every layout",
        text=json_text,
        carries=_any,
    ),
    Format("python", "a list or a NumPy array as Python prints it, or lists in the source code of a program"),
    Format("opensudoku", "OpenSudoku XML, <game data=...>"),
    Format("sdx", "SudoCue progress: candidates, and u before placed digits"),
)

FORMATS: dict[str, Format] = {item.name: item for item in _ALL}
"""Every format by name."""


def writable(name: str) -> Format:
    """Return the format with this name, or raise an error that lists the formats that can be written."""
    names = ", ".join(item.name for item in _ALL if item.writable)
    if not isinstance(name, str):
        raise ParameterError(f"`format` is {kind_of(name)}", f"choose one of {names}")
    if name in FORMATS and FORMATS[name].writable:
        return FORMATS[name]
    what = "can be read but not written" if name in FORMATS else "is unknown"
    raise ParameterError(f"the format {name[:40]!r} {what}", f"choose one of {names}")


def check_carried(puzzle: Puzzle, item: Format) -> None:
    """Raise an error if the format cannot express the layout of the puzzle."""
    if not item.carries(puzzle.layout):
        raise PuzzleError(f"the format {item.name} cannot express {puzzle.layout!r}", "write json, which can")
