"""One look for all plots: light or dark, quiet axes, colours that everyone can tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ergodoku.base.errors import ErgodokuError
from ergodoku.views.board import LIGHT, Palette, palette_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RESOLUTION = 150  # dots per inch of a PNG
CHARACTER = 0.68  # width of a bold character, in font sizes
# Strokes tell curves apart in grey print too.
STROKES: tuple[Any, ...] = (
    "-",
    (0, (5, 1.5)),
    (0, (1.5, 1)),
    (0, (7, 1.5, 1.5, 1.5)),
    (0, (3, 1, 1, 1, 1, 1)),
)


@contextmanager
def canvas(
    ax: Axes | None, theme: str | None, size: tuple[float, float] = (7.2, 4.0), title: str = ""
) -> Iterator[tuple[Axes, Palette]]:
    """Yield the axes to draw on and the colours; our style applies inside the block.

    Without axes, pyplot makes a new figure with the title, and a notebook shows it. Without a theme, the
    colours suit the background of the axes.
    """
    palette = palette_for(ax, theme)
    if ax is not None:
        with in_style(palette):
            yield ax, palette
        return
    plt = pyplot()  # outside our style: a notebook changes settings during the import, and they must last
    with in_style(palette):
        figure, ax = plt.subplots(figsize=size, layout="constrained")
        write_title(figure, title)
        yield ax, palette


def pyplot() -> Any:
    """Return pyplot; raise an error if the environment names a backend that matplotlib does not have."""
    try:
        import matplotlib.pyplot as plt
    except ValueError as error:
        raise ErgodokuError(
            f"matplotlib cannot start: {error}", "correct the environment variable MPLBACKEND"
        ) from None
    return plt


def write_title(figure: Figure, title: str) -> None:
    """Write the title at the upper left of a figure, small enough to fit."""
    if title:
        fitting = 72 * figure.get_figwidth() / (CHARACTER * len(title))
        figure.suptitle(title, x=0.012, ha="left", fontsize=min(12.0, fitting), fontweight="bold")


@contextmanager
def in_style(palette: Palette) -> Iterator[None]:
    """Use our style as matplotlib's defaults inside the block."""
    from matplotlib import interactive, is_interactive, rc_context

    with rc_context(_settings(palette)):
        try:
            yield
        finally:
            shows = is_interactive()
    # Keep the interactive mode set inside the block: a notebook may change it when the first figure is made.
    interactive(shows)


def palette_for(ax: Axes | None, theme: str | None) -> Palette:
    """Return the colours of a theme, or colours that suit the axes."""
    if theme is not None or ax is None:
        return palette_of(theme or LIGHT.name)
    from matplotlib.colors import to_rgb

    colour = ax.get_facecolor()
    if len(colour) == 4 and colour[3] == 0:  # transparent: the figure shows through
        colour = ax.figure.get_facecolor()
    red, green, blue = to_rgb(colour)
    return palette_of("light" if 0.3 * red + 0.6 * green + 0.1 * blue > 0.5 else "dark")


def say(ax: Axes, text: str, palette: Palette) -> Axes:
    """Write a sentence into axes that have nothing to draw."""
    ax.text(
        0.5, 0.5, text, transform=ax.transAxes, ha="center", va="center", color=palette.muted, fontsize=10
    )
    ax.set_xticks([])
    ax.set_yticks([])
    ax.tick_params(which="both", length=0)  # shared axes may bring the ticks back
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    return ax


def legend_above(ax: Axes, columns: int = 6) -> None:
    """Put the legend above the axes in one or more rows, where it hides nothing."""
    ax.legend(
        loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=columns, borderaxespad=0.2, columnspacing=1.2
    )


def _settings(palette: Palette) -> Any:
    return {
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans"],  # part of matplotlib, so figures are the same everywhere
        "font.size": 9.5,
        "figure.facecolor": palette.paper,
        "savefig.facecolor": "auto",
        "savefig.dpi": RESOLUTION,
        "axes.facecolor": palette.paper,
        "axes.edgecolor": palette.muted,
        "axes.linewidth": 0.8,
        "axes.labelcolor": palette.ink,
        "axes.titlecolor": palette.ink,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.grid.axis": "y",
        "axes.axisbelow": True,
        "grid.color": palette.line,
        "grid.linewidth": 0.6,
        "grid.alpha": 0.6,
        "text.color": palette.ink,
        "xtick.color": palette.muted,
        "ytick.color": palette.muted,
        "xtick.major.width": 0.8,
        "ytick.major.width": 0.8,
        "lines.solid_capstyle": "round",
        "legend.frameon": False,
        "legend.fontsize": 9,
        "legend.labelcolor": palette.ink,
        "legend.handlelength": 1.8,
        "svg.fonttype": "path",
        "svg.hashsalt": "ergodoku",  # the same run gives the same file
        "pdf.fonttype": 42,
    }
