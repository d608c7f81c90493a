"""Write a file so that it is either complete or absent."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from os import PathLike
from pathlib import Path

from ergodoku.base.arguments import file_path
from ergodoku.base.errors import ErgodokuError


@contextmanager
def whole(path: str | PathLike[str], *, sync: bool = True, part: Path | None = None) -> Iterator[Path]:
    """Yield a temporary file to write to, and move it to ``path`` when it is complete.

    If anything fails before that, including Ctrl-C, an existing file at ``path`` stays unchanged. It also
    stays unchanged if nothing is written. A link stays a link. Pipes and devices are written to directly. If
    a file is writable but cannot be replaced, the new content is copied into it. A file that is not writable
    is refused at once. Every `OSError` names the file.

    Parameters
    ----------
    path : str or Path
        Where the file should appear.
    sync : bool
        Make sure that the file survives a power cut. Without this, writing thousands of files is faster.
    part : Path, optional
        The temporary file. By default it has a random name.
    """
    path = file_path(path)
    place = nullcontext(path) if is_device(path) else _part_of(path.resolve(), sync, part)
    with _naming(path), place as file:
        yield file


@contextmanager
def written(path: str | PathLike[str]) -> Iterator[Path]:
    """Yield a temporary file as `whole` does; a system error becomes an error that says what to do."""
    try:
        with whole(path) as part:
            yield part
    except OSError as error:
        why = error.strerror or error
        raise ErgodokuError(f"cannot write to {str(path)!r}: {why}", "choose another file") from error


def is_device(path: Path) -> bool:
    """Return whether a path holds something that a file cannot replace: a pipe, a device or a folder."""
    try:
        return path.exists() and not path.is_file()
    except OSError:  # for example, the name is too long: an attempt to write will report it
        return False


def check_target(target: Path) -> Path:
    """Refuse a file that cannot be written, and return the folder for its temporary file.

    That is the folder of the file itself, or the system's temporary folder if the file already exists in a
    read-only folder.
    """
    with suppress(FileNotFoundError):
        target.open("rb+").close()
    if os.access(target.parent, os.W_OK) or not target.exists():
        return target.parent
    import tempfile

    return Path(tempfile.gettempdir())


def put(part: Path, target: Path, *, sync: bool = True) -> None:
    """Move a complete file to its final path."""
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
    """Add the name of the file to a system error that has none, such as a full disk."""
    try:
        yield
    except OSError as error:
        if error.errno is not None and error.filename is None:
            error.filename = str(path)
        raise


@contextmanager
def _part_of(target: Path, sync: bool, part: Path | None) -> Iterator[Path]:
    folder = check_target(target)
    ending = target.suffix[-16:]  # writers choose the format by the extension
    part = part or folder / f"ergodoku-{os.urandom(6).hex()}.part{ending}"
    try:
        yield part
        if part.exists():
            put(part, target, sync=sync)
    finally:
        with suppress(OSError):  # report the first error, not this one
            part.unlink()
