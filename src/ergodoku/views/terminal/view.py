"""The live view of a run in the terminal.

The view plays the run, reads keys, and draws about fifteen frames a second. It measures how long drawing
takes, and draws fewer frames if drawing is slow, so the search keeps its speed.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING

from rich.control import Control
from rich.segment import ControlType, Segments

from ergodoku.base.numbers import counted, short
from ergodoku.engine.player import Player
from ergodoku.engine.status import Status
from ergodoku.engine.stop import Iterations
from ergodoku.views.history import history
from ergodoku.views.series import credit
from ergodoku.views.terminal.controls import FRAMES, SEEN, SLOW, Controls, closes, first_speed
from ergodoku.views.terminal.frame import Scene, compose
from ergodoku.views.terminal.keys import Keys
from ergodoku.views.terminal.panels import is_coloured
from ergodoku.views.terminal.signals import Signals

if TYPE_CHECKING:
    from rich.console import Console

    from ergodoku.engine.result import Result, Snapshot
    from ergodoku.engine.run import Run
    from ergodoku.views.terminal.board import Line

SHARE = 0.015  # largest share of time spent on drawing while the search runs at full speed
SOON = 0.2  # a search that takes fewer seconds is slowed down, so that people can follow it


class View:
    """Shows a run on the terminal inside a ``with`` block.

    Parameters
    ----------
    run : Run
        A run that has not started. Its time limit does not count pauses.
    console : rich.console.Console
        A terminal.
    speed : float, "full" or "auto"
        Iterations a second; or full speed; or slow at first, doubling every second.
    symbols : str
        The puzzle's own symbols for the digits from 1 to N; if empty, digits are shown as numbers.
    stay : bool
        Keep the final frame until a key closes the view.

    Examples
    --------
    Watch a run from Python::

        with View(run, Console()) as view:
            result = view.play()
    """

    def __init__(
        self,
        run: Run,
        console: Console,
        speed: float | str = "auto",
        *,
        symbols: str = "",
        stay: bool = False,
    ) -> None:
        self.run, self.console, self.stay, self.over = run, console, stay, False
        self.symbols = symbols
        self.rising = speed == "auto"
        pace = first_speed(speed, float("inf"))
        self.player = Player([run], speed=pace, rising=self.rising, frames=FRAMES)
        self.controls = Controls(self.player, lambda: self.rate)
        self.note = ""
        self.keys = Keys()
        self.signals = Signals(console, self.keys)
        self.stack = ExitStack()
        self.lines: list[Line] = []  # the lines on the screen
        self.size = (0, 0)
        self.cost = 0.0  # mean seconds per frame
        self.due = 0.0  # time of the next frame
        self.rate, self.seen = 0.0, (0, 0.0)  # iterations a second; iteration and time when last measured

    def __enter__(self) -> View:
        self.stack.enter_context(self.console.screen())
        self.stack.enter_context(self.keys)
        self.stack.enter_context(self.signals)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stack.close()

    def play(self) -> Result:
        """Play the run to its end; q and Ctrl-C end it early and keep the best state."""
        try:
            self.run.start()
            if self.run.searches and self.rising:
                self.player.begin_at(first_speed("auto", _length(self.run)) or SLOW)
            if self.run.searches:
                self._draw(self.run.snapshot())
            if self.run.ended:  # logic alone solved the puzzle or refuted it
                self.run.advance()
            while not self.player.over:
                if self.player.wait() <= 0:
                    self.note = ""
                    self.player.turn()
                    # after a single step, draw immediately
                    self.due = 0.0 if self.player.paused else self.due
                self._look_around()
            if self.stay and self.run.searches:
                self._stay()
        except KeyboardInterrupt:
            self.run.interrupt()
        finally:
            self.run.close()
        return self.run.result()

    def say(self, note: str) -> None:
        """Show a note at once, while the search cannot advance."""
        self.note = note
        self._draw(self.run.snapshot())

    def _look_around(self) -> None:
        """Draw a frame if one is due, then handle signals and keys; wait for keys until the next turn."""
        if self.signals.interrupted:
            raise KeyboardInterrupt
        if stopped := self.signals.stop_if_asked():
            self.run.clock.skip(stopped)
            self.size, self.due = (0, 0), 0.0  # the shell has cleared the screen
            self.seen = (self.run.iteration, time.perf_counter())
        now = float("-inf") if self.player.paused and self.due else time.perf_counter()
        if now >= self.due or self.console.size != self.size:
            self._draw(self.run.snapshot())
        self._press(self.keys.read(min(self.player.wait(), 1 / FRAMES)))

    def _draw(self, snapshot: Snapshot) -> None:
        """Draw a frame, writing only the lines that changed."""
        began = time.perf_counter()
        self._measure(snapshot.iteration, began)
        if self.console.size != self.size:
            self.size, self.lines = self.console.size, []
        width, height = self.size
        ascii_only = self.console.options.ascii_only
        lines = compose(
            self._scene(snapshot), width, height, coloured=is_coloured(self.console), ascii_only=ascii_only
        )
        changed = [] if self.lines else [Control.clear().segment]
        for y, line in enumerate(lines):
            if y >= len(self.lines) or line != self.lines[y]:
                # Clear the line before writing it: clearing after a full line would erase the last column.
                changed += [Control.move_to(0, y).segment, ERASE, *line]
        self.lines = lines
        if changed:
            self.console.print(Segments(changed), end="", soft_wrap=True)
        now = time.perf_counter()
        self.cost += (now - began - self.cost) * (0.2 if self.cost else 1.0)
        speed = self.player.speed
        pause = min(self.cost / SHARE, 1.0) if speed is None else 1 / speed
        self.due = began + max(pause, 1 / FRAMES)

    def _scene(self, snapshot: Snapshot) -> Scene:
        run, size, speed = self.run, self.run.puzzle.size, self.player.speed
        by = credit(run.contender.label, snapshot.active)
        clues = counted(run.puzzle.clues, "clue")
        replica = f", replica {snapshot.replica + 1} of {run.replicas}" if run.replicas > 1 else ""
        paused = self.player.paused and not self.over
        pace = "full speed" if speed is None else f"slow motion: {short(speed)}/s"
        if self.over and run.status is not None:
            pace = run.status.words
        return Scene(
            puzzle=run.puzzle,
            snapshot=snapshot,
            rate=0.0 if paused else self.rate,
            title=f"{by}  {size}x{size}, {clues}, seed {run.seed}{replica}",
            state=self.note or ("paused" if paused else pace),
            progress=None if run.limits.stop is None else snapshot.progress,
            curves=history(run, snapshot.replica),
            help=self.controls.help,
            over=self.over,
            symbols=self.symbols,
        )

    def _press(self, keys: list[str]) -> None:
        """Carry out the actions of keys."""
        if not keys:
            return
        self.due, paused = 0.0, self.player.paused
        self.controls.press(keys)
        if paused and not self.player.paused:
            self.seen = (self.run.iteration, time.perf_counter())

    def _stay(self) -> None:
        """Keep the final frame until a key closes the view."""
        self.over, self.controls.help = True, False
        self.rate = self.run.iteration / self.run.seconds if self.run.seconds else 0.0  # of the whole search
        self._draw(self.run.snapshot())
        while self.keys.listens and not closes(self.keys.read(1 / FRAMES)):
            if self.signals.stop_if_asked() or self.console.size != self.size:
                self.size = (0, 0)
                self._draw(self.run.snapshot())

    def _measure(self, iteration: int, now: float) -> None:
        before, then = self.seen
        if not self.over and (now - then >= 0.5 or not then):
            self.rate = (iteration - before) / (now - then) if then else 0.0
            self.seen = (iteration, now)


def _length(run: Run) -> float:
    """Return the length of a run in iterations if it ends soon, otherwise infinity.

    A copy of the run does the same walk in advance, so that the view knows at what speed to start.
    """
    scout = type(run)(
        run.puzzle,
        run.contender,
        seed=run.seed,
        stop=Iterations(int(SLOW * SEEN)),
        replicas=run.replicas,
        steering=run.steering.coming,
    )
    scout.start()
    while scout.cpu_seconds < SOON and scout.advance():
        pass
    scout.close()
    if not scout.ended or scout.status is Status.GAVE_UP:
        return float("inf")
    return max(1.0, float(scout.iteration))


ERASE = Control((ControlType.ERASE_IN_LINE, 2)).segment
