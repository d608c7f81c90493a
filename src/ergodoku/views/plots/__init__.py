"""Plots with matplotlib: boards, curves, and several runs in one figure.

Each plot is a function with ``ax=None`` and ``theme``; `overview` puts board and curves of a run into one
figure.
"""

from ergodoku.views.plots.boards import board, heat_map
from ergodoku.views.plots.curves import acceptance, energy, generations, temperature
from ergodoku.views.plots.result import BOARDS, CURVES, SIZE, overview, plot_result, plot_trace, save_overview
from ergodoku.views.plots.several import ladder, race
from ergodoku.views.plots.sheet import save_puzzle
from ergodoku.views.style import in_style

__all__ = [
    "BOARDS",
    "CURVES",
    "SIZE",
    "acceptance",
    "board",
    "energy",
    "generations",
    "heat_map",
    "in_style",
    "ladder",
    "overview",
    "plot_result",
    "plot_trace",
    "race",
    "save_overview",
    "save_puzzle",
    "temperature",
]
