"""The HTTP interface: addresses, requests, responses, and the guard in front of them.

`routes` lists every address; `requests` and `responses` hold the shapes; `puzzles`, `method_forms` and
`export` do the work; `docs` describes it all, and `listener` serves it.
"""

from ergodoku.web.http.errors import handle_errors
from ergodoku.web.http.export import Exports
from ergodoku.web.http.guard import LOOPBACK, Guard
from ergodoku.web.http.listener import run_server
from ergodoku.web.http.responses import Json, faults
from ergodoku.web.http.routes import add_pages, add_puzzles, add_runs

__all__ = [
    "LOOPBACK",
    "Exports",
    "Guard",
    "Json",
    "add_pages",
    "add_puzzles",
    "add_runs",
    "faults",
    "handle_errors",
    "run_server",
]
