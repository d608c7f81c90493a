"""A run: its result depends only on seed and replicas, and callbacks can stop it."""

from __future__ import annotations

import _thread
import signal
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.compiled import stopwatch
from ergodoku.base.errors import ParameterError
from ergodoku.engine import checkpoint, proof
from ergodoku.engine.result import Result, Snapshot
from ergodoku.engine.run import Run
from ergodoku.engine.solve import solve, watch
from ergodoku.engine.status import Status
from ergodoku.engine.stop import Flag, Iterations, Stop
from ergodoku.methods.focused import Focused
from ergodoku.methods.method import Method
from ergodoku.methods.tempering import Tempering
from ergodoku.puzzle.exact import Proof
from ergodoku.puzzle.exact import oracle as exact
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import (
    BEYOND_LOGIC_UNSOLVABLE,
    EASY,
    HARD,
    endless,
    general,
    is_solution,
    plain_energy,
    same_state,
    sample,
    trap,
)

PUZZLES = {
    "hard": Puzzle.parse(HARD),
    "16x16": general(16, 0.35),
    "diagonal": sample("diagonal-9"),
    "25x25": general(25, 0.5),
}


def finished(puzzle: Puzzle | str, method: str | Method = "auto", **options: Any) -> Result:
    """Solve with options that only `Run` accepts, such as the length of slices."""
    return Run(puzzle, method, **options).finish()


def outcome(result: Result) -> tuple[object, ...]:
    return (
        result.status,
        result.replica,
        result.iterations,
        result.energy,
        result.found_by,
        result.grid.tobytes(),
    )


class Watcher:
    """A callback that only watches."""

    def __init__(self) -> None:
        self.seen = 0

    def on_snapshot(self, snapshot: Snapshot) -> None:
        assert 0 <= snapshot.best <= snapshot.energy
        self.seen += 1


@pytest.mark.parametrize("replicas", [1, 3])
@pytest.mark.parametrize("method", ["auto", "focused", "annealing", "probing"])
@pytest.mark.parametrize("puzzle", sorted(PUZZLES))
def test_slices_workers_and_callbacks_do_not_change_the_result(
    puzzle: str, method: str, replicas: int
) -> None:
    def result(**options: object) -> tuple[object, ...]:
        limit = Iterations(15_000)  # longer than any slice in this test
        return outcome(finished(PUZZLES[puzzle], method, seed=7, replicas=replicas, stop=limit, **options))

    expected, watcher = result(workers=1), Watcher()
    assert result(workers=5, callbacks=[watcher]) == expected
    assert watcher.seen > 0
    assert result(workers=2, keyframes=True) == expected
    for length in (777, 3 * 4096 + 1):
        assert result(workers=2, slice_iterations=length) == expected


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.integers(1, 6), st.integers(1, 3), st.integers(1, 20_000))
def test_slices_do_not_change_the_winner(seed: int, replicas: int, workers: int, length: int) -> None:
    method = Focused(logic="singles")
    expected = solve(
        PUZZLES["hard"], method, seed=seed, replicas=replicas, workers=1, stop=Iterations(60_000)
    )
    length = max(length, 200)
    other = finished(
        PUZZLES["hard"],
        method,
        seed=seed,
        replicas=replicas,
        workers=workers,
        slice_iterations=length,
        stop=Iterations(60_000),
    )
    assert outcome(other) == outcome(expected)


