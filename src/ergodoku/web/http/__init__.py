"""The HTTP interface: addresses, requests, responses, and the guard in front of them.

`routes` lists every address; `requests` and `responses` define the data types; `puzzles`, `method_forms` and
`export` do the work; `docs` describes the interface. `listener` runs the server, `connections` closes silent
connections, and `hosts` knows the names of this machine.
"""

from ergodoku.web.http.errors import handle_errors
from ergodoku.web.http.export import Exports
from ergodoku.web.http.guard import Guard
from ergodoku.web.http.hosts import LOOPBACK, addresses_to_open, own_names
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
    "addresses_to_open",
    "faults",
    "handle_errors",
    "own_names",
    "run_server",
]
