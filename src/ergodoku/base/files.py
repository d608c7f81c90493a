"""Write a file so that it is either complete or not there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path


@contextmanager
def whole(path: str | Path, *, sync: bool = True, part: Path | None = None) -> Iterator[Path]:
    """Give a temporary file to write to, and move it to ``path`` when it is complete.

    If anything goes wrong before that, Ctrl-C included, an older file at ``path`` stays as it was. It also
    stays if nothing is written. A link stays a link. Pipes and devices are written to directly. A file that
    can be written but not replaced receives a copy; a file that cannot be written is refused at once. An
    `OSError` names the file.

    Parameters
    ----------
    path : str or Path
        Where the file should appear.
    sync : bool
        Make sure that the file survives a power cut. Without it, thousands of files are written faster.
    part : Path, optional
        The temporary file; by default one with a random name.
    """
    path = Path(path)
    place = nullcontext(path) if is_device(path) else _part_of(path.resolve(), sync, part)
    with _naming(path), place as file:
        yield file


def is_device(path: Path) -> bool:
    """Tell whether a path is a pipe or a device (or a folder), which cannot be replaced by a file."""
    try:
        return path.exists() and not path.is_file()
    except OSError:  # for example, the name is too long: writing reports it
        return False


def check_target(target: Path) -> Path:
    """Refuse a file that cannot be written, and return the folder for its temporary file.

    That is the folder of the file itself, unless it is read-only.
    """
    with suppress(FileNotFoundError):
        target.open("rb+").close()
    if os.access(target.parent, os.W_OK) or not target.exists():
        return target.parent
    import tempfile

    return Path(tempfile.gettempdir())


def put(part: Path, target: Path, *, sync: bool = True) -> None:
    """Move a complete file to its place."""
    if sync:
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())
    if target.exists():
        shutil.copymode(target, part)
    try:
        part.replace(target)
    except OSError:  # for example, the file is a mount point
        shutil.copyfile(part, target)
        part.unlink()


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Give an error of the system the name of the file, if it has none: a full disk, for example."""
    try:
        yield
    except OSError as error:
        if error.errno is not None and error.filename is None:
            error.filename = str(path)
        raise


@contextmanager
def _part_of(target: Path, sync: bool, part: Path | None) -> Iterator[Path]:
    folder = check_target(target)
    ending = target.suffix[-16:]  # writers choose the format by it
    part = part or folder / f"ergodoku-{os.urandom(6).hex()}.part{ending}"
    try:
        yield part
        if part.exists():
            put(part, target, sync=sync)
    finally:
        with suppress(OSError):  # report the first error, not this one
            part.unlink()
