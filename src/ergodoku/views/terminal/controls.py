"""What the keys of a live view do: pause, step, change the speed, help and quit.

The view of a run and the view of a race have the same keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ergodoku.base.errors import ParameterError

if TYPE_CHECKING:
    from ergodoku.engine.player import Player

FRAMES = 15  # a second, at most
STEPS = 100  # iterations of a large step
SLOW = 20.0 * FRAMES  # iterations a second to begin with, where nothing else is asked for
SEEN = 20.0  # a speed that doubles every second comes to 20 times its first second in about four seconds
# Iterations a second to choose from with + and -; full speed comes after the last.
SPEEDS = tuple(FRAMES * factor * 10**power for power in range(-1, 6) for factor in (1, 3))


class Controls:
    """The keys of a view at work on its player.

    Parameters
    ----------
    player : Player
        What they steer.
    rate : callable
        Returns how many iterations a second it does at full speed.

    Attributes
    ----------
    help : bool
        Whether the keys are to be explained.
    """

    def __init__(self, player: Player, rate: Callable[[], float]) -> None:
        self.player, self.rate, self.help = player, rate, False

    def press(self, keys: Sequence[str]) -> None:
        """Do what keys ask for; q raises `KeyboardInterrupt`."""
        for key in keys:
            if self.help and key not in ("q", "Q"):
                self.help = False
            elif key in ("q", "Q"):
                raise KeyboardInterrupt
            elif key in ("?", "h"):
                self.help = True
            elif key in ("space", "p"):
                if self.player.paused:
                    self.player.resume()
                else:
                    self.player.pause()
            elif key in ("+", "=", "up", "-", "_", "down"):
                self._change_speed(faster=key in ("+", "=", "up"))
            elif key in ("s", "right", "n"):
                if not self.player.paused:
                    self.player.pause()
                self.player.step(STEPS if key == "n" else 1)

    def _change_speed(self, *, faster: bool) -> None:
        speed = self.player.speed
        now = speed or self.rate() or float("inf")  # at full speed it takes a while until the rate is known
        if faster:
            more = [s for s in SPEEDS if s > now * 1.01]
            self.player.set_speed(more[0] if more and speed is not None else None)
        else:
            less = [s for s in SPEEDS if s < now * 0.99]
            self.player.set_speed(less[-1] if less else min(now, SPEEDS[0]))


def speed_of(text: str) -> float | str:
    """Return the speed that an option asks for: ``auto``, ``full``, or iterations a second."""
    if text in ("auto", "full"):
        return text
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed < float("inf"):
        raise ParameterError(f"`speed` {text!r} is not a speed", "give auto, full, or iterations a second")
    return speed


def first_speed(speed: float | str, iterations: float) -> float | None:
    """Return the speed to begin with; None for full speed.

    Parameters
    ----------
    speed : float or str
        What was asked for. ``auto`` begins slowly: so slowly that a search which is over after a few
        iterations takes some seconds to watch.
    iterations : float
        Iterations after which the search is over, if it is known to be over soon; else infinity.
    """
    if speed == "auto":
        return max(1.0, min(SLOW, iterations / SEEN))
    return None if speed == "full" else float(speed)
