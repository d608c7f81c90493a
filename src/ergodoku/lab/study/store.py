"""The runs of a study in one SQLite file: a row as soon as a run ends, readable while others are added.

The file has a write-ahead log, so whoever is killed, at any moment, leaves whole rows behind. A row is added
once: a second one for the same run is ignored.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import StudyError
from ergodoku.engine.trace import Trace
from ergodoku.lab.study.traces import unpack

MARK = 0x4552474F  # "ERGO": the file's application id
VERSION = 1
BLOCK = 50_000  # rows that are turned into arrays at a time
WAIT = 60.0  # seconds until a file that another process writes to counts as locked

_TABLE = """CREATE TABLE IF NOT EXISTS runs(
    puzzle INTEGER, contender INTEGER, repetition INTEGER, seed TEXT, status TEXT, energy INTEGER,
    iterations INTEGER, seconds REAL, found_by TEXT, finished REAL, worker TEXT, trace BLOB,
    PRIMARY KEY(puzzle, contender, repetition))"""
_KINDS = {
    "puzzle": "i4",
    "contender": "i4",
    "repetition": "i4",
    "seed": "i8",
    "status": "U",
    "energy": "i8",
    "iterations": "i8",
    "seconds": "f8",
    "found_by": "U",
    "finished": "f8",
    "worker": "U",
}
KEY = ("puzzle", "contender", "repetition")
Shape = tuple[int, int, int]
Key = tuple[int, int, int]


class Row(NamedTuple):
    """One run as it is stored: which one, how it ended, and where."""

    puzzle: int
    contender: int
    repetition: int
    seed: str
    status: str
    energy: int
    iterations: int
    seconds: float
    found_by: str
    finished: float  # seconds since 1970
    worker: str
    trace: bytes | None = None


class Store:
    """The file ``runs.sqlite`` of a study.

    Parameters
    ----------
    path : str or Path
        The file.
    create : bool
        Make it where there is none. Otherwise a file that is missing, empty or damaged is an error: a study
        never starts from nothing where there was something.
    """

    def __init__(self, path: str | Path, *, create: bool = False) -> None:
        self.path = Path(path)
        if create and not self.path.exists():
            self._make()
        if not self.path.is_file():
            raise StudyError(
                f"the study has lost its runs: there is no {str(self.path)!r}",
                "put the file back, or begin in another folder",
            )
        with self._clear_errors():
            self.connection = self._connect()
            try:
                self._check()
            except BaseException:
                self.connection.close()
                raise

    def add(self, row: Row) -> bool:
        """Add a run for good, and return whether it was new."""
        with self._clear_errors():
            return self.connection.execute(_INSERT, row).rowcount > 0

    def add_many(self, rows: Iterable[Row]) -> int:
        """Add many runs at once, all or none, and return how many of them were new."""
        with self._clear_errors():
            before = self.connection.total_changes
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                self.connection.executemany(_INSERT, rows)
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.rollback()
                raise
            self.connection.commit()
            return self.connection.total_changes - before

    def __len__(self) -> int:
        with self._clear_errors():
            return int(self.connection.execute("SELECT count(*) FROM runs").fetchone()[0])

    def done(self, shape: Shape) -> NDArray[np.bool_]:
        """Tell for each (puzzle, contender, repetition) whether its run is there."""
        return self.seeds(shape) >= 0

    def seeds(self, shape: Shape) -> NDArray[np.int64]:
        """Return the seed of each (puzzle, contender, repetition), -1 where its run is not there yet."""
        found = np.full(shape, -1, dtype=np.int64)
        runs = self.columns(*KEY, "seed")
        keys = tuple(runs[name] for name in KEY)
        if any(len(k) and (k.min() < 0 or k.max() >= most) for k, most in zip(keys, shape, strict=True)):
            raise StudyError(f"{str(self.path)!r} holds runs of another study", "begin in another folder")
        found[keys] = runs["seed"]
        return found

    def columns(self, *names: str) -> dict[str, NDArray[Any]]:
        """Return all runs so far as arrays by column, in the order of puzzle, contender and repetition.

        Without names it is every column but ``worker`` and ``trace``. The arrays are those of one moment,
        also while a study is running.
        """
        wanted = names or tuple(name for name in _KINDS if name != "worker")
        with self.one_moment(), self._clear_errors():  # count, widths and rows
            return self._columns(wanted)

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Read inside as if time stood still, whatever others add meanwhile."""
        if self.connection.in_transaction:
            yield
            return
        with self._clear_errors():
            self.connection.execute("BEGIN")
        try:
            yield
        finally:
            self.connection.rollback()

    def totals(self) -> list[tuple[int, int, int, float]]:
        """Return (contender, runs, solved runs, seconds of all runs) for all contenders that have runs."""
        with self._clear_errors():
            return self.connection.execute(
                "SELECT contender, count(*), sum(status = 'solved'), sum(seconds) FROM runs "
                "GROUP BY contender"
            ).fetchall()

    def trace(self, key: Key) -> Trace | None:
        """Return the thinned trace of a run, or None where none was kept."""
        with self._clear_errors():
            row = self.connection.execute(
                "SELECT trace FROM runs WHERE puzzle = ? AND contender = ? AND repetition = ?", key
            ).fetchone()
        return unpack(row[0]) if row and row[0] is not None else None

    def close(self) -> None:
        """Close the file; the last one to close it folds the log into it."""
        self.connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _columns(self, wanted: tuple[str, ...]) -> dict[str, NDArray[Any]]:
        run = self.connection.execute
        names = tuple(dict.fromkeys((*KEY, *wanted)))
        texts = [name for name in names if _KINDS[name] == "U"]
        widths = ", ".join(["count(*)", *(f"max(length({name}))" for name in texts)])
        count, *longest = run(f"SELECT {widths} FROM runs").fetchone()
        kinds = _KINDS | {name: f"U{n or 1}" for name, n in zip(texts, longest, strict=True)}
        found = {name: np.empty(count, dtype=kinds[name]) for name in names}
        asked = ", ".join("CAST(seed AS INTEGER)" if name == "seed" else name for name in names)
        rows, start = run(f"SELECT {asked} FROM runs"), 0
        while block := rows.fetchmany(BLOCK):
            for name, values in zip(names, zip(*block, strict=True), strict=True):
                found[name][start : start + len(block)] = values
            start += len(block)
        order = np.lexsort([found[name] for name in reversed(KEY)])  # much quicker than the database sorts
        return {name: found.pop(name)[order] for name in dict.fromkeys(wanted)}

    def _make(self) -> None:
        """Make an empty store under another name first, so that it is whole or not there."""
        temporary = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        with self._clear_errors():
            try:
                temporary.unlink(missing_ok=True)
                connection = sqlite3.connect(temporary, isolation_level=None)
                try:
                    connection.execute(f"PRAGMA application_id = {MARK}")
                    connection.execute(f"PRAGMA user_version = {VERSION}")
                    connection.execute(_TABLE)
                    connection.execute("PRAGMA journal_mode = WAL")
                finally:
                    connection.close()
                temporary.replace(self.path)
            finally:
                temporary.unlink(missing_ok=True)

    def _connect(self) -> sqlite3.Connection:
        address = self.path.resolve().as_uri()
        log = self.path.with_name(self.path.name + "-wal")
        still = not os.access(self.path.parent, os.W_OK) and not log.exists()  # a published study, say
        mode = "immutable=1" if still else "mode=rw"
        connection = sqlite3.connect(f"{address}?{mode}", uri=True, timeout=WAIT, isolation_level=None)
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    def _check(self) -> None:
        mark, version = (
            self.connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version")
        )
        if mark != MARK:
            raise self._damaged("it is not a store of runs")
        if version != VERSION:
            raise StudyError(
                f"{str(self.path)!r} has version {version}, not {VERSION}",
                "open it with the version of ergodoku that wrote it",
            )
        verdict = self.connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise self._damaged(str(verdict))

    def _damaged(self, why: object) -> StudyError:
        return StudyError(
            f"the database {str(self.path)!r} is damaged: {why}",
            "restore it from a copy, or begin in another folder",
        )

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StudyError(
                f"cannot use {str(self.path)!r}: {error}",
                "make room or give access, then run the study again: the runs so far are stored",
            ) from error
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error
        except OSError as error:
            raise StudyError(
                f"cannot write {str(self.path)!r}: {error.strerror or error}", "choose another folder"
            ) from error


_INSERT = f"INSERT OR IGNORE INTO runs VALUES ({', '.join('?' * len(Row._fields))})"
