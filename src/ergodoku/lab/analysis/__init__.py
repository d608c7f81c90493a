"""What the runs of a study show.

`summary`, `statistics` and `resampling` describe one contender; `comparison`, `pairwise`, `ranks`, `best`
compare several; `instances` says what is known of the puzzles; `exploration` compares parameter values,
`sweep` puzzles of several kinds; `conclusions`, `notes` and `tables` put the results into words.
"""

from ergodoku.lab.analysis.comparison import Comparison, compare, compare_runs
from ergodoku.lab.analysis.distributions import RunLengthDistribution, empirical, kaplan_meier
from ergodoku.lab.analysis.exploration import Exploration, explore, explore_runs
from ergodoku.lab.analysis.exploration_study import begin_exploration
from ergodoku.lab.analysis.instances import classes_of, instances
from ergodoku.lab.analysis.pairwise import Pair
from ergodoku.lab.analysis.published import preset_of
from ergodoku.lab.analysis.ranks import Ranks
from ergodoku.lab.analysis.statistics import Bools, Floats, at_least, horizon, quantiles
from ergodoku.lab.analysis.summary import MEASURES, Runs, by_puzzle
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
    standings_table,
)
from ergodoku.lab.analysis.words import NAMES, TIMES, effort_text

__all__ = [
    "MEASURES",
    "NAMES",
    "TIMES",
    "Bools",
    "Comparison",
    "Exploration",
    "Floats",
    "Pair",
    "Ranks",
    "RunLengthDistribution",
    "Runs",
    "Sweep",
    "Table",
    "at_least",
    "begin_exploration",
    "begin_sweep",
    "by_puzzle",
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
    "markdown",
    "markdown_rows",
    "pairs_table",
    "preset_of",
    "quantiles",
    "ranks_table",
    "standings_table",
    "sweep",
    "sweep_runs",
]
