"""The figures of a report as files, and as SVG inside the page, in the colours of the page."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from ergodoku.base.files import whole
from ergodoku.lab.report.data import write_csv
from ergodoku.views.board import DARK, LIGHT, Palette
from ergodoku.views.style import RESOLUTION, in_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

USUAL = 7.2  # width of a figure in inches; wider figures get the full width of the page
FORMATS = ("svg", "png", "pdf")  # file formats; the page itself always contains SVG
NAMED = ("paper", "ink", "muted", "line", "shade")  # colours that follow the theme of the page


Draw = Callable[..., "ReportFigure"]  # `draw_figure` with its folder and formats already set


@dataclass(frozen=True)
class ReportFigure:
    """A figure of a report: its file name, heading, caption, and SVG for the page.

    The caption says how to read the figure in any measure; the note is about this measure. A figure that
    could not be drawn has no SVG, and its caption says how to get it. ``picture`` is the file that the
    Markdown report shows; empty if there is none.
    """

    name: str
    measure: str
    title: str
    caption: str
    svg: str = ""
    note: str = ""
    wide: bool = False
    picture: str = ""


def colours(palette: Palette) -> dict[str, str]:
    """Return the colours of a palette by their names in the SVG of the page."""
    return {f"--{name}": getattr(palette, name) for name in NAMED}


def themes() -> tuple[dict[str, str], dict[str, str]]:
    """Return the colours for a light and a dark page."""
    return colours(LIGHT), colours(DARK)


def draw_figure(
    folder: Path,
    name: str,
    measure: str,
    title: str,
    caption: str,
    draw: Callable[..., Axes],
    size: tuple[float, float],
    data: Mapping[str, NDArray[Any]] | None = None,
    note: str = "",
    *,
    formats: Collection[str] = FORMATS,
) -> ReportFigure:
    """Draw one figure into a folder, with its data as CSV, and return it for the page."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine
    from matplotlib.transforms import Bbox

    with in_style(LIGHT):
        figure = Figure(figsize=size)
        draw(ax=figure.subplots(), theme=LIGHT.name)
        # Lay out once for all formats: with a layout engine, each save would draw the figure twice.
        ConstrainedLayoutEngine().execute(figure)
        for ax in figure.axes:  # round positions: their last digits vary from drawing to drawing
            ax.set_position(Bbox(ax.get_position(original=True).get_points().round(6)))
        dates = {"svg": "Date", "pdf": "CreationDate"}  # left out: the same runs must give the same file
        for ending in formats:
            with whole(folder / f"{name}.{ending}") as part:
                dateless = {dates[ending]: None} if ending in dates else None
                figure.savefig(part, dpi=RESOLUTION, metadata=dateless)
        text = io.StringIO()
        with rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
            figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    if data is not None:
        write_csv(folder / f"{name}.csv", data)
    svg = _for_page(text.getvalue(), f"{title}, {measure}")
    picture = next((f"{name}.{ending}" for ending in ("png", "svg") if ending in formats), "")
    return ReportFigure(name, measure, title, caption, svg, note, size[0] > USUAL, picture)


def _for_page(svg: str, label: str) -> str:
    """Return an SVG to embed in the page: without header and ids, with the colours of the page."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r' id="[a-z]+[a-z0-9]*_\d+"', "", svg)  # ids such as figure_1 would repeat in every figure
    svg = re.sub(r' (width|height)="[\d.]+pt"', "", svg, count=2)
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", svg)
    for name, colour in colours(LIGHT).items():
        svg = re.sub(colour, f"var({name})", svg, flags=re.IGNORECASE)
    return svg.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
