"""Draw the figures of the lesson for light and for dark pages, when the documentation is built."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import ergodoku as eg
from ergodoku.views import experiments, plots
from ergodoku.views.board import palette_of

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
WIDTH = 7.2


def write(docs: Path) -> None:
    """Write the figures into the folder of the lesson."""
    folder = docs / "lesson"
    folder.mkdir(exist_ok=True)
    cooled = eg.Annealing(schedule=eg.Geometric(start=2.0, cooling=0.9999), logic="none")
    run = eg.solve(EASY, cooled, seed=1)
    for theme in ("light", "dark"):
        plots.save_figure(run, folder / f"cooling-{theme}.png", "energy+temperature", theme=theme)
    cold = eg.Annealing(schedule=eg.Constant(0.2), logic="none")
    figures: dict[str, Callable[..., object]] = {
        "sketch": plots.sketch,
        "energies": partial(plots.energy_histogram, experiments.energies_at(HARD, [0.45, 0.6, 1.0, 3.0])),
        "acceptance": partial(plots.acceptance_by_temperature, experiments.acceptance_at(HARD)),
        "valley": partial(
            plots.time_by_temperature, experiments.times_at(EASY, np.geomspace(0.18, 0.65, 12), seed=1)
        ),
        "tail": partial(plots.time_tail, experiments.times_over_seeds(EASY, cold)),
    }
    for name, draw in figures.items():
        for theme in ("light", "dark"):
            _draw(folder / f"{name}-{theme}.png", draw, theme)


def _draw(path: Path, draw: Callable[..., object], theme: str) -> None:
    palette = palette_of(theme)
    with plots.in_style(palette):
        figure = Figure(figsize=(WIDTH, 3.9), layout="constrained", facecolor=palette.paper)
        draw(ax=figure.subplots(), theme=theme)
        figure.savefig(path)
