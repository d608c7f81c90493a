"""The exact oracle: finds out whether a puzzle has no solution, one or many.

It checks and proves; no search method uses it to solve. Logic comes first, then a compiled depth-first search
up to 25x25. On the classic 9x9 the search comes before logic. If the depth-first search makes no progress, or
the grid is larger than 25x25, CaDiCaL works on the open cells that logic left.
Both searches work in slices, so they react quickly to a time limit, a stop flag or Ctrl-C.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import factorial

import numpy as np

from ergodoku.base.arguments import check_limit, whole_number
from ergodoku.base.errors import ParameterError
from ergodoku.puzzle.exact.cadical import Cadical
from ergodoku.puzzle.exact.depthfirst import LARGEST_SIZE
from ergodoku.puzzle.exact.formula import Formula
from ergodoku.puzzle.exact.nine import AnyDepthFirst, NineDepthFirst, depth_first
from ergodoku.puzzle.logic import Level, Reduction, nine, reduce
from ergodoku.puzzle.puzzle import Digits, Puzzle, PuzzleLike

NODES_PER_SOLUTION = 20_000  # if a solution takes more nodes, CaDiCaL replaces the depth-first search
SLICE_SECONDS = 0.03  # CPU time, because slices timed by the clock would be too short on a busy machine
MOST_CLAUSES = 12_000_000  # more would take several gigabytes; an empty 49x49 has 11 million
TOO_LARGE = "the puzzle is too large for the exact oracle"
QUICK_NODES = 20_000  # for a depth-first search on the classic 9x9: a hundredth of a second
QUICK_CANDIDATES = 1_000  # a formula of this size is ready in a few hundredths of a second
QUICK_CONFLICTS = 2_000  # two hundredths of a second on an empty 9x9


@dataclass(frozen=True, eq=False)
class Verdict:
    """The result of the oracle.

    Attributes
    ----------
    count : int
        Number of solutions found, at most the given limit.
    complete : bool
        True if there are no other solutions. False if the count ended early: at the limit of solutions or of
        time, because it was stopped, or because the puzzle is too large.
    solution : ndarray of uint8, shape (size, size), optional
        One of the solutions.
    reason : str
        Why logic rules out every solution, or that the puzzle is too large to count. Otherwise empty.
    """

    count: int
    complete: bool
    solution: Digits | None
    reason: str = ""

    @property
    def solutions(self) -> str:
        """``none``, ``one``, ``many``, or ``unknown`` if the count stopped too early to decide."""
        if self.count > 1:
            return "many"
        if not self.complete:
            return "unknown"
        return "one" if self.count else "none"


def count_solutions(
    puzzle: PuzzleLike,
    limit: int = 2,
    *,
    time_limit: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Verdict:
    """Count the solutions of a puzzle up to a limit.

    Parameters
    ----------
    puzzle : Puzzle, text, path, list or array
        The puzzle, in any form that `Puzzle.of` accepts; any layout and size.
    limit : int
        Stop counting at this number; 2 is enough to distinguish none, one and many.
    time_limit : float, optional
        Give up after this many seconds.
    stop : callable, optional
        Called every few hundredths of a second. Give up when it returns True.

    Examples
    --------
    >>> count_solutions("1... ..3. .4.. ...2").solutions
    'one'
    """
    puzzle = Puzzle.of(puzzle)
    limit = whole_number("limit", limit, 1)
    if time_limit is not None:
        check_limit("`time_limit`", time_limit)
    if stop is not None and not callable(stop):
        raise ParameterError(f"stop is {stop!r}", "give a function that returns True or False")
    end = None if time_limit is None else time.monotonic() + time_limit

    def late() -> bool:
        return (end is not None and time.monotonic() >= end) or (stop is not None and stop())

    if nine.is_nine(puzzle.layout):  # here the search is quicker than logic
        verdict, done = _depth_first(puzzle, limit, late)
        if not done:
            return _sat(reduce(puzzle, Level.PAIRS), limit, late, verdict.solution)
        if verdict.solutions != "none":
            return verdict
        return replace(verdict, reason=reduce(puzzle, Level.PAIRS).contradiction)
    reduction = reduce(puzzle, Level.PAIRS)
    if reduction.contradiction:
        return Verdict(0, True, None, reduction.contradiction)
    if reduction.solved:
        return Verdict(1, True, _square(reduction.puzzle.flat, puzzle))
    known: Digits | None = None
    if puzzle.size <= LARGEST_SIZE:
        verdict, done = _depth_first(reduction.puzzle, limit, late)
        if done:
            return verdict
        known = verdict.solution
    return _sat(reduction, limit, late, known)


def another_solution(puzzle: PuzzleLike, solution: Digits) -> bool:
    """Look briefly for another solution, and return whether one was found.

    It takes a few hundredths of a second. The limit is a number of steps, not a time, so the result is the
    same on every machine. False means that none was found: either there is none, or a brief look is not
    enough to find one.

    Examples
    --------
    >>> puzzle = Puzzle.parse("1... ..3. .... ...2")
    >>> another_solution(puzzle, count_solutions(puzzle).solution)
    True
    """
    reduction = reduce(puzzle, Level.SINGLES)
    if reduction.contradiction or reduction.solved:
        return False
    if nine.is_nine(reduction.puzzle.layout):
        search = NineDepthFirst()
        search.start(reduction.puzzle.flat)
        search.advance(QUICK_NODES, 2)
        return search.count > 1
    return _at_once(reduction, other_than=solution) is True


def refuted_at_once(reduction: Reduction) -> bool:
    """Return whether a brief look, of a few hundredths of a second, proves that there is no solution.

    Examples
    --------
    >>> refuted_at_once(reduce(Puzzle.parse("1... ..3. .4.. ...2")))
    False
    """
    return _at_once(reduction) is False


def _at_once(reduction: Reduction, other_than: Digits | None = None) -> bool | None:
    """Return whether there is a solution other than ``other_than``; ``None`` if a brief look cannot tell."""
    if reduction.candidates.sum() > QUICK_CANDIDATES:
        return None
    formula = Formula(reduction)
    with Cadical(formula.clauses()) as solver:
        if other_than is not None:
            solver.add([-v for v in formula.literals(other_than)])
        return solver.solve(QUICK_CONFLICTS)


def _depth_first(puzzle: Puzzle, limit: int, late: Callable[[], bool]) -> tuple[Verdict, bool]:
    """Return the verdict so far, and False if solutions are too rare for this search, otherwise True."""
    search = depth_first(puzzle.layout)
    search.start(puzzle.flat)
    nodes, spent = 100, 0
    while not search.exhausted and search.count < limit:
        if late():
            break
        if spent >= NODES_PER_SOLUTION * max(1, search.count):
            return _verdict(search, puzzle), False
        began = time.thread_time()
        search.advance(nodes, limit)
        spent += nodes
        if time.thread_time() - began < SLICE_SECONDS / 2:
            nodes *= 2
    return _verdict(search, puzzle), True


def _verdict(search: AnyDepthFirst, puzzle: Puzzle) -> Verdict:
    solution = _square(search.solution, puzzle) if search.count else None
    return Verdict(search.count, search.exhausted, solution)


def _sat(reduction: Reduction, limit: int, late: Callable[[], bool], known: Digits | None = None) -> Verdict:
    """Count with CaDiCaL, starting from a known solution if there is one.

    Two digits that do not occur among the givens can be exchanged in a solution. So the first solution may
    be enough to count up to the limit, while finding a second one can take a hundred times as long.
    """
    puzzle, formula = reduction.puzzle, Formula(reduction)
    free = puzzle.size - len(np.unique(puzzle.flat[puzzle.flat > 0]))
    one_is_enough = limit <= factorial(free)
    count, solution = int(known is not None), known
    if known is not None and one_is_enough:
        return Verdict(limit, False, known)
    if formula.length > MOST_CLAUSES:
        return Verdict(count, False, solution, TOO_LARGE)
    with Cadical() as solver:
        for number, clause in enumerate(formula.clauses()):
            solver.add(clause)
            if number % 50_000 == 0 and late():
                return Verdict(count, False, solution)
        if known is not None:
            solver.add([-v for v in formula.literals(known)])
        conflicts = 200
        while count < limit:
            if late():
                return Verdict(count, False, solution)
            began = time.thread_time()
            answer = solver.solve(conflicts)
            if answer is None:
                if time.thread_time() - began < SLICE_SECONDS / 2:
                    conflicts *= 2
                continue
            if not answer:
                return Verdict(count, True, solution)
            grid = formula.grid(solver.model())
            count += 1
            if solution is None:
                solution = _square(grid, puzzle)
            if one_is_enough:
                return Verdict(limit, False, solution)
            solver.add([-v for v in formula.literals(grid)])
    return Verdict(count, False, solution)


def _square(flat: Digits, puzzle: Puzzle) -> Digits:
    grid = np.array(flat, dtype=np.uint8).reshape(puzzle.size, puzzle.size)
    grid.setflags(write=False)
    return grid
