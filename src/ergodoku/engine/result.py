"""The result of a run, and its snapshots along the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ergodoku._version import __version__
from ergodoku.base.numbers import counted
from ergodoku.engine.status import Status
from ergodoku.engine.trace import Trace
from ergodoku.puzzle.puzzle import Digits, Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from matplotlib.axes import Axes
    from rich.console import Console, ConsoleOptions
    from rich.table import Table

    from ergodoku.puzzle.layout import Layout


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The state of the leading replica at one moment of a run."""

    iteration: int
    seconds: float
    energy: int
    best: int
    temperature: float
    acceptance: float
    restarts: int
    grid: Digits
    replica: int
    progress: float
    active: str


@dataclass(frozen=True, eq=False)
class Result:
    """The outcome of a run.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle.
    status : Status
        ``solved``, ``gave_up``, ``unsolvable`` or ``interrupted``.
    grid : ndarray of uint8, shape (size, size)
        The solution, or the best state found; 0 where a cell is not filled.
    energy : int
        Energy of that grid; 0 if it is a solution.
    method : str
        Name of the method or preset; with ``parameters`` it can be run again.
    label : str
        Display name of the contender; unique in a race.
    found_by : str
        The method (or ``logic``) that found the grid. For ``auto`` and ``portfolio`` it is the member that
        was searching, and for a preset the name of the preset.
    parameters : dict
        All parameters of the method.
    seed, replicas : int
        As given to `solve`.
    replica : int
        The replica that found the grid.
    iterations : int
        Iterations of that replica.
    evaluations : int
        Cell changes that this replica looked at. Use them to compare methods: a swap counts as two, a whole
        board or vector as one for each free cell, and a choice in a partial grid as one for each cell that it
        fills.
        Not counted (0) for puzzles that `solve_many` solves in blocks.
    seconds : float
        Search time, without pauses and without compiling or loading kernels.
    cpu_seconds : float
        CPU time of all threads that searched, for all replicas.
    trace : Trace
        The history of this replica.
    keyframes : list of (int, ndarray)
        Boards of the search with their iterations, if the run had ``keyframes=True``.
    reason : str
        Why there is no solution, or why the run gave up before its limits, if known.
    stopped : bool
        Whether the end of a race stopped the run before it ended by itself.
    steering : tuple of (int, float or None)
        Changes of the temperature by hand, with their iterations; None returns to the schedule. Pass them to
        `Run` as ``steering`` to repeat them.
    """

    puzzle: Puzzle
    status: Status
    grid: Digits
    energy: int
    method: str
    label: str
    found_by: str
    parameters: dict[str, Any]
    seed: int
    replicas: int
    replica: int
    iterations: int
    evaluations: int
    seconds: float
    cpu_seconds: float
    trace: Trace
    keyframes: list[tuple[int, Digits]] = field(default_factory=list)
    reason: str = ""
    stopped: bool = False
    steering: tuple[tuple[int, float | None], ...] = ()
    version: str = __version__

    @property
    def solved(self) -> bool:
        """Whether the grid is a solution."""
        return self.status is Status.SOLVED

    @property
    def outcome(self) -> str:
        """How the run ended, in words."""
        unfinished = self.stopped and self.status is Status.GAVE_UP
        return "not finished" if unfinished else self.status.words

    def to_dict(self) -> dict[str, Any]:
        """Return what ``ergodoku solve --json`` prints."""
        steered = {"steering": [list(change) for change in self.steering]} if self.steering else {}
        return (
            {
                "puzzle": grid_json(self.puzzle.givens),
                "status": self.status.value,
                "reason": self.reason,
                "grid": grid_json(self.grid),
                "energy": self.energy,
                "method": self.method,
                "found_by": self.found_by,
                "parameters": self.parameters,
                "seed": self.seed,
                "iterations": self.iterations,
                "seconds": round(self.seconds, 6),
                "version": self.version,
            }
            | unusual_layout_json(self.puzzle.layout)
            | steered
        )

    def plot(self, kind: str = "overview", **options: Any) -> Axes | list[Axes]:
        """Draw the run with matplotlib, and return the axes.

        Parameters
        ----------
        kind : str
            ``overview`` (the board with the curves that suit the method), ``board``, ``heat_map``,
            ``energy``, ``temperature``, ``acceptance``, ``generations``, ``mutation``, ``pheromone``,
            ``ladder`` or ``score``; or several curves below each other, such as ``energy+temperature``.
        **options
            Options of the function with this name in `ergodoku.views.plots.result`: ``ax``, ``theme``,
            ``over`` ...
        """
        from ergodoku.views.plots import plot_result

        return plot_result(self, kind, **options)

    def save_gif(self, path: str | Path, **options: Any) -> None:
        """Write the run as an animation: GIF, or MP4 and WebM with the extra ``video``.

        The run needs ``keyframes=True``. The options are the same as for `ergodoku.views.animation.save`:
        ``frames``, ``size``, ``seconds`` or ``fps``, ``theme``, ``progress``.
        """
        from ergodoku.views import animation

        animation.save(self, path, **options)

    def __repr__(self) -> str:
        return f"Result({self._summary})"

    @property
    def _summary(self) -> str:
        size = self.puzzle.size
        return (
            f"{self.status}, {size}x{size}, energy {self.energy}, found by {self.found_by}, "
            f"{counted(self.iterations, 'iteration')}, {self.seconds:.3g} s"
        )

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table]:
        from ergodoku.puzzle.show import as_table

        yield as_table(self.puzzle, self.grid.ravel(), options.max_width)

    def _repr_html_(self) -> str:
        from html import escape

        from ergodoku.puzzle.show import as_html

        board = as_html(self.puzzle, self.grid.ravel())
        return f'{board}<div style="font:13px system-ui,sans-serif;opacity:.75">{escape(self._summary)}</div>'


def unusual_layout_json(layout: Layout) -> dict[str, Any]:
    """Return the keys for JSON that describe a layout; none if the size of the grid shows the layout."""
    from ergodoku.puzzle.formats import FORMATS
    from ergodoku.puzzle.formats.json_format import layout_json

    return {} if FORMATS["line"].carries(layout) else layout_json(layout)


def grid_json(grid: Digits) -> str | list[list[int]]:
    """Return a grid for JSON: a string in line form up to 9x9, arrays above."""
    if len(grid) <= 9:
        return "".join("." if d == 0 else str(d) for d in grid.ravel().tolist())
    rows: list[list[int]] = grid.tolist()
    return rows
