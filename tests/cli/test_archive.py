"""An archive of a study: someone else can open it, repeat it and get the same runs."""

from __future__ import annotations

import shutil
import sqlite3
import zipfile
from pathlib import Path

import pytest

from ergodoku.lab.study import Study, archive, study_folders
from ergodoku.methods.annealing import Annealing
from ergodoku.methods.registry import ENTRIES, Entry
from tests.cli.run import Run, ergodoku
from tests.lab.analysis.test_comparison import quick_and_slow
from tests.lab.studies import columns_of
from tests.lab.synthetic import made_up
from tests.samples import EASY, HARD

SMALL = "1..4..2..3..4..1"
PLAIN = ("--formats", "none", "--quiet")


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of a study on puzzles of two sizes, whose files were given with absolute paths."""
    folder = tmp_path_factory.mktemp("packed")
    (folder / "nine.sdm").write_text(f"{HARD}\n{EASY}\n")
    (folder / "four.txt").write_text(f"{SMALL}\n")
    (folder / "mine.toml").write_text('method = "focused"\n[parameters]\nsweep = 7\n')
    done = ergodoku(
        *("compare", folder / "nine.sdm", folder / "four.txt", "-m", f"probing,{folder / 'mine.toml'}"),
        *("--runs", 3, "--max-iterations", 3_000, "--threads", "--study", folder / "first", "--traces", "-q"),
    )
    assert done.returncode == 0, done.stderr
    done = ergodoku("report", folder / "first", "--archive", folder / "first.zip", *PLAIN)
    assert done.returncode == 0, done.stderr
    return folder / "first.zip"


def test_repeating_an_archive_in_another_folder_gives_the_same_iterations(
    packed: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = columns_of(Study.open(packed.parent / "first").store())
    monkeypatch.chdir(tmp_path)
    shutil.copy(packed, "found.zip")
    code, out, _ = run("study", "repeat", "found.zip", "--threads")
    assert (code, out) == (0, "again: 18 of 18 runs are the same as the original ones\n")
    assert columns_of(Study.open("again").store()) == expected


def test_the_commands_in_the_readme_of_an_archive_repeat_the_study(
    packed: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = columns_of(Study.open(packed.parent / "first").store())
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(tmp_path)
    monkeypatch.chdir(tmp_path / "report" / "repeat")
    lines = (tmp_path / "README.md").read_text(encoding="utf-8").splitlines()
    command = next(line for line in lines if line.startswith("ergodoku compare"))
    assert run(*command.split()[1:], "--threads", "--quiet")[0] == 0
    assert columns_of(Study.open("again").store()) == expected


def test_report_opens_an_archive(
    packed: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("report", packed, "--formats", "none")
    assert (code, out) == (0, f"{Path('report') / 'report.html'}\n")
    original = packed.parent / "first" / "report" / "runs.csv"
    assert (tmp_path / "report" / "runs.csv").read_bytes() == original.read_bytes()


def test_an_archive_can_hold_several_studies_and_archives_can_be_compared(
    packed: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made_up(tmp_path / "one", quick_and_slow)
    made_up(tmp_path / "two", quick_and_slow, labels=("first", "third"))
    assert run("report", "one", "two", "--output", "both", "--archive", "both.zip", *PLAIN)[0] == 0
    shutil.rmtree("one")
    shutil.rmtree("two")
    assert run("report", "both.zip", "-o", "again", *PLAIN)[0] == 0
    for name in ("report.html", "runs.csv"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "both" / name).read_bytes()
    shutil.copy(packed, "other.zip")
    assert run("report", packed, "other.zip", *PLAIN)[0] == 0
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert "mine (first)" in page
    assert "mine (other)" in page


def test_an_archive_holds_everything_that_decides_the_runs_and_no_absolute_path(packed: Path) -> None:
    with zipfile.ZipFile(packed) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    for place in (packed.parent, Path.home(), Path.cwd()):
        assert [name for name, content in files.items() if str(place).encode() in content] == []
    definition = files["studies/first/study.toml"].decode()
    for known in (HARD.replace("0", "."), SMALL, "sweep = 7", "seed = 0", "numba = ", "cpu = ", "commit = "):
        assert known in definition
    assert {"README.md", "report/report.html", "report/runs.csv", "studies/first/runs.sqlite"} <= files.keys()


@pytest.mark.parametrize(
    "words",
    [
        ("report", "mine.zip"),
        ("report", "mine"),
        ("study", "repeat", "mine.zip", "--threads"),
        ("study", "show", "mine"),
        ("compare", HARD, "--methods", "lewis", "--max-iterations", 100, "--threads", "--study", "mine"),
    ],
    ids=["report-archive", "report", "repeat", "show", "continue"],
)
def test_if_a_method_is_not_installed_the_message_names_the_study_and_the_method(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as installed:
        entry = Entry("descent", Annealing(), "A method.", "box permutation", "", "")
        installed.setitem(ENTRIES.loaded, "descent", entry)
        Study.create("mine", [HARD], ["descent"], runs=1, time_limit=None, max_iterations=100)
        archive.write_archive(Path("mine.zip"), [Path("mine")], {})
    code, out, err = run(*words)
    problem = "the study 'mine' uses the method 'descent', which is not installed"
    assert (code, out) == (2, "")
    assert err == f"error: {problem}; install the package that provides it\n"


def test_a_repeated_run_with_another_result_is_named_and_the_exit_code_is_1(
    packed: Path, tmp_path: Path, run: Run
) -> None:
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(tmp_path)
    study = tmp_path / "studies" / "first"
    with sqlite3.connect(study / "runs.sqlite") as database:
        database.execute("UPDATE runs SET iterations = 7 WHERE puzzle = 0 AND contender = 1")
    database.close()
    code, out, _ = run("study", "repeat", study, "--study", tmp_path / "again", "--threads", "-q")
    assert code == 1
    assert "15 of 18 runs are the same" in out
    assert "3 runs are different, such as puzzle 1, method 'mine', repetition 1: iterations 7 there" in out


def zipped(path: Path, **files: str) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/").replace("_toml", ".toml").replace("dots", ".."), text)


def test_a_file_that_is_not_an_archive_gives_a_one_line_error(
    packed: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.zip").write_text("no archive at all")
    Path("half.zip").write_bytes(packed.read_bytes()[: packed.stat().st_size // 2])
    zipped(Path("other.zip"), readme="nothing")
    zipped(Path("empty.zip"), archive_toml='format = 1\nstudies = ["first"]\n')
    zipped(Path("newer.zip"), archive_toml="format = 2\n")
    zipped(Path("evil.zip"), archive_toml='format = 1\nstudies = [".."]\n', studies__dots__study_toml="")
    expected = {
        "missing.zip": "there is no archive 'missing.zip'; check its name",
        "text.zip": "the archive 'text.zip' is damaged: File is not a zip file; get a new copy",
        "half.zip": "the archive 'half.zip' is damaged: File is not a zip file; get a new copy",
        "other.zip": "'other.zip' is not an archive of studies: it has no archive.toml; "
        "give an archive that a report wrote",
        "empty.zip": "the archive 'empty.zip' is damaged: archive.toml does not list its studies",
        "newer.zip": "the archive 'newer.zip' has format 2, not 1",
        "evil.zip": "the archive 'evil.zip' is damaged: archive.toml does not list its studies",
    }
    for name, message in expected.items():
        code, out, err = run("report", name)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"error: {message}")
    made_up(tmp_path / "s", quick_and_slow)
    code, _, err = run("report", "s", "--archive", "s.tar", "-q")
    assert (code, err) == (2, "error: the archive 's.tar' does not end in .zip; end its name in .zip\n")
    code, _, err = run("report", "s", "--archive", Path("nowhere") / "s.zip", "-q")
    assert code == 2
    assert "cannot write the archive" in err
    assert not (tmp_path / "s" / "report").exists()  # refused before any work


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("archive.toml", archive.LONGEST_LIST),
        ("studies/first/study.toml", archive.LONGEST_TEXT),
        ("studies/first/runs.sqlite", archive.FREE + archive.FREE // 4),
    ],
)
def test_an_archive_that_expands_to_far_more_than_a_study_is_refused(
    packed: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, name: str, size: int
) -> None:
    monkeypatch.chdir(tmp_path)
    with zipfile.ZipFile(packed) as old, zipfile.ZipFile("bomb.zip", "w", zipfile.ZIP_DEFLATED) as new:
        for inner in ("archive.toml", "studies/first/study.toml", "studies/first/runs.sqlite"):
            new.writestr(inner, old.read(inner) + (b"\n" * size if inner == name else b""))
    message = (
        "the files in the archive 'bomb.zip' are too large for studies; give an archive that a report wrote"
    )
    assert run("report", "bomb.zip") == (2, "", f"error: {message}\n")


def test_other_files_in_an_archive_are_not_unpacked(packed: Path, tmp_path: Path) -> None:
    shutil.copy(packed, tmp_path / "more.zip")
    others = ["filler.bin", "a/b/study.toml", "a/notes.txt"]
    with zipfile.ZipFile(tmp_path / "more.zip", "a") as added:
        for name in others:
            added.writestr(f"studies/first/{name}", "")
    with study_folders([tmp_path / "more.zip"]) as (folder,):
        assert {path.name for path in folder.iterdir()} == {"study.toml", "runs.sqlite"}
