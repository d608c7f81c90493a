"""`solve_many` solves each puzzle as `solve` would, in order, with any number of workers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ergodoku.base.compiled import stopwatch
from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.engine import blocks
from ergodoku.engine.batch import solve_many
from ergodoku.engine.result import Result
from ergodoku.engine.run import Run
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.methods.auto import Auto
from ergodoku.methods.probing import probing_block
from ergodoku.puzzle.generate import Recipe, generate_many
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle
from tests.faults import assert_interruptible
from tests.puzzle.regions import random_jigsaw
from tests.samples import EASY, HARD, LAYOUTS, endless, general, sample

MIXED = [
    Puzzle.parse(HARD),
    Puzzle.parse(EASY),
    *generate_many(20, Recipe(Layout.of(9), fraction=0.25), seed=1),
    Puzzle.parse("123. ...4 .... ...."),
    *(sample(name) for name in sorted(LAYOUTS)),
    general(25, 0.5),
    *generate_many(10, Recipe(Layout.of(16), fraction=0.3), seed=1),
]


def outcome(result: Result) -> tuple[object, ...]:
    told = (result.status, result.iterations, result.energy, result.found_by, result.method, result.seed)
    return (*told, result.replica, result.grid.tobytes(), result.parameters)


@pytest.mark.parametrize("method", ["auto", "probing", Auto(choices=20, steps=500)], ids=str)
def test_each_puzzle_is_solved_like_a_single_puzzle(method: str | Auto) -> None:
    alone = [outcome(solve(puzzle, method, seed=5)) for puzzle in MIXED if puzzle.size <= 16]
    small = [puzzle for puzzle in MIXED if puzzle.size <= 16]
    assert [outcome(result) for result in solve_many(small, method, seed=5)] == alone


def test_an_endless_first_turn_of_auto_does_not_prevent_the_proof_that_there_is_no_solution() -> None:
    puzzle, method = Puzzle(random_jigsaw(9, 10), [0] * 81), Auto(choices=10**12)
    alone = outcome(solve(puzzle, method))
    assert alone[0] == "unsolvable"
    assert [outcome(result) for result in solve_many([puzzle] * 2, method)] == [alone] * 2


def test_workers_do_not_change_the_results() -> None:
    expected = [outcome(result) for result in solve_many(MIXED, seed=3, workers=1)]
    for workers in (2, 7):
        assert [outcome(result) for result in solve_many(MIXED, seed=3, workers=workers)] == expected


def test_results_come_in_the_order_of_the_puzzles() -> None:
    assert [result.puzzle for result in solve_many(MIXED, seed=1)] == MIXED


def test_a_limit_holds_for_each_puzzle() -> None:
    results = list(solve_many([Puzzle.parse(HARD)] * 3, "cool", stop=Iterations(100)))
    assert [(r.status, r.iterations) for r in results] == [("gave_up", 100)] * 3


def test_the_time_of_a_block_does_not_include_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    now, in_parts = [1000.0], blocks.in_parts

    def compile_and_solve(*arguments: Any) -> Any:
        stopwatch.on_start(None)
        now[0] += 30
        stopwatch.on_end(None)
        now[0] += 4
        return in_parts(*arguments)

    for module in ("ergodoku.engine.clock", "ergodoku.base.compiled"):
        monkeypatch.setattr(
            f"{module}.time", SimpleNamespace(perf_counter=lambda: now[0], thread_time=lambda: 0.0)
        )
    monkeypatch.setattr(blocks, "in_parts", compile_and_solve)
    assert [result.seconds for result in solve_many([EASY, HARD])] == [2.0, 2.0]


def test_no_more_puzzles_are_read_than_needed() -> None:
    read = []

    def endless() -> Iterator[Puzzle]:
        while True:
            read.append(1)
            yield general(25, 0.5)

    results = solve_many(endless(), workers=2)
    for _ in range(3):
        assert next(results).solved
    results.close()  # type: ignore[attr-defined]
    assert len(read) <= 12


def test_closing_the_iterator_ends_the_running_work() -> None:
    results = solve_many([Puzzle.parse(EASY), general(25, 0.4)] * 3, "annealing", workers=2)
    assert next(results).solved
    results.close()  # type: ignore[attr-defined]


class CountsSlices:
    def on_slice(self, run: Run) -> None:
        """Called after each slice."""


def test_an_empty_list_gives_no_results() -> None:
    assert list(solve_many([])) == []


@pytest.mark.parametrize(
    "options",
    [
        {"seed": -1},
        {"seed": "x"},
        {"workers": 0},
        {"workers": -1},
        {"replicas": 0},
        {"method": "no"},
        {"callbacks": None},
        {"callbacks": [CountsSlices]},
    ],
    ids=str,
)
def test_invalid_options_are_refused_before_the_first_puzzle(options: dict[str, object]) -> None:
    with pytest.raises(ParameterError):
        solve_many([], **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "one", [EASY, bytearray(81), Path("list.sdm"), Puzzle.parse(EASY), None, 81], ids=type
)
def test_anything_but_several_puzzles_is_refused_at_once(one: Any) -> None:
    with pytest.raises(ParameterError, match="solve_many takes several puzzles, not "):
        solve_many(one)


def test_callbacks_are_called_for_every_puzzle_and_boards_are_kept() -> None:
    class Ends:
        def __init__(self) -> None:
            self.statuses: list[str] = []

        def on_end(self, run: Run) -> None:
            self.statuses.append(str(run.status))

    ends = Ends()
    results = list(solve_many([HARD] * 3, seed=1, callbacks=[ends], keyframes=True, workers=2))
    assert ends.statuses == ["solved"] * 3
    assert all(result.keyframes for result in results)
    assert all((result.grid == solve(HARD, seed=1).grid).all() for result in results)


def test_ctrl_c_ends_a_block_that_would_take_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Auto, "block_solver", lambda self, layout, seed: probing_block(layout, seed, 10**12))
    assert_interruptible(lambda: list(solve_many([endless()] * 20, workers=2)))


CTRL_C = """
import signal, threading
import polars  # after this import, Ctrl-C does not end a wait
polars.DataFrame({"a": [2, 1]}).sort("a")
import ergodoku as eg
class Impatient:
    def on_start(self, run):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
hot = eg.Annealing(eg.Constant(50), logic="none")  # never solves an empty puzzle
results = eg.solve_many(["." * 81] * 3, hot, workers=2, callbacks=[Impatient()])
try:
    next(results)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="only Unix can send a signal to a thread")
def test_ctrl_c_ends_the_wait_for_a_result() -> None:
    done = subprocess.run([sys.executable, "-c", CTRL_C], capture_output=True, text=True, timeout=1800)
    assert (done.returncode, done.stdout) == (0, "interrupted\n"), done.stderr


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (HARD[:80], r"^puzzle 2: the puzzle is 80 characters long"),
        (float("nan"), r"^puzzle 2: there is no puzzle: the value is missing"),
        (None, r"^puzzle 2: there is no puzzle: the value is missing"),
        (5, r"^puzzle 2: an int is not a puzzle"),
        ("\n".join([EASY[:9]] * 9), r"^puzzle 2, line 2, column 1: the givens contradict"),
    ],
)
def test_an_error_names_the_position_of_the_bad_puzzle(bad: Any, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        list(solve_many([HARD, bad, EASY]))
