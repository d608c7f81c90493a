"""The store keeps each run once, can be read while it grows, and never silently starts empty."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ergodoku.base.errors import StudyError
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.lab.study import RunRow, Store
from ergodoku.lab.study.database import address_of
from ergodoku.lab.study.traces import POINTS, pack, unpack
from tests.samples import HARD

READ = """
import sys
from ergodoku.lab.study import Store
print(len(Store.open(sys.argv[1]).columns()["seed"]))
"""


def row(repetition: int, seconds: float = 0.5, trace: bytes | None = None) -> RunRow:
    return RunRow(
        0,
        1,
        repetition,
        str(2**62 + repetition),
        "solved",
        0,
        7,
        14,
        seconds,
        0.1,
        "focused",
        9.0,
        "me:1",
        trace,
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.sqlite"


def test_a_run_that_is_added_twice_is_stored_once(path: Path) -> None:
    with Store.create(path) as store:
        assert store.add(row(0, 0.25))
        assert not store.add(row(0, 0.75))
        assert store.add_many([row(0), row(1), row(2), row(2)]) == 2
        assert len(store) == 3
        assert store.columns()["seconds"].tolist() == [0.25, 0.5, 0.5]


def test_columns_are_arrays_of_the_right_type_in_the_order_of_the_keys(path: Path) -> None:
    with Store.create(path) as store:
        store.add_many([row(5), row(3), row(4)])
        columns = store.columns()
        assert columns["repetition"].tolist() == [3, 4, 5]
        assert columns["seed"].tolist() == [2**62 + 3, 2**62 + 4, 2**62 + 5]
        assert columns["seed"].dtype == np.int64
        assert (columns["status"] == "solved").all()
        assert "trace" not in columns
        assert list(store.columns("worker", "energy")) == ["worker", "energy"]


def test_a_snapshot_is_consistent_while_runs_are_added(path: Path) -> None:
    with Store.create(path) as store, Store.open(path) as other:
        store.add(row(0))
        with other.snapshot():
            assert len(other) == 1
            store.add(row(1))
            assert (len(other), len(other.columns()["seed"]), other.totals()[0][1]) == (1, 1, 1)
        assert len(other) == 2


def test_an_empty_store_has_empty_columns(path: Path) -> None:
    with Store.create(path) as store:
        assert {name: len(column) for name, column in store.columns("seed", "status").items()} == {
            "seed": 0,
            "status": 0,
        }
        assert not store.done((2, 3, 4)).any()


def test_the_store_knows_which_runs_are_done(path: Path) -> None:
    with Store.create(path) as store:
        store.add(row(2))
        assert np.argwhere(store.done((1, 2, 3))).tolist() == [[0, 1, 2]]
        with pytest.raises(StudyError, match="another study"):
            store.done((1, 2, 2))


def test_another_process_can_read_while_rows_are_added(path: Path) -> None:
    with Store.create(path) as store:
        store.add_many(row(k) for k in range(10))
        done = subprocess.run([sys.executable, "-c", READ, path], capture_output=True, text=True, check=True)
        assert done.stdout == "10\n"
        with Store.open(path) as reader:
            store.add(row(10))
            assert len(reader) == 11


def test_either_all_rows_added_together_are_stored_or_none(path: Path) -> None:
    def rows() -> list[RunRow]:
        return [row(0), row(1)._replace(seed=object())]  # type: ignore[arg-type]

    with Store.create(path) as store:
        with pytest.raises(StudyError):
            store.add_many(rows())
        assert len(store) == 0
        assert store.add(row(0))


class Interrupted(sqlite3.Connection):
    """A connection on which Ctrl-C arrives just after a statement."""

    after = ""

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        result = super().execute(sql, *values)
        if sql == self.after:
            self.after = ""
            raise KeyboardInterrupt
        return result


@pytest.mark.parametrize(
    ("after", "action"),
    [("BEGIN IMMEDIATE", lambda store: store.add_many([row(0)])), ("BEGIN", Store.columns)],
    ids=["write", "read"],
)
def test_ctrl_c_never_leaves_a_transaction_open(
    path: Path, after: str, action: Callable[[Store], object]
) -> None:
    Store.create(path).close()
    with Store(path, sqlite3.connect(path, factory=Interrupted, isolation_level=None)) as store:
        store.connection.after = after  # type: ignore[attr-defined]
        with pytest.raises(KeyboardInterrupt):
            action(store)
        assert not store.connection.in_transaction
        store.add_many([row(0), row(1)])
        assert len(store) == 2


def test_a_stored_trace_is_thinned_and_keeps_its_first_and_last_point(path: Path) -> None:
    trace = solve(HARD, "focused", seed=1, stop=Iterations(5_000)).trace
    assert len(trace) > POINTS
    small = pack(trace)
    assert len(small) < 8_000
    with Store.create(path) as store:
        store.add(row(0, trace=small))
        store.add(row(1))
        assert store.trace((0, 1, 1)) is None
        assert store.trace((0, 1, 2)) is None
        kept = store.trace((0, 1, 0))
    assert kept is not None
    assert len(kept) == POINTS
    for name in ("iteration", "energy", "best", "restarts"):
        assert getattr(kept, name)[[0, -1]].tolist() == getattr(trace, name)[[0, -1]].tolist()
    where = np.searchsorted(trace.iteration, kept.iteration)
    assert (trace.energy[where] == kept.energy).all()
    assert np.allclose(trace.seconds[where], kept.seconds, rtol=1e-6)


def test_a_short_trace_is_stored_completely() -> None:
    trace = solve(HARD, "focused", seed=1, stop=Iterations(50)).trace
    assert unpack(pack(trace)).energy.tolist() == trace.energy.tolist()


def test_a_damaged_trace_is_an_error(path: Path) -> None:
    with Store.create(path) as store:
        store.add(row(0, trace=b"nonsense"))
        with pytest.raises(StudyError, match="damaged"):
            store.trace((0, 1, 0))


def test_a_missing_file_is_an_error_and_is_not_created(path: Path) -> None:
    with pytest.raises(StudyError, match="lost its runs"):
        Store.open(path)
    assert not path.exists()


@pytest.mark.parametrize("content", [b"", b"not a database at all" * 1000], ids=["empty", "text"])
def test_a_file_that_is_not_a_store_is_an_error_and_stays_unchanged(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for opened in (Store.open, Store.create):
        with pytest.raises(StudyError, match="is damaged"):
            opened(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("where", ["beginning", "middle", "end"])
def test_a_damaged_database_is_an_error(path: Path, where: str) -> None:
    with Store.create(path) as store:
        store.add_many(row(k, trace=os.urandom(500)) for k in range(500))
    content = bytearray(path.read_bytes())
    if where == "end":
        del content[len(content) // 2 :]
    else:
        start = 16 if where == "beginning" else len(content) // 2 // 4096 * 4096
        content[start : start + 4096] = os.urandom(4096) if where == "middle" else b"\xff" * 4096
    path.write_bytes(content)
    with pytest.raises(StudyError, match="damaged"):
        Store.open(path)


def test_a_store_of_another_version_is_an_error(path: Path) -> None:
    Store.create(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 7")
    connection.close()
    with pytest.raises(StudyError, match="version 7, not 2"):
        Store.open(path)


def test_a_closed_store_is_one_file(path: Path) -> None:
    with Store.create(path) as store:
        store.add(row(0))
    assert [file.name for file in path.parent.iterdir()] == ["runs.sqlite"]


def test_in_a_read_only_folder_a_database_is_opened_as_immutable(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert address_of(path, "ro").endswith("?mode=ro")
    monkeypatch.setattr("os.access", lambda *_: False)
    assert address_of(path, "ro").endswith("?immutable=1")
    path.with_name(f"{path.name}-wal").touch()  # another process is writing to it
    assert address_of(path, "ro").endswith("?mode=ro")


def test_runs_are_read_in_blocks_to_save_memory(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ergodoku.lab.study.store.BLOCK", 500)
    with Store.create(path) as store:
        store.add_many(row(k) for k in range(10_000))
        tracemalloc.start()
        columns = store.columns()
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    kept = sum(column.nbytes for column in columns.values())
    assert len(columns["seed"]) == 10_000
    assert most < kept + 1e6  # all rows as Python objects would take 5 MB
