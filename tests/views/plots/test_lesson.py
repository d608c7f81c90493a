"""The plots of the lesson show the measured data, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ergodoku.base.errors import ParameterError
from ergodoku.views import plots
from ergodoku.views.experiments import Acceptance, Energies, Times
from ergodoku.views.plots.sketch import BARRIER, GLOBAL, LOCAL, START, height

HEAT = np.array([0.2, 0.4, 0.8])
ENERGIES = Energies(HEAT, np.arange(4), np.full((3, 4), 0.25), np.full((3, 4), 0.25), "a title")
ACCEPTANCE = Acceptance(HEAT, np.array([0.1, 0.5, 0.9]), np.array([5.0, 20.0, 40.0]), 0.37, "a title")
VALLEY = Times(
    np.array([[900, 1000], [10, 30], [1000, 1000]]),
    np.array([[True, False], [True, True], [False, False]]),
    1000,
    "a title",
    HEAT,
    0.37,
)
TAIL = Times(np.array([*range(1, 100), 5000]), np.arange(100) < 99, 5000, "a title")


@pytest.fixture(autouse=True)
def _without_display() -> Iterator[None]:
    mpl.use("Agg")
    yield
    plt.close("all")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_plot_uses_the_given_axes_or_a_new_figure_with_a_title(theme: str) -> None:
    mine = Figure().add_subplot()
    for draw, data in (
        (plots.energy_histogram, ENERGIES),
        (plots.acceptance_by_temperature, ACCEPTANCE),
        (plots.time_by_temperature, VALLEY),
        (plots.time_tail, TAIL),
    ):
        ax = draw(data, theme=theme)  # type: ignore[operator]
        assert ax.figure.get_suptitle() == "a title"
        assert ax.get_xlabel()
        ax.figure.canvas.draw()
    assert plots.sketch(ax=mine, theme=theme) is mine


def test_the_sketch_has_two_minima_with_a_barrier_between() -> None:
    near = 0.02
    for place, sign in ((LOCAL, 1), (GLOBAL, 1), (BARRIER, -1)):
        beside = np.array([height(place - 10 * near), height(place + 10 * near)])
        assert (sign * (beside - height(place)) > 0).all()
    assert height(GLOBAL) < height(LOCAL) < height(BARRIER) < height(START)


def test_every_temperature_has_bars_and_a_name_in_the_legend() -> None:
    ax = plots.energy_histogram(ENERGIES)
    assert legend(ax) == ["T = 0.2", "T = 0.4", "T = 0.8"]
    assert len(ax.patches) == 12


def test_the_freezing_point_is_marked() -> None:
    for ax in (plots.acceptance_by_temperature(ACCEPTANCE), plots.time_by_temperature(VALLEY)):
        assert "freezing point 0.37" in legend(ax)


def test_the_plot_of_times_marks_the_best_temperature_and_the_runs_that_gave_up() -> None:
    ax = plots.time_by_temperature(VALLEY)
    assert "best of these: T = 0.4" in legend(ax)
    lost = [line for line in ax.lines if line.get_marker() == "^"]
    assert sum(len(line.get_xdata()) for line in lost) == 3
    (line,) = (line for line in ax.lines if str(line.get_label()).startswith("expected"))
    assert line.get_ydata().tolist() == [1900, 20]
    with pytest.raises(ParameterError, match="times_at"):
        plots.time_by_temperature(TAIL)


def test_the_tail_plot_shows_the_gain_from_restarts() -> None:
    ax = plots.time_tail(TAIL)
    after = TAIL.best_restart()
    assert f"start again after {after:,}" in legend(ax)
    text = ax.texts[0].get_text()
    assert f"{float(TAIL.expected):,.0f}" in text
    assert f"{TAIL.with_restarts(after):,.0f}" in text
    few = Times(TAIL.iterations, np.arange(100) < 9, 5000)
    assert "too few" in plots.time_tail(few).texts[0].get_text()


def legend(ax: Axes) -> list[str]:
    found = ax.get_legend()
    assert found is not None
    return [text.get_text() for text in found.get_texts()]
