"""Compressed values in the store; a stranger's study cannot fill the memory with them."""

from __future__ import annotations

import zlib

from ergodoku.base.errors import StudyError

MORE = 64  # a compressed value can be up to this many bytes longer than the original
TOO_LONG = "it is too long"


def expanded(packed: bytes, most: int, what: str) -> bytes:
    """Return a value that `zlib.compress` compressed; it has at most ``most`` bytes.

    Raises
    ------
    StudyError
        If the value is damaged or longer.
    """
    try:
        if len(packed) > most + MORE:  # limits the memory: zlib expands data about a thousandfold at most
            raise ValueError(TOO_LONG)
        data = zlib.decompress(packed)
        if len(data) > most:
            raise ValueError(TOO_LONG)
    except (
        zlib.error,
        ValueError,
        TypeError,
    ) as error:  # SQLite also stores a number or text in a BLOB column
        raise damaged(what, error) from error
    return data


def damaged(what: str, why: object) -> StudyError:
    """Return the error for a damaged value, such as a trace."""
    return StudyError(f"a stored {what} is damaged: {why}", "run the study again in another folder")
