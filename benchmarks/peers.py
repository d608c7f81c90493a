"""The solvers to compare with (CaDiCaL, CP-SAT and py-sudoku), and Ergodoku measured in the same way.

    python benchmarks/peers.py PUZZLE [--limit 10] [--solvers ergodoku,CaDiCaL] [--solver 'NAME=COMMAND']

This command tries them on one puzzle (its text or a file). `external` describes how to name your own solver.

A peer is a function that builds the model of a puzzle and returns a function that solves it, so that both
can be timed separately. CaDiCaL and CP-SAT get the candidates that remain after each given is removed from
the other cells of its units; the model is built in Python, as a user would do it. All solvers use one core.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec

import numpy as np

import ergodoku as eg
from ergodoku.puzzle.exact import Cadical, Formula
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits


class TimeLimitError(Exception):
    """The solver reached the time limit without a result."""


# Takes the seconds left (a solver that cannot obey a limit is killed); returns None for "no solution".
Solve = Callable[[float | None], Digits | None]
Build = Callable[[eg.Puzzle, int], Solve]


def ours(puzzle: eg.Puzzle, seed: int) -> Solve:
    """Ergodoku with its default method; building means logic and the first state."""
    run = eg.Run(puzzle, seed=seed, workers=1)

    def solve(limit: float | None) -> Digits | None:
        run.stop = None if limit is None else eg.Seconds(run.seconds + limit)
        result = run.finish()
        if result.status == "gave_up":
            raise TimeLimitError
        return result.grid if result.solved else None

    return solve


def build_cadical(puzzle: eg.Puzzle, seed: int) -> Solve:
    """CaDiCaL 1.9.5 through python-sat; it takes neither a seed nor a time limit."""
    formula = Formula(pruned(puzzle))
    solver = Cadical(list(formula.clauses()))

    def solve(limit: float | None) -> Digits | None:  # one call: slices would lose learnt clauses
        with solver:
            return formula.grid(solver.model()) if solver.solve() else None

    return solve


def build_cp_sat(puzzle: eg.Puzzle, seed: int) -> Solve:
    """CP-SAT of OR-Tools: one all-different constraint for each unit, one worker."""
    from ortools.sat.python import cp_model

    reduction, model = pruned(puzzle), cp_model.CpModel()
    cells = [
        model.new_int_var_from_domain(cp_model.Domain.from_values((np.flatnonzero(row) + 1).tolist()), "")
        for row in reduction.candidates
    ]
    for unit in puzzle.layout.units.tolist():
        model.add_all_different([cells[c] for c in unit])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed

    def solve(limit: float | None) -> Digits | None:
        if limit is not None:
            solver.parameters.max_time_in_seconds = limit
        status = solver.solve(model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return np.array([solver.value(cell) for cell in cells], dtype=np.uint8)
        if status == cp_model.INFEASIBLE:
            return None
        raise TimeLimitError

    return solve


def build_py_sudoku(puzzle: eg.Puzzle, seed: int) -> Solve:
    """py-sudoku: backtracking in plain Python; it takes neither a seed nor a time limit."""
    from sudoku import Sudoku  # type: ignore[import-untyped]
    from sudoku.sudoku import UnsolvableSudoku  # type: ignore[import-untyped]

    if puzzle.layout.kind != "classic" or puzzle.layout.box is None:
        raise eg.PuzzleError("py-sudoku supports only the classic layout", "leave it out of --solvers")
    # py-sudoku calls itself once for each open cell
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10 * puzzle.layout.cells))
    rows, columns = puzzle.layout.box
    grid = Sudoku(columns, rows, board=puzzle.givens.tolist())

    def solve(limit: float | None) -> Digits | None:
        try:
            return np.array(grid.solve(assert_solvable=True).board, dtype=np.uint8)
        except UnsolvableSudoku:
            return None

    return solve


def pruned(puzzle: eg.Puzzle) -> Reduction:
    """Remove each given from the candidates of the other cells in its units, and apply no other logic."""
    layout, flat = puzzle.layout, puzzle.flat
    candidates = np.ones((layout.cells, layout.size), dtype=np.bool_)
    for cells in layout.units:
        digits = flat[cells][flat[cells] > 0].astype(int) - 1
        candidates[np.ix_(cells, digits)] = False
    given = np.flatnonzero(flat)
    candidates[given] = False
    candidates[given, flat[given].astype(int) - 1] = True
    return Reduction(puzzle, puzzle, candidates, "", {})


OURS = "ergodoku"
PEERS: dict[str, Build] = {
    OURS: ours,
    "CaDiCaL": build_cadical,
    "CP-SAT": build_cp_sat,
    "py-sudoku": build_py_sudoku,
}
OR_OWN = ", or name your own with --solver"
NEEDS = {
    "CaDiCaL": ("pysat", "python-sat"),
    "CP-SAT": ("ortools", "ortools"),
    "py-sudoku": ("sudoku", "py-sudoku"),
}


def chosen(names: str, known: Sequence[str] = tuple(PEERS), more: str = "") -> list[str]:
    """Return the names in a list such as ``ergodoku,CP-SAT``; each must be known and installed.

    ``more`` is advice that an error message adds to the known names.
    """
    by_name = {name.lower(): name for name in known}
    found = []
    for name in filter(None, (part.strip() for part in names.split(","))):
        if name.lower() not in by_name:
            raise eg.PuzzleError(f"there is no solver {name!r} here", f"choose from {', '.join(known)}{more}")
        peer = by_name[name.lower()]
        module, package = NEEDS.get(peer, ("", ""))
        if module and find_spec(module) is None:
            raise eg.PuzzleError(f"{peer} needs {package}", 'pip install "ergodoku[bench]"')
        found.append(peer)
    return found


def main() -> None:
    import argparse

    from external import template
    from isolated import contenders

    from ergodoku.cli.options import place_of

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("puzzle", help="its text, or a file")
    parser.add_argument("--solvers", default=",".join(PEERS), help="names, separated by commas")
    parser.add_argument("--solver", type=template, action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for each solver")
    options = parser.parse_args()
    puzzle = next(eg.read(place_of(options.puzzle)))
    with contenders(chosen(options.solvers, more=OR_OWN), options.solver) as solvers:
        for solver in solvers:
            outcome = solver.run(puzzle, options.limit)
            print(f"{solver.name:<12} {outcome}", flush=True)


if __name__ == "__main__":
    from machine import told

    sys.exit(told(main))
