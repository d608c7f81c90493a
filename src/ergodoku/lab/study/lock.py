"""A lock: one process at a time works on a study; others may read it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ergodoku.base.errors import StudyError

LOCK = ".lock"
WAIT = 1.0  # seconds: a process that only starts or extends a study soon releases the lock


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes from working on the study of a folder.

    We lock an empty SQLite file. The operating system holds this lock on every platform, and releases it when
    the process ends, even if it is killed. The file stays, even when nothing is locked: if we deleted it,
    two processes that start at the same moment could both get a lock.

    Raises
    ------
    StudyError
        If another process is working on the study and does not finish within a second.
    """
    connection = None
    try:
        connection = sqlite3.connect(folder / LOCK, timeout=WAIT, isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise StudyError(
                f"another process is working on the study in {str(folder)!r}",
                "wait until it ends; a report shows its progress",
            ) from None
        raise StudyError(
            f"cannot work in {str(folder)!r}: {error}", "give access to the folder, or choose another folder"
        ) from error
    try:
        yield
    finally:
        connection.close()
