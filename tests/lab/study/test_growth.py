"""Studies can be extended and merged, and their stored runs are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ergodoku.base.errors import StudyError
from ergodoku.lab.analysis import begin_exploration, explore
from ergodoku.lab.study import Study, locked, merge_studies, side_by_side
from ergodoku.methods.contender import Contender
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import EASY, HARD, general

PUZZLES = [Puzzle.parse(HARD), general(9, 0.3), general(9, 0.3, 5), Puzzle.parse(EASY)]


def study_in(
    folder: Path, puzzles: Any = PUZZLES[:2], contenders: Any = ("focused",), **changes: Any
) -> Study:
    asked: dict[str, Any] = {"runs": 2, "seed": 1, "time_limit": None, "max_iterations": 2_000} | changes
    return Study.create(folder, puzzles, list(contenders), **asked)


def runs_of(study: Study) -> dict[tuple[str, str, int], tuple[int, int, float]]:
    """Return seed, iterations and finishing time of each run, by puzzle, label and repetition."""
    with study.store() as store:
        rows = list(store.rows())
    return {
        (
            study.puzzles[row.puzzle].flat.tobytes().hex(),
            study.contenders[row.contender].label,
            row.repetition,
        ): (int(row.seed), row.iterations, row.finished)
        for row in rows
    }


def test_runs_puzzles_and_contenders_can_be_added_and_no_run_is_done_twice(tmp_path: Path) -> None:
    small = study_in(tmp_path)
    small.run().close()
    before = runs_of(small)
    large = study_in(tmp_path, PUZZLES[::-1], ("probing", "focused"), runs=3)
    assert large.puzzles[:2] == small.puzzles, "existing puzzles keep their numbers"
    assert [contender.label for contender in large.contenders] == ["focused", "probing"]
    large.run().close()
    after = runs_of(Study.open(tmp_path))
    assert len(after) == 4 * 2 * 3
    assert before.items() <= after.items(), "stored runs keep seed, iterations and even finishing time"
    whole = study_in(tmp_path / "whole", PUZZLES[::-1], ("probing", "focused"), runs=3)
    whole.run().close()
    assert {key: row[:2] for key, row in runs_of(whole).items()} == {
        key: row[:2] for key, row in after.items()
    }


def test_added_puzzles_extend_the_columns(tmp_path: Path) -> None:
    study_in(tmp_path, columns={"file": ["a", "a"]})
    large = study_in(tmp_path, PUZZLES[:3], columns={"file": ["b"] * 3, "level": ["1", "2", "3"]})
    assert large.columns == {"file": ("a", "a", "b"), "level": ("-", "-", "3")}
    assert Study.open(tmp_path) == large


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"runs": 1}, "has more runs: 2 there, 1 here; include everything that the study holds"),
        ({"puzzles": PUZZLES[:1]}, "holds puzzle 2, which this command leaves out"),
        ({"contenders": ["probing"]}, "method 'focused', which this command leaves out; include everything"),
        (
            {"contenders": [Contender.of("focused", label="other")]},
            "calls a method 'focused', but here it is called 'other'",
        ),
        (
            {"contenders": [Contender.of("focused", {"sweep": 5})]},
            "the contender 'focused' is different in .*: sweep is 64 there, 5 here; repeat",
        ),
        (
            {"contenders": [Contender.of("probing", label="focused")]},
            "the contender 'focused' is different in .*: its method is 'focused' there, 'probing' here",
        ),
        ({"seed": 2}, "holds another study: seed is 1 there, 2 here"),
        ({"max_iterations": 5_000}, "the limit on iterations is 2000 there, 5000 here"),
        ({"max_evaluations": 5_000}, "the limit on evaluations is missing there, 5000 here"),
    ],
)
def test_a_study_that_does_not_extend_the_stored_study_is_refused_and_changes_nothing(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    study_in(tmp_path)
    before = (tmp_path / "study.toml").read_text()
    with pytest.raises(StudyError, match=message):
        study_in(tmp_path, **changes)
    assert (tmp_path / "study.toml").read_text() == before


def test_a_running_study_cannot_be_extended(tmp_path: Path) -> None:
    study_in(tmp_path)
    with locked(tmp_path), pytest.raises(StudyError, match="another process is working"):
        study_in(tmp_path, runs=3)
    assert Study.open(tmp_path).runs == 2


def test_values_can_be_added_to_an_exploration_and_are_shown_in_order(tmp_path: Path) -> None:
    def begin(vary: str) -> Study:
        limits: dict[str, Any] = {"time_limit": None, "max_iterations": 2_000}
        return begin_exploration(tmp_path, PUZZLES[:1], "focused", [vary], runs=2, **limits)

    begin("sweep=4,64").run().close()
    study = begin("sweep=2,4,16,64")
    with study.run() as store:
        found = explore(study, store)
    assert found.comparison.labels == ("sweep=2", "sweep=4", "sweep=16", "sweep=64")
    assert [contender.label for contender in study.contenders] == [
        "sweep=4",
        "sweep=64",
        "sweep=2",
        "sweep=16",
    ]
    with study.store() as store:
        stored = {study.contenders[row.contender].label: row.iterations for row in store.rows()}
    shown = {
        found.comparison.labels[k]: int(n)
        for k, n in zip(found.runs.contender, found.runs.iterations, strict=True)
    }
    assert shown == stored
    with pytest.raises(StudyError, match=r"extra\.vary 1 is 'sweep' there, 'low' here"):
        begin("low=0.5,0.9")


def test_merged_studies_make_one_study_with_all_their_runs(tmp_path: Path) -> None:
    parts = [
        study_in(tmp_path / "a", PUZZLES[:2], ("focused", "probing")),
        study_in(tmp_path / "b", PUZZLES[1:3], ("probing", "focused"), runs=3),
    ]
    for part in parts:
        part.run().close()
    merged = merge_studies([tmp_path / "a", tmp_path / "b"], tmp_path / "c")
    assert (merged.shape, merged.total) == ((3, 2, 3), 18)
    both = {**runs_of(parts[1]), **runs_of(parts[0])}
    assert runs_of(merged) == both, "a run that both studies have comes from the first study"
    merged.run().close()
    with merged.store() as store:
        assert len(store) == 18


def test_studies_that_do_not_match_cannot_be_merged(tmp_path: Path) -> None:
    study_in(tmp_path / "a")
    study_in(tmp_path / "b", seed=2)
    with pytest.raises(
        StudyError,
        match="cannot be merged: seed is 1 in the first, 2 in the second; report on them side by side",
    ):
        merge_studies([tmp_path / "a", tmp_path / "b"], tmp_path / "c")
    assert not (tmp_path / "c").exists()
    with pytest.raises(StudyError, match="already holds a study"):
        merge_studies([tmp_path / "a", tmp_path / "b"], tmp_path / "a")
    with pytest.raises(StudyError, match="there is only one study to combine"):
        merge_studies([tmp_path / "a"], tmp_path / "c")


def test_studies_side_by_side_keep_their_contenders_separate(tmp_path: Path) -> None:
    parts = [
        study_in(tmp_path / "old"),
        study_in(tmp_path / "new", PUZZLES[1:3], ("focused", "probing"), seed=2),
    ]
    for part in parts:
        part.run().close()
    (tmp_path / "both").mkdir()
    both = side_by_side([part.folder for part in parts], tmp_path / "both")
    assert [contender.label for contender in both.contenders] == ["focused (old)", "focused (new)", "probing"]
    assert both.puzzles == tuple(PUZZLES[:3])
    with both.store() as store:
        assert len(store) == both.total == 4 + 8
    assert both.max_iterations == 2_000
