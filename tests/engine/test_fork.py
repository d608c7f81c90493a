"""A process that has solved with threads can be forked: the children have no threads, and can solve too."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from typing import Any

import pytest

import ergodoku as eg
from ergodoku.base.errors import ErgodokuError
from ergodoku.engine.run import Run
from ergodoku.engine.stop import Iterations
from ergodoku.methods.tempering import Tempering
from tests.samples import endless, general

LONGEST = 1800.0  # seconds after which a child counts as hanging


FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")


@FORKS
def test_forked_processes_can_solve_after_a_run_with_replicas() -> None:
    puzzle = general(25, 0.45)
    here = eg.solve(puzzle, seed=0, replicas=2, workers=2)
    assert here.found_by != "logic"  # so the search used threads
    with multiprocessing.get_context("fork").Pool(2) as pool:
        there = pool.starmap_async(eg.solve, [(puzzle,)] * 4).get(LONGEST)
    assert [result.grid.tolist() for result in there] == [here.grid.tolist()] * 4


@FORKS
def test_a_run_of_tempering_continues_in_a_forked_process() -> None:
    run = Run(
        endless(), Tempering(steps=1000, threads=2), seed=3, stop=Iterations(20_000), slice_iterations=2000
    )
    while run.iteration < 2000:
        run.advance()
    there = in_a_fork(lambda: run.finish().grid.tolist())
    assert there == run.finish().grid.tolist()


@FORKS
@pytest.mark.parametrize("method", ["differential_evolution", "dual_annealing"])
def test_a_run_of_an_external_optimiser_says_that_it_cannot_continue_in_a_forked_process(method: str) -> None:
    run = Run(endless(), method, seed=3, stop=Iterations(1000), slice_iterations=100)
    while run.iteration < 100:
        run.advance()

    def refused() -> str:
        try:
            return f"energy {run.finish().energy}"
        except ErgodokuError as error:
            return error.what

    assert in_a_fork(refused).endswith("cannot continue in a forked process without its thread")
    assert run.finish().iterations == 1000


def in_a_fork(work: Callable[[], Any]) -> Any:
    """Return what a function returns in a forked process."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=lambda: there.send(work()))
    child.start()
    try:
        assert here.poll(LONGEST)
        return here.recv()
    finally:
        child.kill()
        child.join()
