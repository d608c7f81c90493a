"""Sliders for annealing: each move starts a new search; without ipywidgets, a message says how to get it."""

from __future__ import annotations

import importlib.util

import pytest

import ergodoku as eg
from ergodoku.engine.watch import Watch
from ergodoku.views.notebook import annealing_knobs, knobs, method_of_knobs, show
from tests.samples import EASY

SMALL = "1... ..3. .4.. ...2"


def test_sliders_set_the_parameters_of_the_method() -> None:
    assert method_of_knobs(0.4, 1.0, 0) == eg.Annealing(schedule=eg.Constant(0.4), logic="none")
    cooled = method_of_knobs(2.0, 0.999, 500)
    assert cooled.schedule == eg.Geometric(2.0, 0.999)
    assert cooled.reheat == eg.Reheat(after=500, how="restart", watch="improvement")


def test_moving_a_slider_starts_a_new_search_that_the_board_shows(
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


def test_a_running_search_ends_when_a_slider_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    sliders = annealing_knobs(EASY)
    assert isinstance(sliders, knobs.Knobs)
    sliders.temperature.value = 10.0  # too hot: this search would run for a long time
    monkeypatch.setattr(knobs, "LONGEST", 10)
    sliders.reheat.value = 1000
    sliders.wait()
    assert "gave up" in sliders.board.value


def test_without_ipywidgets_a_message_says_how_to_get_it_and_a_search_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(knobs, "find_spec", lambda name: None if name == "ipywidgets" else find(name))
    shown = annealing_knobs(SMALL)
    assert isinstance(shown, Watch)
    assert 'pip install "ergodoku[notebook]"' in capsys.readouterr().out
