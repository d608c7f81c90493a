"""Whether the solution that a run found is one of several: then a clue may be missing."""

from __future__ import annotations

from ergodoku.engine.result import Result


def is_one_of_many(result: Result) -> bool:
    """Look briefly for another solution, and return whether one was found."""
    if not result.solved or result.found_by == "logic":  # logic alone can only find a unique solution
        return False
    from ergodoku.puzzle.exact import another_solution

    return another_solution(result.puzzle, result.grid)
