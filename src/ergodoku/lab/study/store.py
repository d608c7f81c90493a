"""The runs of a study in one SQLite file: a row per finished run, readable while rows are added.

The file has a write-ahead log, so it holds only complete rows even if a process is killed. A second row for
the same run is ignored.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import StudyError
from ergodoku.engine.trace import Trace
from ergodoku.lab.study.database import ADDED, OLD, create_database, database_errors, open_database
from ergodoku.lab.study.descents import Descent, unpack_descent
from ergodoku.lab.study.traces import unpack

BLOCK = 50_000  # rows to turn into arrays at a time
_KINDS = {
    "puzzle": "i4",
    "contender": "i4",
    "repetition": "i4",
    "seed": "i8",
    "status": "U",
    "energy": "i8",
    "iterations": "i8",
    "evaluations": "i8",
    "seconds": "f8",
    "cpu_seconds": "f8",
    "found_by": "U",
    "finished": "f8",
    "worker": "U",
}
KEY = ("puzzle", "contender", "repetition")
Shape = tuple[int, int, int]
Key = tuple[int, int, int]


class RunRow(NamedTuple):
    """One stored run: its puzzle, contender and repetition, its outcome, and its worker."""

    puzzle: int
    contender: int
    repetition: int
    seed: str
    status: str
    energy: int
    iterations: int
    evaluations: int
    seconds: float
    cpu_seconds: float
    found_by: str
    finished: float  # seconds since 1970
    worker: str
    trace: bytes | None = None
    descent: bytes | None = None


class Store:
    """The file ``runs.sqlite`` of a study; `open` an existing file, or `create` one.

    Parameters
    ----------
    path : Path
        The file.
    connection : sqlite3.Connection
        An open connection to the file.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path, self.connection = path, connection

    @classmethod
    def open(cls, path: str | Path) -> Store:
        """Open a store. A missing, empty or damaged file is an error: a study never loses runs silently."""
        return cls(Path(path), open_database(Path(path)))

    @classmethod
    def create(cls, path: str | Path) -> Store:
        """Make an empty store, or open the existing one."""
        if not Path(path).exists():
            create_database(Path(path))
        return cls.open(path)

    def add(self, row: RunRow) -> bool:
        """Add a run, and return whether it was new."""
        with self._errors():
            return self.connection.execute(_INSERT, row).rowcount > 0

    def add_many(self, rows: Iterable[RunRow]) -> int:
        """Add many runs in one transaction, and return how many of them were new."""
        with self._errors():
            before = self.connection.total_changes
            try:  # BEGIN is inside the block: Ctrl-C must never leave a transaction open
                self.connection.execute("BEGIN IMMEDIATE")
                self.connection.executemany(_INSERT, rows)
                self.connection.commit()
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.rollback()
                raise
            return self.connection.total_changes - before

    def __len__(self) -> int:
        with self._errors():
            return int(self.connection.execute("SELECT count(*) FROM runs").fetchone()[0])

    def done(self, shape: Shape) -> NDArray[np.bool_]:
        """Return whether the run of each (puzzle, contender, repetition) is stored."""
        return self.seeds(shape) >= 0

    def seeds(self, shape: Shape) -> NDArray[np.int64]:
        """Return the seed of each (puzzle, contender, repetition), -1 if its run is not stored yet."""
        found = np.full(shape, -1, dtype=np.int64)
        runs = self.columns(*KEY, "seed")
        keys = tuple(runs[name] for name in KEY)
        if any(len(k) and (k.min() < 0 or k.max() >= most) for k, most in zip(keys, shape, strict=True)):
            raise StudyError(f"{str(self.path)!r} holds runs of another study", "start in another folder")
        found[keys] = runs["seed"]
        return found

    def columns(self, *names: str) -> dict[str, NDArray[Any]]:
        """Return all runs so far as arrays by column, in the order of puzzle, contender and repetition.

        Without names you get every column except ``worker``, ``trace`` and ``descent``. The arrays are
        consistent with each other even while a study is running.
        """
        wanted = names or tuple(name for name in _KINDS if name != "worker")
        with self.snapshot(), self._errors():  # count, widths and rows must come from the same state
            return self._columns(wanted)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Inside the block, all reads see the same state of the file, even if other processes add rows."""
        if self.connection.in_transaction:
            yield
            return
        try:
            with self._errors():
                self.connection.execute("BEGIN")
            yield
        finally:
            self.connection.rollback()

    def rows(self) -> Iterator[RunRow]:
        """Yield all runs so far, with their traces and descents, in the order in which they were stored."""
        old = self.connection.execute("PRAGMA user_version").fetchone()[0] == OLD
        names = [ADDED.get(name, name) if old else name for name in RunRow._fields]
        with self._errors():
            found = self.connection.execute(f"SELECT {', '.join(names)} FROM runs")
            while block := found.fetchmany(BLOCK):
                yield from map(RunRow._make, block)

    def totals(self) -> list[tuple[int, int, int, float]]:
        """Return (contender, runs, solved runs, total seconds) for each contender that has runs."""
        with self._errors():
            return self.connection.execute(
                "SELECT contender, count(*), sum(status = 'solved'), sum(seconds) FROM runs "
                "GROUP BY contender"
            ).fetchall()

    def trace(self, key: Key) -> Trace | None:
        """Return the thinned trace of a run, or None if none was stored."""
        with self._errors():
            row = self.connection.execute(
                "SELECT trace FROM runs WHERE puzzle = ? AND contender = ? AND repetition = ?", key
            ).fetchone()
        return unpack(row[0]) if row and row[0] is not None else None

    def descents(self, keys: Iterable[Key]) -> Iterator[Descent | None]:
        """Yield the descents of some runs, in the order of the keys; None where none was stored."""
        if self.connection.execute("PRAGMA user_version").fetchone()[0] == OLD:
            yield from (None for _ in keys)
            return
        with self._errors():
            for key in keys:
                row = self.connection.execute(
                    "SELECT descent FROM runs WHERE puzzle = ? AND contender = ? AND repetition = ?", key
                ).fetchone()
                yield unpack_descent(row[0]) if row and row[0] is not None else None

    def packed_descents(self, puzzle: int, contender: int) -> dict[int, bytes | None]:
        """Return a contender's packed descents on a puzzle by repetition; None where none was stored."""
        if self.connection.execute("PRAGMA user_version").fetchone()[0] == OLD:
            return defaultdict(lambda: None)
        with self._errors():
            query = "SELECT repetition, descent FROM runs WHERE puzzle = ? AND contender = ?"
            return dict(self.connection.execute(query, (puzzle, contender)))

    def close(self) -> None:
        """Close the file; the last process to close it merges the log into it."""
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
        old = run("PRAGMA user_version").fetchone()[0] == OLD
        casts = {"seed": "CAST(seed AS INTEGER)"} | (ADDED if old else {})
        rows, start = run(f"SELECT {', '.join(casts.get(name, name) for name in names)} FROM runs"), 0
        while block := rows.fetchmany(BLOCK):
            for name, values in zip(names, zip(*block, strict=True), strict=True):
                found[name][start : start + len(block)] = values
            start += len(block)
        order = np.lexsort([found[name] for name in reversed(KEY)])  # much faster than ORDER BY
        return {name: found.pop(name)[order] for name in dict.fromkeys(wanted)}

    def _errors(self) -> AbstractContextManager[None]:
        return database_errors(self.path)


_INSERT = f"INSERT OR IGNORE INTO runs VALUES ({', '.join('?' * len(RunRow._fields))})"
