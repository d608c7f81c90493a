"""The analysis of the runs of a study.

`summary`, `statistics` and `resampling` describe one contender; `comparison`, `pairwise`, `ranks` and `best`
compare several; `distributions`, `anytime`, `targets`, `profiles`, `restarts` and `walks` compute the data of
figures; `instances` describes the puzzles; `exploration` compares parameter values, and `sweep` compares
kinds of puzzles; `conclusions`, `notes` and `tables` turn the results into text.
"""

from ergodoku.lab.analysis.anytime import AnytimeCurve, anytime
from ergodoku.lab.analysis.comparison import Comparison, compare, compare_runs
from ergodoku.lab.analysis.distributions import RunLengthDistribution, empirical, kaplan_meier
from ergodoku.lab.analysis.exploration import Exploration, explore, explore_runs
from ergodoku.lab.analysis.exploration_study import begin_exploration
from ergodoku.lab.analysis.histories import Histories
from ergodoku.lab.analysis.instances import classes_of, instances
from ergodoku.lab.analysis.pairwise import Pair
from ergodoku.lab.analysis.profiles import PuzzleEfforts, performance_ratios, puzzle_efforts
from ergodoku.lab.analysis.published import preset_of
from ergodoku.lab.analysis.ranks import Ranks
from ergodoku.lab.analysis.restarts import EARLIEST, Restarts, restarts_of
from ergodoku.lab.analysis.statistics import Bools, Floats, at_least, horizon, quantiles
from ergodoku.lab.analysis.summary import MEASURES, Runs, Standing, by_puzzle, limits_of
from ergodoku.lab.analysis.sweep import Sweep, sweep, sweep_runs
from ergodoku.lab.analysis.sweep_study import begin_sweep, is_sweep
from ergodoku.lab.analysis.tables import (
    Table,
    class_pairs_table,
    class_table,
    markdown,
    markdown_rows,
    pairs_table,
    ranks_table,
    restarts_table,
    standings_table,
)
from ergodoku.lab.analysis.targets import TargetCurve, choose_targets, target_curves
from ergodoku.lab.analysis.walks import StoredWalk, stored_walks
from ergodoku.lab.analysis.words import NAMES, TIMES, effort_text

__all__ = [
    "EARLIEST",
    "MEASURES",
    "NAMES",
    "TIMES",
    "AnytimeCurve",
    "Bools",
    "Comparison",
    "Exploration",
    "Floats",
    "Histories",
    "Pair",
    "PuzzleEfforts",
    "Ranks",
    "Restarts",
    "RunLengthDistribution",
    "Runs",
    "Standing",
    "StoredWalk",
    "Sweep",
    "Table",
    "TargetCurve",
    "anytime",
    "at_least",
    "begin_exploration",
    "begin_sweep",
    "by_puzzle",
    "choose_targets",
    "class_pairs_table",
    "class_table",
    "classes_of",
    "compare",
    "compare_runs",
    "effort_text",
    "empirical",
    "explore",
    "explore_runs",
    "horizon",
    "instances",
    "is_sweep",
    "kaplan_meier",
    "limits_of",
    "markdown",
    "markdown_rows",
    "pairs_table",
    "performance_ratios",
    "preset_of",
    "puzzle_efforts",
    "quantiles",
    "ranks_table",
    "restarts_of",
    "restarts_table",
    "standings_table",
    "stored_walks",
    "sweep",
    "sweep_runs",
    "target_curves",
]
