"""Tuning the parameters of a method.

`tuning` runs the trials, `space` says which parameters may vary and how far, `objective` measures a trial,
`check` compares the outcome with the default, `trials` stores them with Optuna.
"""

from ergodoku.lab.tuning.check import changes, check_folder
from ergodoku.lab.tuning.tuning import Tuning, TuningProgress

__all__ = ["Tuning", "TuningProgress", "changes", "check_folder"]
