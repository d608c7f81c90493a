"""What the runs of a study show.

`summary` and `statistics` describe one contender; `comparison`, `pairwise`, `ranks`, `best` compare several;
`exploration` compares parameter values; `conclusions` and `tables` put the results into words.
"""

from ergodoku.lab.analysis.comparison import Comparison, compare, compare_runs
from ergodoku.lab.analysis.distributions import RunLengthDistribution, empirical, kaplan_meier
from ergodoku.lab.analysis.exploration import Exploration, explore, explore_runs
from ergodoku.lab.analysis.exploration_study import begin_exploration
from ergodoku.lab.analysis.pairwise import ALPHA
from ergodoku.lab.analysis.published import preset_of
from ergodoku.lab.analysis.ranks import Ranks
from ergodoku.lab.analysis.statistics import Bools, Floats, at_least, quantiles
from ergodoku.lab.analysis.summary import MEASURES, Runs, by_puzzle
from ergodoku.lab.analysis.tables import (
    Table,
    markdown,
    markdown_rows,
    pairs_table,
    ranks_table,
    standings_table,
)
from ergodoku.lab.analysis.words import effort_text

__all__ = [
    "ALPHA",
    "MEASURES",
    "Bools",
    "Comparison",
    "Exploration",
    "Floats",
    "Ranks",
    "RunLengthDistribution",
    "Runs",
    "Table",
    "at_least",
    "begin_exploration",
    "by_puzzle",
    "compare",
    "compare_runs",
    "effort_text",
    "empirical",
    "explore",
    "explore_runs",
    "kaplan_meier",
    "markdown",
    "markdown_rows",
    "pairs_table",
    "preset_of",
    "quantiles",
    "ranks_table",
    "standings_table",
]
