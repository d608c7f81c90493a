"""Explorations: they find the best value, and name values that may be as good."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

from ergodoku.base.errors import StudyError
from ergodoku.base.numbers import number
from ergodoku.cli.studies import all_puzzles
from ergodoku.lab.analysis import Exploration, Runs, begin_exploration, explore, explore_runs, preset_of
from ergodoku.lab.analysis.best import best_of
from ergodoku.lab.analysis.exploration_study import axes_of_study
from ergodoku.lab.analysis.resampling import Drawn, Resampling, draw
from ergodoku.lab.analysis.tables import standings_table
from ergodoku.lab.report.explore_figures import median_band, value_boxes
from ergodoku.lab.report.figure_parts import whiskers
from ergodoku.lab.report.heat_map import heat_map
from ergodoku.lab.study import RunRow, Study, axes_of
from ergodoku.methods.registry import method_of
from ergodoku.puzzle.exact import count_solutions
from ergodoku.puzzle.puzzle import Puzzle
from tests.lab.synthetic import quick_report
from tests.samples import EASY, HARD, general

mpl.use("agg")
LIMIT = 100_000
GRID = ["sweep=1,10,100", "low=0.5:0.9:3"]


def made_up(folder: Path, vary: list[str], solve_in: Callable[[int], float], **changes: Any) -> Study:
    """Start an exploration, and store made-up runs.

    ``solve_in`` gives the mean iterations of a contender; runs that would need `LIMIT` or more give up.
    """
    asked: dict[str, Any] = {"runs": 40, "time_limit": None, "max_iterations": LIMIT} | changes
    puzzle, method = asked.pop("puzzle", Puzzle.parse(HARD)), asked.pop("method", "focused")
    study = begin_exploration(folder, [puzzle], method, vary, **asked)
    generator = np.random.default_rng(1)
    rows = []
    for task in study.tasks():
        wanted = solve_in(task.contender) * generator.exponential()
        solved = wanted < LIMIT
        spent = round(wanted) if solved else LIMIT
        status = "solved" if solved else "gave_up"
        rows.append(
            RunRow(
                *task[:3],
                str(task.seed),
                status,
                0 if solved else 2,
                spent,
                2 * spent,
                spent / 1e6,
                spent / 1e6,
                "focused",
                0.0,
                "w",
            )
        )
    with study.store() as store:
        store.add_many(rows)
    return study


def explored(study: Study) -> tuple[Runs, Exploration]:
    with study.store() as store:
        runs = Runs.read(store)
    return runs, explore_runs(study, runs)


def test_the_best_value_is_found_and_worse_values_are_recognised(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", ["sweep=1,10,100,1000"], lambda k: [9000, 1000, 1000, 50_000][k])
    _, found = explored(study)
    best = found.best["iterations"]
    assert best is not None
    assert {best.contender, *best.alike} == {1, 2}
    told = found.comparison.conclusions[1]
    expected = r"Best sweep in iterations: 100? \(statistically indistinguishable: 100?\)"
    assert re.match(expected, told)


def test_indistinguishable_neighbours_are_named_as_a_range(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", ["sweep=1:5:5"], lambda k: [90_000, 1000, 1000, 1000, 90_000][k])
    told = explored(study)[1].comparison.conclusions[1]
    assert "(statistically indistinguishable: 2 to 4)" in told


def test_a_value_that_never_solves_is_worse_than_a_value_that_often_does(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", ["sweep=1,10"], lambda k: [np.inf, 50_000][k])
    best = explored(study)[1].best["iterations"]
    assert best is not None
    assert (best.contender, best.alike) == (1, ())


def test_there_is_no_best_value_if_nothing_was_solved(tmp_path: Path) -> None:
    _, found = explored(made_up(tmp_path / "s", ["sweep=1,10"], lambda _: np.inf))
    assert found.best == {"seconds": None, "iterations": None}
    assert "no run was solved" in " ".join(found.comparison.notes)
    assert found.to_dict()["best"] == {"seconds": None, "iterations": None}


def test_a_best_value_at_the_end_of_its_range_gets_a_note(tmp_path: Path) -> None:
    _, found = explored(made_up(tmp_path / "s", ["sweep=1,10,100"], lambda k: 10.0 ** (4 - k)))
    assert any("the best sweep lies at the end of its range" in note for note in found.comparison.notes)


def test_a_best_value_at_the_end_gets_no_note_if_all_values_are_indistinguishable(tmp_path: Path) -> None:
    _, found = explored(made_up(tmp_path / "s", ["sweep=1,10,100"], lambda _: 1000.0))
    best = found.best["iterations"]
    assert best is not None
    assert len(best.alike) == 2
    assert not any("at the end of its range" in note for note in found.comparison.notes)


@pytest.mark.parametrize(("values", "noted"), [(3, False), (12, True)])
def test_a_note_on_few_puzzles_agrees_with_the_test_of_an_exploration(
    tmp_path: Path, values: int, noted: bool
) -> None:
    puzzles = [general(4, 0.5, k) for k in range(7)]
    vary = [f"sweep=1:{values}:{values}"]
    limits: dict[str, Any] = {"runs": 10, "time_limit": None, "max_iterations": LIMIT}
    study = begin_exploration(tmp_path / "s", puzzles, "focused", vary, **limits)
    rows = []
    for task in study.tasks():
        spent = 10 * (1 + task.contender) ** 3
        times = (spent, 2 * spent, spent / 1e6, spent / 1e6)
        rows.append(RunRow(*task[:3], str(task.seed), "solved", 0, *times, "focused", 0.0, "w"))
    with study.store() as store:
        store.add_many(rows)
    _, found = explored(study)
    best = found.best["iterations"]
    assert best is not None
    assert len(best.alike) == (values - 1 if noted else 0)
    told = f"7 puzzles are too few to show that any of {values} values is worse than the best"
    assert (told in found.comparison.notes) == noted
    assert not any("among" in note for note in found.comparison.notes)


def test_the_table_of_puzzles_has_the_time_that_the_report_measures(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", ["sweep=1,10"], lambda _: 1000.0)
    with study.store() as store:  # on the clock, every run took twice as long
        store.connection.execute("UPDATE runs SET seconds = 2 * cpu_seconds")
    text = (quick_report(study.folder).folder / "report.md").read_text(encoding="utf-8")
    table = text[text.index("## Puzzles") :]
    assert "Times are CPU times." in table
    with (study.folder / "report" / "puzzles.csv").open(encoding="utf-8", newline="") as stream:
        first = next(csv.DictReader(stream))
    assert "| median CPU s | ERT CPU s |" in table
    assert f"| {number(float(first['ert_cpu_seconds']))} |" in table
    assert f"| {number(float(first['ert_seconds']))} |" not in table


def test_the_report_of_an_exploration_says_what_statistically_indistinguishable_means(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", ["sweep=1,10,100"], lambda _: 1000.0)
    page = quick_report(study.folder).html.read_text(encoding="utf-8")
    reading = page[page.index('id="reading"') :]
    assert "<dt>statistically indistinguishable</dt>" in reading
    assert "A12" not in reading


def drawn_of(runs: Runs, contenders: int) -> list[Drawn]:
    """Return the resamples of each contender."""
    resampling = Resampling(runs.puzzle, len(runs) // contenders)
    mine = [runs.only(runs.contender == k) for k in range(contenders)]
    free = {"seconds": None}
    return [draw(resampling, m.puzzle, m.solved, {"seconds": m.seconds}, free, k) for k, m in enumerate(mine)]


def test_the_true_best_is_among_the_returned_values_as_often_as_the_confidence_says() -> None:
    generator, hits, few = np.random.default_rng(3), 0, 0
    means = np.array([1.0, 1.3, 2.0, 4.0])
    for _ in range(20):
        effort = (generator.exponential(1.0, (30, 4)) * means).ravel()
        contender = np.tile(np.arange(4), 30)
        blank = np.zeros(120, dtype=np.int64)
        yes = np.ones(120, dtype=bool)
        runs = Runs(blank, contender, blank, blank, yes, ~yes, ~yes, blank, effort, effort, effort, effort)
        best = best_of(runs, "seconds", drawn_of(runs, 4))
        assert best is not None
        hits += 0 in {best.contender, *best.alike}
        few += 3 not in best.alike
    assert hits >= 19, "at least 95 %"
    assert few >= 19, "and four times the effort is recognised as worse"


def test_with_three_runs_per_value_no_value_counts_as_worse_however_large_the_difference() -> None:
    def alike(runs: int) -> tuple[int, ...]:
        contender = np.repeat(np.arange(3), runs)
        blank = np.zeros(3 * runs, dtype=np.int64)
        yes = np.ones(3 * runs, dtype=bool)
        effort = 10.0 ** (1 + contender) + np.tile(np.arange(runs), 3)
        made = Runs(blank, contender, blank, blank, yes, ~yes, ~yes, blank, effort, effort, effort, effort)
        best = best_of(made, "seconds", drawn_of(made, 3))
        assert best is not None
        assert best.contender == 0
        return best.alike

    # By chance alone, 3 runs are all better than 3 others in 1 of 20 cases. That is too often here, because
    # the best value is compared with two others.
    assert alike(3) == (1, 2)
    assert alike(5) == ()


def test_real_runs_are_repeatable(tmp_path: Path) -> None:
    def iterations(folder: Path, workers: int) -> list[int]:
        study = begin_exploration(
            folder,
            [Puzzle.parse(HARD)],
            "focused",
            ["sweep=8,64"],
            runs=3,
            time_limit=None,
            max_iterations=20_000,
        )
        with study.run(workers=workers) as store:
            assert explore(study, store).comparison.done == 6
            found: list[int] = store.columns("iterations")["iterations"].tolist()
            return found

    assert iterations(tmp_path / "a", 1) == iterations(tmp_path / "b", 2)


def test_a_folder_with_another_kind_of_study_is_refused(tmp_path: Path) -> None:
    study = Study.create(tmp_path / "s", [Puzzle.parse(EASY)], ["focused"], runs=1)
    with pytest.raises(StudyError, match="kind is 'compare' there, 'explore' here"):
        begin_exploration(tmp_path / "s", [Puzzle.parse(EASY)], "focused", ["sweep=1,2"], runs=1)
    with study.store() as store, pytest.raises(StudyError, match="of kind 'compare', not 'explore'"):
        explore(study, store)


def test_a_method_from_a_file_is_stored_in_the_study(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('method = "focused"\n[parameters]\nhigh = 2.0\n')
    study = begin_exploration(
        tmp_path / "s", [Puzzle.parse(EASY)], str(file), ["sweep=1,2"], settings={"low": "0.5"}, runs=1
    )
    file.unlink()
    again = Study.open(tmp_path / "s")
    assert axes_of_study(again)[0].values == (1, 2)
    assert [(m.high, m.low, m.sweep) for m in (c.method for c in again.contenders)] == [
        (2.0, 0.5, 1),
        (2.0, 0.5, 2),
    ]
    assert again.contenders == study.contenders


def test_varying_a_choice_keeps_the_other_settings(tmp_path: Path) -> None:
    study = begin_exploration(
        tmp_path / "s",
        [Puzzle.parse(EASY)],
        "annealing",
        ["schedule=geometric,hyperbolic"],
        settings={"schedule.start": "3"},
        runs=1,
    )
    assert [c.settings["schedule"]["start"] for c in study.contenders] == [3.0, 3.0]


def test_the_published_study_has_ten_cooling_factors_and_a_puzzle_with_one_solution() -> None:
    preset = preset_of("lewis")
    values = axes_of([preset.vary], method_of(preset.method))[0].values
    assert np.log10(np.array(values, dtype=float)) == pytest.approx(np.linspace(-0.0055, -0.001, 10))
    assert count_solutions(preset.puzzle, limit=2).count == 1


def test_the_result_is_compared_with_the_published_best_of_another_machine(tmp_path: Path) -> None:
    preset = preset_of("lewis")
    changes = {"puzzle": preset.puzzle, "method": preset.method, "preset": "lewis", "runs": 3}
    study = made_up(tmp_path / "s", [preset.vary], lambda k: 1000.0 * (k + 1), **changes)
    told = " ".join(explored(study)[1].comparison.conclusions)
    assert "Published: best cooling 0.98855, median 0.1965 s" in told
    assert "on another machine and with another program" in told
    assert "the published best" in told


@pytest.mark.parametrize(("theme", "measure"), [("light", "seconds"), ("dark", "iterations")])
def test_figures_show_every_value_and_mark_runs_that_gave_up(
    tmp_path: Path, theme: str, measure: str
) -> None:
    efforts = [1000.0, 60_000.0, np.inf]
    runs, found = explored(made_up(tmp_path / "s", ["sweep=1,10,100"], lambda k: efforts[k]))
    boxes = value_boxes(runs, found, measure, theme=theme)
    assert [label.get_text() for label in boxes.get_xticklabels()] == ["1", "10", "100"]
    assert boxes.get_title(loc="left") == f"sweep: 40 runs of each value, {runs.solved.sum()} of 120 solved"
    rates = [f"{100 * s.rate:.0f} %" for s in found.comparison.standings]
    assert [text.get_text() for text in boxes.texts] == [*rates, "solved"]
    lost = [line for line in boxes.lines if line.get_marker() == "^"]
    assert sum(len(np.atleast_1d(line.get_xdata())) for line in lost) == int((~runs.solved).sum())
    band = median_band(runs, found, measure, theme=theme)
    assert band.get_xscale() == "log"
    assert "median above" in [text.get_text() for text in band.get_legend().get_texts()]
    share = next(other for other in band.figure.axes if other is not band).lines[0]
    assert share.get_ydata() == pytest.approx([s.rate for s in found.comparison.standings])
    close(boxes, band)


def test_whiskers_end_at_5_and_95_per_cent_and_an_unknown_end_is_not_drawn() -> None:
    from matplotlib.figure import Figure

    effort = np.arange(1.0, 102.0)
    ends = []
    for solved in (effort > 0, effort < 90):
        ax = Figure().subplots()
        whiskers(ax, 0, effort, solved, "black")
        ends.append([line.get_ydata()[0] for line in ax.lines if line.get_marker() == "_"])
    assert ends == [[6.0, 96.0], [6.0]]


def test_an_exploration_uses_cpu_time_if_it_is_known(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", ["sweep=1,10"], lambda k: 1000.0 * (k + 1))
    with study.store() as store:
        runs = Runs.read(store)
    disturbed = replace(runs, seconds=runs.seconds * 5, cpu_seconds=runs.seconds)
    found = explore_runs(study, disturbed)
    assert found.runs.seconds.tolist() == runs.seconds.tolist()
    assert "times are CPU times of one core" in found.comparison.notes
    note = "the runs had the CPU for only 20 % of their time: other programs disturbed them"
    assert note in found.comparison.notes
    table = standings_table(found.comparison, "seconds")
    assert (table.heads[-1], [row[-1] for row in table.rows]) == ("CPU", ["20 %", "20 %"])
    axes = [value_boxes(found.runs, found), median_band(found.runs, found)]
    assert [ax.get_ylabel() for ax in axes] == ["CPU time", "CPU time"]
    old = explore_runs(study, replace(runs, cpu_seconds=np.full(len(runs), np.nan)))
    assert not old.cpu_time
    assert old.runs.seconds.tolist() == runs.seconds.tolist()
    axes.append(value_boxes(old.runs, old))
    assert axes[-1].get_ylabel() == "time"
    close(*axes)


def test_a_heat_map_shows_the_expected_effort_of_each_cell(tmp_path: Path) -> None:
    _, found = explored(made_up(tmp_path / "s", GRID, lambda k: [np.inf, 1e4][k > 0] if k != 4 else 1e3))
    ax = heat_map(found, "iterations")
    texts = [text.get_text() for text in ax.texts]
    assert len(texts) == 9
    assert texts[0] == "-"
    bold = [k for k, text in enumerate(ax.texts) if text.get_fontweight() == "bold"]
    assert bold == [4]
    (bar,) = ax.child_axes
    assert bar.get_ylabel() == "expected iterations to a solution"
    assert bar.get_ylim()[0] == found.comparison.standings[4].iterations.expected
    assert ax.get_title(loc="left").startswith(" and ".join(axis.name for axis in found.axes))
    close(ax)


def test_the_heat_map_shows_0_if_logic_solves_everything(tmp_path: Path) -> None:
    _, found = explored(made_up(tmp_path / "s", GRID, lambda _: 0.0))
    ax = heat_map(found, "iterations")
    assert [text.get_text() for text in ax.texts] == ["0"] * 9
    close(ax)


def test_figures_say_why_they_are_empty(tmp_path: Path) -> None:
    study = begin_exploration(tmp_path / "s", [Puzzle.parse(HARD)], "focused", ["sweep=1,2"], runs=1)
    runs, found = explored(study)
    drawn = [value_boxes(runs, found), median_band(runs, found), heat_map(found)]
    assert [ax.texts[0].get_text() for ax in drawn] == [
        "no run has ended yet",
        "no run has ended yet",
        "a heat map needs two parameters",
    ]
    close(*drawn)


def test_the_report_has_the_figures_and_a_command_that_repeats_the_study(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", GRID, lambda k: 1000.0 + k, settings={"high": "1.2"})
    report = quick_report(tmp_path / "s", formats="png")
    page = report.html.read_text(encoding="utf-8")
    assert "Exploration of sweep and low in focused" in page
    assert "Best sweep and low in time" in page
    names = sorted(path.name for path in (report.folder / "figures").glob("*.png"))
    assert names == ["heat-iterations.png", "heat-seconds.png", "values-iterations.png", "values-seconds.png"]
    assert "best" in json.loads((report.folder / "comparison.json").read_text())
    text = (report.folder / "report.md").read_text(encoding="utf-8")
    assert (
        "ergodoku explore puzzles.txt --box 3x3 --method focused --set high=1.2 --vary sweep=1,10,100 "
        "--vary low=0.5:0.9:3 --runs 40 --seed 0 --max-iterations 100000 --study again"
    ) in text
    file = str(report.folder / "repeat" / "puzzles.txt")
    puzzles, _ = all_puzzles([file], "3x3", "classic", None, quiet=True)
    again = begin_exploration(
        tmp_path / "again",
        puzzles,
        "focused",
        GRID,
        settings={"high": "1.2"},
        runs=40,
        time_limit=None,
        max_iterations=LIMIT,
    )
    assert list(again.tasks()) == list(study.tasks())


def close(*drawn: Any) -> None:
    import matplotlib.pyplot as plt

    for ax in drawn:
        plt.close(ax.figure)


def test_every_measure_has_a_heat_map(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", GRID, lambda k: 1000.0 + k)
    with study.store() as store:
        store.connection.execute("UPDATE runs SET evaluations = iterations * (3 + contender)")
    _, found = explored(study)
    drawn = [heat_map(found, measure) for measure in found.comparison.measures]
    assert len(drawn) == 3
    close(*drawn)
