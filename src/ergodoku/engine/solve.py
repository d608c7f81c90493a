"""The front door: solve a puzzle, or watch it being solved."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from ergodoku.engine.result import Result
from ergodoku.engine.run import Run
from ergodoku.engine.stop import Iterations, Seconds, Stop
from ergodoku.engine.watch import Watch
from ergodoku.methods.registry import Method
from ergodoku.puzzle.puzzle import Puzzle


def solve(puzzle: Puzzle | str, method: str | Method = "auto", **options: Any) -> Result:
    """Solve a puzzle.

    Parameters
    ----------
    puzzle : Puzzle or str
        A puzzle, or its text in any format.
    method : str or Method
        A method by name or with parameters; ``auto`` by default.
    **options
        As for `Run`: ``seed``, ``stop``, ``replicas``, ``workers``, ``callbacks``, ``keyframes``.

    Returns
    -------
    Result
        Also when it gave up, or was interrupted by Ctrl-C: then with the best state found.

    Examples
    --------
    >>> result = solve("1... ..3. .4.. ...2", seed=1)
    >>> result.solved, result.found_by
    (True, 'logic')
    """
    given = Puzzle.parse(puzzle) if isinstance(puzzle, str) else puzzle
    return Run(given, method, **{"hold_interrupt": True} | options).finish()


def limits(time_limit: float | None = None, max_iterations: int | None = None) -> Stop | None:
    """Return the stop condition for a time limit, an iteration limit, both or none."""
    conditions: list[Stop] = []
    if time_limit is not None:
        conditions.append(Seconds(time_limit))
    if max_iterations is not None:
        conditions.append(Iterations(max_iterations))
    return reduce(or_, conditions) if conditions else None


def watch(puzzle: Puzzle | str, method: str | Method = "annealing", **options: Any) -> Watch:
    """Return the snapshots of a search while it runs, about a hundred a second; options as for `Run`.

    The method is ``annealing`` if none is given: ``auto`` ends before there is something to see.

    As the last expression of a cell in Jupyter or marimo it shows the search in motion.

    Examples
    --------
    >>> last = list(watch("." * 16, "annealing", seed=1))[-1]
    >>> last.energy
    0
    """
    return Watch(Run(Puzzle.parse(puzzle) if isinstance(puzzle, str) else puzzle, method, **options))
