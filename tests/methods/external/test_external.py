"""External optimisers: the thread, the restarts, and errors."""

from __future__ import annotations

import _thread
import gc
import threading
import time
from typing import Any

import numpy as np
import pytest
from scipy.optimize import dual_annealing

from ergodoku.base.errors import ParameterError
from ergodoku.engine.pace import measured
from ergodoku.engine.run import Run
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.landscape.objective import Objective
from ergodoku.methods.external.external import External, ExternalSearch
from ergodoku.methods.registry import find, method_of
from ergodoku.methods.walk import NOTE_ENERGY
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import as_given
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import BEYOND_LOGIC_UNSOLVABLE, is_solution, reduced

FOUR = Puzzle.parse("1... .... ...2 ....")
SIX = Puzzle.parse(".4.... 6.2.5. .2.163 31.... ..3216 ....45")
ENDLESS = Puzzle.parse(BEYOND_LOGIC_UNSOLVABLE)
OPTIMISERS = ("differential_evolution", "dual_annealing")
BOTH = pytest.mark.parametrize("optimiser", OPTIMISERS)


def search_of(method: External, puzzle: Puzzle = ENDLESS, seed: int = 1) -> ExternalSearch:
    return method.start(reduced(puzzle), seed)


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "ergodoku-external"]


def gone() -> bool:
    """Wait for all threads of optimisers to end; return whether they did."""
    gc.collect()
    deadline = time.monotonic() + 300  # long enough for a busy machine
    while threads() and time.monotonic() < deadline:
        time.sleep(0.01)
    return not threads()


@BOTH
def test_external_optimisers_solve_a_small_puzzle(optimiser: str) -> None:
    for puzzle in (FOUR, SIX):
        result = solve(puzzle, External(optimiser, logic="none"), seed=1, stop=Iterations(300_000))
        assert result.solved
        assert is_solution(puzzle, result.grid)
        assert result.found_by == "external"
        assert result.parameters["optimiser"] == optimiser


@BOTH
def test_advance_evaluates_exactly_the_given_number_of_candidates(optimiser: str) -> None:
    search = search_of(External(optimiser))
    counted = Counting(search.objective)
    search._optimiser.objective = counted  # type: ignore[assignment]
    for step in (1, 2, 30, 400, 7):
        before = counted.rows
        search.advance(step)
        assert counted.rows - before == step
    assert search.iteration == 440


class Counting:
    """An objective that counts the vectors it evaluates."""

    def __init__(self, objective: Objective) -> None:
        self.objective, self.rows = objective, 0

    def __call__(self, vectors: np.ndarray) -> Any:
        self.rows += len(vectors)
        return self.objective(vectors)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.objective, name)


def test_the_walk_is_the_same_as_when_the_optimiser_runs_directly() -> None:
    method = External("dual_annealing")
    search = search_of(method, seed=5)
    search.advance(3000)
    rng = np.random.default_rng(np.random.SeedSequence(5, spawn_key=(0, 0)))
    cost, seen = Objective(reduced(ENDLESS), "keys"), []

    def function(x: np.ndarray) -> float:
        seen.append(cost(x))
        return float(seen[-1])

    dual_annealing(function, cost.bounds, x0=cost.x0(rng), rng=rng, no_local_search=True, maxfun=3000)
    assert search.notes[0][1:, NOTE_ENERGY].tolist() == seen[:3000]


@BOTH
def test_an_optimiser_that_stops_without_a_solution_restarts_from_another_vector(optimiser: str) -> None:
    search = search_of(External(optimiser, evaluations=50))
    search.advance(49)
    assert search.restarts == 0
    search.advance(1)
    assert search.restarts == 1  # started again, and paused before the first candidate
    search.advance(100)
    assert search.restarts == 3
    energies = search.notes[0][:, NOTE_ENERGY]
    assert energies[:50].tolist() != energies[50:100].tolist()


@BOTH
def test_a_search_finishes_after_its_last_restart(optimiser: str) -> None:
    search = search_of(External(optimiser, evaluations=50, restarts=2))
    search.advance(10_000)
    assert (search.finished, search.iteration, search.restarts) == (True, 150, 2)
    assert gone()
    once = search_of(External(optimiser, evaluations=50, restarts=0))
    once.advance(10_000)
    assert (once.finished, once.iteration, once.restarts) == (True, 50, 0)


def test_evolution_restarts_when_it_has_converged() -> None:
    method = External(population=5, mutation=0.0, recombination=1.0)
    search = search_of(method)
    search.advance(2000)
    assert search.restarts > 3


def test_a_search_finishes_at_once_if_every_vector_describes_the_same_grid() -> None:
    stuck = Puzzle(
        Layout.of(4), [1, 2, 3, 0, 3, 0, 4, 1, 4, 1, 2, 3, 2, 3, 1, 4]
    )  # at most one empty cell in a box
    search = External().start(as_given(stuck), 1)
    search.advance(100)
    assert (search.finished, search.iteration, search.best) == (True, 0, 2)
    assert not External(variant="vector").start(as_given(stuck), 1).finished


@BOTH
def test_a_hundred_abandoned_runs_leave_no_thread(optimiser: str) -> None:
    assert gone()
    for seed in range(100):
        search_of(External(optimiser), seed=seed).advance(5)
    assert gone()


def test_a_search_that_was_never_advanced_has_no_thread() -> None:
    assert gone()
    search = search_of(External())
    assert threads() == []
    search.close()


