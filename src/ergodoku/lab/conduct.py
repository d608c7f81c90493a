"""Doing the runs of a study: a bounded number at a time, each stored as soon as it ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from itertools import islice

from ergodoku.engine.run import CORES, whole
from ergodoku.lab.job import job_of, perform
from ergodoku.lab.progress import Tally
from ergodoku.lab.store import Row, Store
from ergodoku.lab.study import Study, Task
from ergodoku.puzzle.errors import PuzzleError

TRIES = 5  # of a run whose worker died; more is no accident
LOST = ("BrokenProcessPool", "BrokenThreadPool", "KilledWorker", "BrokenExecutor")


def conduct(
    study: Study,
    executor: Executor | None,
    workers: int | None,
    progress: Callable[[Tally], object] | None,
) -> Store:
    """Do what is left of a study; see `Study.run`."""
    store = study.store()
    try:
        tally = Tally(tuple(c.label for c in study.contenders), study.total)
        tally.take(store)
        left = _left(study, store)
        if executor is not None:
            _do(study, left, executor, store, tally, progress)
        else:
            count = whole("workers", CORES if workers is None else workers, 1)
            with ThreadPoolExecutor(count, thread_name_prefix="study") as threads:
                _do(study, left, threads, store, tally, progress)
    except BaseException:
        store.close()
        raise
    return store


def _left(study: Study, store: Store) -> Iterator[Task]:
    """Yield the tasks that are not done, and see that those that are were done for this study."""
    seeds = store.seeds(study.shape)

    def tasks() -> Iterator[Task]:
        for task in study.tasks():
            seed = seeds[task[:3]]
            if seed < 0:
                yield task
            elif seed != task.seed:
                raise PuzzleError(
                    f"{str(store.path)!r} holds runs of another study: its seeds are not those of study.toml",
                    "restore the file that belongs to it, or begin in another folder",
                )

    return tasks()


def _do(
    study: Study,
    left: Iterator[Task],
    executor: Executor,
    store: Store,
    tally: Tally,
    progress: Callable[[Tally], object] | None,
) -> None:
    halt = threading.Event()
    more = (halt,) if isinstance(executor, ThreadPoolExecutor) else ()
    waiting: dict[Future[Row | None], tuple[Task, int]] = {}

    def submit(task: Task, tries: int = 1) -> None:
        waiting[executor.submit(perform, job_of(study, task), *more)] = task, tries

    if progress:
        progress(tally)
    try:
        for task in islice(left, _at_a_time(executor)):
            submit(task)
        while waiting:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                task, tries = waiting.pop(future)
                try:
                    row = future.result()
                except Exception as error:
                    _check_lost(error, task, tries)
                    submit(task, tries + 1)
                    continue
                if row is not None and store.add(row):
                    tally.count(row)
                    if progress:
                        progress(tally)
                for task in islice(left, 1):
                    submit(task)
    finally:
        halt.set()
        for future in waiting:
            future.cancel()


def _at_a_time(executor: Executor) -> int:
    """Return how many runs to hand out: enough that no worker waits, few enough for any number of runs."""
    count: int = getattr(executor, "workers", getattr(executor, "_max_workers", CORES))
    return 2 * count + 2


def _check_lost(error: Exception, task: Task, tries: int) -> None:
    """Let a run be done again whose worker died; anything else is an error."""
    if isinstance(error, CancelledError) or type(error).__name__ not in LOST:
        raise error
    if tries >= TRIES:
        raise PuzzleError(
            f"the worker died {tries} times in the run of seed {task.seed} "
            f"(puzzle {task.puzzle + 1}, method {task.contender + 1})",
            "it may need more memory than there is; all other runs so far are stored",
        ) from error
