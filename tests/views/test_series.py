"""The data that the curves show."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ergodoku as eg
from ergodoku.base.errors import ParameterError
from ergodoku.views.series import credit, lowest_score, moving_mean, ranking, rungs_of, series_of, title_of
from tests.samples import HARD
from tests.views.runs import by_logic, result, trace

SERIES = st.lists(st.integers(0, 1000), min_size=1, max_size=60)


@settings(max_examples=40)
@given(SERIES, st.integers(1, 5), st.integers(1, 80))
def test_a_moving_mean_is_centred_and_its_width_is_in_iterations(
    values: list[int], stride: int, window: int
) -> None:
    iteration = stride * np.arange(len(values))
    mean, width = moving_mean(iteration, values, window)
    assert width == window
    for k, at in enumerate(iteration):
        near = [value for value, i in zip(values, iteration, strict=True) if abs(i - at) <= window / 2]
        assert mean[k] == pytest.approx(np.mean(near), abs=1e-6)


def test_the_default_window_is_a_round_number_near_a_fortieth_of_the_run() -> None:
    lengths = (0, 5, 100, 1000, 4096, 1_000_000)
    assert [moving_mean([0, n], [0, 0])[1] for n in lengths] == [1, 1, 2, 20, 100, 20_000]
    assert moving_mean([], [])[1] == 1


@pytest.mark.parametrize("window", [0, -3, 2.5, True])
def test_a_window_must_be_a_whole_number_of_at_least_1(window: float) -> None:
    with pytest.raises(ParameterError, match="window"):
        moving_mean([1, 2, 3], [1, 2, 3], window)  # type: ignore[arg-type]


def test_a_series_ends_at_the_solution_of_a_result_or_at_the_last_point_of_a_trace() -> None:
    run = result()
    series = series_of(run)
    assert (series.x[-1], series.energy[-1], series.best[-1]) == (run.iterations, 0, 0)
    assert series.solved
    assert series_of(run, "seconds").x[-1] == run.seconds
    noted = series_of(run.trace)
    assert noted.x.tolist() == run.trace.iteration.tolist()
    assert not noted.solved


def test_the_series_of_a_run_that_gave_up_ends_with_its_last_and_its_best_energy() -> None:
    run = result(solved=False)
    series = series_of(run)
    assert series.energy[-1] == run.trace.energy[-1]
    assert series.best[-1] == run.energy
    assert not series.solved


def test_the_series_of_a_result_is_its_trace_followed_by_its_end() -> None:
    run = eg.solve(HARD, "probing", seed=1)
    series = series_of(run)
    noted = len(run.trace)
    assert series.energy[:noted].tolist() == run.trace.energy.tolist()
    assert (series.x[-1], series.energy[-1]) == (run.iterations, 0)
    assert series.restarts == run.trace.restarts[-1]
    assert series.word == "restarts"


def test_reheats_are_marked_where_their_number_grew() -> None:
    series = series_of(trace())
    assert series.restarted_at.tolist() == [135_000, 269_000]
    assert (series.restarts, series.word) == (2, "reheats")


def test_a_run_without_search_says_why_there_is_nothing_to_draw() -> None:
    assert "solved by logic alone" in series_of(by_logic()).note
    assert "empty" in series_of(by_logic().trace).note
    assert series_of(result()).note == ""


def test_there_is_one_point_if_a_search_ends_before_its_first_record() -> None:
    series = series_of(result(series=by_logic().trace))
    assert (series.x.tolist(), series.energy.tolist(), series.note) == ([500], [0], "")


def test_a_curve_starts_at_iteration_0_with_the_start_state() -> None:
    run = eg.solve(HARD, eg.Annealing(logic="none"), seed=1, stop=eg.Iterations(100))
    series = series_of(run)
    assert (series.x[0], series.energy[0]) == (0, run.trace.energy[0])
    assert series_of(run, "seconds").x[0] == 0


def test_a_title_names_method_puzzle_seed_and_outcome() -> None:
    assert title_of(result()) == (
        "annealing  ·  9x9, 21 clues  ·  seed 1  ·  solved  ·  400,500 iterations, 0.51 s"
    )
    named = eg.solve(
        eg.Puzzle(eg.parse(HARD).givens, name="x" * 99), "genetic", seed=4, stop=eg.Iterations(7)
    )
    assert title_of(named).startswith(
        f"genetic  ·  {'x' * 29}… (9x9, 21 clues)  ·  seed 4  ·  gave up at energy "
    )
    assert "  ·  7 generations, " in title_of(named)
    assert title_of(trace()) == ""


def test_only_methods_that_swap_cells_within_boxes_have_a_score() -> None:
    assert lowest_score(result()) == -162
    assert [lowest_score(run) for run in (trace(), result("ants"), by_logic())] == [None] * 3


def test_only_tempering_has_a_ladder() -> None:
    assert rungs_of(result()) is None
    ladder = rungs_of(result("tempering"))
    assert ladder is not None
    assert ladder.temperature.shape == ladder.energy.shape == (400, 6)
    assert ladder.exchange.tolist() == [0.2, 0.3, 0.4, 0.5, 0.6]


def test_solved_runs_rank_before_unsolved_runs() -> None:
    slow, lost = result("tabu"), result("ants", solved=False)
    assert [name for name, _ in ranking([lost, slow])] == ["tabu", "ants"]
    assert [name for name, _ in ranking({"mine": lost, "yours": slow})] == ["yours", "mine"]


def test_runs_of_the_same_method_are_named_by_their_seeds() -> None:
    assert [name for name, _ in ranking([result("tabu"), result("tabu")])] == ["tabu, seed 1"] * 2


def test_a_series_over_an_unknown_quantity_is_refused() -> None:
    with pytest.raises(ParameterError, match="choose iterations or seconds"):
        series_of(trace(), "moons")


@pytest.mark.parametrize("name", ["cool", "lewis", "genes", "annealing"])
def test_a_run_of_a_preset_is_credited_to_the_preset(name: str) -> None:
    run = eg.solve(HARD, name, seed=1, stop=eg.Iterations(10))
    assert credit(run.method, run.found_by) == name


@pytest.mark.parametrize(
    ("method", "found_by", "said"),
    [
        ("auto", "probing", "auto (probing)"),
        ("auto", "logic", "auto (logic)"),
        ("slow", "lewis", "slow (lewis)"),
        ("my/methods/mine.toml", "annealing", "mine.toml (annealing)"),
        ("annealing", "", "annealing"),
    ],
)
def test_the_method_that_found_the_solution_is_in_brackets(method: str, found_by: str, said: str) -> None:
    assert credit(method, found_by) == said
