"""Writing pictures: an unwritable path is refused before any work, and no file is left half written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from ergodoku.base.errors import ParameterError
from ergodoku.base.files import whole, written
from ergodoku.base.numbers import either
from ergodoku.views.board import palette_of
from ergodoku.views.style import in_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PICTURES = (".png", ".svg", ".pdf")


def check_writable(path: Path) -> None:
    """Raise an error if a file cannot be written; the check neither creates nor changes it."""
    with written(path) as part:
        part.open("ab").close()
        if part != path:
            part.unlink()


def check_picture(path: str | Path) -> None:
    """Raise an error if a file name does not end in ``.png``, ``.svg`` or ``.pdf``."""
    if Path(path).suffix.lower() not in PICTURES:
        raise ParameterError(
            f"{str(path)!r} does not say what kind of picture to write",
            f"end the name in {either(PICTURES)}",
        )


@contextmanager
def picture(path: str | Path, size: tuple[float, float], theme: str) -> Iterator[Figure]:
    """Yield a figure in our style, ``size`` in inches; after the block, write it as PNG, SVG or PDF.

    This needs neither a display nor pyplot. The file has no date in it: the same figure gives the same file.
    """
    check_picture(path)
    palette = palette_of(theme)
    from matplotlib.figure import Figure

    dateless = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    with in_style(palette):
        figure = Figure(figsize=size, layout="constrained", facecolor=palette.paper)
        yield figure
        ending = Path(path).suffix.lower()
        drawn = BytesIO()  # in memory first: matplotlib cannot handle a disk that fills up midway
        figure.savefig(drawn, format=ending[1:], metadata=dateless.get(ending))
        with whole(path) as part:
            part.write_bytes(drawn.getvalue())
