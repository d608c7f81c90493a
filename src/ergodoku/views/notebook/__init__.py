"""Live views of a run in Jupyter and marimo.

`show` updates the output of a cell, `picture` draws one moment as HTML, and `knobs` adds sliders.
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
