"""The live view of a run in the terminal.

`view` runs it, `frame` lays it out, and `board` and `panels` draw its parts. `keys` and `signals` receive
input, `controls` acts on the keys, and `lines` prints plain progress for logs.
"""

from ergodoku.views.terminal.board import Line, board_lines, fit
from ergodoku.views.terminal.controls import FRAMES, SEEN, SLOW, Controls, closes, first_speed, speed_of
from ergodoku.views.terminal.frame import HELP, MARK
from ergodoku.views.terminal.keys import Keys
from ergodoku.views.terminal.lines import Progress
from ergodoku.views.terminal.panels import BOLD, DIM, is_coloured, length, sparkline
from ergodoku.views.terminal.signals import Signals
from ergodoku.views.terminal.view import View

__all__ = [
    "BOLD",
    "DIM",
    "FRAMES",
    "HELP",
    "MARK",
    "SEEN",
    "SLOW",
    "Controls",
    "Keys",
    "Line",
    "Progress",
    "Signals",
    "View",
    "board_lines",
    "closes",
    "first_speed",
    "fit",
    "is_coloured",
    "length",
    "sparkline",
    "speed_of",
]
