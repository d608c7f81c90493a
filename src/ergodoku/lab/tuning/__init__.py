"""Tuning the parameters of a method.

`tune` runs the trials, `space` says which parameters may vary and how far, `trials` stores them with
Optuna.
"""

from ergodoku.lab.tuning.tune import Tuning, changes, checked_in

__all__ = [
    "Tuning",
    "changes",
    "checked_in",
]
