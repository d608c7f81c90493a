"""The plots: the data on their axes, and the look of the pictures."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import EllipseCollection, LineCollection, PathCollection
from matplotlib.figure import Figure
from PIL import Image

import ergodoku as eg
from ergodoku import views
from ergodoku.base.errors import ErgodokuError, ParameterError
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.views import plots
from ergodoku.views.board import DARK, LIGHT, cells_of
from ergodoku.views.series import title_of
from ergodoku.views.style import pyplot
from tests.samples import HARD, sample
from tests.views.pictures import BASELINE, DRAWN, TOLERANCE, difference, drawn
from tests.views.runs import by_logic, large, result, trace


@pytest.fixture(autouse=True)
def _without_display() -> Iterator[None]:
    mpl.use("Agg")
    yield
    plt.close("all")


def test_the_energy_plot_shows_the_trace_its_mean_and_the_best_energy() -> None:
    run = trace()
    curves = labelled(plots.energy(run, window=30_000))
    assert curves.keys() == {"energy", "mean over 30,000 iterations", "best"}
    assert curves["energy"].get_ydata().tolist() == run.energy.tolist()
    assert curves["energy"].get_xdata().tolist() == run.iteration.tolist()
    assert curves["best"].get_ydata().tolist() == run.best.tolist()


def test_energy_over_seconds_labels_its_axis_with_seconds() -> None:
    run = trace()
    ax = plots.energy(run, over="seconds")
    assert ax.get_xlabel() == "seconds"
    assert labelled(ax)["energy"].get_xdata().tolist() == run.seconds.tolist()


@pytest.mark.parametrize(
    ("seconds", "unit", "factor"),
    [(0.5, "seconds", 1), (0.02, "milliseconds", 1e3), (5e-5, "microseconds", 1e6)],
)
def test_a_time_axis_has_the_unit_that_suits_the_length_of_the_run(
    seconds: float, unit: str, factor: float
) -> None:
    run = trace()
    run = replace(run, seconds=run.seconds * (seconds / run.seconds[-1]))
    ax = plots.energy(run, over="seconds")
    ax.figure.canvas.draw()
    assert ax.get_xlabel() == unit
    assert ax.xaxis.get_offset_text().get_text() == ""
    ticks = zip(ax.get_xticks(), ax.get_xticklabels(), strict=True)
    assert all(float(label.get_text()) == pytest.approx(x * factor) for x, label in ticks if x >= 0)


def test_a_longer_run_on_the_same_axes_changes_the_unit_of_the_ticks_too() -> None:
    run = trace()
    short, long = (replace(run, seconds=run.seconds * (end / run.seconds[-1])) for end in (0.02, 5.0))
    ax = plots.energy(long, over="seconds", ax=plots.energy(short, over="seconds"))
    ax.figure.canvas.draw()
    assert ax.get_xlabel() == "seconds"
    ticks = zip(ax.get_xticks(), ax.get_xticklabels(), strict=True)
    assert all(float(label.get_text()) == pytest.approx(x) for x, label in ticks if x >= 0)


def test_a_star_marks_where_a_run_was_solved() -> None:
    run = result()
    star = labelled(plots.energy(run))["solved"]
    assert (star.get_xdata()[0], star.get_ydata()[0]) == (run.iterations, 0)
    assert "solved" not in labelled(plots.energy(result(solved=False)))


def test_high_energies_are_on_a_logarithmic_scale_that_reaches_0() -> None:
    ax = plots.energy(large())
    assert ax.get_yscale() == "symlog"
    assert ax.get_ylim()[0] == 0
    assert plots.energy(trace()).get_yscale() == "linear"
    assert plots.energy(large(), log=False).get_yscale() == "linear"


def test_temperature_can_have_a_separate_axis_at_the_right() -> None:
    ax = plots.energy(trace(), temperature=True)
    right = next(other for other in ax.figure.axes if other is not ax)
    assert right.get_ylabel() == "temperature"
    assert right.get_lines()[0].get_ydata().tolist() == trace().temperature.tolist()
    assert len(plots.energy(trace("genetic"), temperature=True).figure.axes) == 1


def test_temperature_marks_reheats() -> None:
    marks = labelled(plots.temperature(trace()))["2 reheats"]
    assert marks.get_xdata().tolist() == [135_000, 269_000]


def test_temperature_can_be_drawn_on_a_logarithmic_scale() -> None:
    assert plots.temperature(trace()).get_yscale() == "linear"
    assert plots.temperature(trace(), log=True).get_yscale() == "log"


def test_the_plot_says_if_a_method_has_no_temperature() -> None:
    assert "no temperature" in words(plots.temperature(trace("genetic")))


def test_acceptance_is_shown_in_per_cent() -> None:
    ax = plots.acceptance(trace(), window=1)
    assert labelled(ax)["accepted"].get_ydata().tolist() == trace().acceptance.tolist()
    ax.figure.canvas.draw()
    assert ax.get_yticklabels()[-1].get_text().endswith("%")


def test_the_plot_of_generations_shows_the_fittest_the_mean_and_new_populations() -> None:
    run = trace("genetic")
    ax = plots.generations(run)
    assert ax.get_xlabel() == "generation"
    curves = labelled(ax)
    assert curves.keys() == {"mean and spread", "fittest of a generation", "best so far", "2 new populations"}
    assert curves["mean and spread"].get_ydata().tolist() == run.more["mean_energy"].tolist()
    assert len(ax.collections) == 1


def test_the_mutation_rate_and_the_pheromone_are_shown_in_per_cent() -> None:
    genes, ants = trace("genetic"), trace("ants")
    for ax, curve, values in (
        (plots.mutation(genes, window=1), "mutation rate", genes.more["mutation_rate"]),
        (plots.pheromone(ants), "pheromone on the strongest digit", ants.more["pheromone"]),
    ):
        assert labelled(ax)[curve].get_ydata().tolist() == values.tolist()
        ax.figure.canvas.draw()
        assert ax.get_yticklabels()[-1].get_text().endswith("%")
    assert "no pheromone" in words(plots.pheromone(genes))
    assert "no generations" in words(plots.mutation(ants))


def test_the_score_is_the_energy_minus_a_constant() -> None:
    run = result()
    curves = labelled(plots.score(run))
    assert curves["score"].get_ydata()[:-1].tolist() == (run.trace.energy - 162).tolist()
    assert "-162: solved" in curves
    assert "swap cells within boxes" in words(plots.score(result("ants")))


def test_curves_joined_by_plus_are_stacked() -> None:
    axes = result().plot("energy+temperature")
    assert isinstance(axes, list)
    assert [ax.get_ylabel() for ax in axes] == ["energy", "temperature"]
    assert [ax.get_xlabel() for ax in axes] == ["", "iteration"]
    for kind in ("energy+board", "energy+", "pie"):
        with pytest.raises(ParameterError, match=r"joined by \+"):
            result().plot(kind)


@pytest.mark.parametrize("kind", ["energy", "generations", "ladder"])
def test_a_new_figure_gets_a_title_and_given_axes_keep_theirs(kind: str) -> None:
    run = result("genetic" if kind == "generations" else "tempering")
    ax = run.plot(kind)
    assert isinstance(ax, Axes)
    assert ax.figure.get_suptitle() == title_of(run)
    mine = Figure().add_subplot()
    run.plot(kind, ax=mine)
    assert mine.figure.get_suptitle() == mine.get_title() == ""


def test_the_plot_says_if_a_method_has_no_generations() -> None:
    assert "no generations" in words(plots.generations(trace()))


def test_a_ladder_has_a_line_for_every_rung_and_a_rate_for_every_gap() -> None:
    ax = plots.ladder(result("tempering"))
    rungs = [c for c in ax.collections if isinstance(c, LineCollection)]
    heights = [c.get_segments()[0][0][1] for c in rungs]
    assert heights == pytest.approx(np.geomspace(0.3, 0.5, 6))
    assert {"20%", "30%", "40%", "50%", "60%"} <= set(words(ax).split("\n"))
    assert "no ladder" in words(plots.ladder(result()))
    assert "too short" in words(plots.ladder(trace("tempering", points=1)))


def test_a_race_ranks_the_runs_and_marks_solutions_with_stars() -> None:
    runs = {"mine": result("ants", solved=False), "yours": result("tabu")}
    ax = plots.race(runs)
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [
        "1. yours: solved, 0.51 s",
        "2. mine: energy 2, 0.51 s",
    ]
    assert [line.get_marker() for line in ax.get_lines()].count("*") == 1


def test_the_legend_of_a_race_gives_short_times_in_microseconds() -> None:
    legend = plots.race([replace(result("tabu"), seconds=61.4e-6)]).get_legend()
    assert legend is not None
    assert legend.get_texts()[0].get_text() == "1. tabu: solved, 61.4 µs"


def test_a_race_of_long_and_short_runs_has_a_logarithmic_time_axis() -> None:
    quick = result("tabu", series=trace(points=3))
    assert plots.race([quick, result()], over="iterations").get_xscale() == "log"
    assert plots.race([result(), result()]).get_xscale() == "linear"


def test_a_race_that_logic_won_still_has_a_picture() -> None:
    legend = plots.race({"logic": by_logic(), "tabu": result("tabu")}).get_legend()
    assert legend is not None
    assert len(legend.get_texts()) == 2
    assert "nothing to search" in words(plots.race([by_logic()]))
    assert "no runs" in words(plots.race([]))


@pytest.mark.parametrize(
    "name", ["classic-4", "diagonal-9", "latin-7", "jigsaw-9", "rectangular-2x5", "classic-16"]
)
def test_a_board_has_digits_and_rings_around_conflicts(name: str) -> None:
    puzzle = sample(name)
    grid = puzzle.flat.copy()
    grid[np.flatnonzero(grid == 0)[::2]] = 1
    cells = cells_of(puzzle, grid)
    ax = plots.board(puzzle, grid, candidates=True)
    (rings,) = (c for c in ax.collections if isinstance(c, EllipseCollection))
    middles = np.floor(np.asarray(rings.get_offsets())) @ [1, puzzle.size]
    assert middles.astype(int).tolist() == np.flatnonzero(cells.conflict).tolist()
    written = [len(c.get_paths()) for c in ax.collections if isinstance(c, PathCollection)]
    expected = [cells.given.sum(), cells.found.sum(), cells.candidates.sum()]
    assert written == [count for count in expected if count]


@pytest.mark.parametrize("size", [4, 49, 100])
def test_boards_and_heat_maps_are_drawn_at_any_size(size: int) -> None:
    layout = Layout.of(size)
    puzzle = Puzzle(layout, np.zeros(layout.cells, dtype=int))
    grid = np.random.default_rng(1).integers(0, size + 1, layout.cells)
    image = plots.heat_map(puzzle, grid).get_images()[0]
    assert np.asarray(image.get_array()).ravel().tolist() == cells_of(puzzle, grid).clashes.tolist()
    plots.board(puzzle, grid).figure.canvas.draw()


def test_candidates_passed_by_the_caller_are_drawn() -> None:
    puzzle = Puzzle.parse(HARD)
    mine = np.zeros((81, 9), dtype=bool)
    mine[1, 3] = True
    ax = plots.board(puzzle, candidates=mine)
    assert len([c for c in ax.collections if isinstance(c, PathCollection)][-1].get_paths()) == 1
    with pytest.raises(ParameterError, match=r"give \(81, 9\): a row for each cell"):
        plots.board(puzzle, candidates=mine[:4])


def test_an_overview_shows_board_energy_and_temperature() -> None:
    axes = plots.overview(result())
    assert [ax.get_ylabel() for ax in axes] == ["", "energy", "temperature"]
    assert axes[0].figure.get_suptitle() == title_of(result())


def test_an_overview_shows_other_curves_for_methods_without_temperature() -> None:
    shown = {
        kind: [ax.get_ylabel() for ax in plots.overview(result(kind))[1:]] for kind in ("genetic", "ants")
    }
    assert shown == {"genetic": ["energy (0 is fittest)", "mutation rate"], "ants": ["energy", "pheromone"]}
    assert plots.overview(result("tempering"))[2].get_ylabel() == "temperature of the rung"


def test_an_overview_of_a_large_grid_with_conflicts_has_a_heat_map() -> None:
    assert len(plots.overview(large())[0].get_images()) == 1
    assert not plots.overview(result(solved=False))[0].get_images()


@pytest.mark.parametrize("kind", plots.CURVES)
def test_a_run_without_search_has_a_plot_that_says_so(kind: str) -> None:
    ax = by_logic().plot(kind)
    assert isinstance(ax, Axes)
    assert "solved by logic alone: there was nothing to search" in words(ax)
    assert "empty" in words(by_logic().trace.plot(kind))
    assert len(plots.overview(by_logic())) == 2


def test_a_run_whose_first_board_was_a_solution_has_a_plot_that_says_so() -> None:
    several = Puzzle.parse(".4635.1.......52....2..33......6.132", box="2x3")
    ax = eg.solve(several, "focused", seed=1).plot("energy")
    assert isinstance(ax, Axes)
    assert "the first board of focused was a solution" in words(ax)


@pytest.mark.parametrize("kind", [*plots.CURVES, *plots.BOARDS])
def test_a_plot_is_drawn_on_the_given_axes(kind: str) -> None:
    ax = Figure().add_subplot()
    assert result("tempering").plot(kind, ax=ax) is ax
    assert not plt.get_fignums()


def test_colours_suit_the_axes_unless_a_theme_is_given() -> None:
    run = trace()
    dark = Figure().add_subplot(facecolor="black")
    assert labelled(run.plot(ax=dark))["energy"].get_color() == DARK.energy
    assert labelled(run.plot())["energy"].get_color() == LIGHT.energy
    ax = run.plot(theme="dark")
    assert labelled(ax)["energy"].get_color() == DARK.energy
    assert mpl.colors.to_hex(ax.figure.get_facecolor()) == DARK.paper.lower()


def test_drawing_leaves_matplotlibs_defaults_unchanged() -> None:
    before = dict(mpl.rcParams)
    plots.overview(result(), theme="dark")
    assert dict(mpl.rcParams) == before


def test_an_unknown_name_is_refused_and_the_error_lists_the_choices() -> None:
    with pytest.raises(ParameterError, match="choose one of overview, board, heat_map, energy"):
        result().plot("pie")
    with pytest.raises(ParameterError, match="choose one of energy, temperature"):
        trace().plot("board")
    with pytest.raises(ParameterError, match="light or dark"):
        result().plot(theme="sepia")


def test_an_overview_is_saved_without_pyplot(tmp_path: Path) -> None:
    plots.save_figure(result(), tmp_path / "run.svg", theme="dark")
    assert DARK.paper.lower() in (tmp_path / "run.svg").read_text()
    assert not plt.get_fignums()


def test_a_result_can_plot_a_real_run() -> None:
    run = eg.solve(HARD, "probing", seed=1)
    axes = run.plot()
    assert isinstance(axes, list)
    curve = labelled(axes[1])["energy"].get_ydata()
    assert curve[: len(run.trace)].tolist() == run.trace.energy.tolist()
    assert curve[-1] == 0


def test_matplotlib_and_pillow_are_loaded_only_when_something_is_drawn() -> None:
    for file in Path(views.__file__).parent.rglob("*.py"):
        statements = ast.parse(file.read_text(encoding="utf-8")).body
        named = {name for node in statements for name in imported(node)}
        assert named.isdisjoint({"matplotlib", "PIL", "imageio_ffmpeg"}), file.name


@pytest.mark.parametrize("name", DRAWN)
def test_pictures_match_the_reference_pictures(name: str) -> None:
    assert difference(drawn(name), baseline(name)) < TOLERANCE


def test_the_comparison_of_pictures_notices_a_mirrored_board() -> None:
    assert difference(drawn("board-jigsaw"), flipped(baseline("board-jigsaw"))) > TOLERANCE


def imported(node: ast.stmt) -> set[str]:
    """Return the packages that a statement imports; none for an ``if``, whose imports are only for types."""
    if isinstance(node, ast.ImportFrom):
        return {str(node.module).split(".")[0]}
    return {alias.name.split(".")[0] for alias in node.names} if isinstance(node, ast.Import) else set()


def baseline(name: str) -> Image.Image:
    return Image.open(BASELINE / f"{name}.png").convert("RGB")


def flipped(picture: Image.Image) -> Image.Image:
    return picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def labelled(ax: Axes) -> dict[str, Any]:
    """Return the curves by their names in the legend."""
    return {
        str(line.get_label()): line for line in ax.get_lines() if not str(line.get_label()).startswith("_")
    }


def words(ax: Axes) -> str:
    return "\n".join(text.get_text() for text in ax.texts)


def test_an_unknown_backend_is_an_error_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(MetaPathFinder):
        def find_spec(self, fullname: str, *_: object) -> None:
            if fullname == "matplotlib.pyplot":
                raise ValueError("'nope' is not a valid value for backend")

    monkeypatch.delitem(sys.modules, "matplotlib.pyplot", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    with pytest.raises(ErgodokuError, match=r"'nope' is not .*; correct the environment variable MPLBACKEND"):
        pyplot()
