"""The thread of a run: it holds one of the server's few slots while it plays the race.

A paused run frees its slot. A run that nobody watches gives its slot to a waiting run that is watched, and
waits itself. Runs in slow motion have separate slots.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ergodoku.base.errors import ErgodokuError
from ergodoku.engine.status import Status
from ergodoku.web.log import note
from ergodoku.web.runs.compiling import compiling
from ergodoku.web.runs.contenders import watchable
from ergodoku.web.runs.lane import ERROR

if TYPE_CHECKING:
    from ergodoku.engine.player import Player
    from ergodoku.engine.race import Race
    from ergodoku.web.runs.server_run import ServerRun
    from ergodoku.web.runs.slots import Slots

LOOK = 1.0  # seconds after which a waiting run checks its limits again
ABANDONED = 60.0  # seconds without viewers after which a paused or slow run is ended
COMPILING = "compiling kernels: up to a minute, only once"  # must fit into three short lines on the page
OUTCOMES = (
    Status.SOLVED,
    Status.UNSOLVABLE,
    Status.INTERRUPTED,
    Status.GAVE_UP,
    ERROR,
)  # a run gets the first of these statuses that any of its lanes has


class Worker:
    """Plays the race of a run until all racers have ended.

    Attributes
    ----------
    compiling : bool
        Whether the thread is compiling. Only write it while holding the lock of the run.
    """

    def __init__(self, run: ServerRun, race: Race, player: Player, slots: Slots) -> None:
        self.run, self.race, self.player, self.slots = run, race, player, slots
        self.began = time.monotonic()
        self.compiling = False
        self.wishes: deque[float | None] = deque(maxlen=1)
        self.thread = threading.Thread(target=self._work, name=f"run-{run.id}", daemon=True)

    @property
    def watched(self) -> bool:
        """Whether anybody watches the run."""
        return self.run.watched

    @property
    def position(self) -> int | None:
        """The position in the queue, from 1; None if the run does not wait."""
        return self.slots.position(self)

    def start(self) -> None:
        """Request a slot, and begin; if the thread cannot start, free the slot and raise its error."""
        if self.player.paused:
            self._show("paused")
        elif self.slots.ask(self, self.player.speed):
            self._show("running")
        try:
            self.thread.start()
        except BaseException:
            self.slots.release(self)  # normally the thread does this, but it is not running
            raise

    def wake(self) -> None:
        """Wake the thread: it has got a slot."""
        self.player.wake()

    def cancel(self) -> None:
        """End the run; the caller holds the lock of the run.

        A compilation cannot be stopped, so a run that compiles is ended here. Its thread needs the lock to
        continue, so nothing changes meanwhile. The thread keeps its slot until it has compiled, and then
        finds that the run has ended.
        """
        self.player.stop()
        if self.compiling and not self.run.ended:
            self.race.end(Status.INTERRUPTED)
            self._end()

    def steer(self, temperature: float | None) -> None:
        """Change the temperature before the next turn; the caller holds the lock of the run."""
        self.wishes.append(temperature)  # only the last request counts
        self.player.wake()

    def show_pause(self) -> None:
        """While the thread compiles, show whether the run is paused; the caller holds the lock of the run."""
        if self.compiling:
            self._show("paused" if self.player.paused else "running")

    def _show(self, status: str) -> None:
        """Set the status of the run, unless it has ended: then the status from `_end` is final."""
        if not self.run.ended:
            self.run.status = status

    def _work(self) -> None:
        """Play to the end, and end the run even if something fails."""
        try:
            while not self._over():
                self._turn()
        except Exception as error:
            note("run failed", error, run=self.run.id)
        finally:
            try:
                with self.run.lock:
                    self._end()
            finally:
                self.slots.release(self)
                self.run.worker = None  # frees the memory of the search; only the outcome is kept

    def _over(self) -> bool:
        """End the race if there is a reason to; return whether it is over."""
        if self.player.stopped:
            self.race.end(Status.INTERRUPTED)
        elif self.race.decided:
            self.race.end()
        elif time.monotonic() - self.began > self.run.limits.life:
            self.race.end(reason="the run reached the longest duration that this server allows")
        elif self._abandoned:
            self.race.end(reason=f"nobody watched the run for {ABANDONED:.0f} seconds")
        self._finish_lanes()
        return self.race.over

    @property
    def _abandoned(self) -> bool:
        if self.run.viewers or (self.player.speed is None and not self.player.paused):
            return False
        return time.monotonic() - self.run.seen_at > ABANDONED

    def _turn(self) -> None:
        """Do the next step: wait for a slot, let the player advance the race, or rest."""
        player = self.player
        if not self.run.watched:
            self.slots.give_way(self)
        if player.paused:
            self.slots.release(self)
        elif self.slots.ask(self, player.speed):
            self._show("running")
        else:
            self._show("queued")
            player.sleep(LOOK)
            return
        self._start_racers()
        self._steer()
        if player.paused:
            self._catch_up()
        if player.wait() <= 0:
            self._play()
        elif not self.race.over:
            if player.paused:
                self._catch_up()  # again: the visitor may have pressed Pause just now
                self._show("paused")
            player.rest(LOOK)

    def _catch_up(self) -> None:
        for lane in self.run.lanes:
            lane.catch_up()

    def _start_racers(self) -> None:
        for number, lane in enumerate(self.run.lanes):
            racer = self.race.racers[number]
            if not (racer.started or racer.ended or self.player.stopped):
                with self._telling():
                    if self.run.watchable:
                        other = watchable(racer.contender, self.race.puzzle)
                        if other is not racer.contender:
                            racer = self.race.replace(number, other)
                            lane.replace(racer)
                    racer.start()
                lane.show()

    def _steer(self) -> None:
        if self.wishes and self.race.racers[0].run.steer(self.wishes.pop()):
            self.run.lanes[0].show()

    def _play(self) -> None:
        slow = self.player.paused or self.player.speed is not None
        with self._telling():
            moves = self.player.turn()
        for number, tried in moves:
            lane = self.run.lanes[number]
            if slow or lane.is_due(1 / self.run.limits.frames):
                lane.show(tried=tried, slow=slow)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """While kernels are compiled, explain the delay to viewers."""
        with compiling(self._begin_compiling, self._end_compiling):
            yield
        if self.run.message:
            with self.run.lock:
                if not self.run.ended:
                    self.run.message = ""

    def _begin_compiling(self) -> None:
        with self.run.lock:
            self.compiling = True
            if self.player.stopped:
                self.cancel()
            else:
                self.run.message = COMPILING
                self.show_pause()

    def _end_compiling(self) -> None:
        with self.run.lock:  # another thread may be cancelling the run
            self.compiling = False

    def _finish_lanes(self) -> None:
        for lane in self.run.lanes:
            if lane.racer is None or not lane.racer.ended:
                continue
            if (error := lane.racer.error) is not None:
                if not isinstance(error, ErgodokuError):
                    label = lane.contender.label
                    note("contender failed", error, run=self.run.id, contender=lane.number, method=label)
                error.__traceback__ = None  # its stack frames would keep the search in memory
            try:
                lane.finish()
            except Exception as failure:  # a failed search may be unable to return its trace
                note("contender failed", failure, run=self.run.id, contender=lane.number)
                lane.fail()

    def _end(self) -> None:
        """Give the run its final status; the caller holds the lock of the run."""
        run = self.run
        if run.ended:
            return
        self._finish_lanes()
        for lane in run.lanes:
            lane.fail()  # affects only lanes that have not ended: something failed there
        run.message = "; ".join(dict.fromkeys(lane.message for lane in run.lanes if lane.message))
        statuses = {lane.status for lane in run.lanes}
        run.status = next(str(status) for status in OUTCOMES if status in statuses)
        run.ended_at = time.monotonic()
        note("run ended", run=run.id, status=run.status, seconds=round(run.ended_at - self.began, 3))
