"""The runs on the server, independent of HTTP.

`registry` keeps all runs, and `slots` their queue. `server_run` is one run, `worker` its thread, and `lane`
the view of one of its methods. `contenders` checks methods, and `side_process` makes pictures and puzzles.
"""

from ergodoku.web.runs.contenders import contenders_of
from ergodoku.web.runs.curve import Cursor
from ergodoku.web.runs.lane import FINAL, Lane
from ergodoku.web.runs.registry import BusyError, RunRegistry
from ergodoku.web.runs.server_run import ServerRun
from ergodoku.web.runs.side_process import SHORT, SideProcess, SideProcessError, by_file

__all__ = [
    "FINAL",
    "SHORT",
    "BusyError",
    "Cursor",
    "Lane",
    "RunRegistry",
    "ServerRun",
    "SideProcess",
    "SideProcessError",
    "by_file",
    "contenders_of",
]
