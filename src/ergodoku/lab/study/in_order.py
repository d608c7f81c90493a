"""Runs in a fixed order without a store, for the trials of a tuning."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Generator
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor, wait
from itertools import islice

from ergodoku.base.errors import StudyError
from ergodoku.lab.study.executors import RESUME, check_alive, queue_length, worker_died
from ergodoku.lab.study.job import job_of, run_job
from ergodoku.lab.study.runner import LOST, PAUSE, Running
from ergodoku.lab.study.store import RunRow
from ergodoku.lab.study.study import Study


def rows_in_order(study: Study, executor: Executor) -> Generator[RunRow, None, None]:
    """Do the runs of a study without storing them, and yield their rows in the order of the tasks.

    So a decision based on the rows so far does not depend on the number of workers. If the caller stops
    early, the other runs are stopped.
    """
    halt = threading.Event()
    more = (halt,) if isinstance(executor, ThreadPoolExecutor) else ()
    tasks = study.tasks()
    waiting: deque[Running] = deque()
    try:
        while True:
            for task in islice(tasks, max(0, queue_length(executor) - len(waiting))):
                waiting.append(executor.submit(run_job, job_of(study, task), *more))
            if not waiting:
                return
            if (row := _result(waiting.popleft(), executor)) is not None:
                yield row
    finally:
        halt.set()
        for future in waiting:
            future.cancel()


def _result(future: Running, executor: Executor) -> RunRow | None:
    """Wait for the row of a run; check from time to time that its worker is alive."""
    while not wait([future], PAUSE).done:
        check_alive(executor)
    try:
        return future.result()
    except Exception as error:
        if isinstance(error, CancelledError) or worker_died(error):
            raise StudyError(LOST, RESUME) from error
        raise
