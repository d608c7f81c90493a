"""The live view in the terminal, around a run.

It is a callback of the run, so the search goes as it does when nobody watches. Between slices it looks for
keys and, some fifteen times a second, draws a frame. What drawing takes is measured: where a frame takes long
there are fewer of them, so that the search keeps its speed.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING

from rich.control import Control
from rich.segment import ControlType, Segments

from ergodoku.base.numbers import short
from ergodoku.views.history import history
from ergodoku.views.series import credit
from ergodoku.views.terminal.frame import Scene, compose
from ergodoku.views.terminal.keys import Keys
from ergodoku.views.terminal.panels import is_coloured
from ergodoku.views.terminal.signals import Signals

if TYPE_CHECKING:
    from rich.console import Console

    from ergodoku.engine.result import Snapshot
    from ergodoku.engine.run import Run
    from ergodoku.views.terminal.board import Line

FRAMES = 15  # a second, at most
SHARE = 0.015  # of the time at most goes into drawing, while the search runs at full speed
STEPS = 100  # iterations of a large step
# Iterations a second to choose from with + and -, and after the last full speed.
SLOW = 20.0 * FRAMES  # what it begins with by default
SPEEDS = tuple(FRAMES * factor * 10**power for power in range(-1, 6) for factor in (1, 3))


class View:
    """The screen, while inside ``with``; a callback of the run.

    Parameters
    ----------
    run : Run
        Not yet started. Time spent in a pause does not count.
    console : rich.console.Console
        A terminal.
    speed : float, "full" or "auto"
        Iterations a second; or as fast as it goes; or slow at first and twice as fast every second.

    Examples
    --------
    Watch a run from Python::

        with View(run, Console()) as view:
            run.callbacks = [view]
            result = run.finish()
    """

    def __init__(self, run: Run, console: Console, speed: float | str = "auto") -> None:
        self.run, self.console = run, console
        self.speed = {"auto": SLOW, "full": None}[speed] if isinstance(speed, str) else float(speed)
        self.rising = time.perf_counter() if speed == "auto" else None  # since when the speed was not raised
        self.paused = self.help = False
        self.note = ""
        self.keys = Keys()
        self.signals = Signals(console, self.keys)
        self.stack = ExitStack()
        self.lines: list[Line] = []  # what the screen shows
        self.size = (0, 0)
        self.cost = 0.0  # seconds that a frame takes
        self.due = 0.0  # when the next frame is
        self.late = 0  # slices in a row that took longer than a frame
        self.left = time.perf_counter()  # when the search was left to itself
        self.rate, self.seen = 0.0, (0, 0.0)  # iterations a second; where and when it was measured
        run.slice_iterations = self._slice()

    def __enter__(self) -> View:
        self.stack.enter_context(self.console.screen())
        self.stack.enter_context(self.keys)
        self.stack.enter_context(self.signals)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stack.close()

    def say(self, note: str) -> None:
        """Show a word at once, while the search cannot be advanced."""
        self.note = note
        self.draw(self.run.snapshot())

    def on_start(self, run: Run) -> None:
        """Draw how it begins."""
        if run.searches:
            self.draw(run.snapshot())

    def on_slice(self, run: Run) -> None:
        """Look for keys, draw if it is time, wait if it goes slowly or is paused."""
        took = time.perf_counter() - self.left  # without the time for drawing
        self.late = self.late + 1 if took > 1 / FRAMES else 0
        self._between_slices(run)
        self.left = time.perf_counter()

    def _between_slices(self, run: Run) -> None:
        self.note = ""
        run.rest(self._stopped())
        if self._press(self.keys.read()):
            return
        if self.rising is not None and not self.paused:
            self._rise()
        if not self.paused and time.perf_counter() >= self.due:
            self.draw(run.snapshot())
        if self.speed is not None and not self.paused and self._wait():
            return
        if self.paused:
            self._pause(run.snapshot())

    def draw(self, snapshot: Snapshot) -> None:
        """Draw a frame: the lines that have changed."""
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
                # Clear the rest of the line first: after a full line the cursor stands on its last column.
                changed += [Control.move_to(0, y).segment, ERASE, *line]
        self.lines = lines
        if changed:
            self.console.print(Segments(changed), end="", soft_wrap=True)
        now = time.perf_counter()
        self.cost += (now - began - self.cost) * (0.2 if self.cost else 1.0)
        pause = min(self.cost / SHARE, 1.0) if self.speed is None else 1 / self.speed
        self.due = began + max(pause, 1 / FRAMES)

    def _scene(self, snapshot: Snapshot) -> Scene:
        run, size = self.run, self.run.puzzle.size
        by = credit(run.method_name, snapshot.active)
        replica = f", replica {snapshot.replica + 1} of {run.replicas}" if run.replicas > 1 else ""
        pace = "full speed" if self.speed is None else f"{short(self.speed)}/s"
        return Scene(
            puzzle=run.puzzle,
            snapshot=snapshot,
            rate=0.0 if self.paused else self.rate,
            title=f"{by}  {size}x{size}, {run.puzzle.clues} givens, seed {run.seed}{replica}",
            state=self.note or ("paused" if self.paused else pace),
            progress=None if run.stop is None else snapshot.progress,
            curves=history(run, snapshot.replica),
            help=self.help,
        )

    def _pause(self, snapshot: Snapshot) -> None:
        """Wait until a key says to go on or to step; this time does not count."""
        began = time.perf_counter()
        self.draw(snapshot)
        while self.paused:
            self._stopped()
            pressed = self.keys.read(1 / FRAMES)
            if self._press(pressed):
                break
            if pressed or self.console.size != self.size:
                self.draw(snapshot)
        now = time.perf_counter()
        self.seen = (snapshot.iteration, now)
        self.rising = None if self.rising is None else now
        self.run.rest(now - began)

    def _wait(self) -> bool:
        """Wait for the next frame, and tell whether a key asked for a step meanwhile."""
        while not self.paused and (left := self.due - time.perf_counter()) > 0:
            if self.signals.asked:
                break
            if self._press(self.keys.read(min(left, 1 / FRAMES))):
                return True
        return False

    def _stopped(self) -> float:
        """After Ctrl-Z stand still until the shell lets us go on; return for how many seconds."""
        if seconds := self.signals.stop_if_asked():
            self.size, self.due = (0, 0), 0.0  # the screen is empty
            self.seen = (self.run.iteration, time.perf_counter())
            self.rising = None if self.rising is None else self.seen[1]
        return seconds

    def _press(self, keys: list[str]) -> bool:
        """Do what keys ask for, and tell whether the search is to make a step."""
        steps = 0
        for key in keys:
            if self.help and key not in ("q", "Q"):
                self.help = False
            elif key in ("q", "Q"):
                raise KeyboardInterrupt
            elif key in ("?", "h"):
                self.help = True
                self.due = 0.0
            elif key in ("space", "p"):
                self.paused = not self.paused
                self.due = 0.0
            elif key in ("+", "=", "up", "-", "_", "down"):
                self._change_speed(faster=key in ("+", "=", "up"))
            elif key in ("s", "right", "n"):
                self.paused = True
                steps += STEPS if key == "n" else 1
        self.run.slice_iterations = steps or self._slice()
        return steps > 0

    def _change_speed(self, *, faster: bool) -> None:
        now = (
            self.speed or self.rate or float("inf")
        )  # at full speed it takes a while until the rate is known
        self.rising = None
        if faster:
            more = [s for s in SPEEDS if s > now * 1.01]
            self.speed = more[0] if more and self.speed is not None else None
        else:
            less = [s for s in SPEEDS if s < now * 0.99]
            self.speed = less[-1] if less else min(now, SPEEDS[0])
        self.due = 0.0

    def _rise(self) -> None:
        """Double the speed every second, until the search cannot follow."""
        now = time.perf_counter()
        if self.rising is None or self.speed is None:
            return
        self.speed *= 2.0 ** (now - self.rising)
        self.rising = now
        if self.late > FRAMES:
            self.speed = self.rising = None
        self.run.slice_iterations = self._slice()

    def _slice(self) -> int | None:
        return None if self.speed is None else max(1, round(self.speed / FRAMES))

    def _measure(self, iteration: int, now: float) -> None:
        before, then = self.seen
        if now - then >= 0.5 or not then:
            self.rate = (iteration - before) / (now - then) if then else 0.0
            self.seen = (iteration, now)


ERASE = Control((ControlType.ERASE_IN_LINE, 2)).segment
