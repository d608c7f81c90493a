"""Files are written whole, or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def whole(path: str | Path) -> Iterator[Path]:
    """Give a file to write to, which takes the name that was asked for when it is written to its end.

    Whatever goes wrong before, Ctrl-C included, an older file of that name stays as it was; so it does if
    nothing is written. A link stays a link. What is no file, a pipe or a device, is written to as it is.
    """
    path = Path(path)
    if path.exists() and not path.is_file():
        yield path
        return
    target = path.resolve()
    part = target.with_name(f"{target.stem}.{os.getpid()}.part{target.suffix}")  # its ending says what it is
    try:
        yield part
        if part.exists():
            with part.open("rb+") as stream:
                os.fsync(stream.fileno())
            if target.exists():
                shutil.copymode(target, part)
            part.replace(target)
    finally:
        with suppress(OSError):  # what went wrong first is told
            part.unlink()
