"""Ctrl-C while runs are stored: every finished run is stored, and none twice."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Iterable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from ergodoku.lab.study import Store, StudyProgress
from ergodoku.lab.study.job import Job
from ergodoku.lab.study.runner import Runner
from tests.lab.studies import study_in


class AtOnce(Executor):
    """Does each run as soon as it is submitted, so every submitted run is finished."""

    workers = 1  # so that only a few runs are submitted at a time
    submitted = 0

    def submit(self, fn: Any, /, job: Job) -> Future[Any]:  # type: ignore[override]
        self.submitted += 1
        future: Future[Any] = Future()
        future.set_result(fn(job))
        return future


class Interrupted(sqlite3.Connection):
    """A connection on which Ctrl-C arrives before or after a step of the second transaction."""

    moment = ""
    transactions = 0

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        self.transactions += sql == "BEGIN IMMEDIATE"
        self.arrive("before the start")
        result = super().execute(sql, *values)
        self.arrive("after the start")
        return result

    def executemany(self, sql: str, rows: Iterable[Any]) -> sqlite3.Cursor:
        result = super().executemany(sql, rows)
        self.arrive("before the commit")
        return result

    def commit(self) -> None:
        super().commit()
        self.arrive("after the commit")

    def arrive(self, moment: str) -> None:
        if self.transactions == 2 and moment == self.moment:
            self.moment = ""
            raise KeyboardInterrupt


class InterruptedTwice(sqlite3.Connection):
    """A connection on which Ctrl-C arrives while the second transaction runs, and again in the third."""

    transactions = 0

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        self.transactions += sql == "BEGIN IMMEDIATE"
        return super().execute(sql, *values)

    def executemany(self, sql: str, rows: Iterable[Any]) -> sqlite3.Cursor:
        result = super().executemany(sql, rows)
        if self.transactions in (2, 3):
            signal.raise_signal(signal.SIGINT)
        return result


@pytest.mark.parametrize(
    "moment", ["before the start", "after the start", "before the commit", "after the commit"]
)
def test_ctrl_c_while_runs_are_stored_loses_no_run_and_counts_none_twice(tmp_path: Path, moment: str) -> None:
    study = study_in(tmp_path, contenders=["focused"], max_iterations=100)
    path, executor, progress = tmp_path / "runs.sqlite", AtOnce(), StudyProgress(("focused",), study.total)
    with Store(path, sqlite3.connect(path, factory=Interrupted, isolation_level=None)) as store:
        store.connection.moment = moment  # type: ignore[attr-defined]
        with pytest.raises(KeyboardInterrupt):
            Runner(study, executor, store, progress, None).run(study.tasks())
    with study.store() as store:
        assert 0 < len(store) == executor.submitted < study.total
        assert progress.done == len(store)
    with study.run(workers=1) as store:
        assert len(store) == study.total


def test_a_second_ctrl_c_while_runs_are_stored_loses_no_run(tmp_path: Path) -> None:
    study = study_in(tmp_path, contenders=["focused"], max_iterations=100)
    path, executor, progress = tmp_path / "runs.sqlite", AtOnce(), StudyProgress(("focused",), study.total)
    with Store(path, sqlite3.connect(path, factory=InterruptedTwice, isolation_level=None)) as store:
        with pytest.raises(KeyboardInterrupt):
            Runner(study, executor, store, progress, None).run(study.tasks())
        assert store.connection.transactions == 3  # type: ignore[attr-defined]
    with study.store() as store:
        assert 0 < len(store) == executor.submitted < study.total
