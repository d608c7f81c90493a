"""Sliders for annealing: moving one starts another search, and without ipywidgets that is said."""

from __future__ import annotations

import importlib.util

import pytest

import ergodoku as eg
from ergodoku.engine.watch import Watch
from ergodoku.views.notebook import annealing_knobs, knobs, method_of_knobs, show
from tests.samples import EASY

SMALL = "1... ..3. .4.. ...2"


def test_sliders_decide_the_method() -> None:
    assert method_of_knobs(0.4, 1.0, 0) == eg.Annealing(schedule=eg.Constant(0.4), logic="none")
    cooled = method_of_knobs(2.0, 0.999, 500)
    assert cooled.schedule == eg.Geometric(2.0, 0.999)
    assert cooled.reheat == eg.Reheat(after=500, how="restart", watch="improvement")


def test_moving_a_slider_starts_another_search_and_the_board_shows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(show, "SLOW", 1e6)
    sliders = annealing_knobs(SMALL)
    assert isinstance(sliders, knobs.Knobs)
    assert sliders.board.value == ""
    sliders.temperature.value = 0.5
    sliders.wait()
    first = sliders.board.value
    assert "annealing, 4x4, seed 1: solved" in first
    sliders.seed.value = 7
    sliders.wait()
    assert "seed 7: solved" in sliders.board.value


def test_a_search_that_goes_on_ends_when_a_slider_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    sliders = annealing_knobs(EASY)
    assert isinstance(sliders, knobs.Knobs)
    sliders.temperature.value = 10.0  # it would go on for long
    monkeypatch.setattr(knobs, "LONGEST", 10)
    sliders.reheat.value = 1000
    sliders.wait()
    assert "gave up" in sliders.board.value


def test_without_ipywidgets_it_says_so_and_shows_a_search(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(knobs, "find_spec", lambda name: None if name == "ipywidgets" else find(name))
    shown = annealing_knobs(SMALL)
    assert isinstance(shown, Watch)
    assert 'pip install "ergodoku[notebook]"' in capsys.readouterr().out
