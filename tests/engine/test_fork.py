"""A process that has solved with threads can be forked: the children have no threads, and can solve too."""

from __future__ import annotations

import multiprocessing
import os

import pytest

import ergodoku as eg
from tests.samples import general

LONGEST = 1800.0  # seconds after which a child counts as hanging


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_forked_processes_can_solve_after_a_run_with_replicas() -> None:
    puzzle = general(25, 0.45)
    here = eg.solve(puzzle, seed=0, replicas=2, workers=2)
    assert here.found_by != "logic"  # so the search used threads
    with multiprocessing.get_context("fork").Pool(2) as pool:
        there = pool.starmap_async(eg.solve, [(puzzle,)] * 4).get(LONGEST)
    assert [result.grid.tolist() for result in there] == [here.grid.tolist()] * 4
