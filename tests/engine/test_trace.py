"""The trace: bounded, evenly spaced, and independent of slices."""

from __future__ import annotations

import copy
import csv
import math
import pickle
from pathlib import Path

import numpy as np
import polars
import pytest

from ergodoku.base.errors import ErgodokuError, ParameterError
from ergodoku.engine.result import Result
from ergodoku.engine.run import Run
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.engine.trace import COLUMNS, Timeline, make_trace
from ergodoku.methods.annealing import Annealing, Reheat
from ergodoku.methods.registry import HOMES
from ergodoku.methods.schedules import Geometric
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.testing import missing_digits
from tests.faults import little_room
from tests.samples import BEYOND_LOGIC_UNSOLVABLE, EASY, HARD, endless, trap


def traced(iterations: int, method: str = "cool", **options: object) -> Result:
    return Run(trap(), method, stop=Iterations(iterations), seed=4, **options).finish()  # type: ignore[arg-type]


@pytest.mark.parametrize("iterations", [0, 1, 2, 4095, 4096, 4097, 8192, 100_000])
def test_a_trace_is_evenly_spaced_and_has_at_most_4096_points(iterations: int) -> None:
    trace = traced(iterations).trace
    stride = int(trace.iteration[1]) if iterations else 1
    assert trace.iteration.tolist() == (list(range(0, iterations + 1, stride)) if iterations else [])
    assert len(trace) == iterations + 1 if 0 < iterations < 4095 else len(trace) <= 4096
    assert len(trace) >= min(iterations, 2048)


@pytest.mark.parametrize("method", sorted(set(HOMES) - {"portfolio"}))  # a portfolio runs other methods
def test_a_trace_begins_with_the_state_before_the_first_iteration(method: str) -> None:
    puzzle = Puzzle.parse(BEYOND_LOGIC_UNSOLVABLE)
    limit = 5_000 if method == "tempering" else 20
    run = Run(puzzle, method, seed=3, replicas=1, stop=Iterations(limit))
    run.start()
    (search,) = run.searches
    energy, best = (missing_digits(puzzle.layout, grid) for grid in (search.grid(), search.best_grid()))
    temperature = search.temperature
    trace = run.finish().trace
    first = [int(column[0]) for column in (trace.iteration, trace.energy, trace.best, trace.restarts)]
    assert first == [0, energy, best, 0]
    assert trace.temperature[0] == pytest.approx(temperature, nan_ok=True)
    assert trace.iteration[1] == 1 or method == "tempering"
    assert trace.seconds[0] == 0
    assert np.array_equal(trace.acceptance[:1], trace.acceptance[1:2])


def test_the_trace_of_auto_begins_with_the_start_of_its_first_search() -> None:
    trace = solve(endless(), stop=Iterations(400_000), seed=1, replicas=1).trace
    assert trace.iteration[:2].tolist()[0] == 0
    assert (np.diff(trace.best) <= 0).all()


@pytest.mark.parametrize("method", ["genetic", "evolution"])
def test_populations_record_their_mutation_rate_and_the_mean_and_deviation_of_their_energies(
    method: str,
) -> None:
    run = Run(endless(), method, seed=3, replicas=1, stop=Iterations(30))
    run.start()
    trace = run.finish().trace
    (search,) = run.searches
    energies = search.population.energies[search.iteration % 2, :-1]  # type: ignore[attr-defined]
    assert trace.iteration[-1] == search.iteration
    assert trace.more["mean_energy"][-1] == pytest.approx(energies.mean())
    assert trace.more["energy_deviation"][-1] == pytest.approx(energies.std())
    assert ((trace.more["mutation_rate"] >= 0) & (trace.more["mutation_rate"] <= 1)).all()
    assert {"mean_energy", "energy_deviation", "mutation_rate"} <= set(trace.to_dict())
    assert all(len(column) == len(trace) for column in trace.more.values())


def test_ants_record_how_concentrated_their_pheromone_is() -> None:
    trace = Run(endless(), "ants", seed=3, replicas=1, stop=Iterations(30_000)).finish().trace
    shares = trace.more["pheromone"]
    assert shares[0] == pytest.approx(1 / 9)
    assert shares.max() > 0.8
    assert (shares <= 1).all()
    assert trace.more["best_value"].max() > 1


@pytest.mark.parametrize("method", ["cool", "lewis", "hyperbolic", "reheat"])
def test_slices_change_only_the_times_of_a_trace(method: str) -> None:
    first, second = traced(30_000, method, slice_iterations=123).trace, traced(30_000, method).trace
    assert len(first) > 1000
    for name in set(COLUMNS) - {"seconds"}:
        assert getattr(first, name).tobytes() == getattr(second, name).tobytes(), name


def test_the_columns_of_a_trace_are_consistent() -> None:
    result = traced(50_000)
    trace = result.trace
    assert (trace.best <= trace.energy).all()
    assert (np.diff(trace.best) <= 0).all()
    assert trace.best[-1] == result.energy
    assert (np.diff(trace.seconds) >= 0).all()
    assert 0 <= trace.seconds[0] <= trace.seconds[-1] <= result.seconds
    assert ((trace.acceptance >= 0) & (trace.acceptance <= 1)).all()
    assert (np.diff(trace.restarts) >= 0).all()
    assert (trace.temperature > 0).all()


