"""Plays a race: at any speed all contenders get the same search time, and the same contender wins.

Search time is cut into `rounds`. No contender starts a round before all have completed the previous one, and
a race is decided at the end of a round. So neither speed nor threads decide who wins.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from ergodoku.engine.player import Move, Player
from ergodoku.engine.racer import Racer
from ergodoku.engine.rounds import round_end

if TYPE_CHECKING:
    from ergodoku.engine.race import Race

TURN = 0.05  # seconds after which a turn ends, even if the round goes on


class RacePlayer(Player):
    """Advances the racers of a race by the iterations that are due.

    Parameters
    ----------
    race : Race
        A race of two contenders or more.
    speed : float, optional
        Iterations per second of the fastest contender; the others do fewer, in proportion to their paces. As
        fast as possible by default.
    workers : int
        Threads that advance the racers at full speed.
    **options
        As for `Player`.
    """

    runs: Sequence[Racer]

    def __init__(self, race: Race, *, speed: float | None = None, workers: int = 1, **options: Any) -> None:
        super().__init__(race.racers, speed=speed, waiting_counts=False, **options)
        self.race = race
        self._pool = ThreadPoolExecutor(workers, "ergodoku-race") if workers > 1 else None
        self._now = 0.0  # search time that slow motion has reached

    @property
    def pace(self) -> float:
        """The pace of the fastest contender: its iterations per second of search."""
        return max(racer.pace for racer in self.runs)

    def set_speed(self, speed: float | None) -> None:
        """Let the fastest contender do this many iterations per second from now on; None means full speed."""
        super().set_speed(speed)
        self._now = 0.0

    def stop(self) -> None:
        """Let a turn that is in progress end after its slice, and stop measuring paces."""
        self.race.stopping.set()
        super().stop()

    def close(self) -> None:
        """End the threads after their current slices."""
        self.stop()
        if self._pool is not None:
            self._pool.shutdown()

    def _slice(self, active: list[int]) -> list[Move]:
        """Let the racers in the earliest round complete it; without threads, one of them does a slice."""
        first = min(self.runs[k].round for k in active)
        behind = [k for k in active if self.runs[k].round == first]
        if self._pool is None:
            k = min(behind, key=lambda k: self.runs[k].seconds)
            self._advance(self.runs[k], None)
            return [Move(k, 0)]
        for _ in self._pool.map(self._complete, [self.runs[k] for k in behind], [first] * len(behind)):
            pass
        return [Move(k, 0) for k in behind]

    def _complete(self, racer: Racer, round: int) -> None:
        """Complete a round, or return before its end if it takes long: keys and frames must not wait."""
        until = time.perf_counter() + TURN
        while not (racer.has_completed(round) or racer.ended or self.stopped):
            self._advance(racer, None)
            if time.perf_counter() > until:
                break

    def _portions(self, speed: float, interval: float, active: list[int], until: float) -> None:
        """Advance all racers to the search time that is due, round by round."""
        racers = [self.runs[k] for k in active]
        self._now = max(self._now, min((racer.seconds for racer in racers), default=0.0))
        due = self._now + speed * interval / self.pace
        while racers and self._now < due and not self.race.decided and not self.stopped:
            self._go_to(min(due, round_end(min(racer.round for racer in racers))), racers, until)
            racers = [racer for racer in racers if not racer.ended]
            if time.perf_counter() > until:
                break

    def _go_to(self, seconds: float, racers: list[Racer], until: float) -> None:
        """Advance racers to a search time, the least advanced first.

        Stop early if the wall-clock time reaches ``until``.
        """
        self._now = seconds
        last = min(racers, key=lambda racer: racer.seconds)
        for racer in sorted(racers, key=lambda racer: racer.seconds):
            target = racer.iteration_at(seconds)
            if racer is last or time.perf_counter() <= until:
                self._some(racer, max(0, target - racer.iteration), until)
            if racer.iteration < target and not racer.ended:
                self._now = min(self._now, racer.time_of(racer.iteration + 1))
