"""A watched run in Jupyter and marimo.

`show` keeps the output of a cell up to date; `picture` draws one moment as HTML.
"""

from ergodoku.views.notebook.show import show_in_jupyter, show_in_marimo

__all__ = [
    "show_in_jupyter",
    "show_in_marimo",
]