@pytest.mark.parametrize("seed", range(3))
def test_the_winner_is_the_lowest_replica_of_those_that_solve_in_the_earliest_round(seed: int) -> None:
    run = Run(PUZZLES["16x16"], Focused(logic="singles"), seed=seed, replicas=5)
    run.start()
    solved_in = []
    for k, search in enumerate(run.searches):
        search.advance(50_000_000)
        solved_in.append((-(-search.iteration // run.walks.rounds[k]), k, search.iteration))
    result = solve(PUZZLES["16x16"], Focused(logic="singles"), seed=seed, replicas=5)
    assert (result.replica, result.iterations) == min(solved_in)[1:]


def test_each_replica_takes_the_walk_it_would_take_alone() -> None:
    three = Run(trap(), "lewis", seed=3, replicas=3, stop=Iterations(10_000))
    three.finish()
    for k, search in enumerate(three.searches):
        other = Run(trap(), "lewis", seed=3, replicas=k + 1)
        other.start()
        alone = other.searches[k]
        alone.advance(10_000)
        assert same_state(search, alone)


def test_the_default_is_one_replica_except_for_auto_on_large_grids() -> None:
    assert Run(PUZZLES["25x25"]).replicas == 2
    assert Run(PUZZLES["16x16"]).replicas == 1
    assert Run(PUZZLES["25x25"], "focused").replicas == 1


class Journal:
    """Records which callbacks were called with which arguments."""

    def __init__(self, stop_at: str = "") -> None:
        self.calls: list[str] = []
        self.last: Snapshot | None = None
        self.stop_at = stop_at

    def _note(self, name: str, argument: object) -> None:
        self.calls.append(name)
        if isinstance(argument, Snapshot):
            self.last = argument
        if name == self.stop_at:
            raise StopIteration

    def __getattr__(self, name: str) -> Callable[[object], None]:
        if not name.startswith("on_"):
            raise AttributeError(name)
        return lambda argument: self._note(name, argument)


def test_callbacks_are_called_in_order() -> None:
    journal = Journal()
    result = finished(trap(), "cool", callbacks=[journal], stop=Iterations(100_000), slice_iterations=500)
    calls = journal.calls
    assert calls[0] == "on_start"
    assert calls[1:4] == ["on_slice", "on_snapshot", "on_best"]
    assert calls[-1] == "on_end"
    assert calls.count("on_start") == calls.count("on_end") == 1
    assert calls.count("on_snapshot") == 200
    assert calls.count("on_restart") >= 1
    for before, call in pairwise(calls):
        if call == "on_best":
            assert before == "on_snapshot"
        if call == "on_restart":
            assert before in ("on_snapshot", "on_best")
    assert journal.last is not None
    assert journal.last.iteration == result.iterations == 100_000


@pytest.mark.parametrize("name", ["on_start", "on_slice", "on_snapshot", "on_best", "on_restart", "on_end"])
def test_stop_iteration_from_any_callback_stops_the_run(name: str) -> None:
    journal = Journal(name)
    result = finished(trap(), "cool", callbacks=[journal], stop=Iterations(100_000), slice_iterations=500)
    assert result.status == "gave_up"
    assert journal.calls.count(name) == 1
    assert journal.calls[-1] == "on_end"
    assert (result.iterations < 100_000) == (name != "on_end")


def test_stop_iteration_does_not_discard_a_solution() -> None:
    result = finished(HARD, callbacks=[Journal("on_best")], slice_iterations=10_000_000)
    assert result.solved


def test_any_other_error_of_a_callback_is_raised() -> None:
    class Broken:
        def on_snapshot(self, snapshot: Snapshot) -> None:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve(trap(), "cool", callbacks=[Broken()])


def test_a_callback_needs_only_the_methods_it_uses() -> None:
    class Watcher:
        ended = False

        def on_end(self, run: Run) -> None:
            self.ended = True

    watcher = Watcher()
    assert solve(HARD, callbacks=[watcher]).solved
    assert watcher.ended


def test_watching_yields_snapshots_with_rising_iterations() -> None:
    iteration, best = -1, 10**9
    for snapshot in Run(trap(), "cool", stop=Iterations(50_000), slice_iterations=1000):
        assert snapshot.iteration > iteration
        assert snapshot.best <= min(best, snapshot.energy)
        assert snapshot.progress == snapshot.iteration / 50_000
        assert 0 <= snapshot.acceptance <= 1
        iteration, best = snapshot.iteration, snapshot.best
    assert iteration == 50_000


@pytest.mark.parametrize("puzzle", [EASY, "." * 15 + "1"])
def test_watching_ends_with_the_solution_even_if_there_is_nothing_to_search(puzzle: str) -> None:
    snapshots = list(watch(puzzle, seed=1))
    assert snapshots[-1].best == 0
    assert is_solution(Puzzle.parse(puzzle), snapshots[-1].grid)


def test_leaving_a_watch_early_cleans_up() -> None:
    run = Run(general(25, 0.4), replicas=3, workers=3, slice_iterations=50)
    snapshots = iter(run)
    next(snapshots)
    assert run.refutation is not None
    run.refutation.proof = Proof(general(25, 0.4))
    process = run.refutation.proof.process
    snapshots.close()  # type: ignore[attr-defined]
    assert run.refutation.proof is None
    assert process.poll() is not None


def test_a_run_can_continue_unchanged_after_a_watch_was_left() -> None:
    limit = Iterations(40_000)
    whole = Run(trap(), "cool", replicas=2, workers=2, stop=limit, slice_iterations=700)
    left = Run(trap(), "cool", replicas=2, workers=2, stop=limit, slice_iterations=700)
    for _ in left:
        break
    assert outcome(left.finish()) == outcome(whole.finish())


def test_leaving_a_watch_ends_the_process_of_the_oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "LONG_AFTER", 0.0)
    run = Run(general(25, 0.4), slice_iterations=50)
    snapshots = iter(run)
    next(snapshots)
    assert run.refutation is not None
    assert run.refutation.proof is not None
    process = run.refutation.proof.process
    snapshots.close()  # type: ignore[attr-defined]
    assert process.returncode is not None


def test_a_run_works_in_any_thread() -> None:
    results: list[Result] = []
    threads = [threading.Thread(target=lambda: results.append(solve(HARD, seed=1))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({outcome(result) for result in results}) == 1
    assert results[0].solved


class Pressing:
    """Presses Ctrl-C in the fifth slice."""

    def __init__(self) -> None:
        self.slices, self.ended = 0, ""

    def on_slice(self, run: Run) -> None:
        self.slices += 1
        if self.slices == 5:
            _thread.interrupt_main()

    def on_end(self, run: Run) -> None:
        self.ended = run.status


@pytest.mark.parametrize("replicas", [1, 3])
def test_ctrl_c_ends_a_run_and_keeps_the_best_state(replicas: int) -> None:
    pressing = Pressing()
    result = solve(trap(), "lewis", callbacks=[pressing], replicas=replicas, workers=2)
    assert result.status == pressing.ended == "interrupted"
    assert result.iterations > 0
    assert result.energy == plain_energy(result.puzzle.layout, result.grid) > 0


def test_ctrl_c_does_not_discard_a_solution_that_was_found() -> None:
    class Late:
        def on_end(self, run: Run) -> None:
            if run.status == "solved" and not called:
                called.append(True)
                raise KeyboardInterrupt

    called: list[bool] = []
    assert solve(HARD, callbacks=[Late()]).solved


def test_no_signal_handler_is_installed() -> None:
    seen: list[object] = []

    class Looking:
        def on_slice(self, run: Run) -> None:
            seen.append(signal.getsignal(signal.SIGINT))

    before = signal.getsignal(signal.SIGINT)
    solve("." * 81, "annealing", callbacks=[Looking()])
    assert {*seen, signal.getsignal(signal.SIGINT)} == {before}
    assert seen


class Processes:
    """A callback that notes whether the oracle has started a process, and gives it time to run."""

    seen = False

    def on_slice(self, run: Run) -> None:
        if run.refutation is not None and run.refutation.proof is not None:
            self.seen = True
            time.sleep(0.05)


@pytest.mark.parametrize("at_once", [True, False])
def test_the_oracle_refutes_an_unsolvable_puzzle_that_logic_cannot_refute(
    monkeypatch: pytest.MonkeyPatch, at_once: bool
) -> None:
    if not at_once:
        monkeypatch.setattr(exact, "QUICK_CANDIDATES", 0)
    processes = Processes()
    result = solve(endless(), seed=1, callbacks=[processes])
    assert (result.status, result.reason) == ("unsolvable", "the exact oracle proved it")
    assert result.energy > 0
    assert processes.seen is not at_once
    assert (result.iterations == proof.QUICK_AT) is at_once


@pytest.mark.parametrize("method", ["probing", "auto", "portfolio"])
def test_a_search_that_tried_everything_refutes_the_puzzle(method: str) -> None:
    result = solve(BEYOND_LOGIC_UNSOLVABLE, method, seed=1)
    assert (result.status, result.reason) == ("unsolvable", "the search tried everything")
    assert result.energy > 0


@pytest.mark.parametrize("replicas", [1, 3])
def test_slices_and_workers_do_not_change_which_replica_refutes_the_puzzle(replicas: int) -> None:
    def ended(length: int | None, workers: int) -> tuple[object, ...]:
        run = Run(
            BEYOND_LOGIC_UNSOLVABLE,
            "probing",
            seed=3,
            replicas=replicas,
            workers=workers,
            slice_iterations=length,
        )
        result = run.finish()
        return result.status, result.replica, result.iterations, result.energy, result.grid.tolist()

    whole = ended(None, 1)
    assert whole[0] == "unsolvable"
    assert all(ended(length, workers) == whole for length in (1, 17, 1000) for workers in (1, 2))


@pytest.mark.parametrize(
    "stop", [Iterations(100_000), Iterations(100_000) | Flag(lambda: False)], ids=["alone", "flag"]
)
def test_the_end_of_a_run_limited_by_iterations_does_not_depend_on_time(
    monkeypatch: pytest.MonkeyPatch, stop: Stop
) -> None:
    monkeypatch.setattr(exact, "QUICK_CANDIDATES", 0)
    monkeypatch.setattr(proof, "LONG_AFTER", 0.0)
    processes = Processes()
    result = finished(endless(), seed=1, stop=stop, callbacks=[processes], slice_iterations=10_000)
    assert (result.status, result.iterations) == ("gave_up", 100_000)
    assert not processes.seen


def test_only_the_default_method_uses_the_oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "QUICK_AT", 0)
    monkeypatch.setattr(proof, "LONG_AFTER", 0.0)
    run = Run(trap(), "lewis", stop=Iterations(10_000))
    for _ in run:
        assert run.refutation is None
    assert run.iteration == 10_000


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": -1}, "seed is -1"),
        ({"seed": "one"}, "seed is 'one'"),
        ({"seed": 1.5}, "seed is 1.5"),
        ({"seed": None}, "seed is None"),
        ({"seed": True}, "seed is True"),
        ({"replicas": 0}, "replicas is 0"),
        ({"replicas": 2.0}, "replicas is 2.0"),
        ({"workers": 0}, "workers is 0"),
        ({"workers": -2}, "workers is -2"),
        ({"slice_iterations": 0}, "slice_iterations is 0"),
        ({"slice_iterations": -5}, "slice_iterations is -5"),
        ({"method": "anneling"}, "there is no method 'anneling'"),
        ({"method": 5}, "5 is not a method"),
    ],
    ids=str,
)
def test_the_error_names_an_invalid_option(options: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError) as error:
        finished(HARD, **options)  # type: ignore[arg-type]
    assert error.value.what == message


def test_a_seed_may_be_very_large_or_a_numpy_number() -> None:
    assert solve(HARD, seed=2**200).solved
    assert outcome(solve(HARD, seed=np.int64(5))) == outcome(solve(HARD, seed=5))


def test_keyframes_are_boards_of_the_search_and_end_with_the_last_board() -> None:
    result = solve(trap(), "cool", keyframes=True, stop=Iterations(30_000), seed=2)
    iterations = [iteration for iteration, _ in result.keyframes]
    assert iterations == sorted(set(iterations))
    assert iterations[0] == 0
    assert iterations[-1] == result.iterations == 30_000
    assert 100 < len(iterations) <= 1024
    assert all(board.shape == (9, 9) and board.all() for _, board in result.keyframes)
    assert solve(trap(), "cool", stop=Iterations(1000)).keyframes == []


def test_a_flag_is_checked_after_every_slice() -> None:
    asked: list[bool] = []

    def up() -> bool:
        asked.append(True)
        return len(asked) > 10

    result = finished(trap(), "cool", stop=Flag(up), slice_iterations=100)
    assert result.iterations <= 1000


def test_compiling_time_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    hours, clock = [0], time.perf_counter
    monkeypatch.setattr(time, "perf_counter", lambda: clock() + 3600 * len(hours))

    class Compiles:
        def on_slice(self, run: Run) -> None:
            stopwatch.on_start(None)
            hours.append(1)
            stopwatch.on_end(None)

    puzzle = Puzzle.parse(BEYOND_LOGIC_UNSOLVABLE)
    run = Run(puzzle, "annealing", stop=Iterations(600), callbacks=[Compiles()], slice_iterations=100)
    run.finish()
    assert len(hours) == 1 + 6
    # Each slice subtracts the compiling time before it. The sixth hour of compiling comes after the last
    # slice, and is therefore not subtracted.
    assert run.seconds < 2 * 3600


def test_a_run_that_is_ended_before_its_start_stays_ended() -> None:
    run = Run(EASY)
    run.end(Status.INTERRUPTED, "enough")
    assert not run.advance()
    result = run.finish()
    assert (result.status, result.reason) == ("interrupted", "enough")


def test_cpu_time_includes_every_thread_but_not_compiling() -> None:
    puzzle, ends = general(25, 0.5), Iterations(40_000)
    one = Run(puzzle, "annealing", stop=ends, replicas=4, workers=1).finish()
    two = Run(puzzle, "annealing", stop=ends, replicas=4, workers=2).finish()
    ladder = Run(puzzle, Tempering(threads=2), stop=ends).finish()
    alone = Run(puzzle, Tempering(threads=2), stop=ends, alone=True).finish()
    assert 0 < one.cpu_seconds <= one.seconds * 1.05 + 0.01
    assert one.cpu_seconds / 3 < two.cpu_seconds < one.cpu_seconds * 3, "the CPU time of the helper counts"
    assert alone.cpu_seconds / 3 < ladder.cpu_seconds < alone.cpu_seconds * 3
    assert alone.cpu_seconds <= alone.seconds * 1.05 + 0.01
    assert np.array_equal(alone.grid, ladder.grid)


def test_cpu_time_before_a_checkpoint_counts(tmp_path: Path) -> None:
    run = Run(general(25, 0.5), "annealing", stop=Iterations(50_000))
    run.advance()
    spent = run.cpu_seconds
    checkpoint.save(run, tmp_path / "run.npz")
    assert spent <= checkpoint.load(tmp_path / "run.npz").cpu_seconds <= run.cpu_seconds


def test_a_class_is_refused_as_a_callback() -> None:
    class Counter:
        def on_slice(self, run: Run) -> None:
            raise AssertionError

    with pytest.raises(ParameterError, match=r"callbacks contains the class Counter; write Counter\(\)"):
        Run(trap(), "lewis", callbacks=[Counter])


def test_refusing_a_second_thread_does_not_end_the_proof() -> None:
    class Second:
        def on_slice(self, run: Run) -> None:
            refutation = run.refutation
            assert refutation is not None
            refutation.proof = ended = Ended()  # type: ignore[assignment]
            with pytest.raises(RuntimeError, match="another thread"):
                run.finish()
            seen.append(ended.times)
            refutation.proof = None

    class Ended:
        times = 0

        def end(self) -> None:
            self.times += 1

    seen: list[int] = []
    Run(endless(), "auto", callbacks=[Second()], stop=Iterations(100), slice_iterations=50).finish()
    assert seen
    assert set(seen) == {0}
