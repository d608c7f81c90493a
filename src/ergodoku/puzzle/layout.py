"""The geometry of a Sudoku: its size, its boxes, and its units as plain arrays.

A unit is a set of N cells that must hold N different digits. Cells are numbered row by row from 0.
Rows are the first units, then come columns, boxes (or irregular regions) and the extra units of a variant.
All other code uses only these arrays, so a variant only has to add units. A Latin square has no boxes:
its units are rows and columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.regions import regions_of
from ergodoku.puzzle.shape import LARGEST, SMALLEST, Box, Shape, box_of, box_shape, check_size, size_or_box
from ergodoku.puzzle.variants import extra_units

__all__ = [
    "KINDS",
    "LARGEST",
    "SMALLEST",
    "Layout",
    "LayoutLike",
    "box_of",
    "box_shape",
    "check_box",
    "layout_of",
    "layout_or_kind",
]

KINDS = ("classic", "diagonal", "windows", "latin", "jigsaw")

Ints = NDArray[np.int32]
LayoutLike: TypeAlias = "Layout | Shape"
"""A layout; for the usual layout, its size (9 or "9") or box ((3, 3) or "3x3") is enough."""


class Layout:
    """The geometry of a puzzle: immutable, hashable, compared by content.

    Make one with :meth:`of` (classic, diagonal, windows, latin) or :meth:`jigsaw`.

    Attributes
    ----------
    kind : str
        ``classic``, ``diagonal``, ``windows``, ``latin`` or ``jigsaw``.
    size : int
        N: the number of rows, columns and digits.
    box : tuple of int, optional
        Rows and columns of a box; ``None`` for a jigsaw or a Latin square.
    regions : ndarray of int32, shape (cells,)
        The box (or region) of each cell, from 0; all 0 for a Latin square, which has no boxes.
    units : ndarray of int32, shape (units, size)
        The cells of each unit.

    Examples
    --------
    >>> Layout.of(6)
    Layout(classic, 6x6, boxes 2x3)
    >>> Layout.of(box=(3, 3), kind="diagonal").units.shape
    (29, 9)
    >>> Layout.of(7, kind="latin").units.shape
    (14, 7)
    """

    kind: str
    size: int
    box: tuple[int, int] | None
    regions: Ints
    units: Ints
    _key: tuple[str, int, bytes]

    def __init__(self, kind: str, size: int, box: tuple[int, int] | None, regions: Ints) -> None:
        rows = np.arange(size * size, dtype=np.int32).reshape(size, size)
        boxes = np.argsort(regions, kind="stable").astype(np.int32).reshape(size, size)
        regions = regions.copy()
        within = [] if kind == "latin" else [boxes]
        units = np.concatenate([rows, rows.T, *within, *extra_units(kind, rows, box)])
        fields = {
            "kind": kind,
            "size": size,
            "box": box,
            "regions": _frozen(regions),
            "units": _frozen(np.ascontiguousarray(units, dtype=np.int32)),
            "_key": (kind, size, regions.tobytes()),
        }
        self.__dict__.update(fields)

    @classmethod
    def of(
        cls,
        size: Shape | None = None,
        *,
        box: str | Sequence[SupportsIndex] | None = None,
        kind: str = "classic",
    ) -> Layout:
        """Return the layout with rectangular boxes for a size, a box shape or both.

        Parameters
        ----------
        size : int or str, optional
            N: 9 or "9". A box is accepted here too.
        box : tuple of int or str, optional
            Rows and columns of a box: (3, 3) or "3x3". By default the box is as close to a square as the
            size allows, and never higher than wide (a 6x6 grid has 2x3: two rows, three columns). A Latin
            square has no box.
        kind : str
            ``classic``, ``diagonal``, ``windows`` or ``latin``.

        Examples
        --------
        >>> Layout.of("9") == Layout.of((3, 3)) == Layout.of("3x3")
        True
        """
        if kind == "jigsaw":
            raise PuzzleError(
                "a jigsaw layout needs a map of its regions",
                "make it with Layout.jigsaw(map)",
            )
        if kind not in KINDS:
            raise PuzzleError(f"unknown layout {kind!r}", f"choose one of {', '.join(KINDS)}")
        if size is None and box is None:
            raise PuzzleError("a layout needs a size or a box", "give `size` or `box`")
        count, shape = (None, None) if size is None else size_or_box(size)
        asked = box_of(box)
        if shape is not None and asked not in (None, shape):
            raise PuzzleError(f"`size` is the box {shape}, but `box` is {asked}", "leave one of them out")
        if kind == "latin":
            return _latin(count, asked or shape)
        rows, columns = asked or shape or box_shape(count or 0)
        if count is not None and rows * columns != count:
            raise PuzzleError(
                f"boxes of {rows}x{columns} make a grid of {rows * columns}x{rows * columns}, "
                f"not of {count}x{count}",
                f"give a `box` whose rows times columns is {count}",
            )
        return _rectangular(rows, columns, kind)

    @classmethod
    def jigsaw(cls, regions: Sequence[Sequence[object]] | str) -> Layout:
        """Return the layout whose boxes are the irregular regions of a map.

        Parameters
        ----------
        regions : sequence of sequences, or str
            One label per cell, row by row; cells with the same label form a region. Text has one
            line per row: single characters, or labels separated by spaces or commas.
        """
        size, flat = regions_of(regions)
        return cls("jigsaw", size, None, flat)

    @property
    def cells(self) -> int:
        """The number of cells, N * N."""
        return self.size * self.size

    @property
    def words(self) -> int:
        """The number of 64-bit words needed for one bit per digit."""
        return (self.size + 63) // 64

    @property
    def lines(self) -> Ints:
        """The units that are not boxes: rows, columns and extra units. In a Latin square, only columns.

        A search fills each box (or each row of a Latin square) with every digit once, so a digit can be
        missing only in a line.
        """
        if self.kind == "latin":
            return self.units[self.size :]
        keep = np.ones(len(self.units), dtype=bool)
        keep[2 * self.size : 3 * self.size] = False
        return self.units[keep]

    @property
    def extra(self) -> Ints:
        """The units that a variant adds to rows, columns and boxes."""
        return self.units[(2 if self.kind == "latin" else 3) * self.size :]

    @cached_property
    def cell_units(self) -> tuple[Ints, Ints]:
        """The units of each cell, as (start, unit): cell c is in the units ``unit[start[c]:start[c+1]]``."""
        order = np.argsort(self.units.ravel(), kind="stable")
        count = np.bincount(self.units.ravel(), minlength=self.cells)
        start = np.concatenate([[0], np.cumsum(count)])
        return _frozen(start.astype(np.int32)), _frozen((order // self.size).astype(np.int32))

    @cached_property
    def crossings(self) -> Ints:
        """The pairs of units that share at least two cells, one row (first, second) for each pair."""
        member = np.zeros((len(self.units), self.cells), dtype=np.float32)
        np.put_along_axis(member, self.units, 1.0, axis=1)
        first, second = np.nonzero(np.triu(member @ member.T >= 2, k=1))
        return _frozen(np.stack([first, second], axis=1).astype(np.int32))

    def unit_name(self, unit: int) -> str:
        """Return the name of a unit: ``row 3``, ``box 5``, ``window 1`` ..."""
        block, index = divmod(unit, self.size)
        if block < 3:
            word = ("row", "column", "region" if self.kind == "jigsaw" else "box")[block]
            return f"{word} {index + 1}"
        if self.kind == "diagonal":
            return ("falling diagonal", "rising diagonal")[index]
        return f"window {unit - 3 * self.size + 1}"

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell: ``row 1, column 5``."""
        row, column = self.position(cell)
        return f"row {row}, column {column}"

    def position(self, cell: int) -> tuple[int, int]:
        """Return the row and column of a cell, counted from 1."""
        return int(cell) // self.size + 1, int(cell) % self.size + 1

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Layout is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Layout is immutable: cannot delete {name!r}")

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Layout) and self._key == other._key)

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        shape = f", boxes {self.box[0]}x{self.box[1]}" if self.box else ""
        return f"Layout({self.kind}, {self.size}x{self.size}{shape})"

    def __reduce__(self) -> tuple[object, ...]:
        if self.kind == "latin":
            return _latin, (self.size, None)
        if self.box is None:
            return Layout.jigsaw, (self.regions.reshape(self.size, self.size).tolist(),)
        return _rectangular, (*self.box, self.kind)


