"""The searches on the server.

`runs` keeps all of them, `server_run` is one, `lane` one method in it, `worker` the thread that advances
it, `slots` the queue, `side_process` does heavy work elsewhere.
"""

from ergodoku.web.runs.curve import Cursor
from ergodoku.web.runs.lane import FINAL, Contender
from ergodoku.web.runs.runs import BusyError, Runs, methods_of
from ergodoku.web.runs.server_run import Course
from ergodoku.web.runs.side_process import Helper, HelperError, by_file

__all__ = [
    "FINAL",
    "BusyError",
    "Contender",
    "Course",
    "Cursor",
    "Helper",
    "HelperError",
    "Runs",
    "by_file",
    "methods_of",
]
