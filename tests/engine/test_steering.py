"""Steering the temperature by hand: the changes are recorded, and the record repeats the walk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ergodoku as eg
from ergodoku.base.errors import ParameterError
from ergodoku.engine.checkpoint import load, save
from ergodoku.engine.race import Race
from ergodoku.engine.steering import MOST, Steering
from tests.samples import HARD, endless

HOT = {"schedule": "constant", "schedule.start": 5.0}
STEERED = [("annealing", HOT), ("lewis", {}), ("reheat", {}), ("focused", {}), ("tempering", {})]


def run_of(method: str, settings: dict[str, Any], **more: Any) -> eg.Run:
    contender = eg.Contender.of(method, settings)
    return eg.Run(HARD, contender, seed=3, stop=eg.Iterations(20_000), workers=1, **more)


@pytest.mark.parametrize(("method", "settings"), STEERED)
def test_a_record_repeats_the_walk_with_slices_of_any_length(method: str, settings: dict[str, Any]) -> None:
    by_hand = run_of(method, settings, slice_iterations=700)
    temperatures = iter([0.5, 0.02, None, 3.0, None])
    for count in range(25):
        by_hand.advance()
        if count % 4 == 1:
            assert by_hand.steer(next(temperatures, 0.3))
            assert by_hand.advance() or by_hand.ended
    first = by_hand.finish()
    assert len(first.steering) >= 3
    assert first.to_dict()["steering"] == [list(change) for change in first.steering]
    for slices in (None, 333):
        again = run_of(method, settings, steering=first.steering, slice_iterations=slices).finish()
        assert (again.iterations, again.steering) == (first.iterations, first.steering)
        assert np.array_equal(again.grid, first.grid)
        assert np.array_equal(again.trace.energy, first.trace.energy)
    plain = run_of(method, settings).finish()
    assert plain.to_dict().keys() == first.to_dict().keys() - {"steering"}
    assert not np.array_equal(plain.trace.energy, first.trace.energy)


@pytest.mark.parametrize(("method", "settings"), STEERED)
def test_steering_can_freeze_and_melt_the_board(method: str, settings: dict[str, Any]) -> None:
    run = run_of(method, settings, slice_iterations=1_000)
    run.advance()
    before = run.snapshot().temperature
    run.steer(0.01)
    assert run.snapshot().temperature == pytest.approx(0.01)
    for _ in range(5):
        run.advance()
    accepted = run.searches[0].accepted
    cold = run.searches[0].energy
    run.steer(50.0)
    for _ in range(2):
        run.advance()
    assert run.searches[0].accepted > accepted
    assert run.searches[0].energy > cold
    run.steer(None)
    run.advance()
    assert run.snapshot().temperature < 50
    assert before > 0


def test_steering_keeps_a_search_from_freezing_or_finishing() -> None:
    settings = {"schedule": "geometric", "schedule.start": 0.5, "schedule.cooling": 0.99, "end": 0.4}
    run = run_of("annealing", settings, slice_iterations=10)
    run.advance()
    run.steer(0.2)
    for _ in range(200):
        run.advance()
    assert not run.ended
    run.steer(None)
    while run.advance():
        pass
    assert run.iteration < 20_000


def test_methods_without_a_temperature_cannot_be_steered() -> None:
    run = run_of("tabu", {}, slice_iterations=10)
    run.advance()
    assert not run.steer(1.0)
    with pytest.raises(ParameterError, match="no temperature to steer"):
        run_of("tabu", {}, steering=[(0, 1.0)])
    with pytest.raises(ParameterError, match="cannot be steered"):
        Race(HARD, ["annealing", "focused"], steering=[(0, 1.0)])


@pytest.mark.parametrize(
    "wrong", [[(5, 1.0), (4, 2.0)], [(0, 0.0)], [(-1, 1.0)], [(0, float("nan"))], [(1,)], None, 5]
)
def test_an_invalid_record_is_refused(wrong: Any) -> None:
    with pytest.raises(ParameterError):
        Steering(wrong)


@pytest.mark.parametrize(("method", "settings"), STEERED)
def test_two_changes_at_the_same_iteration_are_both_repeated(method: str, settings: dict[str, Any]) -> None:
    by_hand = run_of(method, settings, slice_iterations=700)
    by_hand.advance()
    assert by_hand.steer(0.7)
    assert by_hand.steer(None)
    first = by_hand.finish()
    assert first.steering == ((700, 0.7), (700, None))
    again = run_of(method, settings, steering=first.steering).finish()
    assert np.array_equal(again.trace.energy, first.trace.energy)
    assert np.array_equal(again.trace.temperature, first.trace.temperature, equal_nan=True)


@pytest.mark.parametrize("steer", [False, True], ids=["to come", "made"])
@pytest.mark.parametrize(("method", "settings"), STEERED)
def test_a_checkpoint_keeps_the_changes_made_and_the_changes_to_come(
    tmp_path: Path, method: str, settings: dict[str, Any], steer: bool
) -> None:
    run = run_of(method, settings, slice_iterations=700, steering=[] if steer else [(5000, 2.0)])
    run.advance()
    if steer:
        assert run.steer(2.0)
    save(run, tmp_path / "run.npz")
    resumed = load(tmp_path / "run.npz", stop=eg.Iterations(20_000), workers=1).finish()
    straight = run.finish()
    assert resumed.steering == straight.steering == ((700 if steer else 5000, 2.0),)
    assert np.array_equal(resumed.trace.energy, straight.trace.energy)
    assert np.array_equal(resumed.grid, straight.grid)


def test_a_resumed_run_whose_temperature_is_held_does_not_freeze(tmp_path: Path) -> None:
    cooling = eg.Annealing(eg.Geometric(0.5, 0.99))  # frozen after a few thousand iterations
    run = eg.Run(endless(), cooling, slice_iterations=1000)
    run.advance()
    run.steer(0.4)
    save(run, tmp_path / "run.npz")
    resumed = load(tmp_path / "run.npz", stop=eg.Flag(lambda: resumed.iteration > 2_000_000))
    # A flag ends the run, because a search with a limit never counts as frozen.
    assert resumed.finish().iterations > 2_000_000


def test_the_length_of_a_record_is_limited() -> None:
    steering = Steering()
    assert all(steering.record(k, 1.0) for k in range(MOST))
    assert not steering.record(MOST, 1.0)
    assert len(steering.made) == MOST
