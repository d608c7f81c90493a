"""A race as a film: all boards side by side after the same search time, and their curves below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from ergodoku.base.errors import ParameterError
from ergodoku.base.numbers import short, time_text
from ergodoku.engine.result import Result
from ergodoku.puzzle.puzzle import Digits
from ergodoku.views.animation.board import BoardPainter
from ergodoku.views.animation.encode import check_file, write
from ergodoku.views.animation.film import FPS, HOLD, PAUSE
from ergodoku.views.animation.inks import Inks, Pixels, text_width
from ergodoku.views.animation.inks import write as write_text
from ergodoku.views.animation.race_chart import RaceChart
from ergodoku.views.animation.tracks import RaceMoment, Track, moments_of, tracks_of
from ergodoku.views.board import palette_of
from ergodoku.views.colours import colour_of

ABREAST = {1: 1, 2: 2, 4: 2}  # boards per row, by number of contenders; otherwise 3
MARGIN, GAP = 16, 14
CHART = 190  # height of the chart, in pixels
SIDES = {1: 420, 2: 300, 3: 230}  # pixels along one side of a board, by boards per row
MOST = 6


def save_race(
    results: Mapping[str, Result],
    path: str | Path,
    *,
    frames: int = 100,
    theme: str = "light",
    caption: str = "",
) -> None:
    """Write a race as an animation: GIF, or MP4 and WebM with the extra ``video``.

    Parameters
    ----------
    results : mapping of str to Result
        One to six runs with ``keyframes=True`` on the same puzzle, by the labels of their contenders.
    path : str or Path
        The file; its extension sets the format: ``.gif``, ``.mp4`` or ``.webm``.
    frames : int
        The approximate number of frames. Each contender gets an equal share of them, for the important
        moments of its run.
    theme : str
        ``light`` or ``dark``.
    caption : str
        The first line, such as the name of the puzzle.
    """
    path = Path(path)
    if not 1 <= len(results) <= MOST:
        raise ParameterError(f"the race has {len(results)} contenders", f"give 1 to {MOST}")
    check_file(path)
    tracks = tracks_of(results)
    moments = moments_of(tracks, frames)
    painter = RaceFrames(tracks, theme, caption)
    times = [1 / FPS] * len(moments)
    times[0] += PAUSE
    times[-1] += HOLD

    def drawn() -> Iterator[Pixels]:
        for moment in moments:
            yield painter.draw(moment)

    write(path, drawn(), times, painter.inks.table(), painter.size)


class RaceFrames:
    """Draws the frames of a race, in numbered colours."""

    def __init__(self, tracks: list[Track], theme: str = "light", caption: str = "") -> None:
        self.tracks, self.caption = tracks, caption
        self.palette, self.inks = palette_of(theme), Inks()
        abreast = ABREAST.get(len(tracks), 3)
        side = SIDES[abreast]
        self.text = 10.0
        self.head, self.foot = 26, 40  # pixels above and below a board
        rows = -(-len(tracks) // abreast)
        self.top = MARGIN + 24
        self.pitch = side + GAP, self.head + side + self.foot
        width = 2 * MARGIN + abreast * side + (abreast - 1) * GAP
        self.chart_at = self.top + rows * self.pitch[1]
        self.size = width, self.chart_at + CHART + MARGIN // 2
        paper, palette = self.palette.paper, self.palette
        names = ("ink", "muted", "solved", "conflict", "energy")
        self.ramps = {name: self.inks.ramp(paper, getattr(palette, name)) for name in names}
        colours = [colour_of(track.result.method) for track in tracks]
        self.hues = [self.inks.ramp(paper, colour) for colour in colours]
        self.boards = [BoardPainter(track.result.puzzle, side, palette, self.inks) for track in tracks]
        chart = width - 2 * MARGIN, CHART
        self.chart = RaceChart(tracks, colours, *chart, self.text, palette, self.inks)
        self.corners = [
            (MARGIN + k % abreast * self.pitch[0], self.top + k // abreast * self.pitch[1])
            for k in range(len(tracks))
        ]
        self.before: list[Digits | None] = [None] * len(tracks)
        self.last = max(track.result.seconds for track in tracks)

    def draw(self, seconds: float) -> Pixels:
        """Return the frame at a search time."""
        pixels = np.full(self.size[::-1], self.inks.flat(self.palette.paper), dtype=np.uint8)
        clock = f"{time_text(seconds) if seconds else '0 s'} of search"
        self._write(pixels, self.caption, MARGIN, MARGIN + 10, "ink", bold=True)
        write_text(pixels, clock, self.size[0] - MARGIN, MARGIN + 10, self.text, self.ramps["muted"], at="rs")
        for k, track in enumerate(self.tracks):
            self._draw_contender(pixels, k, track, track.at(seconds))
        y, x = self.chart_at, MARGIN
        chart = self.chart.draw(seconds)
        pixels[y : y + chart.shape[0], x : x + chart.shape[1]] = chart
        return pixels

    def _draw_contender(self, pixels: Pixels, k: int, track: Track, now: RaceMoment) -> None:
        x, y = self.corners[k]
        title = f"{'ABCDEF'[k]} {track.label}"
        height = fitting(title, self.text * 1.2, self.pitch[0] - GAP)
        write_text(pixels, title, x, y + 16, height, self.hues[k], bold=True)
        before = self.before[k]
        changed = ((now.grid != (now.grid if before is None else before)) & (now.grid != 0)).ravel()
        self.before[k] = now.grid
        board = self.boards[k].draw(now.grid, changed, solved=now.solved)
        y += self.head
        pixels[y : y + len(board), x : x + len(board)] = board
        y += len(board)
        ended = now.word != "searching"
        word = f"{now.word} after {time_text(now.seconds)}" if now.solved else now.word
        ink = "solved" if now.solved else "conflict" if ended else "muted"
        self._write(pixels, word, x, y + 15, ink, bold=ended)
        noun = "iteration" if now.iteration == 1 else "iterations"
        count = f"energy {now.energy}, {short(now.iteration)} {noun}"
        self._write(pixels, count, x, y + 31, "muted")

    def _write(self, pixels: Pixels, words: str, x: int, y: int, ink: str, *, bold: bool = False) -> None:
        if words:
            write_text(pixels, words, x, y, self.text, self.ramps[ink], bold=bold)


def fitting(words: str, height: float, width: int) -> float:
    """Return ``height``, or a smaller letter height (at least 5) at which the words fit the width."""
    wide = text_width(words, height, True)
    return height if wide <= width else max(5.0, height * width / wide)
