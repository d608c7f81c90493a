"""Tuning the parameters of a method.

`tuning` runs the trials, `space` defines which parameters may vary and in which ranges, `objective` measures
a trial, and `trials` stores trials with Optuna. `split` reserves puzzles for the `check`, which compares the
best method with the default. `outcome` collects the results, and `tables` presents them.
"""

from ergodoku.lab.tuning.check import best_method, changes, check_folder, check_study
from ergodoku.lab.tuning.outcome import TuningOutcome, tuning_outcome
from ergodoku.lab.tuning.split import SPLIT
from ergodoku.lab.tuning.tables import no_check_words, outcome_tables, outcome_words, trial_columns
from ergodoku.lab.tuning.trials import count_finished
from ergodoku.lab.tuning.tuning import Tuning, TuningProgress

__all__ = [
    "SPLIT",
    "Tuning",
    "TuningOutcome",
    "TuningProgress",
    "best_method",
    "changes",
    "check_folder",
    "check_study",
    "count_finished",
    "no_check_words",
    "outcome_tables",
    "outcome_words",
    "trial_columns",
    "tuning_outcome",
]
