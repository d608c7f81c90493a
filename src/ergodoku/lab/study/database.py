"""The SQLite file of a store: complete or absent, checked when opened, with errors that say what to do."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ergodoku.base.errors import StudyError

MARK = 0x4552474F  # "ERGO", the application id of the file
VERSION = 2
OLD = 1  # the version that ergodoku 0.1.0 wrote, without the columns of `ADDED`
# The columns added since then, with their values in old files.
ADDED = {"cpu_seconds": "NULL", "evaluations": "0", "descent": "NULL"}
WAIT = 60.0  # seconds to wait while another process writes to the file

_TABLE = """CREATE TABLE IF NOT EXISTS runs(
    puzzle INTEGER, contender INTEGER, repetition INTEGER, seed TEXT, status TEXT, energy INTEGER, iterations
    INTEGER, evaluations INTEGER, seconds REAL, cpu_seconds REAL, found_by TEXT, finished REAL, worker TEXT,
    trace BLOB, descent BLOB,
    PRIMARY KEY(puzzle, contender, repetition))"""


def create_database(path: Path) -> None:
    """Make an empty database under a temporary name, then rename it: the file is complete or absent."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with database_errors(path):
        try:
            temporary.unlink(missing_ok=True)
            with closing(sqlite3.connect(temporary, isolation_level=None)) as connection:
                connection.execute(f"PRAGMA application_id = {MARK}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
                connection.execute(_TABLE)
                connection.execute("PRAGMA journal_mode = WAL")
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


def open_database(path: Path) -> sqlite3.Connection:
    """Return a connection to a database; raise an error if it is missing or damaged."""
    if not path.is_file():
        raise StudyError(
            f"the study has lost its runs: there is no {str(path)!r}",
            "put the file back, or start in another folder",
        )
    with database_errors(path):
        connection = _connect(path)
        try:
            _check(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection


@contextmanager
def database_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the file system into messages that say what to do."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise StudyError(
            f"cannot use {str(path)!r}: {error}",
            "free disk space or give access, then run the study again: finished runs are stored",
        ) from error
    except sqlite3.DatabaseError as error:
        raise _damaged(path, error) from error
    except OSError as error:
        raise StudyError(
            f"cannot write {str(path)!r}: {error.strerror or error}", "choose another folder"
        ) from error


def address_of(path: Path, mode: str) -> str:
    """Return the URI of a database, marked as immutable in a read-only folder such as a published study."""
    log = path.with_name(path.name + "-wal")
    read_only = not os.access(path.parent, os.W_OK) and not log.exists()
    return f"{path.resolve().as_uri()}?{'immutable=1' if read_only else f'mode={mode}'}"


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(address_of(path, "rw"), uri=True, timeout=WAIT, isolation_level=None)
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    mark, version = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
    )
    if mark != MARK:
        raise _damaged(path, "it does not hold the runs of a study")
    if version not in (OLD, VERSION):
        raise StudyError(
            f"{str(path)!r} has version {version}, not {VERSION}",
            "open it with the version of ergodoku that wrote it",
        )
    verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        raise _damaged(path, verdict)


def _damaged(path: Path, why: object) -> StudyError:
    return StudyError(
        f"the database {str(path)!r} is damaged: {why}", "restore it from a copy, or start in another folder"
    )
