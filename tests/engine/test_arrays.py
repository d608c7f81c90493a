"""`solve_array` solves each row as `solve` would, and bad rows never raise an exception."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np
import pytest

import ergodoku as eg
from ergodoku.base.errors import ParameterError
from ergodoku.engine.arrays import Solutions, rows, solve_array
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.methods.auto import Auto
from ergodoku.methods.probing import probing_block
from ergodoku.puzzle.generate import Recipe, generate_many
from ergodoku.puzzle.puzzle import Puzzle
from tests.faults import assert_interruptible
from tests.samples import BEYOND_LOGIC_UNSOLVABLE, EASY, HARD, LAYOUTS, endless, general, is_solution

CLASHING = "55" + EASY[2:]
MIXED = [HARD, EASY[:80], BEYOND_LOGIC_UNSOLVABLE, EASY, CLASHING, "?" + EASY[1:], HARD.replace(".", "_")]
STATUSES = ["solved", "bad_input", "unsolvable", "solved", "bad_input", "bad_input", "solved"]


def rows_of(solutions: Solutions) -> list[tuple[object, ...]]:
    columns = solutions.status.tolist(), solutions.iterations.tolist(), solutions.grids.tolist()
    return list(zip(*columns, strict=True))


def row_alone(puzzle: Puzzle, method: Any, seed: int, **options: Any) -> tuple[object, ...]:
    result = solve(puzzle, method, seed=seed, **options)
    return str(result.status), result.iterations, result.grid.ravel().tolist()


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@pytest.mark.parametrize("method", ["auto", Auto(choices=3, steps=500)], ids=str)
def test_each_row_is_solved_like_a_single_puzzle(name: str, method: str | Auto) -> None:
    puzzles = list(generate_many(6, Recipe(LAYOUTS[name], fraction=0.3), seed=2))
    solutions = solve_array(np.stack([p.flat for p in puzzles]), method, seed=5, layout=LAYOUTS[name])
    assert solutions.layout == LAYOUTS[name]
    assert rows_of(solutions) == [row_alone(puzzle, method, 5) for puzzle in puzzles]


def test_puzzles_are_solved_one_by_one_without_a_block_solver_or_with_a_limit() -> None:
    for options in ({"method": "focused"}, {"method": "cool", "stop": Iterations(100)}):
        solutions = solve_array([EASY, HARD], seed=3, **options)
        assert rows_of(solutions) == [row_alone(Puzzle.parse(p), seed=3, **options) for p in (EASY, HARD)]
    assert solutions.status.tolist() == ["gave_up"] * 2
    assert solutions.to_strings() == [None, None]


def test_large_grids_are_solved_too() -> None:
    puzzle = general(25, 0.5)
    solutions = solve_array(puzzle.givens[None], seed=1)
    assert rows_of(solutions) == [row_alone(puzzle, "auto", 1)]
    assert is_solution(puzzle, eg.parse(str(solutions.to_strings()[0])).givens)


def test_solutions_above_25x25_are_written_as_numbers() -> None:
    puzzle = general(36, 0.8)
    (text,) = solve_array(puzzle.givens[None], seed=1).to_strings()
    assert text is not None
    assert is_solution(puzzle, np.array(text.split(), dtype=int).reshape(36, 36))


def test_bad_rows_are_reported_by_number_and_the_others_are_solved() -> None:
    solutions = solve_array(MIXED)
    assert solutions.status.tolist() == STATUSES
    assert sorted(solutions.errors) == [1, 4, 5]
    assert "80 characters" in solutions.errors[1]
    assert "5 appears twice in row 1" in solutions.errors[4]
    assert "'?'" in solutions.errors[5]
    assert not solutions.grids[[1, 4, 5]].any()
    assert solutions.solved.tolist() == [status == "solved" for status in STATUSES]
    expected = solve(HARD).grid.ravel()
    assert (solutions.grids[[0, 6]] == expected).all()
    assert solutions.to_strings()[6] == "".join(map(str, expected))
    assert solutions.to_strings()[1] is None
    assert repr(solutions).endswith("3 bad_input, 3 solved, 1 unsolvable)")


def test_clashing_givens_are_bad_input_for_every_method() -> None:
    assert solve_array([CLASHING, EASY], "focused").status.tolist() == ["bad_input", "solved"]


def test_workers_and_blocks_do_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = rows_of(solve_array(MIXED * 3, seed=3, workers=1))
    monkeypatch.setattr(rows, "FEWEST", 1)
    for workers in (1, 2, 7):
        assert rows_of(solve_array(MIXED * 3, seed=3, workers=workers)) == expected


def test_there_are_never_more_threads_than_blocks() -> None:
    done: list[slice] = []
    with rows.Shared(30_000) as shared:
        shared.by_block(2 * rows.FEWEST + 1, lambda: done.append)
        assert len(shared.pool._threads) <= 3
    assert sorted(k for part in done for k in range(part.start, part.stop)) == list(
        range(2 * rows.FEWEST + 1)
    )


def test_an_empty_array_gives_no_rows() -> None:
    nothing: tuple[Any, ...] = (
        [],
        np.zeros((0, 81), dtype=int),
        np.zeros((0, 9, 9), dtype=int),
        np.array([], dtype="U81"),
    )
    for none in nothing:
        solutions = solve_array(none)
        assert (len(solutions), solutions.grids.shape, solutions.to_strings()) == (0, (0, 81), [])


def test_a_polars_frame_has_a_row_for_each_puzzle() -> None:
    frame = solve_array(MIXED).to_polars()
    assert frame.columns == ["solution", "status", "iterations", "error"]
    assert frame["status"].to_list() == STATUSES
    assert frame["solution"].is_null().to_list() == [status != "solved" for status in STATUSES]
    assert frame["error"].is_null().to_list() == [status != "bad_input" for status in STATUSES]
    assert solve_array([]).to_polars().schema == frame.schema


def test_without_polars_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = builtins.__import__

    def without_polars(name: str, *rest: Any) -> Any:
        if name == "polars":
            raise ImportError(name)
        return found(name, *rest)

    solutions = solve_array([EASY])
    monkeypatch.setattr(builtins, "__import__", without_polars)
    with pytest.raises(ImportError, match=r'to_polars needs polars: pip install "ergodoku\[tables\]"$'):
        solutions.to_polars()


def test_ctrl_c_ends_the_solving() -> None:
    puzzle = endless()
    rows = np.stack([puzzle.flat] * 5)
    assert_interruptible(lambda: solve_array(rows, "annealing", layout=puzzle.layout, workers=2))


def test_ctrl_c_ends_a_block_that_would_take_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Auto, "block_solver", lambda self, layout, seed: probing_block(layout, seed, 10**12))
    puzzle = endless()
    rows = np.stack([puzzle.flat] * 20)
    assert_interruptible(lambda: solve_array(rows, layout=puzzle.layout, workers=2))


@pytest.mark.parametrize(
    "options", [{"seed": -1}, {"workers": 0}, {"method": "no"}, {"stop": "soon"}], ids=str
)
def test_invalid_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        solve_array([EASY], **options)


def test_a_dask_frame_is_solved_by_partitions() -> None:
    dd, pd = pytest.importorskip("dask.dataframe"), pytest.importorskip("pandas")

    def solved(part: Any) -> Any:
        solutions = solve_array(part["puzzle"], seed=1, workers=1)
        return part.assign(solution=solutions.to_strings(), status=solutions.status)

    frame = pd.DataFrame({"puzzle": MIXED})
    done = dd.from_pandas(frame, npartitions=2).map_partitions(solved).compute(scheduler="threads")
    assert done["status"].tolist() == STATUSES
    assert done["solution"].dropna().tolist() == [s for s in solve_array(MIXED, seed=1).to_strings() if s]


def test_the_text_of_a_bad_row_is_none() -> None:
    reductions = eg.reduce_array(["1.....3..4.....2", "11..............", "2..............."])
    assert [text is None for text in reductions.to_strings()] == [False, True, False]
    assert reductions.to_polars()["grid"].null_count() == 1
