"""Files that views write: refused before any work where they cannot be, and never left half written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ergodoku.puzzle.errors import PuzzleError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PICTURES = (".png", ".svg", ".pdf")


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written; it is neither made nor changed."""
    there = path.exists()
    try:
        path.open("ab").close()
        if not there:
            path.unlink()
    except OSError as error:
        raise PuzzleError(f"cannot write to {str(path)!r}: {error.strerror}", "choose another file") from None


def check_picture(path: str | Path) -> None:
    """Refuse a name that does not end like a picture."""
    if Path(path).suffix.lower() not in PICTURES:
        raise PuzzleError(
            f"{str(path)!r} does not say what kind of picture to write",
            f"end the name in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}",
        )


@contextmanager
def whole(path: str | Path) -> Iterator[None]:
    """Take a file away that was not written to its end, after an error or Ctrl-C."""
    try:
        yield
    except BaseException:
        if Path(path).is_file():  # not a pipe or a device
            Path(path).unlink()
        raise


def save_picture(figure: Figure, path: str | Path) -> None:
    """Write a figure; without a date in it, so that the same figure gives the same file."""
    dateless = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    with whole(path):
        figure.savefig(path, metadata=dateless.get(Path(path).suffix.lower()))
