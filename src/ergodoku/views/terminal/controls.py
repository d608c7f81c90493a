"""The actions of the keys in a live view: pause, step, change the speed, help and quit.

The live views of a run and of a race share these keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ergodoku.base.errors import ParameterError

if TYPE_CHECKING:
    from ergodoku.engine.player import Player

FRAMES = 15  # at most this many frames a second
STEPS = 100  # iterations of a large step
SLOW = 20.0 * FRAMES  # default speed at the start, in iterations a second
# The speed doubles every second. A run that needs SEEN times the iterations of its first second lasts about
# four seconds.
SEEN = 20.0
# Speeds that + and - step through, in iterations a second; after the last comes full speed.
SPEEDS = tuple(FRAMES * factor * 10**power for power in range(-1, 6) for factor in (1, 3))
PAUSE, STEP = ("space", "p"), ("s", "right", "n")
FASTER, SLOWER = ("+", "=", "up"), ("-", "_", "down")
HELP, AXIS = ("?", "h"), "x"


class Controls:
    """Applies the keys of a view to its player.

    Parameters
    ----------
    player : Player
        The player to control.
    rate : callable
        Returns the iterations a second at full speed.

    Attributes
    ----------
    help : bool
        Whether the view shows the help.
    """

    def __init__(self, player: Player, rate: Callable[[], float]) -> None:
        self.player, self.rate, self.help = player, rate, False

    def press(self, keys: Sequence[str]) -> None:
        """Carry out the actions of keys; q raises `KeyboardInterrupt`."""
        for key in keys:
            if self.help and key not in ("q", "Q"):
                self.help = False
            elif key in ("q", "Q"):
                raise KeyboardInterrupt
            elif key in HELP:
                self.help = True
            elif key in PAUSE:
                if self.player.paused:
                    self.player.resume()
                else:
                    self.player.pause()
            elif key in (*FASTER, *SLOWER):
                self._change_speed(faster=key in FASTER)
            elif key in STEP:
                if not self.player.paused:
                    self.player.pause()
                self.player.step(STEPS if key == "n" else 1)

    def _change_speed(self, *, faster: bool) -> None:
        speed = self.player.speed
        now = speed or self.rate() or float("inf")  # at full speed the rate is not known at first
        if faster:
            more = [s for s in SPEEDS if s > now * 1.01]
            self.player.set_speed(more[0] if more and speed is not None else None)
        else:
            less = [s for s in SPEEDS if s < now * 0.99]
            self.player.set_speed(less[-1] if less else min(now, SPEEDS[0]))


def closes(keys: Sequence[str]) -> bool:
    """Return whether one of the keys closes the view of an ended search.

    The keys that control the search or its view do not: they may have been meant for the last iterations.
    """
    return any(key not in (*PAUSE, *STEP, *FASTER, *SLOWER, *HELP, AXIS) for key in keys)


def speed_of(text: str) -> float | str:
    """Return the speed that a text names: ``auto``, ``full``, or iterations a second."""
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
    """Return the speed at the start; None for full speed.

    Parameters
    ----------
    speed : float or str
        The requested speed. ``auto`` starts slowly enough to watch even a search of only a few iterations for
        a few seconds.
    iterations : float
        The length of the search, if it is known to be short; otherwise infinity.
    """
    if speed == "auto":
        return max(1.0, min(SLOW, iterations / SEEN))
    return None if speed == "full" else float(speed)