def layout_of(layout: LayoutLike) -> Layout:
    """Return a layout unchanged, or the usual layout for a size or a box."""
    return layout if isinstance(layout, Layout) else Layout.of(layout)


def layout_or_kind(layout: LayoutLike | None) -> Layout | str:
    """Return the meaning of a parameter `layout`: a layout, or the name of a kind that fits any size."""
    if layout is None:
        return "classic"
    if isinstance(layout, str) and not layout[:1].isdigit():
        return layout
    return layout_of(layout)


def check_box(layout: Layout, box: Box | None) -> None:
    """Raise an error if a box is given and differs from the box of the layout."""
    if box is not None and layout.box != box:
        raise PuzzleError(f"boxes of {box[0]}x{box[1]} do not fit {layout!r}", "leave out `box` or `layout`")


@lru_cache(maxsize=64)
def _rectangular(rows: int, columns: int, kind: str) -> Layout:
    size = rows * columns
    if rows < 1 or columns < 1:
        raise PuzzleError(f"a box cannot have {rows}x{columns} cells", "give rows x columns, such as 3x3")
    check_size(size, f"a grid with boxes of {rows}x{columns}")
    if kind == "windows" and 1 in (rows, columns):
        raise PuzzleError(
            f"boxes of {rows}x{columns} leave no room for windows",
            "give a `box` of at least 2x2, or another `layout`",
        )
    row, column = np.divmod(np.arange(size * size), size)
    regions = (row // rows) * rows + column // columns
    return Layout(kind, size, (rows, columns), regions.astype(np.int32))


@lru_cache(maxsize=64)
def _latin(size: int | None, box: Box | None) -> Layout:
    if box is not None or size is None:
        raise PuzzleError("a Latin square has no boxes", "give its `size` and leave out `box`")
    check_size(size, "a Latin square")
    return Layout("latin", size, None, np.zeros(size * size, dtype=np.int32))


def _frozen(array: Ints) -> Ints:
    array.setflags(write=False)
    return array
