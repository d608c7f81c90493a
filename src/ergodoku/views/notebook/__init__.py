"""A watched run in Jupyter and marimo.

`show` keeps the output of a cell up to date; `picture` draws one moment as HTML; `knobs` has sliders.
"""

from ergodoku.views.notebook.knobs import annealing_knobs, live_in_marimo, method_of_knobs
from ergodoku.views.notebook.show import show_in_jupyter, show_in_marimo

__all__ = [
    "annealing_knobs",
    "live_in_marimo",
    "method_of_knobs",
    "show_in_jupyter",
    "show_in_marimo",
]
