"""A puzzle as text in each format that can be written."""

from __future__ import annotations

import csv
import io

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS, usual
from ergodoku.puzzle.puzzle import Digits, Puzzle
from ergodoku.puzzle.show import as_text


def line(puzzle: Puzzle) -> str:
    """Return one character per cell, row by row, ``.`` for blanks."""
    return _symbols(puzzle.size, puzzle.flat)


def grid(puzzle: Puzzle) -> str:
    """Return one row per line, with bars and rules between boxes; integers above 9x9."""
    return as_text(puzzle)


def integers(puzzle: Puzzle) -> str:
    """Return one row per line, integers with spaces between them, 0 for blanks."""
    return "\n".join(" ".join(map(str, row)) for row in puzzle.givens.tolist())


def lloyd_amos(puzzle: Puzzle) -> str:
    """Return the order, a 1, and the cells with tabs between them, -1 for blanks."""
    order = round(puzzle.size**0.5)
    rows = ["\t".join(str(digit or -1) for digit in row) for row in puzzle.givens.tolist()]
    return "\n".join([str(order), "1", *rows])


def sdk(puzzle: Puzzle) -> str:
    """Return the name as description, ``[Puzzle]``, and one row of characters per line."""
    about = [f"#D{' '.join(puzzle.name.split())}"] if puzzle.name.strip() else []
    return "\n".join([*about, "[Puzzle]", *_symbol_rows(puzzle)])


def ss(puzzle: Puzzle) -> str:
    """Return rows of characters in a frame, with bars and rules between boxes."""
    high, wide = puzzle.layout.box or (puzzle.size, puzzle.size)
    rule = "|" + "+".join(["-" * wide] * (puzzle.size // wide)) + "|"
    frame = "*" + "-" * (len(rule) - 2) + "*"
    lines = [frame]
    for k, row in enumerate(_symbol_rows(puzzle)):
        if k and k % high == 0:
            lines.append(rule)
        lines.append("|" + "|".join(row[c : c + wide] for c in range(0, puzzle.size, wide)) + "|")
    return "\n".join([*lines, frame])


CSV_HEADER = "puzzle,solution,name"


def csv_row(puzzle: Puzzle) -> str:
    """Return one row: the puzzle, its solution where there is one, its name."""
    solution = "" if puzzle.solution is None else _symbols(puzzle.size, puzzle.solution)
    out = io.StringIO()
    name = " ".join(puzzle.name.split())
    csv.writer(out, lineterminator="").writerow([line(puzzle), solution, name])
    return out.getvalue()


def _symbols(size: int, digits: Digits) -> str:
    if size > LARGEST_WITH_SYMBOLS:
        raise PuzzleError(
            f"a {size}x{size} puzzle cannot be written with one character per cell",
            "write it as integers, grid, lloyd-amos or json",
        )
    return usual(size).encode(digits)


def _symbol_rows(puzzle: Puzzle) -> list[str]:
    text = line(puzzle)
    return [text[start : start + puzzle.size] for start in range(0, len(text), puzzle.size)]
