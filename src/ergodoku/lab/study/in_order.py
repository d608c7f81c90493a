"""Runs in a fixed order without a store, for the trials of a tuning."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Generator
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from itertools import islice

from ergodoku.lab.study.executors import check_alive, queue_length
from ergodoku.lab.study.job import job_of, run_job
from ergodoku.lab.study.lost import raise_unless_lost
from ergodoku.lab.study.runner import PAUSE, Running
from ergodoku.lab.study.store import RunRow
from ergodoku.lab.study.study import Study
from ergodoku.lab.study.tasks import RunTask


def rows_in_order(study: Study, executor: Executor) -> Generator[RunRow, None, None]:
    """Do the runs of a study without storing them, and yield their rows in the order of the tasks.

    So a decision based on the rows so far does not depend on the number of workers. If the caller stops
    early, the other runs are stopped.
    """
    halt = threading.Event()
    more = (halt,) if isinstance(executor, ThreadPoolExecutor) else ()
    tasks = study.tasks()
    waiting: deque[tuple[Running, RunTask]] = deque()

    def submit(task: RunTask) -> Running:
        return executor.submit(run_job, job_of(study, task), *more)

    def row_of(future: Running, task: RunTask, tries: int = 1) -> RunRow | None:
        """Wait for the row of a run; if the run was lost, repeat it."""
        while not wait([future], PAUSE).done:
            check_alive(executor)
        try:
            return future.result()
        except Exception as error:
            raise_unless_lost(error, executor, study, task, tries)
        return row_of(submit(task), task, tries + 1)

    try:
        while True:
            for task in islice(tasks, max(0, queue_length(executor) - len(waiting))):
                waiting.append((submit(task), task))
            if not waiting:
                return
            if (row := row_of(*waiting.popleft())) is not None:
                yield row
    finally:
        halt.set()
        for future, _ in waiting:
            future.cancel()
