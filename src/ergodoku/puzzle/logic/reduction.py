"""Apply rules level by level: how much of a puzzle can be solved by logic alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import ParameterError
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import rules
from ergodoku.puzzle.logic.propagation import (
    HIDDEN,
    HIDDEN_PAIRS,
    LOCKED,
    NAKED_PAIRS,
    PLACED,
    Geometry,
    Marks,
    geometry,
    load,
    new_marks,
    read_only,
    write_candidates,
)
from ergodoku.puzzle.puzzle import Digits, Puzzle, PuzzleLike


class Level(IntEnum):
    """How much logic to apply. Each level includes the previous ones."""

    SINGLES = rules.SINGLES
    LOCKED = rules.LOCKED_CANDIDATES
    PAIRS = rules.PAIRS

    @property
    def label(self) -> str:
        """The usual name of the level."""
        return ("singles", "locked candidates", "pairs")[self - 1]

    @classmethod
    def of(cls, level: Level | str) -> Level:
        """Return the level with this name, or raise the error that lists the names."""
        if isinstance(level, cls):
            return level
        names = {item.name.lower(): item for item in cls}
        if not isinstance(level, str) or level.lower() not in names:
            raise ParameterError(f"the level is {level!r}", f"choose {' | '.join(names)}")
        return names[level.lower()]


BEYOND_LOGIC = "beyond logic"
LEVELS = {level.name.lower(): level for level in Level}
GRADES = (BEYOND_LOGIC, *(level.label for level in Level))  # difficulty, indexed by the level needed


@dataclass(frozen=True, eq=False)
class Reduction:
    """The result of applying logic to a puzzle.

    Attributes
    ----------
    original : Puzzle
        The puzzle before logic was applied.
    puzzle : Puzzle
        The givens and every digit that logic found; after a contradiction, only the givens.
    candidates : ndarray of bool, shape (cells, size)
        ``candidates[c, d]`` is True if digit d + 1 is still possible in cell c.
    contradiction : str
        Why there is no solution; empty if no contradiction was found.
    steps : dict
        The effect of each rule: cells filled by naked and hidden singles, candidates removed by other rules.
    """

    original: Puzzle
    puzzle: Puzzle
    candidates: NDArray[np.bool_]
    contradiction: str
    steps: dict[str, int]

    @property
    def solved(self) -> bool:
        """Whether logic alone filled the grid."""
        return not self.contradiction and bool(self.puzzle.flat.all())


def reduce(puzzle: PuzzleLike, level: Level | str = Level.PAIRS) -> Reduction:
    """Apply the rules up to a level until none of them finds anything more.

    Parameters
    ----------
    puzzle : Puzzle, text, path, list or array
        The puzzle, in any form that `Puzzle.of` accepts.
    level : Level or str
        How much logic to apply: ``singles``, ``locked`` or ``pairs``.

    Examples
    --------
    >>> reduction = reduce("1... ..3. .4.. ...2")
    >>> reduction.solved, reduction.steps["naked singles"] + reduction.steps["hidden singles"]
    (True, 12)
    """
    level = Level.of(level)
    puzzle = Puzzle.of(puzzle)
    layout = puzzle.layout
    geo, marks = geometry_of(layout), new_marks(layout)
    consistent = load(geo, marks, puzzle.flat)  # places all singles
    if consistent and level > Level.SINGLES:
        consistent = rules.propagate(geo, marks, rules.new_looks(len(geo.units)), int(level))
    steps = {
        "naked singles": max(0, int(marks.done[PLACED] - marks.done[HIDDEN]) - puzzle.clues),
        "hidden singles": int(marks.done[HIDDEN]),
        "locked candidates": int(marks.done[LOCKED]),
        "naked pairs": int(marks.done[NAKED_PAIRS]),
        "hidden pairs": int(marks.done[HIDDEN_PAIRS]),
    }
    if not consistent:
        return Reduction(puzzle, puzzle, candidate_matrix(layout, marks), _fault(puzzle, marks), steps)
    return Reduction(puzzle, found(puzzle, marks), candidate_matrix(layout, marks), "", steps)


def as_given(puzzle: PuzzleLike) -> Reduction:
    """Return the puzzle without applying logic: every digit is a candidate of every blank cell."""
    puzzle = Puzzle.of(puzzle)
    candidates = np.ones((puzzle.layout.cells, puzzle.size), dtype=np.bool_)
    cells = np.flatnonzero(puzzle.flat)
    candidates[cells] = False
    candidates[cells, puzzle.flat[cells].astype(np.int64) - 1] = True
    return Reduction(puzzle, puzzle, candidates, "", {})


def reduce_by(puzzle: PuzzleLike, logic: str) -> Reduction:
    """Apply the logic with this name: ``none``, ``singles``, ``locked`` or ``pairs``."""
    if logic == "none":
        return as_given(puzzle)
    if logic not in LEVELS:
        raise ParameterError(f"logic is {logic!r}", f"choose {' | '.join(('none', *LEVELS))}")
    return reduce(puzzle, LEVELS[logic])


class ReducedBatch(NamedTuple):
    """The result of applying logic to many grids, one row each."""

    grids: Digits  # (count, cells): the givens and all digits found
    consistent: NDArray[np.bool_]  # (count,): False if a contradiction was found
    needed: NDArray[np.int8]  # (count,): the lowest level that solves the grid, 0 if none does


def reduce_batch(layout: Layout, grids: NDArray[np.uint8], level: Level = Level.SINGLES) -> ReducedBatch:
    """Apply logic to many grids of one layout at once.

    Parameters
    ----------
    layout : Layout
        The layout of all grids.
    grids : ndarray of uint8, shape (count, cells)
        The givens, 0 for blanks.
    level : Level
        How much logic to apply.
    """
    batch = ReducedBatch(
        np.zeros_like(grids), np.zeros(len(grids), dtype=np.bool_), np.zeros(len(grids), dtype=np.int8)
    )
    geo, marks = geometry_of(layout), new_marks(layout)
    looks = rules.new_looks(len(geo.units))
    rules.propagate_batch(geo, marks, looks, int(level), read_only(grids), *batch)
    return batch


def difficulty(puzzle: PuzzleLike) -> str:
    """Return the lowest level of logic that solves a puzzle, or ``beyond logic``.

    The puzzle may have any form that `Puzzle.of` accepts.
    """
    puzzle = Puzzle.of(puzzle)
    return GRADES[int(reduce_batch(puzzle.layout, puzzle.flat[None], Level.PAIRS).needed[0])]


@lru_cache(maxsize=32)
def geometry_of(layout: Layout) -> Geometry:
    """Return the kernel arrays of a layout; they are made only once."""
    return geometry(layout)


def found(puzzle: Puzzle, marks: Marks) -> Puzzle:
    """Return the puzzle with the placed digits as further givens."""
    flat = (marks.digit + 1).astype(np.uint8)  # this includes the original givens
    flat.setflags(write=False)
    return Puzzle.unchecked(puzzle.layout, flat, puzzle.name, puzzle.solution)


def candidate_matrix(layout: Layout, marks: Marks) -> NDArray[np.bool_]:
    """Return the candidates as a matrix with one boolean per cell and digit."""
    matrix = np.empty((layout.cells, layout.size), dtype=np.bool_)
    write_candidates(marks, matrix)
    return matrix


def _fault(puzzle: Puzzle, marks: Marks) -> str:
    layout = puzzle.layout
    place, digit = (int(v) for v in marks.fault)
    if digit < 0 and puzzle.flat[place]:
        return (
            f"{layout.cell_name(place)} is given as {puzzle.flat[place]}, but the other givens rule that out"
        )
    if digit < 0:
        return f"no digit is left for {layout.cell_name(place)}"
    return f"no place is left for {digit + 1} in {layout.unit_name(place)}"
