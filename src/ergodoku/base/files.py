"""Files are written whole, or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def whole(path: str | Path, *, sync: bool = True) -> Iterator[Path]:
    """Give a file to write to, which takes the name that was asked for when it is written to its end.

    Whatever goes wrong before, Ctrl-C included, an older file of that name stays as it was; so it does if
    nothing is written. A link stays a link. What is no file, a pipe or a device, is written to as it is.
    A file that can be written to, but not replaced, gets a copy. One that cannot is refused at once. Without
    ``sync`` it is not seen to that the file also outlives a loss of power: thousands are written sooner.
    """
    path = Path(path)
    if path.exists() and not path.is_file():
        yield path
        return
    target = path.resolve()
    with suppress(FileNotFoundError):
        target.open("rb+").close()
    ending = target.suffix[-16:]  # it says what it is
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
            except OSError:  # a file that is a mount of its own, say
                shutil.copyfile(part, target)
    finally:
        with suppress(OSError):  # what went wrong first is told
            part.unlink()


def _folder_for(target: Path) -> Path:
    """Return where to write first: beside the file, unless it is there and its folder takes no other."""
    if os.access(target.parent, os.W_OK) or not target.exists():
        return target.parent
    import tempfile

    return Path(tempfile.gettempdir())
