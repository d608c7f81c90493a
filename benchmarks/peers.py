"""The exact solvers to compare with: CaDiCaL and CP-SAT, on the formula pruned by the givens.

Each returns (solved, seconds to build, seconds to solve). Both get the candidates that remain when every
given is struck from its units; building is done in Python, as a user would.
"""

from __future__ import annotations

import time

import numpy as np

import ergodoku as eg
from ergodoku.puzzle.formula import Formula
from ergodoku.puzzle.logic import Reduction


def pruned(puzzle: eg.Puzzle) -> Reduction:
    """Strike every given from the cells that share a unit with it; nothing more."""
    layout, flat = puzzle.layout, puzzle.flat
    candidates = np.ones((layout.cells, layout.size), dtype=np.bool_)
    for cells in layout.units:
        digits = flat[cells][flat[cells] > 0].astype(int) - 1
        candidates[np.ix_(cells, digits)] = False
    given = np.flatnonzero(flat)
    candidates[given] = False
    candidates[given, flat[given].astype(int) - 1] = True
    return Reduction(puzzle, puzzle, candidates, "", {})


def cadical(puzzle: eg.Puzzle, limit: float) -> tuple[bool, float, float]:
    """Build the formula and solve it with CaDiCaL 1.9.5 through python-sat."""
    from pysat.solvers import Cadical195

    start = time.perf_counter()
    formula = Formula(pruned(puzzle))
    with Cadical195(bootstrap_with=list(formula.clauses())) as solver:
        built = time.perf_counter() - start
        start, conflicts, answer = time.perf_counter(), 1_000, None
        while answer is None and time.perf_counter() - start < limit:
            solver.conf_budget(conflicts)
            answer = solver.solve_limited()
        solved = time.perf_counter() - start
        if answer:
            eg.Puzzle(puzzle.layout, formula.grid(solver.get_model()))
    return bool(answer), built, solved


def cp_sat(puzzle: eg.Puzzle, limit: float) -> tuple[bool, float, float]:
    """Build the model with one all-different constraint per unit and solve it with OR-Tools' CP-SAT."""
    from ortools.sat.python import cp_model

    start = time.perf_counter()
    reduction, model = pruned(puzzle), cp_model.CpModel()
    cells = [
        model.new_int_var_from_domain(cp_model.Domain.from_values((np.flatnonzero(row) + 1).tolist()), "")
        for row in reduction.candidates
    ]
    for unit in puzzle.layout.units.tolist():
        model.add_all_different([cells[c] for c in unit])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    built = time.perf_counter() - start
    start = time.perf_counter()
    status = solver.solve(model)
    solved = time.perf_counter() - start
    return status in (cp_model.OPTIMAL, cp_model.FEASIBLE), built, solved
