"""Every kind of plot by its name, and the overview of a run.

Each plot is a function that draws on ``ax`` or on a new figure, and returns the axes. The data come from
`ergodoku.views.series` and `ergodoku.views.board`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.base.errors import ParameterError
from ergodoku.engine.result import Result
from ergodoku.engine.trace import Trace
from ergodoku.puzzle.clashes import clashes
from ergodoku.views.board import palette_of
from ergodoku.views.files import picture
from ergodoku.views.plots.boards import board, heat_map
from ergodoku.views.plots.curves import acceptance, energy, score, temperature
from ergodoku.views.plots.population import generations, mutation, pheromone
from ergodoku.views.plots.several import ladder, outcome, race
from ergodoku.views.series import pheromone_of, population_of, ranking, rungs_of, series_of, title_of
from ergodoku.views.style import in_style, pyplot, write_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

__all__ = [
    "acceptance",
    "board",
    "energy",
    "generations",
    "heat_map",
    "ladder",
    "mutation",
    "overview",
    "panels",
    "panels_size",
    "pheromone",
    "plot_result",
    "plot_trace",
    "race",
    "save_figure",
    "score",
    "temperature",
]

CURVES = {
    "energy": energy,
    "temperature": temperature,
    "acceptance": acceptance,
    "generations": generations,
    "mutation": mutation,
    "pheromone": pheromone,
    "ladder": ladder,
    "score": score,
}
BOARDS = {"board": board, "heat_map": heat_map}
FIGURES = ("overview", *BOARDS, *CURVES)
HEAT_ABOVE = 25  # in larger grids a heat map shows conflicts better than digits do
SIZE = (11.0, 5.2)
WIDTH, HEIGHT, LOW = 7.2, 4.0, 3.0  # size of a curve in inches: HEIGHT for those in TALL, LOW for others
SIDE = 6.0  # inches along one side of a board
TALL = ("energy", "generations", "ladder", "score")


def overview(
    result: Result,
    *,
    over: str = "iterations",
    window: int | None = None,
    figure: Figure | None = None,
    theme: str = "light",
) -> list[Axes]:
    """Draw a run in one figure: the board on the left, the curves of its method on the right.

    The curves depend on the method: energy and temperature for annealing, fitness and mutation rate for a
    population, energy and pheromone for ants, energy and the ladder for tempering, energy and acceptance for
    other methods. A board larger than 25x25 with conflicts is drawn as a heat map.

    Parameters
    ----------
    result : Result
        The result of the run.
    over, window
        As in `energy`.
    figure : Figure, optional
        An empty figure to draw on; by default a new figure.
    theme : str
        ``light`` or ``dark``.

    Returns
    -------
    list of Axes
        The board, the upper curve, and the lower curve if the method has one.
    """
    palette = palette_of(theme)
    if figure is None:
        figure = pyplot().figure(figsize=SIZE, layout="constrained")
    with in_style(palette):
        figure.set_facecolor(palette.paper)
        upper, lower = curves_for(result)
        names: Any = [["board", "upper"], ["board", "lower" if lower else "upper"]]
        axes = figure.subplot_mosaic(
            names, width_ratios=[1, 1.15], height_ratios=[1.6, 1], gridspec_kw={"wspace": 0.06}
        )
        _draw_board(result, axes["board"], theme)
        options: dict[str, Any] = {"over": over, "theme": theme}
        smoothed = options | {"window": window}
        CURVES[upper](result, ax=axes["upper"], **(smoothed if upper == "energy" else options))
        if lower:
            CURVES[lower](result, ax=axes["lower"], **options)
            axes["upper"].set_xlabel("")
        write_title(figure, title_of(result))
        return list(axes.values())


def curves_for(result: Result) -> tuple[str, str]:
    """Return the names of the curves that suit the run's method: the upper and the lower (may be '')."""
    if population_of(result):
        return "generations", "mutation"
    if pheromone_of(result) is not None:
        return "energy", "pheromone"
    if rungs_of(result):
        return "energy", "ladder"
    series = series_of(result)
    if np.isfinite(series.temperature).any():
        return "energy", "temperature"
    known = series.acceptance[np.isfinite(series.acceptance)]
    return "energy", "acceptance" if known.size and known.min() < known.max() else ""


def plot_result(result: Result, kind: str = "overview", **options: Any) -> Axes | list[Axes]:
    """Draw the kind of figure that `Result.plot` was called with."""
    check_kind(kind, FIGURES)
    if kind == "overview":
        return overview(result, **options)
    if kind in BOARDS:
        return BOARDS[kind](result.puzzle, result.grid, **options)
    return _draw_curves(result, kind, options)


