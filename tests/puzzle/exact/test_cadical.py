"""CaDiCaL finds models, respects its limit, and leaves Ctrl-C to Python."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import time
from itertools import combinations

import numpy as np
import pysolvers
import pytest

from ergodoku.puzzle.exact import Cadical

PIGEONS, HOLES = 9, 8
# Repeated Ctrl-C in one process: each must interrupt the search, the signal handler must stay, and nothing
# may crash.
INTERRUPTED = """
import gc
import signal
from ergodoku.puzzle.exact import Cadical, Formula, count_solutions
from ergodoku.puzzle.generate import Recipe, generate
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import reduce

puzzle = generate(Recipe(Layout.of(36), fraction=0.42), seed=1)
solve = Cadical.solve

def telling(self, conflicts=-1):
    Cadical.solve = solve
    print("solving", flush=True)
    return solve(self, conflicts)

for _ in range(TIMES):
    Cadical.solve = telling
    try:
        count_solutions(puzzle)
        print("ended")
    except KeyboardInterrupt:
        print("interrupted" if signal.getsignal(signal.SIGINT) is signal.default_int_handler else "lost")
"""


def pigeons() -> list[list[int]]:
    """Return clauses that demand a separate hole for every pigeon; there is one hole too few."""
    sits = np.arange(1, PIGEONS * HOLES + 1).reshape(PIGEONS, HOLES)
    apart = [[-a, -b] for hole in sits.T.tolist() for a, b in combinations(hole, 2)]
    return sits.tolist() + apart


def test_a_model_makes_every_clause_true() -> None:
    clauses = [[1, 2], [-1, 3], [-2, -3], [-1, -2]]
    with Cadical(clauses) as solver:
        assert solver.solve() is True
        model = solver.model()
    assert all(set(clause) & set(model) for clause in clauses)


def test_models_can_be_excluded_one_by_one_until_none_is_left() -> None:
    found = []
    with Cadical([[1, 2]]) as solver:
        while solver.solve():
            found.append(tuple(solver.model()))
            solver.add([-literal for literal in solver.model()])
    assert sorted(found) == [(-1, 2), (1, -2), (1, 2)]


def test_a_search_stops_at_the_limit_of_conflicts_and_can_continue() -> None:
    with Cadical(pigeons()) as solver:
        assert solver.solve(conflicts=10) is None
        assert solver.solve() is False


def test_every_ctrl_c_raises_keyboard_interrupt_and_the_handler_stays() -> None:
    moments = np.random.default_rng(1).uniform(0, 0.2, 8).tolist()
    script = INTERRUPTED.replace("TIMES", str(len(moments)))
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for moment in moments:
            assert child.stdout.readline() == "solving\n"
            time.sleep(moment)
            child.send_signal(signal.SIGINT)
            assert child.stdout.readline() == "interrupted\n"
    assert child.returncode == 0


def test_ctrl_c_while_a_formula_is_freed_does_not_free_it_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeing a large formula takes time, and freeing it twice would crash Python."""
    free, freed = pysolvers.cadical195_del, []

    def interrupted(formula: object, file: object) -> None:
        if formula not in freed:
            free(formula, file)
        freed.append(formula)
        raise KeyboardInterrupt

    monkeypatch.setattr(pysolvers, "cadical195_del", interrupted)
    with pytest.raises(KeyboardInterrupt), Cadical([[1]]):
        pass
    gc.collect()
    assert len(freed) == 1
