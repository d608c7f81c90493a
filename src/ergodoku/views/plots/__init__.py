"""Plots with matplotlib: boards, curves, several runs in one figure, and the effect of temperature.

Each plot is a function with ``ax=None`` and ``theme``; `overview` combines the board and the curves of a run
in one figure.
"""

from ergodoku.views.plots.boards import board, heat_map
from ergodoku.views.plots.curves import acceptance, energy, score, temperature
from ergodoku.views.plots.population import generations, mutation, pheromone
from ergodoku.views.plots.result import (
    BOARDS,
    CURVES,
    FIGURES,
    SIZE,
    check_kind,
    overview,
    panels,
    panels_size,
    plot_result,
    plot_trace,
    save_figure,
)
from ergodoku.views.plots.several import ladder, race
from ergodoku.views.plots.sheet import save_puzzle
from ergodoku.views.plots.sketch import sketch
from ergodoku.views.plots.temperatures import (
    acceptance_by_temperature,
    energy_histogram,
    time_by_temperature,
    time_tail,
)
from ergodoku.views.style import in_style

__all__ = [
    "BOARDS",
    "CURVES",
    "FIGURES",
    "SIZE",
    "acceptance",
    "acceptance_by_temperature",
    "board",
    "check_kind",
    "energy",
    "energy_histogram",
    "generations",
    "heat_map",
    "in_style",
    "ladder",
    "mutation",
    "overview",
    "panels",
    "panels_size",
    "pheromone",
    "plot_result",
    "plot_trace",
    "race",
    "save_figure",
    "save_puzzle",
    "score",
    "sketch",
    "temperature",
    "time_by_temperature",
    "time_tail",
]
