"""The runs in the figures of the method pages: each page shows the code that made its figure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from ergodoku.views import plots
from ergodoku.views.board import palette_of
from ergodoku.views.style import in_style

EASY = 'eg.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")'
HARD = 'eg.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")'
SMALL = "eg.generate(eg.Recipe(eg.Layout.of(6), fraction=0.2), seed=1)"
LARGE = "eg.generate(eg.Recipe(eg.Layout.of(25), fraction=0.45), seed=1)"

# For each method: a puzzle that suits it, a seed, and a limit in iterations.
RUNS = {
    "auto": (LARGE, 1, 2_000_000),
    "focused": (LARGE, 1, 2_000_000),
    "probing": (HARD, 1, 100_000),
    "annealing": (EASY, 1, 2_000_000),
    "reheat": (EASY, 1, 2_000_000),
    "lewis": (EASY, 1, 200_000),
    "cool": (EASY, 1, 1_000_000),
    "hyperbolic": (EASY, 8, 100_000),
    "tempering": (HARD, 1, 1_000_000),
    "ants": (HARD, 1, 10_000),
    "tabu": (HARD, 1, 100_000),
    "genetic": (HARD, 1, 1_000),
    "genes": (EASY, 6, 3_000),
    "evolution": (HARD, 1, 1_000),
    "evolve": (EASY, 1, 1_000),
    "portfolio": (LARGE, 1, 1_000_000),
    "external": (SMALL, 1, 10_000),
    "differential_evolution": (SMALL, 1, 10_000),
    "dual_annealing": (SMALL, 1, 5_000),
}
USUAL = (HARD, 1, 100_000)


# Other parameters for methods whose defaults make a dull figure: annealing does not cool with its default
# schedule.
METHODS = {"annealing": 'eg.Annealing(schedule=eg.Geometric(start=2.0, cooling=0.9999), logic="none")'}


def code_of(name: str) -> str:
    """Return the code that makes the run of a method's page."""
    puzzle, seed, iterations = RUNS.get(name, USUAL)
    made = f"method = {METHODS[name]}\n" if name in METHODS else ""
    method = "method" if made else f'"{name}"'
    return f"""import ergodoku as eg

puzzle = {puzzle}
{made}result = eg.solve(puzzle, {method}, seed={seed}, stop=eg.Iterations({iterations:_}))
"""


def draw(code: str, folder: Path, name: str) -> str:
    """Run the code, draw its result for light and for dark pages, and return a caption."""
    names: dict[str, Any] = {}
    exec(code, names)
    result = names["result"]
    light, dark = (Figure(figsize=plots.SIZE, layout=layout) for layout in ("constrained", None))
    for figure, theme in ((light, "light"), (dark, "dark")):
        with in_style(palette_of(theme)):
            plots.overview(result, figure=figure, theme=theme)
            if figure is dark:  # the layout takes half of the time, so reuse the layout of the light figure
                for mine, other in zip(dark.axes, light.axes, strict=True):
                    mine.set_position(other.get_position(original=True))
            figure.savefig(folder / f"{name}-{theme}.png", dpi=130)
    size = result.puzzle.size
    end = "solved" if result.solved else f"gave up at energy {result.energy}"
    asked = f"A run of {name} on a {size}x{size} with seed {result.seed}"
    return f"{asked}: {end} after {result.iterations:,} iterations."
