"""Each figure shows its data in light and dark, or says that there are none."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

from ergodoku.engine.trace import Trace
from ergodoku.lab.analysis import (
    Comparison,
    Histories,
    Runs,
    anytime,
    by_puzzle,
    choose_targets,
    compare_runs,
    performance_ratios,
    puzzle_efforts,
    restarts_of,
    stored_walks,
    target_curves,
)
from ergodoku.lab.report.anytime_figure import anytime_columns, anytime_curves
from ergodoku.lab.report.descent_figures import draw_descents
from ergodoku.lab.report.drawing import ReportFigure
from ergodoku.lab.report.figure_parts import effort_axis
from ergodoku.lab.report.profile_figure import performance_profiles, profile_columns
from ergodoku.lab.report.restart_figure import restart_columns, restart_words, time_to_target
from ergodoku.lab.report.scatter_figure import puzzle_scatter, scatter_columns, scatter_pairs
from ergodoku.lab.report.target_figure import target_columns, target_distributions
from ergodoku.lab.report.trace_figure import stored_traces, trace_columns
from ergodoku.lab.report.tuning_figures import draw_tuning, trials_over_parameter
from ergodoku.lab.study import Study
from ergodoku.lab.tuning import TuningOutcome
from ergodoku.lab.tuning.outcome import TrialOutcome
from ergodoku.methods.focused import Focused
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.views.board import DARK, LIGHT
from tests.lab.synthetic import LIMIT, Outcome, made_up, quick_report

PUZZLES = 5


def outcome(puzzle: int, contender: int, repetition: int) -> Outcome:
    """Make the second contender slower and unable to solve the fourth puzzle; neither solves the fifth."""
    if puzzle == 4 or (puzzle == 3 and contender == 1) or repetition % 7 == 6:
        return "gave_up", LIMIT
    return "solved", 20 * (1 + contender) + 31 * (repetition + 3 * puzzle) % 400


def walked(puzzle: int, contender: int, repetition: int) -> Trace:
    status, end = outcome(puzzle, contender, repetition)
    iteration = np.linspace(0, end, 30).astype(np.int64)
    energy = np.linspace(40, 0 if status == "solved" else 2, 30).astype(np.int64)
    real = np.linspace(0, 1, 30)
    return Trace(iteration, real, energy, np.minimum.accumulate(energy), real, real, 0 * energy)


class Made:
    """A study with all the data that the figures need."""

    def __init__(self, folder: Path) -> None:
        self.study: Study = made_up(folder, outcome, count=PUZZLES, runs=14, trace=walked)
        with self.study.store() as store:
            self.runs = Runs.read(store)
            self.histories = Histories.read(store, self.runs)
            self.walks = stored_walks(store, self.runs)
        self.comparison: Comparison = compare_runs(self.study, self.runs)
        self.efforts = puzzle_efforts(by_puzzle(self.runs, 2), "iterations", 2)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Two contenders on five puzzles."""
    return Made(tmp_path_factory.mktemp("figures") / "s")


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """After each test, close its figures."""
    yield
    plt.close("all")


def drawings(made: Made) -> dict[str, Callable[..., Axes]]:
    comparison, measure = made.comparison, "iterations"
    curves = anytime(made.histories, measure, 2, relative=False)
    reached = target_curves(made.histories, measure, 2, choose_targets(made.histories))
    ratios = performance_ratios(made.efforts)
    return {
        "anytime": partial(anytime_curves, curves, comparison, measure),
        "targets": partial(target_distributions, reached, comparison, measure),
        "profile": partial(performance_profiles, ratios, comparison, measure),
        "scatter": partial(puzzle_scatter, made.efforts, comparison, measure),
        "restarts": partial(time_to_target, restarts_of(made.runs, measure, 2), comparison, measure),
        "traces": partial(stored_traces, made.walks, comparison),
    }


NAMES = ("anytime", "targets", "profile", "scatter", "restarts", "traces")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_a_figure_is_drawn_in_the_colours_of_the_theme(made: Made, name: str, palette) -> None:  # type: ignore[no-untyped-def]
    ax = drawings(made)[name](theme=palette.name)
    figure = ax.figure
    figure.canvas.draw()
    assert to_hex(figure.get_facecolor()).upper() == palette.paper.upper()
    lines = [line for panel in figure.axes for line in panel.get_lines()]
    assert sum(len(line.get_xdata()) for line in lines) > 5
    labels = [panel.get_xlabel() for panel in figure.axes if panel.get_xlabel()]
    assert labels


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_is_drawn_within_the_area_of_the_given_axes(made: Made, name: str) -> None:
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4))
    box = right.get_position()
    assert drawings(made)[name](ax=right) is right
    figure.canvas.draw()
    drawn = [ax for ax in figure.axes if ax is not left and ax.axison]
    assert drawn
    assert all(ax.get_position().x0 >= box.x0 - 1e-6 for ax in drawn)
    assert not left.get_lines()


