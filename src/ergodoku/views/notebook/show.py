"""A live run in Jupyter and marimo: a picture that is replaced about ten times a second."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ergodoku.engine.player import Player
from ergodoku.views.history import history
from ergodoku.views.notebook.picture import picture
from ergodoku.views.series import credit

if TYPE_CHECKING:
    from ergodoku.engine.result import Snapshot
    from ergodoku.engine.watch import Watch

FRAMES = 10  # frames a second
SLOW = 300.0  # iterations a second at the start


def show_in_jupyter(watch: Watch) -> None:
    """Run to the end, and show the run in the output of the cell."""
    import IPython

    display: Any = IPython.display.display
    if not hasattr(IPython.get_ipython(), "kernel"):  # IPython in a terminal cannot show pictures
        print(repr(watch))
        return
    handle = None
    for html in pictures(watch):
        bundle = {"text/html": html, "text/plain": repr(watch)}
        if handle is None:
            handle = display(bundle, raw=True, display_id=True)
        else:
            handle.update(bundle, raw=True)


def show_in_marimo(watch: Watch) -> object:
    """Run to the end, show the run in the output of the cell, and return its final picture."""
    import marimo

    last = ""
    for html in pictures(watch):
        if last:
            marimo.output.replace(marimo.Html(last))
        last = html
    return marimo.Html(last)


def pictures(watch: Watch) -> Iterator[str]:
    """Run to the end and yield pictures of the run; the last shows the solution or the best state.

    The search starts slowly and doubles its speed every second, up to full speed.
    """
    run = watch.run
    player = Player([run], speed=SLOW, rising=True, frames=FRAMES)
    due, seen, then = 0.0, run.iteration, time.perf_counter()
    try:
        while not player.over:
            player.rest(1 / FRAMES)
            player.turn()
            if (now := time.perf_counter()) >= due:
                due = now + 1 / FRAMES
                snapshot = run.snapshot()
                yield _picture(watch, snapshot, (snapshot.iteration - seen) / max(now - then, 1e-9))
                seen, then = snapshot.iteration, now
    except KeyboardInterrupt:
        run.interrupt()
    finally:
        run.close()
    result = run.result()
    last = replace(run.snapshot(), grid=result.grid, energy=result.energy)
    yield _picture(watch, last, result.iterations / max(result.seconds, 1e-9))


def _picture(watch: Watch, snapshot: Snapshot, rate: float) -> str:
    run = watch.run
    size, word = run.puzzle.size, "searching" if run.status is None else run.status.words
    by = credit(run.contender.label, snapshot.active)
    title = f"{by}, {size}x{size}, seed {run.seed}: {word}"
    return picture(run.puzzle, snapshot, rate, history(run, snapshot.replica), title)
