"""Descents of a sample of runs, anytime curves and distributions by target, checked run by run."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from ergodoku.lab.analysis import Histories, Runs, anytime, choose_targets, target_curves
from ergodoku.lab.analysis.anytime import STEPS
from ergodoku.lab.analysis.histories import evenly_chosen
from ergodoku.lab.analysis.targets import first_hits
from ergodoku.lab.study import Descent
from tests.lab.synthetic import LIMIT, Outcome, made_up

CONTENDERS = 2


def outcome(puzzle: int, contender: int, repetition: int) -> Outcome:
    spent = 20 + 37 * (7 * repetition + 5 * puzzle + 3 * contender) % 900
    return ("gave_up", LIMIT) if (repetition + contender) % 5 == 0 else ("solved", spent)


def fallen(puzzle: int, contender: int, repetition: int) -> Descent:
    """Return a random descent that starts above energy 30, and ends as `outcome` says."""
    status, end = outcome(puzzle, contender, repetition)
    generator = np.random.default_rng([puzzle, contender, repetition])
    count = int(generator.integers(2, 9))
    at = np.sort(generator.choice(np.arange(1, end), count - 1, replace=False))
    energies = np.sort(generator.choice(np.arange(3, 30), count - 1, replace=False))[::-1]
    last = 0 if status == "solved" else 2
    iteration = np.concatenate([[0], at, [end]])
    return Descent(iteration, np.concatenate([[31 + puzzle], energies, [last]]), iteration / end)


@pytest.fixture(scope="module")
def histories(tmp_path_factory: pytest.TempPathFactory) -> Histories:
    """All descents of 3 puzzles x 2 contenders x 20 runs."""
    folder = tmp_path_factory.mktemp("histories") / "s"
    with made_up(folder, outcome, descends=fallen, count=3).store() as store:
        return Histories.read(store, Runs.read(store))


def energy_after(histories: Histories, k: int, iterations: float) -> int:
    """Return the best energy of run ``k`` after ``iterations``, found by looking at all its points."""
    best = None
    for at, energy in zip(histories.descents[k].iteration, histories.descents[k].energy, strict=True):
        if at <= iterations:
            best = int(energy)
    assert best is not None
    return best


def test_anytime_curves_are_quartiles_of_the_best_energies_so_far(histories: Histories) -> None:
    curves = anytime(histories, "iterations", CONTENDERS, relative=False)
    assert [curve.contender for curve in curves] == [0, 1]
    for curve in curves:
        mine = histories.of_contender(curve.contender)
        assert curve.runs == len(mine) == 60
        assert len(curve.effort) <= STEPS
        for place in range(0, len(curve.effort), 17):
            had = sorted(energy_after(histories, k, curve.effort[place]) for k in mine)
            expected = [had[math.ceil(share * len(had)) - 1] for share in (0.25, 0.5, 0.75)]
            assert curve.quartiles[:, place].tolist() == expected


def test_anytime_curves_fall_and_end_where_the_last_run_ended(histories: Histories) -> None:
    for measure in ("seconds", "iterations", "evaluations"):
        for curve in anytime(histories, measure, CONTENDERS, relative=False):
            assert (np.diff(curve.quartiles, axis=1) <= 0).all()
            assert curve.effort[-1] == pytest.approx(histories.runs.effort(measure).max())
            assert curve.quartiles[:2, -1].tolist() == [0, 0]  # only a fifth of the runs gave up


def test_relative_curves_are_shares_of_the_energy_at_the_start(histories: Histories) -> None:
    [curve, _] = anytime(histories, "iterations", CONTENDERS, relative=True)
    assert curve.quartiles.max() <= 1
    place = len(curve.effort) // 2
    mine = histories.of_contender(0)
    had = sorted(
        energy_after(histories, k, curve.effort[place]) / histories.descents[k].energy[0] for k in mine
    )
    assert curve.quartiles[1, place] == had[math.ceil(0.5 * len(had)) - 1]


def test_a_curve_has_the_same_energies_in_every_measure(histories: Histories) -> None:
    for k in (0, 30, 100):
        by_iteration, energy = histories.curve(k, "iterations")
        for measure, factor in (("evaluations", 2), ("seconds", 1e-3), ("cpu_seconds", 1e-3)):
            effort, same = histories.curve(k, measure)
            assert same.tolist() == energy.tolist()
            np.testing.assert_allclose(effort, by_iteration * factor, rtol=1e-3, atol=1e-6)


@pytest.mark.parametrize("target", [0, 2, 12, 30, 100])
def test_a_target_is_reached_when_the_best_energy_first_falls_to_it(
    histories: Histories, target: int
) -> None:
    effort, reached = first_hits(histories, "iterations", 1, target)
    for place, k in enumerate(histories.of_contender(1)):
        points = zip(histories.descents[k].iteration, histories.descents[k].energy, strict=True)
        hits = [at for at, energy in points if energy <= target]
        assert reached[place] == bool(hits)
        assert effort[place] == (hits[0] if hits else histories.runs.iterations[histories.row[k]])


def test_the_last_target_is_the_solution_and_its_curve_counts_solved_runs(histories: Histories) -> None:
    targets = choose_targets(histories)
    assert targets[-1] == 0
    assert list(targets) == sorted(targets, reverse=True)
    assert 10 < targets[0] < 20  # half of the energy at the start, which is 31 to 33
    curves = target_curves(histories, "iterations", CONTENDERS, targets)
    assert len(curves) == CONTENDERS * len(targets)
    for one in curves:
        if one.target == 0:
            solved = histories.runs.solved[histories.runs.contender == one.contender]
            assert one.curve(LIMIT) == pytest.approx(solved.mean())
        for effort in (50, 200, 600):  # reaching a lower energy takes longer
            lower = [c.curve(effort) for c in curves if c.contender == one.contender]
            assert (np.diff(lower) <= 0).all()


def test_a_sample_is_spread_evenly_over_the_puzzles(tmp_path: Path) -> None:
    with made_up(tmp_path / "s", outcome, count=4, runs=50).store() as store:
        runs = Runs.read(store)
        chosen = evenly_chosen(runs, 40)
        sampled = Histories.read(store, runs, most=40)
    assert np.bincount(runs.contender[chosen]).tolist() == [40, 40]
    assert np.bincount(runs.puzzle[chosen]).tolist() == [20, 20, 20, 20]
    assert len(np.unique(chosen)) == 80
    assert sampled.sampled
    assert sampled.row.tolist() == chosen.tolist()


def test_runs_solved_by_logic_have_energy_0_from_the_start(tmp_path: Path) -> None:
    with made_up(tmp_path / "s", lambda p, c, r: ("solved", 0), runs=3).store() as store:
        histories = Histories.read(store, Runs.read(store))
    assert choose_targets(histories) == (0,)
    for curve in anytime(histories, "iterations", CONTENDERS, relative=False):
        assert curve.quartiles.tolist() == [[0.0], [0.0], [0.0]]
