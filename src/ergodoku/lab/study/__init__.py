"""Studies: what to run, running it, and storing every run.

`study` and `vary` hold the plan, `folder` and `store` keep it on disk, `runner` and `executors` do the
runs, `progress` tells how far they are.
"""

from ergodoku.lab.study.executors import executor_for
from ergodoku.lab.study.folder import load, moved, write_whole
from ergodoku.lab.study.lock import alone_in
from ergodoku.lab.study.progress import Live
from ergodoku.lab.study.runner import rows_in_order
from ergodoku.lab.study.store import Store
from ergodoku.lab.study.study import EXPLORE, TIME_LIMIT, TUNE, Contender, Study, puzzle_identity
from ergodoku.lab.study.vary import Axis, axes_of, combinations, configured, range_of

__all__ = [
    "EXPLORE",
    "TIME_LIMIT",
    "TUNE",
    "Axis",
    "Contender",
    "Live",
    "Store",
    "Study",
    "alone_in",
    "axes_of",
    "combinations",
    "configured",
    "executor_for",
    "load",
    "moved",
    "puzzle_identity",
    "range_of",
    "rows_in_order",
    "write_whole",
]
