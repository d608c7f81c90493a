"""Draw the figures of docs/published.md from the studies that the commands on that page make.

Usage: ``python docs/images/make_published.py FOLDER``, where FOLDER holds the studies.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from matplotlib.figure import Figure

from ergodoku import ErgodokuError
from ergodoku.lab.analysis import explore, sweep
from ergodoku.lab.report.explore_figures import median_band
from ergodoku.lab.report.sweep_figures import sweep_efforts
from ergodoku.lab.study import Study
from ergodoku.views import plots
from ergodoku.views.board import palette_of

HERE = Path(__file__).parent


def main(folder: Path) -> None:
    for name in ("cooling", "others"):
        study = Study.open(folder / name)
        with study.store() as store:
            found = explore(study, store)
        draw(f"published-{name}", partial(median_band, found.runs, found, "iterations"))
    for name in ("sixteen", "twentyfive"):
        study = Study.open(folder / name)
        with study.store() as store:
            swept = sweep(study, store)
        draw(f"published-{name}", partial(sweep_efforts, swept, "iterations"))


def draw(name: str, figure: Callable[..., object]) -> None:
    """Draw a figure for light and for dark pages."""
    for theme in ("light", "dark"):
        palette = palette_of(theme)
        with plots.in_style(palette):
            sheet = Figure(figsize=(7.2, 3.8), layout="constrained", facecolor=palette.paper)
            figure(ax=sheet.subplots(), theme=theme)
            sheet.savefig(HERE / f"{name}-{theme}.png", dpi=110)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print("error: name the folder of the studies: make_published.py FOLDER", file=sys.stderr)
        sys.exit(2)
    try:
        main(Path(sys.argv[1]))
    except ErgodokuError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
