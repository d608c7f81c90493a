"""A live race in the terminal, with the same keys as the live view of a run."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

from rich.live import Live

from ergodoku.base.numbers import short
from ergodoku.engine.race_player import RacePlayer
from ergodoku.engine.run import CORES
from ergodoku.engine.status import Status
from ergodoku.views.race.picture import RacePicture
from ergodoku.views.series import AXES
from ergodoku.views.terminal import FRAMES, SEEN, SLOW, Controls, Keys, Signals, closes, first_speed

if TYPE_CHECKING:
    from rich.console import Console

    from ergodoku.engine.race import Race

SOON = 0.2  # a race decided in fewer seconds of search is slowed down, so that people can follow it
SHARE = 0.03  # largest share of time spent on drawing while the search runs at full speed


class RaceView:
    """The screen of a race.

    Parameters
    ----------
    race : Race
        A race that has not started.
    console : rich.console.Console
        A terminal.
    speed : float, "full" or "auto"
        Iterations a second of the fastest contender; or full speed; or slow at first, doubling every second.
    axis : str
        The axis of the curves at the start.
    symbols : str
        The puzzle's own symbols for the digits from 1 to N; if empty, digits are shown as numbers.
    stay : bool
        Keep the final frame until a key closes the view.
    """

    def __init__(
        self,
        race: Race,
        console: Console,
        speed: float | str = "auto",
        *,
        axis: str = "seconds",
        symbols: str = "",
        stay: bool = False,
    ) -> None:
        self.race, self.console, self.stay = race, console, stay
        self.symbols = symbols
        self.axis = AXES.index(axis)
        self.rising = speed == "auto"
        self.player = RacePlayer(
            race,
            speed=first_speed(speed, float("inf")),
            rising=self.rising,
            frames=FRAMES,
            workers=min(CORES, len(race.racers)),
        )
        self.controls = Controls(self.player, lambda: self.player.pace)
        self.keys = Keys()
        self.signals = Signals(console, self.keys)
        self.live = Live(console=console, screen=True, auto_refresh=False, transient=True)
        self.due, self.size = 0.0, console.size
        self.slowed = False  # whether any part of the race was shown in slow motion

    def play(self) -> None:
        """Play the race to its end; q and Ctrl-C end it early and keep the best states."""
        race = self.race
        try:
            with ExitStack() as stack:
                for part in (self.keys, self.signals):  # now, so that keys are not echoed during compilation
                    stack.enter_context(part)
                race.prepare()
                if self.rising:
                    self.player.begin_at(first_speed("auto", self._length()) or SLOW)
                stack.enter_context(self.live)
                self._run()
                race.end()
                self.controls.help = False
                self._draw()
                if self.stay:
                    self._wait_for_key()
        except KeyboardInterrupt:
            race.interrupted = not race.over
        finally:
            self.player.close()
            race.end(Status.INTERRUPTED if race.interrupted else Status.GAVE_UP)

    def _run(self) -> None:
        self._draw()
        while not (self.race.decided or self.race.over):
            if self.player.wait() <= 0:
                self.player.turn()
                self.due = 0.0 if self.player.paused else self.due  # after a single step, draw immediately
            self._look_around()

    def _look_around(self) -> None:
        """Draw a frame if one is due, then handle signals and keys; wait for keys until the next turn."""
        if self.signals.interrupted:
            raise KeyboardInterrupt
        if self.signals.stop_if_asked():
            self.due = 0.0
        now = float("-inf") if self.player.paused and self.due else time.perf_counter()
        if now >= self.due or self.console.size != self.size:
            self._draw()
        if keys := self.keys.read(min(self.player.wait(), 1 / FRAMES)):
            self.due = 0.0
            self.axis = (self.axis + keys.count("x") * (not self.controls.help)) % len(AXES)
            self.controls.press(keys)

    def _draw(self) -> None:
        began, speed = time.perf_counter(), self.player.speed
        self.size = self.console.size
        self.slowed |= speed is not None
        state, axis = self._state(speed), AXES[self.axis]
        picture = RacePicture(self.race, state, axis, self.controls.help, True, self.symbols)
        self.live.update(picture, refresh=True)
        now = time.perf_counter()
        pause = min((now - began) / SHARE, 0.5) if speed is None else 0.0
        self.due = began + max(pause, 1 / FRAMES)

    def _state(self, speed: float | None) -> str:
        if self.race.over:
            return "Enter closes the view" if self.stay else ""
        if self.player.paused:
            return "paused"
        if speed is None:
            return "full speed"
        return f"slow motion: {short(speed)}/s, 1:{short(max(1.0, self.player.pace / speed), gap='')}"

    def _wait_for_key(self) -> None:
        while self.keys.listens and not closes(self.keys.read(1 / FRAMES)):
            if self.signals.stop_if_asked() or self.console.size != self.size:
                self._draw()

    def _length(self) -> float:
        """Return the length of the race in iterations of the fastest contender; infinity if none wins soon.

        This runs a copy of the race briefly in advance: the view must know how slowly to start.
        """
        scout = self.race.copy()
        scout.prepare()
        player = RacePlayer(scout)
        while not (scout.decided or scout.over) and scout.seconds < min(SOON, SLOW * SEEN / player.pace):
            player.turn()
        winner = scout.winner
        scout.end()
        return max(1.0, winner.seconds * self.player.pace) if winner is not None else float("inf")
