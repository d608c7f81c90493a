"""Show a race while it runs: a live picture on a terminal, otherwise lines of progress.

`ergodoku.race` takes a `Picture` or `Lines` as ``on_frame``, and calls it with the race for every frame.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ergodoku.views.race.picture import RacePicture

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live

    from ergodoku.engine.race import Race
    from ergodoku.views.terminal import Keys, Signals

LEAST = 20, 5  # columns and lines that a live picture needs
GROWTH = 1.25  # after a line at time t, the next is due at GROWTH * t, but at least 1 s later


@contextmanager
def race_view(console: Console | None = None) -> Iterator[Callable[[Race], None]]:
    """Yield a function that shows the frames of a race; restore the terminal afterwards.

    Parameters
    ----------
    console : Console, optional
        A console of rich; stderr by default. If the terminal can move its cursor, the race is shown live;
        otherwise as lines of progress.

    Examples
    --------
    >>> import ergodoku as eg
    >>> with race_view() as show:
    ...     results = eg.race("1... ..3. .4.. ...2", ["annealing", "probing"], on_frame=show)
    """
    from rich.console import Console

    console = console or Console(stderr=True, highlight=False)
    if not is_live(console):
        yield Lines(console)
        return
    from rich.live import Live

    from ergodoku.views.terminal import Keys, Signals

    with (
        Keys() as keys,
        Live(console=console, screen=True, auto_refresh=False, transient=True) as live,
        Signals(console, keys) as signals,
    ):
        yield Picture(live, keys, signals)


def is_live(console: Console) -> bool:
    """Return whether the console can show a live picture."""
    wide, high = console.size
    return console.is_terminal and not console.is_dumb_terminal and wide >= LEAST[0] and high >= LEAST[1]


class Picture:
    """Draws each frame over the previous frame."""

    def __init__(self, live: Live, keys: Keys, signals: Signals) -> None:
        self.live, self.keys, self.signals = live, keys, signals

    def __call__(self, race: Race) -> None:
        """Draw the race; q ends it, like Ctrl-C."""
        self.signals.stop_if_asked()
        self.live.update(RacePicture(race), refresh=True)
        asked = bool({"q", "Q"} & set(self.keys.read())) or self.signals.interrupted
        if asked and not race.over:
            raise KeyboardInterrupt


class Lines:
    """Writes a line of progress from time to time, and a line when a racer ends."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.done: set[str] = set()
        self.next = 1.0  # seconds

    def __call__(self, race: Race) -> None:
        """Write the lines that are due."""
        if race.seconds >= self.next and any(c.result is None for c in race.racers):
            self.next = max(self.next + 1, GROWTH * race.seconds)
            stand = ", ".join(f"{c.label} {c.snapshot.energy} (best {c.snapshot.best})" for c in race.racers)
            self._write(f"{race.seconds:6.1f} s  energy: {stand}")
        for racer in race.racers:
            result = racer.result
            if result is not None and racer.label not in self.done:
                self.done.add(racer.label)
                at = "" if result.solved else f" at energy {result.energy}"
                reason = f" ({result.reason})" if result.reason else ""
                word = f"{racer.outcome}{at}{reason}" if racer.error is None else racer.failure
                self._write(f"{result.seconds:6.1f} s  {racer.label}: {word}")

    def _write(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)
        if self.console.file is not sys.stderr:
            self.console.file.flush()
