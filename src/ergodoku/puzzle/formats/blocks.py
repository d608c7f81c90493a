"""Read many puzzles at once: turn blocks of bytes into digits, and find lines that must be read alone."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.clashes import conflicts
from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS, UNKNOWN, Alphabet
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits

_SEPARATORS = np.isin(np.arange(256), list(b"\t\n\r ,;:|\"'"))


def lines_of(data: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the starts and ends of the lines in a block, which must end with a line break."""
    ends = np.flatnonzero(data == ord("\n"))
    return np.concatenate([[0], ends[:-1] + 1]), ends


def first_fields(
    data: NDArray[np.uint8], starts: NDArray[np.intp], length: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return where the first field of this length starts and ends in each line; an empty field if none."""
    edges = np.flatnonzero(_SEPARATORS[data])
    begins = np.concatenate([[0], edges[:-1] + 1])
    fits = np.flatnonzero(edges - begins == length)
    lines, first = np.unique(np.searchsorted(starts, begins[fits], side="right") - 1, return_index=True)
    begin, end = starts.copy(), starts.copy()
    begin[lines], end[lines] = begins[fits[first]], edges[fits[first]]
    return begin, end


def trimmed(data: NDArray[np.uint8], starts: NDArray[np.intp], ends: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the ends of the lines without their carriage returns."""
    returns: NDArray[np.bool_] = (ends > starts) & (data[ends - 1] == ord("\r"))
    return ends - returns.astype(np.intp)


def regular(
    data: NDArray[np.uint8], starts: NDArray[np.intp], ends: NDArray[np.intp], session: Session
) -> tuple[NDArray[np.bool_], Layout | None, Digits]:
    """Read all parts of a block that are plain puzzles of the session's size, in one step.

    Returns
    -------
    good : ndarray of bool
        Which parts are plain puzzles without a contradiction.
    layout : Layout or None
        Their layout; ``None`` if there are no such puzzles.
    digits : ndarray of uint8, shape (good.sum(), cells)
        Their digits, read-only.
    """
    good, digits = decoded(data, starts, ends, session)
    if not len(digits):
        return good, None, digits
    assert session.size is not None
    layout = session.layout(session.size)
    bad = conflicts(layout, digits)
    good[np.flatnonzero(good)[bad]] = False
    digits = digits[~bad]
    digits.setflags(write=False)
    return good, layout, digits


def decoded(
    data: NDArray[np.uint8], starts: NDArray[np.intp], ends: NDArray[np.intp], session: Session
) -> tuple[NDArray[np.bool_], Digits]:
    """Return which parts of a block are puzzles of the session's size in known symbols, and their digits."""
    size = session.size
    none = np.zeros(len(starts), dtype=bool), np.empty((0, 0), dtype=np.uint8)
    if size is None or size > LARGEST_WITH_SYMBOLS:
        return none
    good = ends - starts == size * size
    if not good.any():
        return none
    cells = _cells(data, starts[good], size * size)
    alphabet = _alphabet(cells, size, session)
    if alphabet is None:
        return none
    session.shown = alphabet
    digits = alphabet.table[cells]
    if digits.max() != UNKNOWN:
        return good, digits
    known = (digits != UNKNOWN).all(axis=1)
    good[np.flatnonzero(good)[~known]] = False
    return good, digits[known]


def _cells(data: NDArray[np.uint8], starts: NDArray[np.intp], length: int) -> NDArray[np.uint8]:
    """Return the parts of a block at these starts, one row each; adjacent parts are not copied."""
    if (np.diff(starts) == length).all():
        return data[starts[0] : starts[-1] + length].reshape(-1, length)
    return sliding_window_view(data, length)[starts]


def _alphabet(cells: NDArray[np.uint8], size: int, session: Session) -> Alphabet | None:
    """Return the alphabet of a block, inferred from all its puzzles together; ``None`` if it is not clear."""
    if size <= 9 or session.alphabet is not None or session.found is not None:
        used: set[str] = set()
    else:
        used = {chr(code) for code in np.flatnonzero(np.bincount(cells.ravel()))}
    try:
        alphabet = session.alphabet_for(size, used)
    except PuzzleError:
        return None
    # A few bad lines must not decide the alphabet of the block: it has to fit the first cell of most lines.
    return alphabet if (alphabet.table[cells[:, 0]] != UNKNOWN).mean() > 0.5 else None
