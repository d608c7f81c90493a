"""A lane: one racer as viewers see it, with frames, a curve and a status."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ergodoku.base.errors import ErgodokuError
from ergodoku.base.history import BoundedHistory
from ergodoku.engine.status import Status
from ergodoku.web.messages import write_message
from ergodoku.web.runs.boards import PackedBoards
from ergodoku.web.runs.curve import Cursor, LaneCurve, finite, trace_points
from ergodoku.web.runs.frame import Frame

if TYPE_CHECKING:
    from ergodoku.engine.racer import Racer
    from ergodoku.engine.result import Result, Snapshot
    from ergodoku.puzzle.puzzle import Digits

ERROR = "error"  # the status of a lane whose search failed
FINAL = frozenset({*(status.value for status in Status), ERROR})
FAILED = "the search failed; the server's log says why"
BOARDS = 300  # maximum number of boards kept for an animation


class Lane:
    """Makes the frames, the curve and the status of a racer for viewers.

    The worker of the run writes a lane, and viewers read it. There is one exception: while the worker
    compiles, the thread that cancels the run may call `finish`.

    Parameters
    ----------
    run_id, number : str, int
        The id of the run, and the number of the lane in the run; messages contain both.
    racer : Racer
        The search to show. At the end the lane drops its reference to the racer.
    """

    def __init__(self, run_id: str, number: int, racer: Racer) -> None:
        self.run_id, self.number = run_id, number
        self.racer: Racer | None = racer
        self.contender = racer.contender
        self.status, self.message = "queued", ""
        self.without_logic = False
        self.frame: Frame | None = None
        self.curve = LaneCurve()
        self.boards: BoundedHistory[tuple[int, Digits]] = BoundedHistory(BOARDS)
        self.result: Result | None = None  # without boards: these are packed in `film`
        self.film: PackedBoards | None = None
        self.filmed = False  # whether a short run has been run again for more boards
        self._curve_text: tuple[object, str] = (None, "")  # the last message about the curve, with its key
        self._shown_at = 0.0
        self._point = (0, 0.0, 0)  # iteration, seconds and accepted proposals of the last frame

    @property
    def ended(self) -> bool:
        """Whether the lane has a final status."""
        return self.status in FINAL

    def outcome(self) -> tuple[str, str, Result | None]:
        """Return the status and, once it is final, its message and the result.

        The worker writes the status last, and viewers read it first: they never get a result together with
        the status "running".
        """
        status = self.status
        return (status, self.message, self.result) if status in FINAL else (status, "", None)

    def replace(self, racer: Racer) -> None:
        """Show another racer: the same method without logic, because logic would leave no search to show."""
        self.racer, self.contender, self.without_logic = racer, racer.contender, True

    def is_due(self, interval: float) -> bool:
        """Return whether it is time for another frame."""
        return int(time.perf_counter() / interval) != int(self._shown_at / interval)

    def show(self, *, tried: int = 0, slow: bool = True) -> None:
        """Make a frame and a point of the curve from the state of the racer.

        Parameters
        ----------
        tried : int
            Iterations of a step to the next change of the board; 0 if this was not such a step.
        slow : bool
            Whether the run is paused or in slow motion, so that viewers can follow single iterations.
        """
        if self.racer is None or self.racer.ended or not self.racer.started:
            return
        self.status = "running"
        self._show(self.racer.snapshot, tried, slow)

    def catch_up(self) -> None:
        """Make a frame if the racer has moved, so that the next frame shows only the next step."""
        racer, shown = self.racer, -1 if self.frame is None else self.frame.content["iteration"]
        if racer is not None and racer.started and racer.snapshot.iteration != shown:
            self.show()

    def finish(self) -> None:
        """Show how the racer ended, and keep only the data that visitors may still request."""
        racer = self.racer
        if racer is None or racer.result is None:
            return
        if racer.error is not None:
            self._close(ERROR, racer.error.text() if isinstance(racer.error, ErgodokuError) else FAILED)
            return
        if racer.started:
            self._keep(racer.snapshot, racer.result)
        self._close(racer.result.status.value, racer.result.reason)

    def fail(self) -> None:
        """End with an error, if the lane has not ended."""
        if not self.ended:
            self._close(ERROR, FAILED)

    def curve_text(self, cursor: Cursor) -> tuple[str, Cursor]:
        """Return the message about the points after a cursor; viewers with the same cursor share it."""
        reset, points, after = self.curve.read(cursor)
        if not points and not (reset and cursor.generation >= 0):
            return "", cursor if reset else after
        key = (cursor, after)
        if self._curve_text[0] != key:
            message = {
                "type": "curve",
                "run": self.run_id,
                "contender": self.number,
                "reset": reset,
                "points": points,
            }
            self._curve_text = key, write_message(message)
        return self._curve_text[1], after

    def _keep(self, last: Snapshot, result: Result) -> None:
        if last.energy > result.energy:  # the last frame shows the best state, not the last state
            last = replace(last, grid=result.grid, energy=result.energy)
        self._show(last, 0, False)
        self.curve.finish(trace_points(result.trace))
        from ergodoku.views.animation import energy_of

        if (boards := list(self.boards)) and result.found_by != "logic":
            self.film = PackedBoards.of(boards, [energy_of(result.puzzle.layout, grid) for _, grid in boards])
        self.result = result

    def _close(self, status: str, message: str) -> None:
        self.racer = None
        self.boards = BoundedHistory(BOARDS)
        self.message = message
        self.status = status  # set last: it tells viewers that the lane has ended

    def _show(self, snapshot: Snapshot, tried: int, slow: bool) -> None:
        moved = self.frame is None or snapshot.iteration > self._point[0]
        rate, recently = self._pace(snapshot, slow)
        content = {
            "type": "frame",
            "run": self.run_id,
            "contender": self.number,
            "iteration": snapshot.iteration,
            "seconds": round(snapshot.seconds, 7),
            "energy": snapshot.energy,
            "best": snapshot.best,
            "temperature": finite(snapshot.temperature),
            "acceptance": round(snapshot.acceptance, 6),  # of the whole run so far
            "restarts": snapshot.restarts,
            "rate": round(rate, 1),
            "progress": round(snapshot.progress, 4),
            "active": snapshot.active,
        }
        if tried:
            content["tried"] = tried
        self.frame = Frame(content, snapshot.grid, self.frame)
        if moved:
            self.boards.append((snapshot.iteration, snapshot.grid))
            names = ("iteration", "seconds", "energy", "best", "temperature")
            point: Any = (*(content[name] for name in names), round(recently, 6))
            self.curve.add(point)

    def _pace(self, snapshot: Snapshot, slow: bool) -> tuple[float, float]:
        """Return the iterations per second and the acceptance since the last frame."""
        (iteration, seconds, accepted), shown_at = self._point, self._shown_at
        self._shown_at = time.perf_counter()
        now_accepted = round(snapshot.acceptance * max(1, snapshot.iteration))
        self._point = (snapshot.iteration, snapshot.seconds, now_accepted)
        steps = snapshot.iteration - iteration
        if steps > 0:
            # In slow motion the rate is per second of wall-clock time, otherwise of search time.
            passed = self._shown_at - shown_at if slow else snapshot.seconds - seconds
            return steps / max(1e-9, passed), min(1.0, max(0.0, (now_accepted - accepted) / steps))
        if self.frame is not None:
            return self.frame.content["rate"], snapshot.acceptance
        return 0.0, snapshot.acceptance
