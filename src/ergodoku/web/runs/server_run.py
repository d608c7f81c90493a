"""A run on the server: a race of one or more methods that people watch and control."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ergodoku.engine.player import Player
from ergodoku.engine.race import Race, player_of
from ergodoku.engine.stop import Seconds
from ergodoku.web.runs.lane import Lane
from ergodoku.web.runs.worker import Worker

UNWATCHED = 10.0  # seconds after the last request until a run counts as unwatched

if TYPE_CHECKING:
    from ergodoku.methods.contender import Contender
    from ergodoku.puzzle.puzzle import Puzzle
    from ergodoku.web.limits import Limits
    from ergodoku.web.runs.slots import Slots


class ServerRun:
    """One run: its lanes, its token, and the worker that advances it.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle for all methods.
    contenders : sequence of Contender
        The methods, one for each lane.
    limits : Limits
        The limits of the server.
    slots : Slots
        The slots of the server; the run needs one of them.
    seed : int
        The seed of all methods.
    seconds : float
        Time limit of each method, in seconds.
    until : str
        End the race with the ``first`` solution, or when ``all`` contenders have ended.
    paused : bool
        Start paused.
    watchable : bool
        Leave logic out if it alone would solve the puzzle, so that there is a search to watch.
    speed : float, optional
        Iterations per second; full speed if not given.
    steering : sequence of (int, float or None)
        Iterations, each with the temperature to hold from there on; None returns to the schedule.
    visitor : str
        The visitor who started the run.

    Attributes
    ----------
    worker : Worker or None
        None once its thread has ended, so that the memory of the search is freed.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        contenders: Sequence[Contender],
        limits: Limits,
        slots: Slots,
        *,
        seed: int = 0,
        seconds: float = 60.0,
        until: str = "first",
        paused: bool = False,
        watchable: bool = False,
        speed: float | None = None,
        steering: Sequence[Sequence[float | None]] = (),
        visitor: str = "",
    ) -> None:
        self.id, self.token = secrets.token_urlsafe(12), secrets.token_urlsafe(24)
        self.seed, self.limits, self.visitor = seed, limits, visitor
        self.watchable = watchable
        race = Race(puzzle, contenders, seed=seed, stop=Seconds(seconds), until=until, steering=steering)
        player = player_of(race, speed=speed, frames=limits.frames, paused=paused)
        self.lanes = [Lane(self.id, k, racer) for k, racer in enumerate(race.racers)]
        self.lock = threading.Lock()
        self.viewers, self.seen_at = 0, time.monotonic()
        self.status, self.message = "queued", ""
        self.ended_at: float | None = None
        self.worker: Worker | None = Worker(self, race, player, slots)

    @property
    def ended(self) -> bool:
        """Whether the run has ended; its status and message are then final."""
        return self.ended_at is not None

    def outcome(self) -> tuple[str, str]:
        """Return the status and its message; the worker writes the final ones while it holds the lock."""
        with self.lock:
            return self.status, self.message

    @property
    def position(self) -> int | None:
        """The position in the queue, from 1; None if the run does not wait."""
        worker = self.worker
        return None if worker is None else worker.position

    @property
    def watched(self) -> bool:
        """Whether a page shows the run, or somebody has requested its state in the last seconds."""
        return self.viewers > 0 or time.monotonic() - self.seen_at < UNWATCHED

    def start(self) -> None:
        """Request a slot, and begin."""
        if self.worker is not None:
            self.worker.start()

    def pause(self) -> None:
        """Pause until the run is resumed or stepped."""
        self._steer(Player.pause)

    def resume(self) -> None:
        """Resume the run."""
        self._steer(Player.resume)

    def step(self, count: int = 1, to_change: bool = False) -> None:
        """Pause, and let every method do ``count`` iterations or, with ``to_change``, board changes."""
        self._steer(lambda player: player.step(count, to_change=to_change))

    def set_speed(self, speed: float | None) -> None:
        """Do this many iterations per second; None means full speed.

        In a race, this is the speed of the fastest contender; the paces decide how fast the others are.
        """
        self._steer(lambda player: player.set_speed(speed))

    def steer(self, temperature: float | None) -> None:
        """Hold this temperature from the next turn on; None returns to the schedule. Races ignore this."""
        with self.lock:
            if (worker := self.worker) is not None and len(self.lanes) == 1:
                worker.steer(temperature)

    def cancel(self) -> None:
        """End the run: at once while it compiles, otherwise after the current slice."""
        with self.lock:
            if (worker := self.worker) is not None:  # the worker's thread may set it to None
                worker.cancel()

    def join(self, seconds: float) -> None:
        """Wait for the end of the worker's thread."""
        if (worker := self.worker) is not None:
            worker.thread.join(seconds)

    def watch(self, more: int) -> None:
        """Add to the number of viewers; use -1 when one leaves, and 0 for a single request."""
        with self.lock:
            self.viewers, self.seen_at = self.viewers + more, time.monotonic()

    def _steer(self, control: Callable[[Player], None]) -> None:
        with self.lock:
            if (worker := self.worker) is not None:
                control(worker.player)
                worker.show_pause()
