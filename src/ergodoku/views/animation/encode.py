"""Write frames to files: GIF with Pillow, MP4 and WebM with ffmpeg."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryFile
from typing import IO

import numpy as np

from ergodoku.base.errors import ErgodokuError, ParameterError
from ergodoku.base.files import whole
from ergodoku.views.animation.inks import MOST, Pixels
from ergodoku.views.files import check_writable

WRITERS = (".gif", ".mp4", ".webm")
VIDEO_FPS = 25  # frames a second in the file; a frame that is shown longer is repeated
CODECS = {
    ".mp4": ("libx264", ["-crf", "20", "-preset", "veryfast", "-movflags", "+faststart"]),
    ".webm": ("libvpx-vp9", ["-crf", "34", "-b:v", "0", "-deadline", "realtime", "-cpu-used", "6"]),
}


def check_file(path: Path) -> None:
    """Raise an error if the file cannot be written, before any work starts."""
    ending = path.suffix.lower()
    if ending not in WRITERS:
        raise ParameterError(
            f"cannot write an animation to {path.name!r}",
            f"give a name that ends in {' or '.join(WRITERS)}",
        )
    if ending != ".gif" and find_spec("imageio_ffmpeg") is None:
        raise ErgodokuError(f'{ending[1:].upper()} needs imageio-ffmpeg: pip install "ergodoku[video]"')
    check_writable(path)


def write(
    path: Path, frames: Iterable[Pixels], seconds: list[float], table: bytes, size: tuple[int, int]
) -> None:
    """Write frames, which are indices into a table of colours; each is shown for its number of seconds."""
    with whole(path) as part:
        if path.suffix.lower() == ".gif":
            write_gif(part, frames, seconds, table)
        else:
            write_video(part, frames, seconds, table, size)


def write_gif(path: Path, frames: Iterable[Pixels], seconds: list[float], table: bytes) -> None:
    """Write a GIF that repeats for ever.

    Each frame stores only the pixels that changed, in the rectangle around them. Pillow compresses them. We
    do not use Pillow's ``save_all``: it would look up each colour again and give each frame a separate table.
    """
    from PIL import Image
    from PIL.GifImagePlugin import getdata

    ends = np.round(np.cumsum(seconds) * 100).astype(np.int64)  # a GIF counts in hundredths of a second
    waits = np.maximum(2, np.diff(ends, prepend=0)) * 10  # viewers slow down frames shorter than 20 ms
    parts: list[bytes] = []
    before: Pixels | None = None
    for frame, wait in zip(frames, waits.tolist(), strict=True):
        if before is None:
            parts.append(_gif_header(frame.shape[1], frame.shape[0], table))
        part, corner = _difference(before, frame)
        image = Image.frombytes("P", (part.shape[1], part.shape[0]), part.tobytes())
        parts += map(bytes, getdata(image, corner, duration=wait, disposal=1, transparency=MOST))
        before = frame
    path.write_bytes(b"".join([*parts, b";"]))


def _gif_header(width: int, height: int, table: bytes) -> bytes:
    """Return the header of a GIF: its size, one table of 256 colours, and endless repetition."""
    screen = struct.pack("<HHBBB", width, height, 0b1111_0111, 0, 0)
    return b"GIF89a" + screen + table + b"!\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<HB", 0, 0)


def _difference(before: Pixels | None, frame: Pixels) -> tuple[Pixels, tuple[int, int]]:
    """Return the changed rectangle of a frame, with unchanged pixels transparent, and its top left corner."""
    if before is None:
        return frame, (0, 0)
    changed = frame != before
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not len(rows):  # a GIF cannot hold an empty picture
        return np.full((1, 1), MOST, dtype=np.uint8), (0, 0)
    part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.where(changed[part], frame[part], np.uint8(MOST)), (int(columns[0]), int(rows[0]))


def write_video(
    path: Path, frames: Iterable[Pixels], seconds: list[float], table: bytes, size: tuple[int, int]
) -> None:
    """Write a video that browsers and phones can play: even width and height, 4:2:0 colours."""
    colours = np.frombuffer(table, dtype=np.uint8).reshape(256, 3)
    width, height = size[0] + size[0] % 2, size[1] + size[1] % 2
    codec, options = CODECS[path.suffix.lower()]
    ends = np.maximum.accumulate(np.round(np.cumsum(seconds) * VIDEO_FPS).astype(np.int64))
    with _ffmpeg(path, f"{width}x{height}", codec, options) as stream:
        for frame, times in zip(frames, np.diff(ends, prepend=0), strict=True):
            pad = ((0, height - frame.shape[0]), (0, width - frame.shape[1]))
            picture = colours[np.pad(frame, pad, mode="edge")].tobytes()
            for _ in range(max(1, times)):
                stream.write(picture)


@contextmanager
def _ffmpeg(path: Path, size: str, codec: str, options: list[str]) -> Iterator[IO[bytes]]:
    """Yield a stream for raw frames, which ffmpeg encodes; if ffmpeg fails, raise an error with its message.

    We take only the program from imageio-ffmpeg: its writer does not check whether ffmpeg succeeds.
    """
    from imageio_ffmpeg import get_ffmpeg_exe

    raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", str(VIDEO_FPS), "-i", "-"]
    made = ["-an", "-c:v", codec, "-pix_fmt", "yuv420p", *options, str(path)]
    with (
        TemporaryFile() as said,
        Popen(
            [get_ffmpeg_exe(), "-y", "-v", "error", *raw, *made],
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=said,
            start_new_session=True,  # Ctrl-C must reach us, not ffmpeg
        ) as process,
    ):
        assert process.stdin is not None
        try:
            with suppress(BrokenPipeError):  # ffmpeg has ended: its message follows below
                yield process.stdin
        except BaseException:
            process.kill()
            raise
        finally:
            with suppress(BrokenPipeError):
                process.stdin.close()
        if process.wait() != 0:
            said.seek(0)
            why, *_ = [*said.read().decode(errors="replace").splitlines(), "it ended early"]
            why = re.sub(r"\[.*?\] ", "", why).rstrip(".")  # drop the name of ffmpeg's component
            raise ErgodokuError(f"ffmpeg cannot write the video: {why}", "write to another place")
