"""Files of views: unwritable files are refused early, and no unfinished file is left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ergodoku.base.errors import ErgodokuError, ParameterError
from ergodoku.views.animation.encode import write
from ergodoku.views.board import DARK, LIGHT, Palette
from ergodoku.views.files import check_picture, check_writable, picture
from tests.faults import little_room

TABLE = bytes(768)


def interrupted() -> Iterator[np.ndarray[tuple[int, int], np.dtype[np.uint8]]]:
    """Yield a frame, then raise `KeyboardInterrupt`."""
    yield np.zeros((160, 160), dtype=np.uint8)
    raise KeyboardInterrupt


def test_checking_whether_a_file_is_writable_neither_creates_nor_changes_it(tmp_path: Path) -> None:
    new, old = tmp_path / "new.png", tmp_path / "old.png"
    old.write_text("as it was")
    check_writable(new)
    check_writable(old)
    assert not new.exists()
    assert old.read_text() == "as it was"


def test_a_missing_folder_or_a_folder_instead_of_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ErgodokuError, match="No such file or directory; choose another file"):
        check_writable(tmp_path / "nowhere" / "run.png")
    with pytest.raises(ErgodokuError, match="Is a directory"):
        check_writable(tmp_path)


@pytest.mark.parametrize("name", ["run.jpg", "run", "png"])
def test_a_file_name_without_a_picture_ending_is_refused(name: str) -> None:
    check_picture("run.PNG")
    with pytest.raises(ParameterError, match=r"end the name in \.png, \.svg or \.pdf"):
        check_picture(name)


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("PDF", b"%PDF")])
def test_the_same_picture_gives_the_same_file(tmp_path: Path, ending: str, start: bytes) -> None:
    files = [tmp_path / f"{k}.{ending}" for k in range(2)]
    for file in files:
        with picture(file, (2, 1), "light") as figure:
            figure.subplots().plot([1, 2, 3])
    first, second = (file.read_bytes() for file in files)
    assert first.startswith(start)
    assert first == second


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_a_picture_has_the_background_colour_of_its_theme(tmp_path: Path, palette: Palette) -> None:
    with picture(tmp_path / "run.svg", (2, 1), palette.name):
        pass
    assert f"fill: {palette.paper.lower()}" in (tmp_path / "run.svg").read_text()
    with pytest.raises(ParameterError, match="choose light or dark"), picture("run.svg", (2, 1), "sepia"):
        pass


@pytest.mark.parametrize("older", [None, "of yesterday"])
@pytest.mark.parametrize("ending", ["gif", "mp4", "webm"])
def test_an_interrupted_animation_leaves_an_older_file_unchanged(
    tmp_path: Path, ending: str, older: str | None
) -> None:
    path = tmp_path / f"film.{ending}"
    if older:
        path.write_text(older)
    with pytest.raises(KeyboardInterrupt):
        write(path, interrupted(), [0.1, 0.1], TABLE, (160, 160))
    assert [file.read_text() for file in tmp_path.iterdir()] == [older] * bool(older)


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_full_disk_is_an_error_that_names_the_picture(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"run.{ending}"
    with (
        little_room(100),
        pytest.raises(OSError, match="File too large") as error,
        picture(path, (2, 1), "light") as figure,
    ):
        figure.subplots().plot([1, 2, 3])
    assert error.value.filename == str(path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", ["mp4", "webm"])
def test_a_video_that_ffmpeg_cannot_write_is_an_error_and_leaves_nothing(tmp_path: Path, ending: str) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (40, 160, 160), dtype=np.uint8)
    table = np.random.default_rng(2).bytes(768)
    with little_room(2000), pytest.raises(ErgodokuError, match="ffmpeg cannot write the video: "):
        write(tmp_path / f"film.{ending}", iter(noise), [0.1] * len(noise), table, (160, 160))
    assert not list(tmp_path.iterdir())


def test_the_message_of_ffmpeg_is_in_the_error_and_not_on_stderr(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    full = tmp_path / "film.mp4"
    full.symlink_to("/dev/full")
    frame = np.zeros((160, 160), dtype=np.uint8)
    with pytest.raises(ErgodokuError, match="No space left on device; write to another place"):
        write(full, [frame], [0.1], TABLE, (160, 160))
    assert capfd.readouterr().err == ""
