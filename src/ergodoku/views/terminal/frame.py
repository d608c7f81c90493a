"""One frame of the live view: arranges board, curves and counters in the available space."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from rich.segment import Segment
from rich.style import Style

from ergodoku.views.counters import numbers_of
from ergodoku.views.terminal.board import Line, board_lines, fit
from ergodoku.views.terminal.panels import BOLD, DIM, counter_lines, cropped, length, sparkline

if TYPE_CHECKING:
    from ergodoku.engine.result import Snapshot
    from ergodoku.puzzle.puzzle import Puzzle

MARK = Style.parse("bold reverse")
INKS = {name: Style.parse(ink) for name, ink in (("energy", "green"), ("temperature", "yellow"))}
OTHER = Style.parse("magenta")
SIDE, NARROW = 24, 13  # columns to the right of the board, for the counters
BELOW = 6  # lines that curves below the board need
KEYS = (
    "space pause  s step  n 100 steps  + - speed  q quit  ? help",
    "space pause  s step  + -  q quit  ?",
    "space s n + - q ?",
)
HELP = (
    "space      pause, resume",
    "s, right   one iteration",
    "n          100 iterations",
    "+ -        faster, slower",
    "q, Ctrl-C  quit, and keep the best result",
    "?          this help",
    "",
    "bold: given   coloured: found",
    "red and underlined: in conflict",
    "Cells too small for digits: a brighter cell",
    "has more conflicts, and a blue one is open.",
)


@dataclass
class Scene:
    """The contents of a frame."""

    puzzle: Puzzle
    snapshot: Snapshot
    rate: float
    title: str
    state: str  # the speed, or "paused"
    progress: float | None = None  # None if the run has no limit
    curves: dict[str, NDArray[np.float64]] = field(default_factory=dict)
    help: bool = False
    over: bool = False  # the run has ended, and Enter closes the view
    symbols: str = ""  # the puzzle's own symbols; empty for numbers


def compose(
    scene: Scene, width: int, height: int, *, coloured: bool = True, ascii_only: bool = False
) -> list[Line]:
    """Return at most ``height`` lines, none wider than ``width``."""
    lines = [_ends(scene.title, scene.state, width)]
    space = height - 2
    if scene.help:
        body = [[Segment(text)] for text in HELP[: max(0, space)]]
    elif space < 3:
        body = _inline(scene)[: max(0, space)]
    else:
        body = _body(scene, width, space, coloured, ascii_only)
    lines += body[:space] + [[] for _ in range(space - len(body))]
    keys = next((line for line in KEYS if len(line) <= width), KEYS[-1])
    if scene.help or scene.over:
        keys = "any key: back to the board" if scene.help else "Enter closes the view"
    lines.append([Segment(keys, DIM)])
    return [cropped(line, width) for line in lines[: max(1, height)]]


def _body(scene: Scene, width: int, height: int, coloured: bool, ascii_only: bool) -> list[Line]:
    side, below = _arrangement(scene.puzzle, width, height)
    room = width - side - 2 * (side > 0), height - below
    puzzle, grid = scene.puzzle, scene.snapshot.grid
    board = board_lines(puzzle, grid, *room, coloured=coloured, ascii_only=ascii_only, own=scene.symbols)
    wide = max(map(length, board))
    if not side:
        return board + _inline(scene)
    left = height - len(board) if below else 0
    beside = list(_counters(scene, width - wide - 2, ascii_only))
    if not below:
        beside += _curves(scene, width - wide - 2, height - len(beside), ascii_only)
    rows = max(len(board), len(beside))
    lines = []
    for k in range(rows):
        first = board[k] if k < len(board) else []
        gap = Segment(" " * (wide - length(first) + 2))
        lines.append([*first, gap, *(beside[k] if k < len(beside) else [])])
    return lines + _curves(scene, width, left - (rows - len(board)), ascii_only)


def _arrangement(puzzle: Puzzle, width: int, height: int) -> tuple[int, int]:
    """Return the columns to reserve to the right of the board, and the lines to reserve below it."""
    choices = [(SIDE, BELOW), (SIDE, 0), (NARROW, 0), (0, 1)]
    rooms = [(width - side - 2 * (side > 0), height - below) for side, below in choices]
    for frame in (True, False):
        for choice, room in zip(choices, rooms, strict=True):
            found = fit(puzzle.layout, *room)
            if found and found[1] >= frame:
                return choice
    for choice, (columns, rows) in zip(choices, rooms, strict=True):  # a heat map, with a pixel for each cell
        if min(columns, 2 * rows) >= puzzle.size:
            return choice
    return max(zip(choices, rooms, strict=True), key=lambda pair: min(pair[1][0], 2 * pair[1][1]))[0]


def _counters(scene: Scene, width: int, ascii_only: bool) -> Iterator[Line]:
    yield from counter_lines(numbers_of(scene.snapshot, scene.rate), width)
    if scene.progress is not None:
        long = max(4, min(width, SIDE + 8) - 6)
        done = round(scene.progress * long)
        bar = "#" * done + "-" * (long - done) if ascii_only else "━" * done + "─" * (long - done)
        yield [Segment(f"{bar} {scene.progress:4.0%}", DIM)]


def _curves(scene: Scene, width: int, height: int, ascii_only: bool) -> list[Line]:
    """Divide the remaining lines among the curves; energy gets the most."""
    known = {name: values for name, values in scene.curves.items() if np.isfinite(values).any()}
    while known and height < 2 * len(known):
        known.popitem()
    small = 1 if height < 16 else 2  # height of every curve except the first, in lines
    lines: list[Line] = []
    for k, (name, values) in enumerate(known.items()):
        rows = small if k else min(8, height - 1 - (len(known) - 1) * (small + 1))
        curve = sparkline(values, width, rows, low=0.0, ascii_only=ascii_only)
        lines += [
            [Segment(f"{name}, up to {np.nanmax(values):.3g}", DIM)],
            *([Segment(row, INKS.get(name, OTHER))] for row in curve),
        ]
    return lines


def _inline(scene: Scene) -> list[Line]:
    line: Line = []
    for name, number in numbers_of(scene.snapshot, scene.rate):
        line += [Segment(f"{name} ", DIM), Segment(f"{number}  ")]
    return [line]


def _ends(left: str, right: str, width: int) -> Line:
    mark = Segment(f" {right} ", MARK)
    room = width - len(mark.text) - 1
    if room < 4:
        return [mark]
    return [Segment(left[:room].ljust(room + 1), BOLD), mark]