@pytest.mark.parametrize("method", ["annealing", "focused", "genetic", "ants", "tabu", "tempering", "auto"])
def test_the_trace_of_a_solved_run_ends_with_its_solution(method: str) -> None:
    for seed in range(10):
        result = Run(HARD, method, seed=seed).finish()
        trace = result.trace
        assert result.solved
        assert (trace.iteration[-1], trace.energy[-1], trace.best[-1]) == (result.iterations, 0, 0)
        assert (np.diff(trace.iteration) > 0).all()
        assert (np.diff(trace.seconds) >= 0).all()
        assert all(len(column) == len(trace) for column in trace.more.values())


def test_the_last_point_is_the_solution_if_a_restart_finds_it_where_a_point_was_noted() -> None:
    puzzle = Puzzle.parse("1.............4.", box="2x2")
    method = Annealing(Geometric(10.0, 0.1), Reheat(after=379), end=1e-6, restarts=True, logic="none")
    for seed in range(60):
        result = Run(puzzle, method, seed=seed, max_iterations=2000).finish()
        trace = result.trace
        assert result.solved
        assert (np.diff(trace.iteration) > 0).all()
        assert not result.iterations or (trace.iteration[-1], trace.best[-1]) == (result.iterations, 0)


def test_the_trace_of_auto_covers_all_its_turns() -> None:
    result = solve(endless(), stop=Iterations(40_000), seed=1)
    assert (np.diff(result.trace.iteration) > 0).all()
    assert result.trace.iteration[-1] <= 40_000


def test_the_trace_is_empty_if_there_was_nothing_to_search() -> None:
    assert len(solve(EASY).trace) == 0
    assert solve(EASY).trace.to_dict() == {name: [] for name in COLUMNS}


def test_a_trace_becomes_a_dict_of_lists() -> None:
    trace = traced(1000).trace
    told = trace.to_dict()
    assert tuple(told) == COLUMNS
    assert told["iteration"] == trace.iteration.tolist()
    assert all(len(column) == len(trace) for column in told.values())


def test_a_trace_can_be_written_as_csv(tmp_path: Path) -> None:
    trace = traced(1000).trace
    trace.to_csv(tmp_path / "trace.csv")
    with (tmp_path / "trace.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert tuple(rows[0]) == COLUMNS
    for name in COLUMNS:
        assert [float(row[name]) for row in rows] == getattr(trace, name).tolist()


def test_a_trace_can_be_written_as_parquet(tmp_path: Path) -> None:
    trace = traced(1000).trace
    trace.to_parquet(tmp_path / "trace.parquet")
    frame = polars.read_parquet(tmp_path / "trace.parquet")
    assert tuple(frame.columns) == COLUMNS
    assert frame["energy"].to_list() == trace.energy.tolist()
    assert frame["temperature"].to_list() == trace.temperature.tolist()


def test_a_full_disk_leaves_an_existing_parquet_file_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "trace.parquet"
    traced(1000).trace.to_parquet(file)
    old = file.read_bytes()
    with little_room(len(old) // 2), pytest.raises(ErgodokuError, match="too large"):
        traced(1000).trace.to_parquet(file)
    assert file.read_bytes() == old
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("write", ["to_csv", "to_parquet"])
def test_a_file_that_cannot_be_written_gives_a_clear_error(write: str, tmp_path: Path) -> None:
    trace = traced(10).trace
    with pytest.raises(ParameterError, match="path is None; give the name of a file"):
        getattr(trace, write)(None)
    for path in (str(tmp_path / "missing" / "x"), tmp_path):
        with pytest.raises(ErgodokuError, match="cannot write to") as caught:
            getattr(trace, write)(path)
        assert caught.value.remedy


def test_the_temperature_is_nan_for_a_method_without_temperature() -> None:
    trace = solve(BEYOND_LOGIC_UNSOLVABLE, "probing", stop=Iterations(100)).trace
    assert len(trace) > 0
    assert all(math.isnan(t) for t in trace.temperature)


def test_parquet_without_polars_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    with pytest.raises(ImportError, match=r"ergodoku\[lab\]"):
        traced(10).trace.to_parquet(tmp_path / "trace.parquet")


def test_the_timeline_keeps_few_readings_and_interpolates_between_them() -> None:
    timeline = Timeline(readings=10)
    for k in range(1, 1000):
        timeline.read(100 * k, 2.0 * k)
    assert len(timeline.readings) <= 11  # 10 readings, plus the newest
    assert timeline.at(np.array([0, 50, 100, 5_000, 99_900])) == pytest.approx([0, 1, 2, 100, 1998])


def test_the_trace_of_a_result_is_computed_when_first_used() -> None:
    run = Run(Puzzle.parse(HARD), "annealing", seed=1, stop=Iterations(5_000))
    trace = run.finish().trace
    assert "iteration" not in vars(trace)
    known = make_trace(run.searches[0], run.timeline)
    for name in COLUMNS:
        np.testing.assert_array_equal(getattr(trace, name), getattr(known, name))
    assert trace.more == {}
    with pytest.raises(AttributeError, match="energies"):
        trace.energies  # type: ignore[attr-defined]  # noqa: B018


def test_a_result_can_be_pickled_and_copied() -> None:
    result = Run(Puzzle.parse(HARD), "annealing", seed=1, stop=Iterations(5_000)).finish()
    for twin in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert twin.trace.to_dict() == result.trace.to_dict()
        assert (twin.grid == result.grid).all()
