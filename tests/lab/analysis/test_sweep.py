"""A sweep: how effort grows with the size, and which share of givens is hardest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ergodoku.base.errors import ParameterError
from ergodoku.lab.analysis import Runs, begin_sweep, class_pairs_table, sweep, sweep_runs
from ergodoku.lab.report.html import looks_of
from ergodoku.lab.report.repeat import write_repeat
from ergodoku.lab.study import RunRow, Study
from tests.lab.synthetic import quick_report

LIMITS: dict[str, Any] = {"time_limit": None, "max_iterations": 10_000_000}


def filled(study: Study, effort: Any) -> Study:
    """Store runs with exponentially distributed iterations; ``effort`` gives the mean for each puzzle."""
    generator = np.random.default_rng(1)
    rows = []
    for task in study.tasks():
        puzzle = study.puzzles[task.puzzle]
        wanted = effort(puzzle.size, puzzle.clues / puzzle.layout.cells) * generator.exponential()
        spent, solved = min(10_000_000, int(wanted) + 1), wanted < 10_000_000
        status, energy = ("solved", 0) if solved else ("gave_up", 2)
        efforts = (spent, 2 * spent, spent / 1e6, spent / 1e6)
        rows.append(RunRow(*task[:3], str(task.seed), status, energy, *efforts, "focused", 0.0, "w"))
    with study.store() as store:
        store.add_many(rows)
    return study


def swept(study: Study) -> Any:
    with study.store() as store:
        return sweep(study, store)


def test_the_exponent_of_power_law_growth_is_found(tmp_path: Path) -> None:
    study = begin_sweep(tmp_path, "focused", ["size=4,6,9,12,16"], count=8, runs=5, **LIMITS)
    assert sorted({puzzle.size for puzzle in study.puzzles}) == [4, 6, 9, 12, 16]
    found = swept(filled(study, lambda size, share: size**4.0))
    fit = found.fits["iterations"][0]
    assert fit is not None
    assert fit.law == "power"
    assert fit.interval[0] < 4 < fit.interval[1]
    assert fit.largest == 16
    assert "grows as the size to the power of" in found.comparison.conclusions[1]
    assert [one.name for one in found.comparison.classes] == ["4x4", "6x6", "9x9", "12x12", "16x16"]
    json.dumps(found.to_dict(), allow_nan=False)


def test_sizes_without_known_medians_are_not_fitted(tmp_path: Path) -> None:
    study = begin_sweep(tmp_path, "focused", ["size=4,6,9,12,16"], count=6, runs=5, **LIMITS)
    found = swept(filled(study, lambda size, share: 2.5**size if size < 16 else 1e9))
    fit = found.fits["iterations"][0]
    assert fit is not None
    assert (fit.law, fit.largest) == ("exponential", 12)
    assert fit.interval[0] < np.log(2.5) < fit.interval[1]
    nothing = swept(
        filled(
            begin_sweep(tmp_path / "two", "focused", ["size=4,9"], count=3, runs=2, **LIMITS), lambda *_: 9
        )
    )
    assert nothing.fits["iterations"] == (None,)
    assert any("growth is not fitted" in note for note in nothing.comparison.notes)


def test_the_hardest_share_of_givens_is_found_for_each_size(tmp_path: Path) -> None:
    vary = ["fraction=0.2:0.7:6", "size=9,16"]
    study = begin_sweep(tmp_path, "focused", vary, count=8, runs=5, **LIMITS)
    peak = {9: 0.3, 16: 0.5}
    found = swept(filled(study, lambda size, share: 1e5 * np.exp(-(((share - peak[size]) / 0.08) ** 2))))
    assert found.comparison.labels == ("size 9", "size 16")
    assert [p.value for p in found.peaks["iterations"]] == [0.3, 0.5]
    assert all(p.interval[0] <= p.value <= p.interval[1] for p in found.peaks["iterations"])
    assert found.comparison.done == found.comparison.expected == 2 * 6 * 8 * 5
    assert class_pairs_table(found.comparison, "iterations") is None, "the curves share no puzzles"
    each = [look.colour for look in looks_of(found.comparison)]
    assert len(set(each)) == 2, "each curve has its own colour"
    report = quick_report(tmp_path, formats="png")
    page = report.html.read_text(encoding="utf-8")
    assert "unknown" not in page
    assert all(colour in page for colour in each)
    names = sorted(path.name for path in (report.folder / "figures").glob("*.png"))
    assert names == ["sweep-iterations.png", "sweep-seconds.png", "sweep-solved.png"]
    text = (report.folder / "report.md").read_text(encoding="utf-8")
    assert (
        "ergodoku explore --method focused --vary fraction=0.2:0.7:6 --vary size=9,16 --count 8 --runs 5 "
        "--seed 0 --max-iterations 10000000 --study again"
    ) in text


def test_all_values_without_a_solved_run_count_as_hardest(tmp_path: Path) -> None:
    study = begin_sweep(tmp_path, "focused", ["fraction=0.2:0.7:6"], count=6, runs=2, **LIMITS)
    found = swept(filled(study, lambda size, share: 1e9 if 0.35 < share < 0.65 else 100))
    assert found.peaks["iterations"][0].interval == (0.4, 0.6)
    sentence = (
        "In iterations, puzzles are hardest for focused at shares of givens from 0.4 to 0.6, where no run "
        "was solved."
    )
    assert sentence in found.comparison.conclusions


def test_the_hardest_share_at_an_end_of_the_range_may_not_be_a_peak(tmp_path: Path) -> None:
    study = begin_sweep(tmp_path, "focused", ["fraction=0.2:0.7:6"], count=6, runs=2, **LIMITS)
    found = swept(filled(study, lambda size, share: 1000 * (1 - share)))
    assert found.peaks["iterations"][0].value == 0.2
    assert any(
        told.endswith("No lower share was tried, so puzzles with fewer givens may be harder.")
        for told in found.comparison.conclusions
    )


def test_the_report_never_suggests_shares_below_zero(tmp_path: Path) -> None:
    study = begin_sweep(tmp_path, "focused", ["fraction=0:0.5:2"], count=1, runs=2, **LIMITS)
    found = swept(filled(study, lambda size, share: 1000 * (1 - share)))
    assert found.peaks["iterations"][0].value == 0
    assert not any("No lower share was tried" in told for told in found.comparison.conclusions)


def test_sizes_and_puzzles_can_be_added_to_a_sweep(tmp_path: Path) -> None:
    small = begin_sweep(tmp_path, "focused", ["size=4,6"], count=2, runs=1, **LIMITS)
    large = begin_sweep(tmp_path, "focused", ["size=4,6,9"], count=3, runs=1, **LIMITS)
    assert large.puzzles[:4] == small.puzzles
    assert large.columns["size"] == ("4", "4", "6", "6", "4", "6", "9", "9", "9")


def test_a_sweep_over_size_and_a_parameter_has_a_curve_for_each_value_of_the_parameter(
    tmp_path: Path,
) -> None:
    study = begin_sweep(tmp_path, "focused", ["sweep=2,64", "size=4,6,9"], count=2, runs=1, **LIMITS)
    with study.run() as store:
        runs = Runs.read(store)
    found = sweep_runs(study, runs)
    assert found.comparison.labels == ("sweep=2", "sweep=64")
    assert len(found.comparison.classes) == 3


@pytest.mark.parametrize(
    ("vary", "changes", "message"),
    [
        (["size=9,16"], {"box": (3, 3)}, "the size is varied"),
        (["fraction=0.3,0.4"], {"fraction": 0.5}, "is both varied and given"),
        (["size=9,9"], {}, "twice"),
        (["size=9,200"], {}, "out of range"),
        (["fraction=0.3:1.2:4"], {}, "out of range"),
        (["size=9,16", "size=4,6"], {}, "varied twice"),
        (["size=9,16", "sweep=1,2", "fraction=0.3,0.4"], {}, "3 quantities to vary"),
        (["size=9,16"], {"count": 0}, "count is 0"),
        (["fraction=0.3,0.301"], {"count": 2}, "duplicates"),
    ],
)
def test_invalid_sweeps_are_refused(
    tmp_path: Path, vary: list[str], changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ParameterError, match=message):
        begin_sweep(tmp_path, "focused", vary, **{"count": 2, "runs": 1, **LIMITS, **changes})


def test_puzzles_of_another_layout_can_be_generated_again(tmp_path: Path) -> None:
    vary = ["fraction=0.4,0.5"]
    study = begin_sweep(tmp_path, "focused", vary, count=2, runs=1, size=7, layout="latin", **LIMITS)
    assert {repr(puzzle.layout) for puzzle in study.puzzles} == {"Layout(latin, 7x7)"}
    command = write_repeat(study, {}, tmp_path / "repeat").commands[1]
    assert "--size 7 --layout latin" in command
    sizes = begin_sweep(tmp_path / "b", "focused", ["size=5,6"], count=1, runs=1, layout="latin", **LIMITS)
    assert [puzzle.layout.kind for puzzle in sizes.puzzles] == ["latin", "latin"]
