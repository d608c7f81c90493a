"""A race as one picture in the terminal: the board, the energy curve and the counters of each racer.

The racers are side by side in a wide terminal, and one above the other in a narrow one. If there is no space
for boards, each racer gets one line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from rich.segment import Segment
from rich.style import Style

from ergodoku.views.history import averaged
from ergodoku.views.race.standing import headline, ink_of, numbers, podium_lines, share_of, standing
from ergodoku.views.terminal import (
    BOLD,
    DIM,
    HELP,
    MARK,
    Line,
    board_lines,
    fit,
    is_coloured,
    length,
    sparkline,
)

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions

    from ergodoku.engine.race import Race
    from ergodoku.engine.racer import Racer
    from ergodoku.puzzle.layout import Layout

TITLES = {"solved": Style.parse("bold green"), "failed": Style.parse("bold red"), "searching": BOLD}
KEYS = (
    "space pause  s step  n 100 steps  + - speed  x axis  q quit  ? help",
    "space pause  s step  + -  x axis  q quit  ?",
    "space s n + - x q ?",
)
QUIT = ("q or Ctrl-C ends the race and keeps every best state", "q ends the race")
AXIS_HELP = "x          curves over seconds, iterations, generations"
FACTS = 24  # columns for the counters to the right of a board
CURVE = 10  # maximum height of a curve, in lines
FRAME, ASCII_FRAME = tuple("╭─╮│╰╯"), tuple("+-+|++")


@dataclass
class RacePicture:
    """The current frame of a race, as large as the terminal; rich prints it.

    Attributes
    ----------
    state : str
        The speed, or "paused".
    axis : str
        The axis of the curves: seconds, iterations or generations.
    help : bool
        Show the help on keys instead of the race.
    steered : bool
        Whether keys other than q work.
    symbols : str
        The puzzle's own symbols for the digits from 1 to N; if empty, digits are shown as numbers.
    """

    race: Race
    state: str = ""
    axis: str = "seconds"
    help: bool = False
    steered: bool = False
    symbols: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        ascii_only, coloured = options.ascii_only, is_coloured(console)
        width, height = console.size
        for line in self.lines(width, height, coloured=coloured, ascii_only=ascii_only):
            yield from line
            yield Segment.line()

    def lines(
        self, width: int, height: int, *, coloured: bool = True, ascii_only: bool = False
    ) -> list[Line]:
        """Return at most ``height`` lines, each ``width`` wide."""
        podium = podium_lines(self.race)
        columns, wide, high = arrangement(self.race, width, height - 2 - len(podium))
        lanes = [
            RacePanel(self.race, racer, self.axis, wide, high, coloured, ascii_only, self.symbols)
            for racer in self.race.racers
        ]
        picture = [self._headline(width), *(_exactly(line, width) for line in podium)]
        if self.help:
            picture += [_exactly([Segment(text)], width) for text in (*HELP[:4], AXIS_HELP, *HELP[4:])]
            picture = picture[: max(1, height - 1)]
        elif not columns:
            room = max(1, height - 2)
            picture += [lane.row(width) for lane in lanes[:room]]
        else:
            for first in range(0, len(lanes), columns):
                abreast = lanes[first : first + columns]
                contents = [lane.content() for lane in abreast]
                rows = min(high - 2, max(map(len, contents)))
                drawn = [lane.framed(content, rows) for lane, content in zip(abreast, contents, strict=True)]
                for parts in zip(*drawn, strict=True):
                    picture.append(_exactly([s for part in parts for s in part], width))
        known = KEYS if self.steered else QUIT
        keys = next((line for line in known if len(line) <= width), known[-1])
        foot = "any key: back to the race" if self.help else "" if self.race.over else keys
        picture.append(_exactly([Segment(foot, DIM)], width))
        if ascii_only:
            picture = [[Segment(s.text.replace("µ", "u"), s.style) for s in line] for line in picture]
        return picture[:height]

    def _headline(self, width: int) -> Line:
        mark = f" {self.state} " if self.state else ""
        room = max(0, width - len(mark))
        left = Segment(headline(self.race, self.axis, room).ljust(room)[:room], BOLD)
        return _exactly([left, Segment(mark, MARK)] if mark else [left], width)


@dataclass
class RacePanel:
    """The part of the picture that shows one racer."""

    race: Race
    racer: Racer
    axis: str
    width: int
    height: int
    coloured: bool
    ascii_only: bool
    symbols: str

    def content(self) -> list[Line]:
        """Return the lines of the board, the curve and the counters, at most as many as fit."""
        inner, room, layout = self.width - 4, self.height - 2, self.race.puzzle.layout
        beside, stacked = fitness(layout, inner - FACTS - 2, room), fitness(layout, inner, room - 4)
        if beside >= max(1, stacked) or (beside == stacked and inner > 3 * room):
            return self._side_by_side(inner, room)
        return self._stacked(inner, room)

    def framed(self, content: list[Line], rows: int) -> list[Line]:
        """Return ``rows`` lines of content in a frame; its title has the racer's name and standing."""
        inner = self.width - 4
        content = [*content, *([[]] * (rows - len(content)))][:rows]
        left, level, right, upright, low_left, low_right = ASCII_FRAME if self.ascii_only else FRAME
        title = f"{standing(self.race, self.racer)} "[: self.width - 7]
        rest = level * (self.width - 6 - len(title))
        dot = Segment(" o" if self.ascii_only else " ●", self.hue)
        ends = Segment(left + level, DIM), Segment(rest + right, DIM)
        top = [ends[0], dot, Segment(f" {title}", self._ink()), ends[1]]
        body = [
            [Segment(f"{upright} ", DIM), *_exactly(line, inner), Segment(f" {upright}", DIM)]
            for line in content
        ]
        return [top, *body, [Segment(low_left + level * (self.width - 2) + low_right, DIM)]]

    def row(self, width: int) -> Line:
        """Return the racer in one line, for a terminal that is too small for boards."""
        snapshot, name = self.racer.snapshot, self.racer.label
        left = f"{name[: max(6, width // 3)]} "
        right = f" {snapshot.energy} (best {snapshot.best}) {self.racer.outcome}"
        space = width - len(left) - len(right)
        curve = self._curve(space, 1)[0] if space >= 4 else []
        return _exactly([Segment(left, self._ink()), *curve, Segment(right)], width)

    def _side_by_side(self, inner: int, room: int) -> list[Line]:
        board = self._board(inner - FACTS - 2, room)
        wide = max(map(length, board))
        beside = inner - wide - 2
        facts = [_fact(name, number, beside) for name, number in numbers(self.racer)][: room - 2]
        spare = max(len(board), min(room, len(facts) + 4)) - len(facts) - 1
        column = [*self._curve(beside, max(1, min(CURVE, spare))), [], *facts]
        rows = max(len(board), len(column))
        board, column = ([*part, *([[]] * (rows - len(part)))] for part in (board, column))
        return [[*_exactly(a, wide + 2), *b] for a, b in zip(board, column, strict=True)]

    def _stacked(self, inner: int, room: int) -> list[Line]:
        facts = _pairs(numbers(self.racer), inner)
        curves = 2 if room >= 14 else 1
        board = self._board(inner, room - curves - 2) if room >= 7 else []
        left = room - len(board) - curves
        facts = facts[: max(1, min(left, 4))]
        curves = max(1, min(CURVE // 2, room - len(board) - len(facts)))
        indent = max(0, (inner - max(map(length, board), default=0)) // 2)
        centred = [[Segment(" " * indent), *line] for line in board]
        return [*centred, *self._curve(inner, curves), *facts]

    def _board(self, width: int, height: int) -> list[Line]:
        result = self.racer.result
        grid = self.racer.snapshot.grid if result is None else result.grid
        return board_lines(
            self.race.puzzle,
            grid,
            max(1, width),
            max(1, height),
            coloured=self.coloured,
            ascii_only=self.ascii_only,
            own=self.symbols,
        )

    @property
    def hue(self) -> Style:
        """The colour of the racer's method."""
        return ink_of(self.racer.contender.name)

    def _curve(self, width: int, height: int) -> list[Line]:
        """Return the curve of the energy's square root, which keeps small energies visible."""
        share = share_of(self.race, self.racer, self.axis)
        if share is None:
            return [[Segment("no generations"[:width], DIM)], *([[]] * (height - 1))]
        energies = np.sqrt(self.racer.energies[:])
        points = max(1, round(min(1.0, share) * width))
        if len(energies) < points:
            energies = np.interp(np.linspace(0, 1, points), np.linspace(0, 1, len(energies)), energies)
        shown, wide = averaged(energies, points), max(1, width)
        rows = sparkline(shown, wide, height, low=0.0, ascii_only=self.ascii_only)
        return [[Segment(row, self.hue)] for row in rows]

    def _ink(self) -> Style:
        return TITLES.get(self.racer.outcome, DIM)


def arrangement(race: Race, width: int, height: int) -> tuple[int, int, int]:
    """Return the number of panels per row, and their width and height; 0 panels if none fit."""
    layout, count = race.puzzle.layout, len(race.racers)
    ways = []
    for columns in range(1, count + 1):
        wide, high = width // columns, height // -(-count // columns)
        inner, room = wide - 4, high - 2
        if inner < 12 or room < 5:
            continue
        best = max(fitness(layout, inner, room - 4), fitness(layout, inner - FACTS - 2, room))
        ways.append((best, room >= 7, min(inner, 2 * room), columns, wide, high))
    if not ways:
        return 0, width, 1
    *_, columns, wide, high = max(ways)
    return columns, wide, high


def fitness(layout: Layout, width: int, height: int) -> int:
    """Return how a board fits: 3 framed with numbers, 2 framed with symbols, 1 unframed, 0 not at all."""
    shape = fit(layout, width, height)
    if shape is None:
        return 0
    cell, frame = shape
    return 1 + frame + (frame and cell == len(str(layout.size)))


def _pairs(facts: list[tuple[str, str]], width: int) -> list[Line]:
    """Put two facts into each line if they fit."""
    if width < 2 * FACTS - 14:
        return [_fact(name, number, width) for name, number in facts]
    half = width // 2
    lines = []
    for k in range(0, len(facts), 2):
        first, *second = [_fact(name, number, half - 1) for name, number in facts[k : k + 2]]
        lines.append([*_exactly(first, half), *(second[0] if second else [])])
    return lines


def _fact(name: str, number: str, width: int) -> Line:
    labels = (f"{name:<11}", f"{name} ", "")
    label = next(label for label in labels if not label or len(label) + len(number) <= width)
    return [Segment(label, DIM), Segment(number)]


def _exactly(line: Line, width: int) -> Line:
    return Segment.adjust_line_length(line, width)
