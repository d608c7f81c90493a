"""The figures of a report as files, and as SVG that lives in a page and follows its colours."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ergodoku.base.errors import ErgodokuError
from ergodoku.base.files import whole
from ergodoku.lab.analysis import MEASURES
from ergodoku.lab.report import figures
from ergodoku.lab.report.rank_diagram import critical_difference
from ergodoku.views.board import DARK, LIGHT, Palette
from ergodoku.views.style import RESOLUTION, in_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.analysis import Comparison, Runs

NAMED = ("paper", "ink", "muted", "line", "shade")  # the colours a figure takes by name; others are curves


@dataclass(frozen=True)
class Drawn:
    """A figure of a report: its name as a file, its heading, a caption, and itself as SVG for a page."""

    name: str
    measure: str
    title: str
    caption: str
    svg: str


def draw_all(runs: Runs, comparison: Comparison, folder: Path, notes: list[str]) -> Iterator[Drawn]:
    """Draw all figures into a folder, as SVG and PNG, and yield them for the page; note what is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = figures.sizes(len(comparison.labels))
    for measure in MEASURES:
        yield draw_one(
            folder,
            f"run-lengths-{measure}",
            measure,
            "Run-length distribution",
            "The share of all runs that is solved within a given effort. An open triangle ends a curve whose "
            "last runs gave up; a thin line, where there is one, is the estimate of Kaplan and Meier.",
            partial(figures.run_lengths, runs, comparison, measure),
            sizes["run-lengths"],
        )
    for measure in MEASURES:
        yield draw_one(
            folder,
            f"boxes-{measure}",
            measure,
            "Quartiles",
            "Quartiles and median over all runs, on a logarithmic scale. A dot is a run that was solved, an "
            "open triangle one that gave up; a box without a right end has an unknown upper quartile.",
            partial(figures.boxes, runs, comparison, measure),
            sizes["boxes"],
        )
    for measure in MEASURES:
        ranks = comparison.ranks[measure]
        if ranks is not None:
            try:
                ranks.nemenyi  # noqa: B018  (needs a package that may not be there)
            except ErgodokuError as missing:
                notes.append(str(missing))
                return
            yield draw_one(
                folder,
                f"ranks-{measure}",
                measure,
                "Average ranks",
                f"Average ranks over {ranks.blocks:,} blocks (a block is a {ranks.by}); 1 is best. "
                "Contenders under one bar are not shown to differ.",
                partial(critical_difference, ranks, comparison.labels),
                figures.sizes(len(ranks.contenders))["ranks"],
            )


def colours(palette: Palette) -> dict[str, str]:
    """Return the colours of a palette by the names that the SVG of a page uses."""
    found = {f"--s{k}": colour for k, colour in enumerate(palette.series)}
    return found | {f"--{name}": getattr(palette, name) for name in NAMED}


def themes() -> tuple[dict[str, str], dict[str, str]]:
    """Return the colours for a light and a dark page."""
    return colours(LIGHT), colours(DARK)


def draw_one(
    folder: Path,
    name: str,
    measure: str,
    title: str,
    caption: str,
    draw: Callable[..., Axes],
    size: tuple[float, float],
) -> Drawn:
    """Draw one figure into a folder, and return it for the page."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    with in_style(LIGHT):
        figure = Figure(figsize=size)
        draw(ax=figure.subplots(), theme=LIGHT.name)
        # Laid out once, saved three times: a figure with an engine of its own is drawn twice each time.
        ConstrainedLayoutEngine().execute(figure)
        quiet: dict[str, Any] = {"metadata": {"Date": None}}  # the same runs give the same file
        with whole(folder / f"{name}.svg") as part:
            figure.savefig(part, **quiet)
        with whole(folder / f"{name}.png") as part:
            figure.savefig(part, dpi=RESOLUTION)
        text = io.StringIO()
        with rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
            figure.savefig(text, format="svg", transparent=True, **quiet)
    return Drawn(name, measure, title, caption, _for_page(text.getvalue(), f"{title}, {measure}"))


def _for_page(svg: str, label: str) -> str:
    """Return an SVG that can stand in a page: no header, no ids, and colours of the page."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r' id="[a-z]+[a-z0-9]*_\d+"', "", svg)  # figure_1, line2d_3: the same in every figure
    svg = re.sub(r' (width|height)="[\d.]+pt"', "", svg, count=2)
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", svg)
    # the names of series come first: ink is one of them too, but shows the same
    for name, colour in sorted(colours(LIGHT).items(), key=lambda item: item[0].startswith("--s")):
        svg = re.sub(colour, f"var({name})", svg, flags=re.IGNORECASE)
    return svg.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
