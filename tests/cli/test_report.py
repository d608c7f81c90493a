"""``ergodoku report`` as people use it."""

from pathlib import Path

from tests.cli.run import ergodoku
from tests.lab.synthetic import made_up
from tests.lab.test_compare import quick_and_slow


def test_the_page_is_named_on_stdout_and_notes_go_to_stderr(tmp_path: Path) -> None:
    made_up(tmp_path / "s", lambda p, c, r: quick_and_slow(p, c, r) if r < 12 else None)
    done = ergodoku("report", "s", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout == f"{Path('s') / 'report' / 'report.html'}\n"
    assert "note: 24 of 40 runs have ended" in done.stderr
    assert (tmp_path / "s" / "report" / "report.html").is_file()


def test_output_may_be_anywhere_and_quiet_is_quiet(tmp_path: Path) -> None:
    made_up(tmp_path / "s", quick_and_slow, labels=("alone",))
    done = ergodoku("report", tmp_path / "s", "--output", tmp_path / "a" / "b", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "a" / "b" / "report.md").is_file()
    assert not (tmp_path / "s" / "report").exists()


def test_what_is_no_study_is_an_error_in_one_line(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        done = ergodoku("report", folder)
        assert done.returncode == 2
        assert done.stderr.startswith("error: ")
        assert "is no study: it has no study.toml; give the folder of a study" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_a_damaged_database_is_an_error_in_one_line(tmp_path: Path) -> None:
    made_up(tmp_path / "s", quick_and_slow)
    (tmp_path / "s" / "runs.sqlite").write_bytes(b"no database at all" * 100)
    done = ergodoku("report", tmp_path / "s")
    assert done.returncode == 2
    assert "is damaged" in done.stderr
    assert not (tmp_path / "s" / "report" / "report.html").exists()


def test_an_output_that_cannot_be_made_is_an_error_in_one_line(tmp_path: Path) -> None:
    made_up(tmp_path / "s", quick_and_slow)
    (tmp_path / "file").write_text("in the way")
    done = ergodoku("report", tmp_path / "s", "-o", tmp_path / "file" / "out")
    assert done.returncode == 2
    assert "choose another --output" in done.stderr