def test_figures_without_data_say_so(made: Made) -> None:
    comparison = made.comparison
    empty = (
        partial(anytime_curves, [], comparison),
        partial(target_distributions, [], comparison),
        partial(performance_profiles, np.full((3, 2), np.inf), comparison),
        partial(time_to_target, [], comparison),
        partial(stored_traces, [], comparison),
    )
    for draw in empty:
        ax = draw()
        [text] = [text.get_text() for text in ax.texts]
        assert text.startswith("no ")


def test_the_columns_of_anytime_curves_are_the_drawn_data(made: Made) -> None:
    curves = anytime(made.histories, "iterations", 2, relative=False)
    columns = anytime_columns(curves, made.comparison.labels, "iterations")
    line = anytime_curves(curves, made.comparison, "iterations").get_lines()[0]
    mine = columns["contender"] == "first"
    assert columns["iterations"][mine].tolist() == line.get_xdata().tolist()
    assert columns["energy_median"][mine].tolist() == line.get_ydata().tolist()


def test_the_columns_of_targets_are_shares_of_runs(made: Made) -> None:
    targets = choose_targets(made.histories)
    reached = target_curves(made.histories, "iterations", 2, targets)
    columns = target_columns(reached, made.comparison.labels, "iterations")
    solved = (columns["contender"] == "first") & (columns["energy"] == 0)
    assert columns["share"][solved].max() == pytest.approx(made.comparison.standings[0].rate)
    assert set(columns["energy"].tolist()) == set(targets)


def test_the_columns_of_a_profile_are_its_steps(made: Made) -> None:
    columns = profile_columns(performance_ratios(made.efforts), made.comparison.labels)
    first, second = (columns["contender"] == label for label in ("first", "second"))
    assert columns["share"][first].max() == 4 / PUZZLES
    assert columns["share"][second].max() == 3 / PUZZLES
    best = columns["share"][first & (columns["factor"] == 1)]
    assert best.tolist() == [(made.efforts.expected.argmin(axis=1)[:4] == 0).sum() / PUZZLES]


def test_a_scatter_has_a_point_for_each_solved_puzzle(made: Made) -> None:
    assert scatter_pairs(made.efforts) == [(0, 1)]
    columns = scatter_columns(made.efforts, made.comparison.labels, "iterations")
    assert columns["puzzle"].tolist() == [1, 2, 3, 4, 5]
    assert np.isinf(columns["second_ert_iterations"]).tolist() == [False, False, False, True, True]
    ax = puzzle_scatter(made.efforts, made.comparison, "iterations")
    points = [line for panel in ax.figure.axes for line in panel.get_lines() if line.get_marker() == "o"]
    assert sum(len(line.get_xdata()) for line in points) == PUZZLES - 1
    hollow = [line for line in points if line.get_markerfacecolor() != line.get_color()]
    assert [len(line.get_xdata()) for line in hollow] == [1]


def test_with_many_contenders_the_best_is_drawn_against_each_of_the_six_next_best(made: Made) -> None:
    efforts = type(made.efforts)(np.arange(3), np.array([[5.0, 1, 9, 2, 3, 4, 6, 7, 8]] * 3))
    pairs = scatter_pairs(efforts)
    assert len(pairs) == 6
    assert all(a == 1 and b != 1 for a, b in pairs)


def test_restarts_are_described_in_sentences_and_columns(made: Made) -> None:
    found = restarts_of(made.runs, "iterations", 2)
    columns = restart_columns(found, made.comparison.labels)
    assert columns["exponential"] == pytest.approx(1 - np.exp(-columns["multiple_of_ert"]))
    assert found[0].shape is not None
    assert f"first: shape {found[0].shape.shape:.2f}" in restart_words(found, made.comparison.labels)


def test_traces_show_all_contenders_on_one_puzzle(made: Made) -> None:
    assert len({walk.puzzle for walk in made.walks}) == 1
    assert [walk.contender for walk in made.walks] == [0] * 4 + [1] * 4
    columns = trace_columns(made.walks, made.comparison.labels)
    assert len(columns["energy"]) == 8 * 30
    assert columns["energy"][:30].tolist() == walked(made.walks[0].puzzle, 0, 0).energy.tolist()


def test_the_caption_of_traces_has_the_number_of_the_puzzle_because_names_may_repeat(made: Made) -> None:
    named = tuple(Puzzle(p.layout, p.flat, "clues 26") for p in made.study.puzzles)
    told: list[str] = []

    def draw(name: str, measure: str, title: str, caption: str, *_: object) -> ReportFigure:
        told.append(caption)
        return ReportFigure(name, measure, title, caption)

    study = replace(made.study, puzzles=named)
    with study.store() as store:
        list(draw_descents(study, store, made.runs, made.comparison, ("iterations",), draw))
    assert f"on puzzle {made.walks[0].puzzle + 1} (clues 26), a puzzle of median difficulty" in told[-1]


