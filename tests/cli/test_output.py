"""``--output``: a file is whole or as it was before."""

from __future__ import annotations

from pathlib import Path

import pytest

from ergodoku.cli.options import open_output
from ergodoku.puzzle.errors import PuzzleError
from tests.cli.run import ergodoku
from tests.samples import EASY


def test_a_file_may_be_read_and_written_by_the_same_command(tmp_path: Path) -> None:
    file = tmp_path / "puzzles"
    file.write_text(f"{EASY}\n{EASY}\n")
    assert ergodoku("convert", file, "--to", "csv", "--output", file).returncode == 0
    assert ergodoku("solve", file, "--output", file, "--quiet").returncode == 0
    lines = file.read_text().splitlines()
    assert len(lines) == 2
    assert all(len(line) == 81 and line.isdigit() for line in lines)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_an_error_leaves_an_old_file_as_it_was(tmp_path: Path, error: type[BaseException]) -> None:
    file = tmp_path / "old"
    file.write_text("as it was")

    def write_half() -> None:
        with open_output(file) as stream:
            stream.write("the first half")
            raise error

    with pytest.raises(error):
        write_half()
    assert file.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [file]


def test_a_bad_puzzle_alone_makes_no_file_and_changes_none(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.write_text("as it was")
    for file in (new, old):
        assert ergodoku("convert", f"55{EASY[2:]}", "--to", "sdm", "--output", file).returncode == 2
    assert not new.exists()
    assert old.read_text() == "as it was"


def test_a_link_and_the_rights_of_a_file_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    with open_output(link) as stream:
        stream.write("new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == 0o640


def test_what_is_no_file_is_written_as_it_is(tmp_path: Path) -> None:
    with open_output(Path("/dev/null")) as stream:
        stream.write("gone")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(PuzzleError, match="Is a directory; choose another --output"), open_output(tmp_path):
        pass
