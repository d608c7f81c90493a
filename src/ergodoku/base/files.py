"""Write a file so that it is either complete or not there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path


@contextmanager
def whole(path: str | Path, *, sync: bool = True) -> Iterator[Path]:
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
    """
    path = Path(path)
    device = path.exists() and not path.is_file()
    with _naming(path), nullcontext(path) if device else _part_of(path.resolve(), sync) as part:
        yield part


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
def _part_of(target: Path, sync: bool) -> Iterator[Path]:
    with suppress(FileNotFoundError):
        target.open("rb+").close()
    ending = target.suffix[-16:]  # writers choose the format by it
    part = _folder_for(target) / f"ergodoku-{os.urandom(6).hex()}.part{ending}"
    try:
        yield part
        if part.exists():
            if sync:
                with part.open("rb+") as stream:
                    os.fsync(stream.fileno())
            if target.exists():
                shutil.copymode(target, part)
            try:
                part.replace(target)
            except OSError:  # for example, the file is a mount point
                shutil.copyfile(part, target)
    finally:
        with suppress(OSError):  # report the first error, not this one
            part.unlink()


def _folder_for(target: Path) -> Path:
    """Return where to put the temporary file: beside the target, unless that folder is read-only."""
    if os.access(target.parent, os.W_OK) or not target.exists():
        return target.parent
    import tempfile

    return Path(tempfile.gettempdir())
