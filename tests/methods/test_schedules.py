"""Schedules: each follows its formula, and your own class works just as well."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ergodoku.base.errors import ParameterError
from ergodoku.landscape.boxes import Boxes
from ergodoku.landscape.random import seeded
from ergodoku.landscape.sampling import swap_energies
from ergodoku.methods.annealing import Annealing
from ergodoku.methods.schedules import (
    SCHEDULES,
    Adaptive,
    Constant,
    Freezing,
    Geometric,
    Hyperbolic,
    Lewis,
    Linear,
    Logarithmic,
    Schedule,
)
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import HARD, general, reduced, sample, started

FORMULAS = [
    (Constant(0.4), lambda k: 0.4),
    (Geometric(2.0, 0.99), lambda k: 2.0 * 0.99**k),
    (Hyperbolic(100.0, 0.99), lambda k: 100.0 / (1 + 0.99 * k)),
    (Linear(1.0, 0.2, epochs=500), lambda k: 1.0 - 0.8 * min(1.0, k / 500)),
    (Logarithmic(2.0), lambda k: 2.0 / math.log2(2 + k)),
    (Adaptive(0.7), lambda k: 0.7),
]


@pytest.mark.parametrize(("schedule", "formula"), FORMULAS, ids=lambda item: type(item).__name__)
@given(first=st.integers(0, 10_000), count=st.integers(1, 300))
def test_a_schedule_follows_its_formula_in_any_block_of_epochs(schedule, formula, first, count) -> None:
    epochs = np.arange(first, first + count, dtype=np.float64)
    expected = [formula(k) for k in range(first, first + count)]
    assert schedule.temperatures(epochs) == pytest.approx(expected, rel=1e-9, abs=1e-300)


FALLING = [
    Constant(0.01),
    Geometric(0.5, 0.99),
    Geometric(0.5, 0.0),
    Geometric(0.01, 1.0),
    Hyperbolic(100.0, 0.5),
    Hyperbolic(0.01, 0.0),
    Linear(1.0, 0.01, epochs=500),
    Linear(0.01, 0.015),
]
LASTING = [Constant(0.5), Geometric(0.5, 1.0), Hyperbolic(0.5, 0.0), Linear(1.0, 0.1), Linear(0.01, 1.0)]


@pytest.mark.parametrize("schedule", FALLING, ids=repr)
@given(temperature=st.floats(0.02, 0.4))
def test_a_schedule_knows_the_first_epoch_below_a_temperature(schedule, temperature: float) -> None:
    epoch = schedule.epoch_below(temperature)
    after = schedule.temperatures(np.arange(epoch + 1, epoch + 2000, dtype=np.float64))
    assert (after < temperature).all()
    if epoch > 1:
        before = schedule.temperatures(np.arange(epoch - 1, dtype=np.float64))
        assert (before > 0.999999 * temperature).all()


@pytest.mark.parametrize("schedule", LASTING, ids=repr)
def test_a_schedule_that_stays_warm_has_no_first_epoch_below_a_temperature(schedule) -> None:
    assert schedule.epoch_below(0.05) is None


def test_every_schedule_has_a_name_and_defaults() -> None:
    assert list(SCHEDULES) == [
        "constant",
        "geometric",
        "hyperbolic",
        "linear",
        "logarithmic",
        "lewis",
        "adaptive",
        "freezing",
    ]
    assert all(kind is not None and kind() == kind() for kind in SCHEDULES.values())


def test_lewis_starts_at_the_standard_deviation_of_energies_and_epochs_have_one_iteration_per_given() -> None:
    puzzle = Puzzle.parse(HARD)
    landscape = Boxes(reduced(puzzle))
    prepared = Lewis().prepare(landscape, seeded(4))
    measured = swap_energies(landscape, seeded(4), 100)
    assert prepared == Geometric(float(np.std(measured)) + 1e-4, 0.98855, puzzle.clues)


def test_lewis_counts_the_givens_without_the_digits_that_logic_added() -> None:
    puzzle = Puzzle.parse(HARD)
    assert Lewis().prepare(Boxes(reduced(puzzle, "pairs")), seeded(1)).epoch == puzzle.clues


def test_lewis_uses_a_given_start_and_epoch_instead_of_measuring() -> None:
    assert Lewis(0.9, start=3.0, epoch=7).prepare(
        Boxes(reduced(sample("classic-9"))), seeded(1)
    ) == Geometric(3.0, 0.9, 7)


def test_without_givens_an_epoch_of_lewis_has_one_iteration() -> None:
    assert Lewis().prepare(Boxes(reduced(sample("classic-9", 0.0))), seeded(1)).epoch == 1


@pytest.mark.parametrize("schedule", [Lewis(), Freezing()])
def test_a_schedule_that_measures_the_puzzle_has_no_temperatures_before_prepare(
    schedule: Lewis | Freezing,
) -> None:
    with pytest.raises(TypeError, match="prepared for a puzzle"):
        schedule.temperatures(np.zeros(1))


def test_adaptive_warms_when_too_few_moves_are_accepted_and_cools_when_too_many() -> None:
    schedule = Adaptive(acceptance=0.1, gain=0.5)
    assert schedule.steer(1.0, 0.05) == 1.5
    assert schedule.steer(1.5, 0.2) == 1.0


def test_adaptive_never_leaves_the_range_of_temperatures() -> None:
    assert Adaptive(acceptance=0.0).steer(1e-9, 1.0) == 1e-9
    assert Adaptive(acceptance=1.0).steer(1e9, 0.5) == 1e9


@pytest.mark.parametrize("wanted", [0.02, 0.1])
def test_adaptive_reaches_the_requested_acceptance(wanted: float) -> None:
    method = Annealing(Adaptive(5.0, wanted, 0.02, 2000), logic="none")
    search = started(general(25, 0.4), method)
    search.advance(1_000_000)
    before = search.accepted
    search.advance(400_000)
    assert search.best > 0
    assert (search.accepted - before) / 400_000 == pytest.approx(wanted, rel=0.25)


@pytest.mark.parametrize(("size", "best"), [(9, 0.35), (16, 0.30), (25, 0.25)])
def test_freezing_finds_a_good_constant_temperature(size: int, best: float) -> None:
    search = started(general(size, 0.4), Annealing(Freezing(), logic="none"))
    assert search.temperature == pytest.approx(best, rel=0.1)
    search.advance(5_000)
    assert search.temperature == pytest.approx(best, rel=0.1)


class Sawtooth(Schedule):
    """A simple schedule that only defines temperatures."""

    def temperatures(self, epochs):
        return 1.0 - 0.9 * (epochs % 1000) / 1000


class SawtoothWithEpochs(Sawtooth):
    epoch = 50


def test_your_own_schedule_needs_only_temperatures() -> None:
    search = started(general(16, 0.3), Annealing(Sawtooth(), logic="none"))
    search.advance(2_500)
    assert search.iteration == 2_500
    assert search.temperature == pytest.approx(0.55)


def test_your_own_schedule_may_set_the_length_of_an_epoch() -> None:
    search = started(general(16, 0.3), Annealing(SawtoothWithEpochs(), logic="none"))
    search.advance(2_500)
    assert search.temperature == pytest.approx(1.0 - 0.9 * 50 / 1000)


def test_your_own_schedule_may_return_a_list() -> None:
    class Listed(Schedule):
        def temperatures(self, epochs):
            return [0.5] * len(epochs)

    search = started(sample("classic-9"), Annealing(Listed(), logic="none"))
    search.advance(10)
    assert search.temperature == 0.5


@dataclass(frozen=True)
class Wrong(Schedule):
    """A schedule that returns a given value instead of temperatures."""

    value: object
    epoch: object = 1

    def temperatures(self, epochs):
        return self.value


@pytest.mark.parametrize(
    "value", [None, 0.5, [0.5], [[0.5] * 4096], [-1.0] * 4096, [math.nan] * 4096, ["warm"] * 4096]
)
def test_a_schedule_that_does_not_return_one_temperature_per_epoch_is_refused(value: object) -> None:
    search = started(sample("classic-9"), Annealing(Wrong(value), logic="none"))
    with pytest.raises(ParameterError, match="one number, 0 or more, for each of the 4096 epochs"):
        search.advance(10)


@pytest.mark.parametrize("epoch", [0, -5, 1.5, True, "ten", 10**20])
def test_a_schedule_with_an_invalid_epoch_is_refused(epoch: object) -> None:
    with pytest.raises(ParameterError, match="epochs of"):
        started(sample("classic-9"), Annealing(Wrong([0.5] * 4096, epoch), logic="none"))


@pytest.mark.parametrize("schedule", [None, 5, "geometric", Geometric, object()])
def test_anything_but_a_schedule_is_refused_at_once(schedule: object) -> None:
    with pytest.raises(ParameterError, match="annealing schedule is"):
        Annealing(schedule)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "kind", [kind for kind in SCHEDULES.values() if kind], ids=lambda kind: kind.__name__
)
def test_annealing_halves_the_energy_with_every_schedule(kind: type) -> None:
    search = started(sample("classic-9"), Annealing(kind(), logic="none"))
    start = search.energy
    search.advance(20_000)
    assert search.best < start // 2
