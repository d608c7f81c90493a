"""A search to watch: an iterator of snapshots that shows itself in a notebook."""

from __future__ import annotations

from collections.abc import Iterator

from ergodoku.engine.result import Result, Snapshot
from ergodoku.engine.run import Run


class Watch(Iterator[Snapshot]):
    """Snapshots of a run while it runs.

    Iterate over it. Or make it the last expression of a cell in Jupyter or marimo to see the search live:
    slow at first, and twice as fast every second. Interrupting the cell ends the run.

    Attributes
    ----------
    run : Run
        The run that is watched.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self._snapshots = iter(run)

    def __next__(self) -> Snapshot:
        return next(self._snapshots)

    @property
    def result(self) -> Result:
        """The outcome so far."""
        return self.run.result()

    def __repr__(self) -> str:
        size = self.run.puzzle.size
        return f"Watch({self.run.contender.label}, {size}x{size}, {self.run.status or 'not finished'})"

    def _ipython_display_(self) -> None:
        from ergodoku.views.notebook import show_in_jupyter

        show_in_jupyter(self)

    def _display_(self) -> object:
        from ergodoku.views.notebook import show_in_marimo

        return show_in_marimo(self)
