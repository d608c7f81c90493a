"""The figure of `growth`: time over the size of a grid, and over its share of givens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ergodoku.views.board import Palette, palette_of
from ergodoku.views.style import STROKES, in_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (9.6, 4.2)  # inches
FIXED = 40  # share of givens, in percent, in the curve over sizes
UNITS: dict[float, str] = {1e-5: "10 µs", 1e-4: "0.1 ms", 1e-3: "1 ms", 1e-2: "10 ms"}
UNITS |= {1e-1: "0.1 s", 1e0: "1 s", 1e1: "10 s", 1e2: "100 s"}


def draw(
    found: dict[str, Any], path: Path, theme: str = "light", before: dict[str, Any] | None = None
) -> None:
    """Draw the figure into an SVG, PNG or PDF file; earlier measurements are dotted lines."""
    from matplotlib.figure import Figure

    palette = palette_of(theme)
    with in_style(palette):
        figure = Figure(figsize=SIZE, layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=(4, 5))
        over_size(found, left, palette)
        over_share(found, right, palette, alike=before is not None)
        if before is not None:
            beside(before, found, left, right, palette)
        times = [p[k] for p in (*found["points"], *(before or found)["points"]) for k in ("low", "high")]
        left.set_ylim(min(times) / 2, max(*times, found["limit"]) * 2)
        low, high = left.get_ylim()
        ticks = [t for t in UNITS if low <= t <= high]
        left.set_yticks(ticks, [UNITS[t] for t in ticks])
        left.minorticks_off()
        right.tick_params(axis="y", length=0)
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def over_size(found: dict[str, Any], ax: Axes, palette: Palette) -> None:
    """Draw the time at a fixed share of givens, and at the share where each size is hardest."""
    fixed = sorted((p for p in found["points"] if p["percent"] == FIXED), key=lambda p: p["size"])
    everywhere = {p["size"] for p in found["points"] if p["percent"] != FIXED}
    hardest = [
        max((p for p in found["points"] if p["size"] == n), key=lambda p: (p["median"], -p["solved"]))
        for n in sorted(everywhere)
    ]
    for curve, label, colour, stroke in (
        (hardest, "where it is hardest", palette.muted, STROKES[1]),
        (fixed, f"with {FIXED} % given", palette.ink, STROKES[0]),
    ):
        sizes = [p["size"] for p in curve]
        _band(ax, sizes, curve, colour)
        ax.plot(
            sizes, [p["median"] for p in curve], color=colour, linestyle=stroke, marker="o", ms=4, label=label
        )
    ax.set(
        xscale="log",
        yscale="log",
        title="Growth with size",
        xlabel="rows of the grid",
        ylabel="median time to solve",
    )
    shown = sorted({p["size"] for p in found["points"]})
    ax.set_xticks(shown, [str(n) for n in shown])
    ax.minorticks_off()
    _limit(found, ax, palette)
    ax.legend(loc="upper left", bbox_to_anchor=(0.0, 0.93))


def beside(before: dict[str, Any], found: dict[str, Any], left: Axes, right: Axes, palette: Palette) -> None:
    """Add earlier measurements as dotted lines in the same colours, at shares within the new range."""
    low, high = (f(p["percent"] for p in found["points"]) for f in (min, max))
    style: dict[str, Any] = {"linestyle": (0, (1, 1.2)), "linewidth": 1.3}
    fixed = sorted((p for p in before["points"] if p["percent"] == FIXED), key=lambda p: p["size"])
    label = f"the same in {before['name']}"
    sizes, medians = [p["size"] for p in fixed], [p["median"] for p in fixed]
    left.plot(sizes, medians, color=palette.ink, label=label, **style)
    left.legend(loc="upper left", bbox_to_anchor=(0.0, 0.88))
    shown = sorted({p["size"] for p in (*found["points"], *fixed)})
    left.set_xticks(shown, [str(n) for n in shown])
    for k, n in enumerate(_sizes(before)):
        there = [p for p in before["points"] if p["size"] == n and low <= p["percent"] <= high]
        curve = sorted(there, key=lambda p: p["percent"])
        colour = palette.series[k % len(palette.series)]
        right.plot([p["percent"] for p in curve], [p["median"] for p in curve], color=colour, **style)


def over_share(found: dict[str, Any], ax: Axes, palette: Palette, *, alike: bool = False) -> None:
    """Draw the time of each size over the share of givens; if ``alike``, all lines are solid."""
    sizes = _sizes(found)
    first = min(p["percent"] for p in found["points"])
    starts: list[tuple[float, str, str]] = []
    for k, n in enumerate(sizes):
        curve = sorted((p for p in found["points"] if p["size"] == n), key=lambda p: p["percent"])
        shares, colour = [p["percent"] for p in curve], palette.series[k % len(palette.series)]
        _band(ax, shares, curve, colour)
        stroke = STROKES[0 if alike else k % len(STROKES)]
        ax.plot(shares, [p["median"] for p in curve], color=colour, linestyle=stroke)
        starts.append((curve[0]["median"], f"{n}x{n}", colour))
    for (_, text, colour), height in zip(starts, _apart([y for y, _, _ in starts]), strict=True):
        style: dict[str, Any] = {
            "color": colour,
            "fontsize": 9,
            "fontweight": "bold",
            "ha": "right",
            "va": "center",
        }
        ax.annotate(text, (first, height), (-6, 0), textcoords="offset points", **style)
    ax.set(yscale="log", title="Growth with the share of givens", xlabel="cells given")
    low, high = (f(p["percent"] for p in found["points"]) for f in (min, max))
    ax.set_xlim(low - 0.13 * (high - low), high + 2)
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:.0f} %" if value >= 0 else "")
    _limit(found, ax, palette)


def _sizes(found: dict[str, Any]) -> list[int]:
    """Return the sizes that were run at more than one share of givens."""
    return sorted({p["size"] for p in found["points"] if p["percent"] != FIXED})


def _band(ax: Axes, places: list[int], curve: list[dict[str, Any]], colour: str) -> None:
    ax.fill_between(
        places, [p["low"] for p in curve], [p["high"] for p in curve], color=colour, alpha=0.15, linewidth=0
    )


def _limit(found: dict[str, Any], ax: Axes, palette: Palette) -> None:
    ax.axhline(found["limit"], color=palette.muted, linewidth=0.8, linestyle=(0, (2, 2)))
    style: dict[str, Any] = {"color": palette.muted, "fontsize": 8, "ha": "right"}
    place: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points"}
    ax.annotate("time limit", (1.0, found["limit"]), (0, 3), **place, **style)


def _apart(heights: list[float], factor: float = 1.7) -> list[float]:
    """Move labels on a logarithmic axis up until no label covers the one below."""
    places: list[float] = []
    for height in heights:
        places.append(max(height, factor * places[-1]) if places else height)
    return places
