"""``ergodoku report``: its output and its errors."""

import html
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from ergodoku.lab.study import Study
from tests.cli.run import Run
from tests.lab.analysis.test_comparison import quick_and_slow
from tests.lab.synthetic import made_up
from tests.samples import EASY, HARD


def test_the_path_of_the_report_goes_to_stdout_and_notes_go_to_stderr(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made_up(tmp_path / "s", lambda p, c, r: quick_and_slow(p, c, r) if r < 12 else None)
    code, out, err = run("report", "s", "--formats", "none")
    assert (code, out) == (0, f"{Path('s') / 'report' / 'report.html'}\n")
    assert "note: 24 of 40 runs have ended" in err
    assert (tmp_path / "s" / "report" / "report.html").is_file()


def test_a_report_on_finished_studies_with_unequal_repetitions_does_not_say_that_runs_are_missing(
    tmp_path: Path, run: Run
) -> None:
    made_up(tmp_path / "one", quick_and_slow, runs=12)
    made_up(tmp_path / "two", quick_and_slow, labels=("third", "fourth"), runs=10)
    folders, place = (tmp_path / "one", tmp_path / "two"), tmp_path / "both"
    code, _, err = run("report", *folders, "--output", place, "--formats", "none")
    assert code == 0
    assert "have ended" not in err
    numbers = json.loads((place / "comparison.json").read_text(encoding="utf-8"))
    assert (numbers["runs"], numbers["expected_runs"]) == (44, 44)
    page = (place / "report.html").read_text(encoding="utf-8")
    assert "44 runs: 1 puzzle, up to 12 runs of each contender on each puzzle" in page


def test_a_report_on_several_studies_counts_the_runs_that_are_missing(tmp_path: Path, run: Run) -> None:
    made_up(tmp_path / "one", quick_and_slow, runs=12)
    labels = ("third", "fourth")
    made_up(tmp_path / "two", lambda p, c, r: ("solved", 9) if r < 8 else None, labels=labels, runs=10)
    folders = tmp_path / "one", tmp_path / "two"
    _, _, err = run("report", *folders, "--output", tmp_path / "both", "--formats", "none")
    assert "note: 40 of 44 runs have ended" in err


def test_the_commands_of_a_report_on_several_studies_repeat_each_study_with_its_own_seed_and_limits(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.txt").write_text(f"{EASY}\n", encoding="utf-8")
    for name, seed, most in (("one", 1, 300), ("two", 7, 200)):
        asked = ("--runs", 2, "--seed", seed, "--max-iterations", most, "--study", name, "--quiet")
        assert run("compare", "p.txt", "--methods", f"lewis,{name}=cool", *asked)[0] == 0
    assert run("report", "one", "two", "--output", "both", "--formats", "none")[0] == 0
    page = html.unescape((tmp_path / "both" / "report.html").read_text(encoding="utf-8"))
    assert "<dt>seed</dt><dd>1, 7</dd>" in page
    assert "limit per run" not in page
    commands = re.findall("^ergodoku .*again.*?$", page.replace("</pre>", "\n"), re.MULTILINE)
    monkeypatch.chdir(tmp_path / "both" / "repeat")
    for command in commands:
        assert run(*shlex.split(command)[1:])[0] == 0
    assert len(commands) == 3
    for name in ("one", "two"):
        assert rows(Path("again", name)) == rows(tmp_path / name)


def rows(folder: Path) -> list[tuple[object, ...]]:
    """Return the runs of a study without their times."""
    with Study.open(folder).store() as store:
        return sorted((r.puzzle, r.contender, r.repetition, r.seed, r.iterations) for r in store.rows())


def test_a_report_on_several_tunings_is_refused(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "p.txt"
    path.write_text(f"{HARD}\n{EASY}\n", encoding="utf-8")
    folders = tmp_path / "one", tmp_path / "two"
    for folder in folders:
        few = ("--trials", 1, "--runs", 1, "--max-iterations", 100, "--study", folder, "--quiet")
        assert run("tune", path, "--method", "lewis", *few)[0] == 0
    code, _, err = run("report", *folders)
    assert code == 2
    assert err.startswith(f"error: {str(folders[0])!r} holds a tuning, and tunings cannot be combined; ")


@pytest.mark.parametrize(
    ("limits", "note"),
    [
        ({"time_limit": 5.0}, "the same time limit, so there is no PAR10 in time for"),
        ({"max_iterations": 500}, "the same limit on iterations, so there is no PAR10 in iterations for"),
    ],
)
def test_a_note_names_the_measure_whose_limit_differs_between_studies(
    tmp_path: Path, run: Run, limits: dict[str, Any], note: str
) -> None:
    made_up(tmp_path / "one", quick_and_slow)
    made_up(tmp_path / "two", quick_and_slow, labels=("third", "fourth"), **limits)
    folders = tmp_path / "one", tmp_path / "two"
    _, _, err = run("report", *folders, "--output", tmp_path / "both", "--formats", "none")
    assert f"note: the studies do not have {note} contenders with runs that gave up" in err
    assert err.count("PAR10") == 1


def test_the_option_output_chooses_the_folder_and_quiet_omits_the_notes(tmp_path: Path, run: Run) -> None:
    made_up(tmp_path / "s", lambda p, c, r: None, labels=("alone",))
    place = tmp_path / "a" / "b"
    code, _, err = run("report", tmp_path / "s", "--output", place, "--formats", "none", "--quiet")
    assert (code, err) == (0, "")
    assert (place / "report.md").is_file()
    assert not (tmp_path / "s" / "report").exists()


def test_the_formats_option_sets_the_file_formats_of_the_figures(tmp_path: Path, run: Run) -> None:
    made_up(tmp_path / "s", lambda p, c, r: None, labels=("alone",))
    place = tmp_path / "s" / "report"
    assert run("report", tmp_path / "s", "--formats", "SVG, pdf", "--quiet")[0] == 0
    assert {path.suffix for path in (place / "figures").iterdir()} == {".svg", ".pdf", ".csv"}
    shown = re.findall(r"\]\((figures/[^)]*)\)", (place / "report.md").read_text(encoding="utf-8"))
    assert shown
    assert all((place / name).is_file() for name in shown)
    code, _, err = run("report", tmp_path / "s", "--formats", "gif")
    assert (code, err) == (2, "error: 'gif' is not a figure format; choose from svg, png, pdf, none\n")


def test_a_folder_without_a_study_gives_a_one_line_error(tmp_path: Path, run: Run) -> None:
    (tmp_path / "puzzles.sdm").write_text("not a study")
    for folder in (tmp_path, tmp_path / "missing", tmp_path / "puzzles.sdm"):
        code, out, err = run("report", folder)
        assert (code, out) == (2, "")
        assert err.startswith("error: ")
        assert "is not a study: it has no study.toml; give the folder of a study" in err
        assert len(err.splitlines()) == 1


def test_a_damaged_database_gives_a_one_line_error(tmp_path: Path, run: Run) -> None:
    made_up(tmp_path / "s", quick_and_slow)
    (tmp_path / "s" / "runs.sqlite").write_bytes(b"no database at all" * 100)
    code, _, err = run("report", tmp_path / "s")
    assert code == 2
    assert "is damaged" in err
    assert not (tmp_path / "s" / "report" / "report.html").exists()


def test_an_output_folder_that_cannot_be_created_is_an_error(tmp_path: Path, run: Run) -> None:
    made_up(tmp_path / "s", quick_and_slow)
    (tmp_path / "file").write_text("in the way")
    code, _, err = run("report", tmp_path / "s", "-o", tmp_path / "file" / "out")
    assert code == 2
    assert "choose another --output" in err
