"""A second solve compiles nothing, in the same process or in another one."""

from __future__ import annotations

import subprocess
import sys

import pytest
from numba.core import event

from ergodoku.base.compiled import kernel
from ergodoku.base.errors import ErgodokuError
from ergodoku.engine.batch import solve_many
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.methods.focused import Focused
from ergodoku.puzzle.exact import count_solutions
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import HARD, NAMES, general, sample

REHEATED = f"""
import ergodoku as eg
from numba.core import event

method = eg.Contender.of("cool", {{"reheat.after": 20, "T": 0.1}})
with event.install_recorder("numba:compile") as recorder:
    result = eg.solve("{HARD}", method, seed=1, max_iterations=5_000)
print(result.trace.restarts[-1] > 0, len(recorder.buffer))
"""


def solve_some(size: int, seed: int) -> None:
    for method in NAMES:
        solve(general(size, 0.4), method, seed=seed, stop=Iterations(300), replicas=1 + seed % 2)
    list(solve_many([Puzzle.parse(HARD)] * 2, seed=seed))


@pytest.mark.parametrize("size", [9, 16, 25])
def test_a_second_solve_of_any_size_compiles_nothing(size: int) -> None:
    for first in (9, 12):  # the classic 9x9 has kernels of its own
        solve_some(first, 1)
    with event.install_recorder("numba:compile") as recorder:
        solve_some(size, 2)
    assert recorder.buffer == []


def test_parameters_given_as_whole_numbers_need_no_new_kernels() -> None:
    solve(HARD, Focused(), stop=Iterations(100))
    with event.install_recorder("numba:compile") as recorder:
        solve(HARD, Focused(temperature=1, high=1, low=1), stop=Iterations(100))
    assert recorder.buffer == []


def test_a_jigsaw_uses_the_kernels_of_the_classic_layout() -> None:
    solve_some(12, 1)
    count_solutions(general(12, 0.4))  # compile the kernels for a proof: the search of a 9x9 tries one too
    with event.install_recorder("numba:compile") as recorder:
        solve(sample("jigsaw-9"), "focused", stop=Iterations(100))
        solve(sample("jigsaw-9"), stop=Iterations(100))
    assert recorder.buffer == []


def test_a_second_process_compiles_nothing_even_when_a_search_is_reheated() -> None:
    for _ in range(4):  # the first process may have to compile, and other tests may change the cache
        done = subprocess.run([sys.executable, "-c", REHEATED], capture_output=True, text=True, check=True)
        if done.stdout == "True 0\n":
            break
    assert done.stdout == "True 0\n"


def test_kernels_that_would_run_uncompiled_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.config.DISABLE_JIT", 1)
    with pytest.raises(ErgodokuError, match="NUMBA_DISABLE_JIT is set"):
        kernel(lambda: 1)
