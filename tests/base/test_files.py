"""A file is written completely, or stays as it was."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from ergodoku.base.errors import ErgodokuError, ParameterError
from ergodoku.base.files import whole, written
from tests.faults import as_plain_user, little_room


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    with whole(path) as part:
        part.write_text("all of it")
        assert part.suffix == ".csv"
        assert not path.exists()
    assert path.read_text() == "all of it"
    assert names(tmp_path) == ["run.csv"]


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_an_existing_file_stays_unchanged_after_an_error(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "run.csv"
    path.write_text("of yesterday")

    def write_half() -> None:
        with whole(path) as part:
            part.write_text("the first half")
            raise error

    with pytest.raises(error):
        write_half()
    assert path.read_text() == "of yesterday"
    assert names(tmp_path) == ["run.csv"]


def test_an_existing_file_stays_unchanged_if_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("of yesterday")
    with whole(path):
        pass
    assert path.read_text() == "of yesterday"


def test_links_and_file_permissions_do_not_change(tmp_path: Path) -> None:
    path, link = tmp_path / "run.csv", tmp_path / "link.csv"
    path.write_text("of yesterday")
    path.chmod(0o640)
    link.symlink_to(path)
    with whole(link) as part:
        part.write_text("of today")
    assert link.is_symlink()
    assert path.read_text() == "of today"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_device_is_written_to_directly() -> None:
    with whole(os.devnull) as part:
        assert part == Path(os.devnull)


def test_new_content_is_copied_into_a_file_in_a_read_only_folder(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("of yesterday")
    tmp_path.chmod(0o555)  # the file cannot be replaced in such a folder

    def write() -> Path:
        with whole(path) as part:
            part.write_text("of today")
            return part

    part = as_plain_user(write)
    assert part.parent != tmp_path
    assert not part.exists()
    assert path.read_text() == "of today"
    assert names(tmp_path) == ["run.csv"]


def test_a_read_only_file_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("of yesterday")
    path.chmod(0o444)

    def write() -> None:
        with whole(path):
            pytest.fail("it was not refused")

    with pytest.raises(PermissionError):
        as_plain_user(write)
    assert path.read_text() == "of yesterday"


def test_an_existing_file_stays_unchanged_if_the_disk_is_full(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("of yesterday")
    with pytest.raises(OSError, match="too large"), little_room(100), whole(path) as part:
        part.write_text("too much " * 100)
    assert path.read_text() == "of yesterday"
    assert names(tmp_path) == ["run.csv"]


@pytest.mark.parametrize("name", ["n" * 251 + ".csv", "n." + "c" * 253], ids=["name", "ending"])
def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path, name: str) -> None:
    with whole(tmp_path / name) as part:
        part.write_text("all of it")
    assert names(tmp_path) == [name]


def test_a_name_that_is_too_long_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="too long"), whole(tmp_path / ("n" * 256)):
        pytest.fail("it was not refused")


def test_two_files_can_be_written_at_the_same_time(tmp_path: Path) -> None:
    with whole(tmp_path / "a.csv") as a, whole(tmp_path / "b.csv") as b:
        a.write_text("a")
        b.write_text("b")
    assert (tmp_path / "a.csv").read_text() == "a"
    assert (tmp_path / "b.csv").read_text() == "b"


@pytest.mark.parametrize("device", [False, True])
def test_a_system_error_names_the_file(tmp_path: Path, device: bool) -> None:
    path = Path("/dev/full") if device else tmp_path / "file"
    with pytest.raises(OSError, match=f"'{path}'") as error, little_room(10), whole(path) as part:
        part.write_text("more than ten characters")
    assert error.value.filename == str(path)


def test_an_error_about_another_file_keeps_the_name_of_that_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="source"), whole(tmp_path / "file"):
        (tmp_path / "source").read_text()


def test_a_system_error_can_become_an_error_with_advice(tmp_path: Path) -> None:
    with (
        pytest.raises(ErgodokuError, match=r"cannot write to .*none.*; choose another file"),
        written(tmp_path / "none" / "a.csv") as part,
    ):
        part.write_text("a", encoding="utf-8")


def test_a_name_with_a_null_character_is_refused() -> None:
    with pytest.raises(ParameterError, match="leave out the null character"), whole("a\0b.csv"):
        pass