@pytest.mark.parametrize("measure", ["seconds", "iterations"])
@pytest.mark.parametrize("span", [(2.1e-3, 5.9e-3), (4.9, 5.1), (30, 3000), (1.1, 1e9)])
@pytest.mark.parametrize("small", [False, True])
def test_an_effort_axis_has_several_labelled_ticks(
    span: tuple[float, float], measure: str, small: bool
) -> None:
    low, high = span
    ax = plt.figure().subplots()
    effort_axis(ax, "y", np.array(span), measure, small=small)
    if measure == "seconds":  # a figure may set narrower limits, such as those of a colour bar
        ax.set_ylim(low, high)
    ax.figure.canvas.draw()
    bottom, top = ax.get_ylim()
    ticks = ax.yaxis.get_major_ticks()
    shown = [tick.label1.get_text() for tick in ticks if bottom <= tick.get_loc() <= top]
    assert 2 <= len(set(shown)) <= (4 if small else 8)
    assert all(shown)


def test_a_report_has_every_figure_with_its_data(made: Made, tmp_path: Path) -> None:
    report = quick_report(made.study.folder, tmp_path, formats="svg,png")
    page = report.html.read_text(encoding="utf-8")
    kinds = ("run-lengths", "boxes", "anytime", "targets", "profile", "puzzles", "restarts")
    names = {f"{kind}-{measure}" for kind in kinds for measure in ("seconds", "iterations")} | {"traces"}
    files = {path.name for path in (tmp_path / "figures").iterdir()}
    assert files >= {f"{name}.{ending}" for name in names for ending in ("svg", "png", "csv")}
    assert page.index("Run-length distribution") < page.index("Anytime curves") < page.index("Traces")
    with (tmp_path / "figures" / "profile-iterations.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert {row["contender"] for row in rows} == {"first", "second"}


def test_a_pdf_embeds_its_fonts_as_truetype(made: Made, tmp_path: Path) -> None:
    from ergodoku.lab.report.drawing import draw_figure

    draw_figure(tmp_path, "figure", "iterations", "Profile", "", drawings(made)["profile"], (7.2, 4.0))
    pdf = (tmp_path / "figure.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert b"/FontFile2" in pdf
    assert b"/Type3" not in pdf
    assert b"CreationDate" not in pdf


def test_the_report_says_how_to_get_a_missing_figure(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", lambda p, c, r: ("solved", 5 + r), count=1, runs=5)
    with study.store() as store:  # like the runs of an older version
        store.connection.execute("UPDATE runs SET descent = NULL")
    report = quick_report(tmp_path / "s", tmp_path / "out")
    page = report.html.read_text(encoding="utf-8")
    plain = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    for text in (page, plain):
        assert "run it again in another folder and store traces" in text
        assert "at least 3 puzzles: add puzzles" in text
        assert text.count("run it again in another folder.") == 2
    drawn = {path.name.partition("-")[0] for path in (tmp_path / "out" / "figures").iterdir()}
    assert not drawn & {"anytime", "targets", "profile", "puzzles", "traces.svg"}


def test_the_figure_of_trials_says_how_many_are_missing() -> None:
    efforts = ((9.0, False), (20.0, True), (None, True), (None, True))
    trials = tuple(TrialOutcome(k, effort, pruned, {}) for k, (effort, pruned) in enumerate(efforts))

    def caption(trials: tuple[TrialOutcome, ...]) -> str:
        outcome = TuningOutcome("focused", "iterations", trials, {}, {}, Focused(), Focused(), 2, 0)
        return next(draw_tuning(outcome, lambda *given: ReportFigure(*given[:4]))).caption

    missing = "Not drawn: trials that were stopped before they had run once on every puzzle (2)."
    assert caption(trials).endswith(missing)
    assert "Not drawn" not in caption(trials[:2])


def test_trials_that_share_a_value_are_drawn_without_warnings() -> None:
    trials = tuple(TrialOutcome(k, 10.0 + k, pruned=False, values={"epoch": 1000}) for k in range(3))
    ranges, method = {"epoch": (1, 10**6)}, Focused()
    outcome = TuningOutcome("focused", "iterations", trials, {}, ranges, method, method, 1, 1)
    ax = trials_over_parameter(outcome, "epoch", ax=plt.figure().add_subplot())
    plt.gcf().canvas.draw()
    plt.close()
    assert ax.get_xscale() == "log"
    assert ax.get_xlim() == (1, 10**6)
