"""The figures of `hard`: time and solved share over the share of givens, the peaks, and what logic leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from growth_figure import UNITS
from hard_growth import Growth, Peak
from hard_points import Curve, Floats, Left
from matplotlib.figure import Figure
from numpy.typing import NDArray

from ergodoku.views.board import Palette, palette_of
from ergodoku.views.looks import MARKERS
from ergodoku.views.style import STROKES, in_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Curves = dict[str, list[Curve]]
GAP = 8  # a larger gap between two shares (in percent) is drawn as a faint line: nothing was measured there
SHOWN = (9, 16, 25, 36, 49, 64)  # sizes with a panel


def save(path: Path, draw: Callable[[Figure, Palette], None], size: tuple[float, float]) -> None:
    """Draw a figure for light and for dark pages, into two SVG files."""
    for theme, name in (("light", path.name), ("dark", f"{path.stem}-dark.svg")):
        palette = palette_of(theme)
        with in_style(palette):
            figure = Figure(figsize=size, layout="constrained")
            draw(figure, palette)
            figure.savefig(path.with_name(name), metadata={"Date": None})


def draw_times(curves: Curves, limit: float) -> Callable[[Figure, Palette], None]:
    """Return a function that draws the median time over the share of givens, one panel per size."""

    def draw(figure: Figure, palette: Palette) -> None:
        sizes = _sizes(curves)
        panels = _grid(figure, len(sizes), sharey=True)
        for ax, size in zip(panels, sizes, strict=False):
            for look, name in enumerate(curves):
                for curve in (c for c in curves[name] if c.size == size):
                    colour = palette.series[look]
                    ax.plot(curve.percents, curve.median, color=colour, linewidth=0.8, alpha=0.35)
                    line = _with_gaps(curve.percents, curve.median)
                    ax.plot(*line, color=colour, linestyle=STROKES[look], marker=".", ms=3.5, label=name)
                    part = (curve.rate < 1) & (curve.median < limit)
                    late = curve.median >= limit
                    ax.plot(
                        curve.percents[part], curve.median[part], "o", color=colour, mfc=palette.paper, ms=5
                    )
                    ax.plot(
                        curve.percents[late], curve.median[late], "^", color=colour, mfc=palette.paper, ms=6
                    )
            ax.axhline(limit, color=palette.muted, linewidth=0.8, linestyle=(0, (2, 2)))
            ax.set(yscale="log", title=f"{size}x{size}")
            _percent(ax)
        low, high = 1e-4, limit * 2.5
        ticks = [t for t in UNITS if low <= t <= high]
        panels[0].set_ylim(low / 3, high)
        panels[0].set_yticks(ticks, [UNITS[t] for t in ticks])
        panels[0].minorticks_off()
        _legend(figure, panels[0])
        figure.supylabel("median CPU time", fontsize=10, color=palette.ink)
        figure.supxlabel("cells given", fontsize=10, color=palette.ink)

    return draw


def draw_solved(curves: Curves) -> Callable[[Figure, Palette], None]:
    """Return a function that draws the solved share over the share of givens.

    Only sizes with unsolved puzzles have a panel; if there are none, the largest size has one.
    """

    def draw(figure: Figure, palette: Palette) -> None:
        every = [c for some in curves.values() for c in some if c.size in SHOWN]
        sizes = sorted({c.size for c in every if (c.rate < 1).any()}) or [every[-1].size]
        panels = figure.subplots(1, len(sizes), sharey=True, squeeze=False)[0]
        for ax, size in zip(panels, sizes, strict=True):
            for look, name in enumerate(curves):
                for curve in (c for c in curves[name] if c.size == size):
                    style = {"color": palette.series[look], "linestyle": STROKES[look], "label": name}
                    line = _with_gaps(curve.percents, curve.rate)
                    ax.plot(*line, marker=MARKERS[look], ms=3.5, **style)
            ax.set(ylim=(-0.04, 1.04), title=f"{size}x{size}")
            _percent(ax)
        panels[0].yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
        panels[0].set_ylabel("puzzles solved")
        _legend(figure, panels[0])
        figure.supxlabel("cells given", fontsize=10, color=palette.ink)

    return draw


def draw_peaks(
    peaks: dict[str, dict[int, Peak]], fits: dict[str, Growth | None], left: Sequence[Left], limit: float
) -> Callable[[Figure, Palette], None]:
    """Return a function that draws where each size is hardest, and the expected time there."""

    def draw(figure: Figure, palette: Palette) -> None:
        where, how = figure.subplots(1, 2)
        for look, (name, of) in enumerate(peaks.items()):
            colour, marker = palette.series[look], MARKERS[look]
            sizes = np.array(sorted(n for n in of if of[n].stands_out and of[n].close))
            aside = sizes * 1.02 ** (look - 1)  # shift the points, so that their intervals do not overlap
            low, high = (np.array([of[n].interval[k] for n in sizes]) for k in (0, 1))
            middle = np.array([of[n].percent for n in sizes])
            reach = np.maximum(0, [middle - low, high - middle])
            style: dict[str, Any] = {"color": colour, "ms": 5, "lw": 1.2, "label": name}
            where.errorbar(aside, middle, reach, marker=marker, linestyle=STROKES[look], **style)
            known = [n for n in sizes if of[n].known]
            beyond = [n for n in sizes if not of[n].known]
            times = np.array([of[n].expected for n in known])
            reach = np.maximum(
                0, [times - [of[n].between[0] for n in known], [of[n].between[1] for n in known] - times]
            )
            reach = np.minimum(reach, 1e4)
            how.errorbar(known, times, reach, marker=marker, linestyle="none", **style)
            how.plot(beyond, [limit] * len(beyond), "^", color=colour, mfc=palette.paper, ms=7)
            if (fit := fits.get(name)) is not None:
                x = np.linspace(fit.sizes[0], fit.sizes[-1], 50)
                how.plot(
                    x, np.exp(fit.intercept + fit.slope * x), color=colour, lw=1, linestyle=STROKES[look]
                )
        edge = [(one.size, one.collapse) for one in left if one.collapse is not None]
        if edge:
            style = {"color": palette.muted, "linestyle": (0, (2, 2)), "lw": 1.2}
            where.plot(*zip(*edge, strict=True), **style, label="logic leaves under 10 % of the cells")
        where.set(xscale="log", title="The hardest share of givens", xlabel="rows of the grid")
        where.yaxis.set_major_formatter(lambda value, _: f"{value:.0f} %")
        shown = sorted({n for of in peaks.values() for n in of})
        where.set_xticks(shown, [str(n) for n in shown])
        where.minorticks_off()
        where.legend(loc="upper left")
        how.axhline(limit, color=palette.muted, linewidth=0.8, linestyle=(0, (2, 2)))
        how.set(yscale="log", title="Expected CPU time there", xlabel="rows of the grid")
        how.set_xticks(shown, [str(n) for n in shown])
        low, high = 1e-4, limit * 30
        ticks = [t for t in UNITS if low <= t <= high]
        how.set_ylim(low, high)
        how.set_yticks(ticks, [UNITS[t] for t in ticks])
        how.minorticks_off()

    return draw


def draw_left(left: Sequence[Left]) -> Callable[[Figure, Palette], None]:
    """Return a function that draws the cells that logic leaves open, their candidates, and solutions."""

    def draw(figure: Figure, palette: Palette) -> None:
        cells, each, ways = figure.subplots(1, 3)
        for look, one in enumerate(o for o in left if o.size in SHOWN):
            style: dict[str, Any] = {
                "color": palette.series[look % len(palette.series)],
                "linestyle": STROKES[look % len(STROKES)],
                "label": f"{one.size}x{one.size}",
            }
            cells.plot(one.percents, np.median(one.open, axis=1), **style)
            there = ~np.isnan(one.candidates).all(axis=1)
            each.plot(one.percents[there], np.nanmedian(one.candidates[there], axis=1), **style)
            sure = np.median(one.solutions, axis=1)
            known = one.counted.mean(axis=1) > 0.5
            ways.plot(one.percents[known], sure[known], marker="o", ms=3, **style)
        for ax, title in (
            (cells, "Cells left open"),
            (each, "Candidates of an open cell"),
            (ways, "Solutions"),
        ):
            ax.set_title(title)
            _percent(ax)
        cells.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
        each.set(yscale="log", yticks=[2, 5, 10, 20, 40], yticklabels=["2", "5", "10", "20", "40"])
        each.minorticks_off()
        ways.set_yscale("log")
        ways.set_ylim(0.8, 12_000)
        ways.set_yticks([1, 10, 100, 1000, 10_000], ["1", "10", "100", "1,000", "10,000"])
        ways.minorticks_off()
        _legend(figure, cells)
        figure.supxlabel("cells given", fontsize=10, color=palette.ink)

    return draw


def _with_gaps(percents: NDArray[np.int64], values: Floats) -> tuple[Floats, Floats]:
    """Return a line with gaps where shares were not measured."""
    breaks = np.flatnonzero(np.diff(percents) > GAP) + 1
    return np.insert(percents.astype(float), breaks, np.nan), np.insert(values, breaks, np.nan)


def _sizes(curves: Curves) -> list[int]:
    return sorted({c.size for some in curves.values() for c in some} & set(SHOWN))


def _grid(figure: Figure, count: int, **shared: bool) -> list[Axes]:
    columns = min(3, count)
    panels = figure.subplots(-(-count // columns), columns, squeeze=False, **shared).ravel()
    for ax in panels[count:]:
        ax.set_visible(False)
    return list(panels)


def _percent(ax: Axes) -> None:
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:.0f} %")


def _legend(figure: Figure, ax: Axes) -> None:
    handles, labels = ax.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=6)
