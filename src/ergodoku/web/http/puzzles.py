"""Puzzles in requests and responses: read them, find all their faults, and describe them for the page."""

from __future__ import annotations

import secrets
import string
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.base.errors import ErgodokuError, PuzzleError, with_parameters
from ergodoku.puzzle.clashes import clashes
from ergodoku.puzzle.layout import KINDS, Layout, box_of
from ergodoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from ergodoku.puzzle.generate import Recipe
    from ergodoku.web.http.requests import RecipeAsked
    from ergodoku.web.limits import Limits

# One character for each region of a jigsaw.
LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "".join(map(chr, range(256, 384)))
LINE_FORM = 25  # up to this size a puzzle is written with one character per cell


class RefusedError(PuzzleError):
    """A puzzle that cannot be used, with the flat indices of all cells at fault, and its digits if known."""

    def __init__(self, error: PuzzleError, cells: list[int], givens: list[int] | None) -> None:
        super().__init__(
            error.what, error.remedy, line=error.line, column=error.column, cells=tuple(error.cells)
        )
        self.faults, self.givens = cells, givens


def read_puzzle(text: str, box: str | None, layout: str, limits: Limits) -> Puzzle:
    """Return the puzzle in a request, or raise `RefusedError`."""
    try:
        shape, where = box_of(box), layout_of(layout, limits)
        if shape is not None and shape[0] * shape[1] > limits.size:
            raise too_large(shape[0] * shape[1], limits)
        puzzle = Puzzle.of(text, box=shape if isinstance(where, str) else None, layout=where)
        if puzzle.size > limits.size:
            raise too_large(puzzle.size, limits)
    except PuzzleError as error:
        raise _refused(error, limits) from None
    return puzzle


def describe(puzzle: Puzzle) -> dict[str, Any]:
    """Return everything that the page needs to draw a puzzle."""
    from ergodoku.puzzle.formats import write_text

    layout = puzzle.layout
    form = "line" if puzzle.size <= LINE_FORM else "integers"
    return {
        "valid": True,
        "size": puzzle.size,
        "box": list(layout.box) if layout.box else None,
        "layout": layout_name(layout),
        "givens": puzzle.flat.tolist(),
        "regions": layout.regions.tolist(),
        "extra": layout.extra.tolist(),
        "clues": puzzle.clues,
        "text": write_text(puzzle, form, digits_only=True),
    }


def fault(error: ErgodokuError) -> dict[str, Any]:
    """Return an error as JSON."""
    said: dict[str, Any] = {
        "error": with_parameters(error.what),
        "remedy": with_parameters(error.remedy),
        "cells": [],
    }
    if isinstance(error, PuzzleError) and error.line is not None:
        said |= {"line": error.line, "column": error.column}
    if isinstance(error, RefusedError):
        said["cells"] = error.faults
        if error.givens is not None:
            said["givens"] = error.givens
    return said


def recipe_of(asked: RecipeAsked, limits: Limits) -> tuple[Recipe, int]:
    """Return the recipe for the requested puzzle, and its seed (random if none was given)."""
    from ergodoku.puzzle.generate import Recipe

    shape, where = box_of(asked.box), layout_of(asked.layout, limits)
    if isinstance(where, str):
        size = shape[0] * shape[1] if shape else asked.size if asked.size is not None else 9
        if size > limits.size:
            raise too_large(size, limits)
        where = Layout.of(asked.size if shape else size, box=shape, kind=where)
    recipe = Recipe(where, asked.clues, asked.fraction, asked.unique, False, asked.difficulty, asked.pattern)
    seed = secrets.randbelow(1_000_000_000) if asked.seed is None else asked.seed
    return recipe, seed


def seeds_of(puzzle: Puzzle, runs: int, seed: int) -> list[int]:
    """Return the seeds that a study of one puzzle uses for its runs."""
    from ergodoku.lab.study.tasks import tasks_of

    return [task.seed for task in tasks_of([puzzle], 1, runs, seed)]


def layout_name(layout: Layout) -> str:
    """Return a name from which `layout_of` makes the same layout."""
    if layout.kind != "jigsaw":
        return layout.kind
    return "jigsaw:" + "".join(LETTERS[region] for region in layout.regions.tolist())


def layout_of(name: str, limits: Limits) -> Layout | str:
    """Return a layout from its name: a kind, or a jigsaw with its region map (never a file)."""
    kind, _, letters = name.partition(":")
    if kind == "jigsaw" and letters:
        marks = "".join(letters.split())
        size = round(len(marks) ** 0.5)
        if size * size != len(marks):
            raise PuzzleError(
                f"the region map has {len(marks)} letters, which do not form a square",
                "give one letter per cell",
            )
        if size > limits.size:
            raise too_large(size, limits)
        return Layout.jigsaw([list(marks[row * size : (row + 1) * size]) for row in range(size)])
    if name == "jigsaw" or name not in KINDS:
        raise PuzzleError(
            f"unknown layout {name[:40]!r}",
            "choose classic, diagonal, windows or latin, or give 'jigsaw:' followed by one letter per cell",
        )
    return name


def too_large(size: int, limits: Limits) -> PuzzleError:
    """Return the error for a puzzle above the server's limit."""
    return PuzzleError(
        f"{size}x{size} is larger than this server allows",
        f"use a size up to {limits.size}, or use the command line",
    )


def _refused(error: PuzzleError, limits: Limits) -> RefusedError:
    if error.board is None or error.board[0].size > limits.size:
        return RefusedError(error, [], None)
    layout, digits = error.board
    repeated = np.flatnonzero(clashes(layout, digits)).tolist()
    return RefusedError(error, repeated, digits.tolist())
