"""The properties of puzzles are columns of a study, and any column can divide the puzzles into classes."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import ergodoku as eg
from ergodoku.base.errors import StudyError
from ergodoku.lab.analysis import compare, instances
from ergodoku.lab.analysis.instances import classes_of
from ergodoku.lab.study import Study
from ergodoku.puzzle.puzzle import Puzzle
from tests.lab.synthetic import Outcome, contenders, made_up, quick_report
from tests.samples import EASY, HARD, general

PUZZLES = [Puzzle.parse(EASY), Puzzle.parse(HARD), general(16, 0.5)]


def study_of(puzzles: list[Puzzle], columns: dict[str, list[str]] | None = None) -> Study:
    found = {name: tuple(values) for name, values in (columns or {}).items()}
    return Study(Path(), tuple(puzzles), tuple(contenders(("a",))), runs=1, columns=found)


def test_columns_describe_a_puzzle_and_what_logic_achieves_on_it() -> None:
    table = {name: values.tolist() for name, values in instances(study_of(PUZZLES)).items()}
    assert table["size"] == [9, 9, 16]
    assert table["box"] == ["3x3", "3x3", "4x4"]
    assert table["layout"] == ["classic"] * 3
    assert table["clues"] == [p.clues for p in PUZZLES]
    assert table["givens"][2] == 0.5
    assert table["difficulty"][:2] == [eg.difficulty(EASY), eg.difficulty(HARD)]
    assert table["candidates"][0] == 0
    open_cells = (eg.reduce(HARD).candidates.sum(axis=1) > 1).sum()
    assert table["candidates"][1] >= 2 * open_cells > 0


@pytest.mark.parametrize(
    ("by", "names"),
    [
        ("size", ("9x9", "16x16")),
        ("givens", ("20-30 %", "30-40 %", "50-60 %")),
        ("level", ("2", "10")),
        ("author", ("-", "Ann")),
        ("file", ("a.txt", "b.txt")),
        (None, ("9x9", "16x16")),
    ],
)
def test_any_column_can_divide_puzzles_into_classes(by: str | None, names: tuple[str, ...]) -> None:
    puzzles = [*PUZZLES[:2], general(16, 0.5)]
    puzzles[1] = Puzzle(puzzles[1].layout, puzzles[1].flat, "author Ann, id 7")
    columns = {"level": ["10", "2", "2"], "file": ["b.txt", "a.txt", "a.txt"]}
    classes = classes_of(study_of(puzzles, columns), by)
    assert classes is not None
    assert classes.names == names


def test_an_unknown_column_is_an_error_that_lists_the_known_columns() -> None:
    with pytest.raises(
        StudyError, match=r"no column 'colour'.* choose size, givens, clues, layout, difficulty, level"
    ):
        classes_of(study_of(PUZZLES[:2], {"level": ["1", "2"]}), "colour")
    many = [general(9, 0.3, k) for k in range(61)]
    with pytest.raises(StudyError, match="makes 61 classes"):
        classes_of(study_of(many, {"number": [str(k) for k in range(61)]}), "number")
    assert classes_of(study_of(PUZZLES[:1])) is None


def turning(puzzle: int, contender: int, repetition: int) -> Outcome:
    """Make the first contender quicker on the first eight puzzles, and the second on the other puzzles."""
    slow = (contender == 1) == (puzzle < 8)
    return "solved", (500 if slow else 50) + repetition


def test_a_conclusion_says_if_the_winner_depends_on_the_class(tmp_path: Path) -> None:
    columns = {"kind": ["easy"] * 8 + ["hard"] * 8}
    study = made_up(tmp_path, turning, count=16, runs=4, columns=columns)
    with study.store() as store:
        found = compare(study, store, "kind")
    assert [(one.name, one.puzzles) for one in found.classes] == [("easy", 8), ("hard", 8)]
    assert [one.pairs["iterations"][0].a12 for one in found.classes] == [1.0, 0.0]
    told = (
        "The winner depends on the kind: "
        "first needs fewer iterations on easy; second needs fewer iterations on hard."
    )
    assert told in found.conclusions
    assert not found.pairs["iterations"][0].differs
    assert found.to_dict()["classes"][0]["contenders"][0]["label"] == "first"


def test_the_report_shows_the_classes_and_every_row_describes_its_puzzle(tmp_path: Path) -> None:
    columns = {"kind": ["easy"] * 8 + ["hard"] * 8, "status": ["old"] * 16}
    made_up(tmp_path / "s", turning, count=16, runs=4, columns=columns)
    report = quick_report(tmp_path / "s", by="kind", formats="svg")
    page = report.html.read_text(encoding="utf-8")
    assert "Iterations (limit 1,000), by kind" in page
    assert "Pairs by iterations and kind" in page
    assert (report.folder / "figures" / "classes-iterations.svg").is_file()
    for name in ("runs.csv", "puzzles.csv"):
        with (report.folder / name).open(encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        assert {"size", "box", "layout", "clues", "givens", "candidates", "difficulty", "kind"} <= rows[
            0
        ].keys()
        assert rows[-1]["kind"] == "hard"
    with (report.folder / "runs.csv").open(encoding="utf-8") as stream:
        row = next(csv.DictReader(stream))
    assert (row["status"], row["puzzle_status"]) == ("solved", "old")
    assert float(row["cpu_seconds"]) == float(row["seconds"])
