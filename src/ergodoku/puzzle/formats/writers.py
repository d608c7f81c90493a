"""Write a puzzle as text, in each format that can be written."""

from __future__ import annotations

import csv
import io

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS, infer, usual
from ergodoku.puzzle.puzzle import Digits, Puzzle
from ergodoku.puzzle.show import as_text


def line(puzzle: Puzzle) -> str:
    """Return one character per cell, row by row, ``.`` for blanks.

    Above 9x9, a sparse puzzle may not show which alphabet it uses. It is then written in numbers.
    """
    if puzzle.size > LARGEST_WITH_SYMBOLS:
        raise PuzzleError(
            f"a {puzzle.size}x{puzzle.size} puzzle cannot be written with one character per cell",
            "write it as integers, grid, lloyd-amos, csv, tsv or json",
        )
    return in_one_line(puzzle.size, puzzle.flat)


def grid(puzzle: Puzzle) -> str:
    """Return one row per line, with bars and rules between boxes; integers above 9x9."""
    return as_text(puzzle)


def integers(puzzle: Puzzle) -> str:
    """Return one row per line, integers with spaces between them, 0 for blanks.

    All numbers have the same length, so a reader notices if the first or last number has lost a digit.
    """
    return "\n".join(" ".join(_numbers(puzzle.size, row)) for row in puzzle.givens)


def lloyd_amos(puzzle: Puzzle) -> str:
    """Return lines with the order, a 1, and the rows: a tab follows each cell, and a blank is -1."""
    order = round(puzzle.size**0.5)
    rows = ["".join(f"{digit or -1}\t" for digit in row) for row in puzzle.givens.tolist()]
    return "\n".join([str(order), "1", *rows])


def sdk(puzzle: Puzzle) -> str:
    """Return the name as a description, ``[Puzzle]``, and one row of characters per line."""
    about = [f"#D{' '.join(puzzle.name.split())}"] if puzzle.name.strip() else []
    return "\n".join([*about, "[Puzzle]", *_symbol_rows(puzzle)])


def ss(puzzle: Puzzle) -> str:
    """Return rows of characters in a frame, with bars and rules between boxes."""
    high, wide = puzzle.layout.box or (puzzle.size, puzzle.size)
    rows = ["|" + "|".join(_boxes(row, wide)) + "|" for row in _symbol_rows(puzzle)]
    rule = "".join("+" if sign == "|" else "-" for sign in rows[0][1:-1])
    frame = f"*{'-' * len(rule)}*"
    bands = ["\n".join(rows[k : k + high]) for k in range(0, puzzle.size, high)]
    return "\n".join([frame, f"\n|{rule}|\n".join(bands), frame])


TABLE = ("puzzle", "solution", "name")


def csv_row(puzzle: Puzzle, delimiter: str = ",") -> str:
    """Return one row: the puzzle, its solution if it has one, its name."""
    solution = "" if puzzle.solution is None else in_one_line(puzzle.size, puzzle.solution)
    out = io.StringIO()
    name = " ".join(puzzle.name.split())
    csv.writer(out, delimiter=delimiter, lineterminator="").writerow(
        [in_one_line(puzzle.size, puzzle.flat), solution, name]
    )
    return out.getvalue()


def tsv_row(puzzle: Puzzle) -> str:
    """Return one row with tabs between the fields."""
    return csv_row(puzzle, "\t")


def in_one_line(size: int, digits: Digits) -> str:
    """Return a grid in one line: as characters if they reveal their alphabet, otherwise as numbers."""
    text = usual(size).encode(digits) if size <= LARGEST_WITH_SYMBOLS else ""
    return text if text and infer(size, set(text)) else in_numbers(size, digits)


def in_numbers(size: int, digits: Digits) -> str:
    """Return cells as numbers with spaces between them."""
    return " ".join(_numbers(size, digits))


def _numbers(size: int, digits: Digits) -> list[str]:
    return [str(digit).zfill(len(str(size))) for digit in digits.tolist()]


def _symbol_rows(puzzle: Puzzle) -> list[str]:
    """Return the rows, as characters or as numbers with spaces between them."""
    text, size = line(puzzle), puzzle.size
    step = size if len(text) == size * size else size * (len(str(size)) + 1)
    return [text[start : start + step].rstrip() for start in range(0, len(text), step)]


def _boxes(row: str, wide: int) -> list[str]:
    """Cut a row into parts as wide as a box."""
    if " " not in row:
        return [row[c : c + wide] for c in range(0, len(row), wide)]
    words = row.split()
    return [" ".join(words[c : c + wide]) for c in range(0, len(words), wide)]