def plot_trace(trace: Trace, kind: str = "energy", **options: Any) -> Axes | list[Axes]:
    """Draw the kind of figure that `Trace.plot` was called with."""
    check_kind(kind, tuple(CURVES))
    return _draw_curves(trace, kind, options)


def save_figure(result: Result, path: str | Path, kind: str = "overview", *, theme: str = "light") -> None:
    """Write a figure of a run as PNG, SVG or PDF."""
    check_kind(kind, FIGURES)
    with picture(path, size_of(kind), theme) as figure:
        if kind == "overview":
            overview(result, figure=figure, theme=theme)
            return
        write_title(figure, title_of(result))
        options: dict[str, Any] = {"theme": theme}
        if kind in BOARDS:
            BOARDS[kind](result.puzzle, result.grid, ax=figure.subplots(), **options)
        else:
            _draw_stacked(result, kind.split("+"), figure, options)


def panels(results: Mapping[str, Result], kind: str, *, figure: Figure, theme: str = "light") -> list[Axes]:
    """Draw the same kind of figure for several runs, in named panels side by side.

    In ``overview`` each run shows the curves that suit its method.
    """
    check_kind(kind, FIGURES)
    columns, rows = _grid(kind, len(results))
    parts = figure.subfigures(rows, columns, squeeze=False).ravel()
    axes = []
    for part, (name, result) in zip(parts, ranking(results), strict=False):
        part.suptitle(f"{name}: {outcome(result)}", x=0.02, ha="left", fontsize=10)
        if kind in BOARDS:
            axes.append(BOARDS[kind](result.puzzle, result.grid, ax=part.subplots(), theme=theme))
        else:
            kinds = [name for name in curves_for(result) if name] if kind == "overview" else kind.split("+")
            axes += _draw_stacked(result, kinds, part, {"theme": theme})
    return axes


def panels_size(kind: str, count: int) -> tuple[float, float]:
    """Return the size of a figure of panels in inches."""
    wide, high = (
        (4.5, 4.5) if kind in BOARDS else size_of("energy+temperature" if kind == "overview" else kind)
    )
    columns, rows = _grid(kind, count)
    return columns * wide, rows * (high + 0.4) + 0.3


def _grid(kind: str, count: int) -> tuple[int, int]:
    columns = min(count, 3 if kind in BOARDS else 2) or 1
    return columns, -(-count // columns) or 1


def check_kind(kind: str, known: tuple[str, ...]) -> None:
    """Raise an error for an unknown kind of figure; curves can be joined by a plus sign."""
    parts = kind.split("+")
    for part in parts:
        if part not in known or (len(parts) > 1 and part not in CURVES):
            joined = " and cannot be joined" if part in known else ""
            raise ParameterError(
                f"there is no figure {kind!r}" if not joined else f"{part!r} is a separate figure{joined}",
                f"choose one of {', '.join(known)}, or curves joined by +, such as energy+acceptance",
            )


def size_of(kind: str) -> tuple[float, float]:
    """Return the size of a figure in inches."""
    if kind == "overview":
        return SIZE
    if kind in BOARDS:
        return SIDE, SIDE
    return WIDTH, sum(HEIGHT if part in TALL else LOW for part in kind.split("+"))


def _draw_curves(run: Result | Trace, kind: str, options: dict[str, Any]) -> Axes | list[Axes]:
    parts = kind.split("+")
    if len(parts) == 1:
        return CURVES[kind](run, **options)
    if "ax" in options:
        raise ParameterError(f"{kind} needs a whole figure", "leave ax out, or draw one curve at a time")
    plt = pyplot()
    palette = palette_of(options.get("theme") or "light")
    with in_style(palette):
        figure = plt.figure(figsize=size_of(kind), layout="constrained")
        write_title(figure, title_of(run))
        return _draw_stacked(run, parts, figure, options)


def _draw_stacked(
    run: Result | Trace, kinds: list[str], figure: Figure | SubFigure, options: dict[str, Any]
) -> list[Axes]:
    heights = [HEIGHT if kind in TALL else LOW for kind in kinds]
    axes: list[Axes] = figure.subplots(len(kinds), 1, squeeze=False, sharex=True, height_ratios=heights)[
        :, 0
    ].tolist()
    for kind, ax in zip(kinds, axes, strict=True):
        CURVES[kind](run, ax=ax, **options)
    for ax in axes[:-1]:
        ax.set_xlabel("")
    return axes


def _draw_board(result: Result, ax: Axes, theme: str) -> None:
    puzzle = result.puzzle
    if puzzle.size > HEAT_ABOVE and clashes(puzzle.layout, result.grid).any():
        heat_map(puzzle, result.grid, ax=ax, theme=theme)
    else:
        board(puzzle, result.grid, candidates=puzzle.size <= 9, ax=ax, theme=theme)
