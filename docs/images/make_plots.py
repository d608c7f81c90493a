"""Draw overview.png and overview-dark.png, the pictures of a run in docs/watching.md.

Usage: ``python docs/images/make_plots.py``
"""

from __future__ import annotations

import io
from pathlib import Path

from few_colours import save_with_few_colours
from matplotlib.figure import Figure

import ergodoku as eg
from ergodoku.views import plots

HERE = Path(__file__).parent
PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
METHOD = eg.Annealing(
    schedule=eg.Geometric(start=2.0, cooling=0.99998),
    reheat=eg.Reheat(after=60_000, how="restart", watch="improvement", refill=False),
)


def main() -> None:
    eg.solve(PUZZLE, METHOD, seed=8)  # compile the kernels first: the figure must not include that time
    result = eg.solve(PUZZLE, METHOD, seed=8)
    for theme, name in (("light", "overview.png"), ("dark", "overview-dark.png")):
        figure = Figure(figsize=plots.SIZE, layout="constrained")
        plots.overview(result, figure=figure, theme=theme)
        drawn = io.BytesIO()
        figure.savefig(drawn, format="png", dpi=120)
        save_with_few_colours(drawn, HERE / name, 96)


if __name__ == "__main__":
    main()