def test_a_solved_search_has_no_thread_left() -> None:
    search = External().start(as_given(FOUR), 1)
    search.advance(100_000)
    assert search.best == 0
    assert gone()


def test_a_closed_search_keeps_its_best_state_and_cannot_advance() -> None:
    search = search_of(External())
    search.advance(100)
    best = search.best_grid()
    search.close()
    search.close()
    assert gone()
    assert (search.best_grid() == best).all()
    with pytest.raises(ParameterError, match="closed"):
        search.advance(1)


def test_an_error_inside_the_optimiser_is_raised() -> None:
    def broken(vectors: np.ndarray) -> Any:
        raise ZeroDivisionError("inside")

    search = search_of(External("dual_annealing"))
    search._optimiser.objective = type("Broken", (Counting,), {"__call__": lambda self, x: broken(x)})(  # type: ignore
        search.objective
    )
    for _ in range(2):
        with pytest.raises(ZeroDivisionError, match="inside"):
            search.advance(10)
    assert gone()


def test_after_ctrl_c_the_thread_is_paused_and_can_continue() -> None:
    search, straight = search_of(External()), search_of(External())
    search.advance(10)

    def interrupt() -> None:
        while search.iteration == 10:
            time.sleep(0.01)
        _thread.interrupt_main()

    other = threading.Thread(target=interrupt)
    other.start()
    with pytest.raises(KeyboardInterrupt):
        search.advance(10**9)
    other.join()
    now = search.iteration
    time.sleep(0.05)
    assert 10 < search.iteration == now
    search.advance(777)
    straight.advance(now + 777)
    assert search.iteration == straight.iteration
    assert (search.grid() == straight.grid()).all()
    assert (search.best_grid() == straight.best_grid()).all()


@pytest.mark.skipif(
    not hasattr(time, "pthread_getcpuclockid"), reason="one thread cannot read the CPU time of another here"
)
def test_cpu_time_grows_while_the_optimiser_computes_between_candidates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise a race would not notice that its time limit has passed."""
    enough = threading.Event()

    def busy(*_: object, **__: object) -> None:
        while not enough.is_set():
            pass

    monkeypatch.setattr("scipy.optimize.differential_evolution", busy)
    search = search_of(External(restarts=0))
    search.halt = lambda: search.helper_seconds > 0.2
    search.advance(10)
    assert search.iteration == 0
    assert not search.finished
    enough.set()
    search.halt = None
    search.advance(10)
    assert search.finished
    assert gone()


@pytest.mark.parametrize(
    ("size", "population", "used"),
    [(9, 5000, 5000), (16, 1000, 1000), (49, 5000, 500_000 // 49**2), (100, 20, 20), (100, 5000, 50)],
)
def test_a_population_takes_a_limited_amount_of_memory(
    size: int, population: int, used: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seen(cost: object, bounds: object, *, init: np.ndarray, **_: object) -> None:
        shapes.append(init.shape)

    shapes: list[tuple[int, ...]] = []
    monkeypatch.setattr("scipy.optimize.differential_evolution", seen)
    puzzle = Puzzle(Layout.of(size, kind="latin"), [0] * size**2)
    External(population=population, restarts=0).start(as_given(puzzle), 1).advance(1)
    assert shapes == [(used, size**2)]


def test_a_paused_search_keeps_a_copy_of_the_last_vector_and_not_the_whole_array() -> None:
    search = search_of(External())
    search.advance(30)
    assert search._optimiser.last.base is None


def test_a_run_that_has_ended_has_no_thread_left_even_if_it_is_kept() -> None:
    assert gone()
    run = Run(ENDLESS, External(), stop=Iterations(100))
    kept = [run.finish()]
    assert gone()
    assert run.ended
    assert len(kept[0].trace) == 101


def test_another_thread_can_end_a_run_during_a_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    def end_meanwhile(*args: Any) -> None:
        other = threading.Thread(target=run.end)
        other.start()
        other.join()
        advance(*args)

    assert gone()
    run = Run(ENDLESS, External(), stop=Iterations(1000), slice_iterations=100)
    advance = run.walks.advance
    monkeypatch.setattr(run.walks, "advance", end_meanwhile)
    assert run.finish().status == "gave_up"
    assert gone()


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_a_run_can_be_ended_if_its_thread_could_not_start(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise error

    run = Run(ENDLESS, External(), stop=Iterations(1000))
    monkeypatch.setattr(threading.Thread, "start", refuse)
    for _ in range(2):  # the second time, the run tries again
        with pytest.raises(error):
            run.advance()
    run.interrupt()
    assert run.result().status == "interrupted"


def test_measuring_a_pace_leaves_no_thread() -> None:
    def trial(number: int) -> Run:
        runs.append(Run(ENDLESS, External(), seed=number, alone=True))
        return runs[-1]

    assert gone()
    runs: list[Run] = []
    measured(trial)
    assert gone()
    assert runs


@pytest.mark.parametrize("name", ["external", *OPTIMISERS])
def test_the_optimisers_are_registered(name: str) -> None:
    entry = find(name)
    assert isinstance(entry.method, External)
    assert entry.method.optimiser == (name if name in OPTIMISERS else "differential_evolution")
    assert method_of(name, {"variant": "vector"}).variant == "vector"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"optimiser": "gradient"}, "external optimiser is 'gradient'"),
        ({"variant": "key"}, "external variant is 'key'"),
        ({"population": 4}, "external population is 4, out of range"),
        ({"evaluations": 0}, "external evaluations is 0, out of range"),
    ],
)
def test_invalid_parameters_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        External(**settings)
