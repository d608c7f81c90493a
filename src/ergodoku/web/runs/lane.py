"""A contender: a method at work on the puzzle of a run, and what viewers see of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.engine.result import GAVE_UP, INTERRUPTED, SOLVED, UNSOLVABLE
from ergodoku.engine.run import Run
from ergodoku.web.messages import write_message
from ergodoku.web.runs.curve import Cursor, Curve, finite, trace_points
from ergodoku.web.runs.frame import Frame

if TYPE_CHECKING:
    from ergodoku.engine.result import Result, Snapshot
    from ergodoku.engine.stop import Stop
    from ergodoku.methods.registry import Method
    from ergodoku.puzzle.puzzle import Digits, Puzzle

FINAL = frozenset({SOLVED, GAVE_UP, UNSOLVABLE, INTERRUPTED, "error"})
BOARDS = 300  # kept for an animation


class Contender:
    """One method on its way; only the worker of its run touches it, viewers read what is whole.

    There is one exception: while the worker compiles, whoever cancels the run may `end` it.

    Parameters
    ----------
    run_id, number : str, int
        The run it belongs to and its number there, for messages.
    name : str
        The method as it was asked for.
    method : Method
        With its parameters.
    """

    def __init__(self, run_id: str, number: int, name: str, method: Method) -> None:
        self.run_id, self.number, self.name, self.method = run_id, number, name, method
        self.status, self.message = "queued", ""
        self.frame: Frame | None = None
        self.curve = Curve()
        self.told: tuple[object, str] = (None, "")  # the last text about the curve
        self.boards: list[tuple[int, Digits]] = []
        self.result: Result | None = None
        self.run: Run | None = None
        self.slices: Iterator[Snapshot] = iter(())
        self.last: Snapshot | None = None
        self.shown_at = self.left = 0.0
        self.seconds = 0.0  # of its own: neither pauses nor the turns of others
        self.slow = False
        self.point = (0, 0.0, 0)  # iteration, seconds and accepted proposals of the last frame

    @property
    def ended(self) -> bool:
        """Whether it has come to a final status."""
        return self.status in FINAL

    def start(self, puzzle: Puzzle, seed: int, stop: Stop) -> None:
        """Begin the search; this may compile kernels, which is not its time."""
        run = Run(puzzle, self.method, seed=seed, stop=stop, workers=1)
        run.method_name = self.name
        run.rest(run.seconds)
        first = run.snapshot()
        if self.ended:  # while it compiled
            return
        self.run, self.slices, self.left = run, iter(run), time.perf_counter()
        self.status = "running"
        if run.status:  # logic has said all
            self.end(run.status)
        else:
            self.show(first)

    def advance(self, iterations: int | None) -> int:
        """Advance one slice of about 10 ms, but at most by so many iterations; return how many it did."""
        assert self.run is not None
        run = self.run
        self._go_on(run)
        # A short slice says nothing about how many iterations take 10 ms, so it must not teach the engine.
        usual, before, self.slow = run.step, run.iteration, iterations is not None
        run.slice_iterations = None if iterations is None else min(iterations, usual)
        snapshot = next(self.slices, None)
        self.left = time.perf_counter()
        if iterations is not None and iterations < usual:
            run.step = min(run.step, usual)
        self.seconds = run.seconds
        if snapshot is not None:
            self.last = snapshot
        done = max(1, run.iteration - before)
        if snapshot is None or run.status:
            self.end(run.status or GAVE_UP)
        return done

    def advance_to_change(self, most: int, stopped: Callable[[], bool]) -> None:
        """Advance one by one until the board is another one, at most by so many; show it, and how many."""
        before = self.frame.grid if self.frame else None
        tried = 0
        while not self.ended and tried < most and not stopped():
            tried += self.advance(1)
            if before is None or self.last is None or not np.array_equal(before, self.last.grid):
                break
        if not self.ended:
            self.show(tried=tried)

    def due(self, interval: float) -> bool:
        """Tell whether it is time for another frame."""
        return int(time.perf_counter() / interval) != int(self.shown_at / interval)

    def show(self, snapshot: Snapshot | None = None, tried: int = 0) -> None:
        """Make a frame and a point of the curve from how things stand."""
        snapshot = snapshot or self.last
        if snapshot is None or self.run is None:
            return
        moved = self.frame is None or snapshot.iteration > self.point[0]
        rate, acceptance = self._pace(snapshot)
        content = {
            "type": "frame",
            "run": self.run_id,
            "contender": self.number,
            "iteration": snapshot.iteration,
            "seconds": round(snapshot.seconds, 4),
            "energy": snapshot.energy,
            "best": snapshot.best,
            "temperature": finite(snapshot.temperature),
            "acceptance": round(acceptance, 6),
            "restarts": snapshot.restarts,
            "rate": round(rate, 1),
            "progress": round(snapshot.progress, 4),
            "active": snapshot.active,
        }
        if tried:
            content["tried"] = tried
        self.frame = Frame(content, snapshot.grid, self.frame)
        if moved:
            self._keep(snapshot)
            names = ("iteration", "seconds", "energy", "best", "temperature", "acceptance")
            point: Any = tuple(content[name] for name in names)
            self.curve.add(point)

    def curve_text(self, cursor: Cursor) -> tuple[str, Cursor]:
        """Return the message about the points after a cursor, made once for viewers at the same place."""
        reset, points, after = self.curve.read(cursor)
        if not points and not (reset and cursor.generation >= 0):
            return "", cursor if reset else after
        key = (cursor, after)
        if self.told[0] != key:
            said = {
                "type": "curve",
                "run": self.run_id,
                "contender": self.number,
                "reset": reset,
                "points": points,
            }
            self.told = key, write_message(said)
        return self.told[1], after

    def end(self, status: str, message: str = "") -> None:
        """Come to a final status; only what people may still ask for is kept."""
        if self.ended:
            return
        if self.run is not None and status != "error":
            if not self.run.status:
                self.run.status, self.run.reason = status, message
            self._finish(self.run)
        close = getattr(self.slices, "close", None)
        if close is not None:
            with suppress(ValueError):  # the worker is in the middle of a slice, and closes them after it
                close()
        self.run, self.slices, self.last = None, iter(()), None
        self.message = message or (self.result.reason if self.result else "")
        self.status = status

    def _pace(self, snapshot: Snapshot) -> tuple[float, float]:
        """Return iterations a second, and the share of moves accepted, since the last frame."""
        (iteration, seconds, accepted), shown_at = self.point, self.shown_at
        self.shown_at = time.perf_counter()
        now_accepted = round(snapshot.acceptance * max(1, snapshot.iteration))
        self.point = (snapshot.iteration, snapshot.seconds, now_accepted)
        steps = snapshot.iteration - iteration
        if steps > 0:
            # In slow motion the pace is that of the clock on the wall; at full speed, that of its own time.
            passed = self.shown_at - shown_at if self.slow else snapshot.seconds - seconds
            return steps / max(1e-9, passed), min(1.0, max(0.0, (now_accepted - accepted) / steps))
        if self.frame is not None:
            return self.frame.content["rate"], self.frame.content["acceptance"]
        return 0.0, snapshot.acceptance

    def _keep(self, snapshot: Snapshot) -> None:
        """Keep boards for an animation: those that were shown, which costs the search nothing."""
        self.boards.append((snapshot.iteration, snapshot.grid))
        if len(self.boards) > BOARDS:
            del self.boards[1:-1:2]

    def _go_on(self, run: Run) -> None:
        """Leave out the time since it was last at work."""
        run.rest_since(self.left)
        self.left = time.perf_counter()

    def _finish(self, run: Run) -> None:
        self._go_on(run)
        final, best = run.snapshot(), run.result()
        if final.energy > best.energy:  # the end shows the best state, not where the walk happened to be
            final = replace(final, grid=best.grid, energy=best.energy)
        self.show(final)
        self.result = replace(best, keyframes=self.boards)
        self.boards = []
        points = trace_points(best.trace)
        if len(points) >= len(self.curve.points):
            self.curve.replace(points)
