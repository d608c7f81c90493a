"""Doing the runs of a study: a bounded number at a time, each stored as soon as it ends."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext, suppress
from itertools import islice
from queue import Empty, SimpleQueue

from ergodoku.base.errors import ErgodokuError, StudyError
from ergodoku.engine.run import CORES
from ergodoku.lab.study.executors import GO_ON, executor_for
from ergodoku.lab.study.job import job_of, perform
from ergodoku.lab.study.lock import alone_in
from ergodoku.lab.study.progress import Tally
from ergodoku.lab.study.store import Row, Store
from ergodoku.lab.study.study import Study, Task

TRIES = 5  # of a run whose worker died; more is no accident
PAUSE = 1.0  # seconds without news after which an executor is asked whether it is well
LOST = "the workers were lost"
Running = Future[Row | None]


def conduct(
    study: Study,
    executor: Executor | None,
    workers: int | None,
    progress: Callable[[Tally], object] | None,
) -> Store:
    """Do what is left of a study; see `Study.run`."""
    store = study.store()
    try:
        # What is done may lie where nobody can write, and be looked at by many.
        with alone_in(study.folder) if len(store) < study.total else nullcontext():
            tally = Tally(tuple(c.label for c in study.contenders), study.total)
            tally.take(store)
            tally.before = tally.done
            with executor_for(workers) if executor is None else nullcontext(executor) as workforce:
                Conductor(study, workforce, store, tally, progress).run(_left(study, store))
    except BaseException:
        store.close()
        raise
    return store


def rows_in_order(study: Study, executor: Executor) -> Generator[Row, None, None]:
    """Do the runs of a study without storing them, and yield them in their order, whoever ends first.

    So what is made of them does not depend on the number of workers. Leaving early stops the others.
    """
    halt = threading.Event()
    more = (halt,) if isinstance(executor, ThreadPoolExecutor) else ()
    tasks = study.tasks()
    waiting: deque[Running] = deque()
    try:
        while True:
            for task in islice(tasks, max(0, at_a_time(executor) - len(waiting))):
                waiting.append(executor.submit(perform, job_of(study, task), *more))
            if not waiting:
                return
            if (row := _awaited(waiting.popleft(), executor)) is not None:
                yield row
    finally:
        halt.set()
        for future in waiting:
            future.cancel()


def _awaited(future: Running, executor: Executor) -> Row | None:
    """Wait for the row of a run, and see meanwhile that whoever does it is still there."""
    while not wait([future], PAUSE).done:
        _see_well(executor)
    try:
        return future.result()
    except Exception as error:
        if isinstance(error, CancelledError) or _died(error):
            raise StudyError(LOST, GO_ON) from error
        raise


def _left(study: Study, store: Store) -> Iterator[Task]:
    """Yield the tasks that are not done, and see that those that are were done for this study."""
    seeds = store.seeds(study.shape)
    for task in study.tasks():
        seed = seeds[task[:3]]
        if seed < 0:
            yield task
        elif seed != task.seed:
            raise StudyError(
                f"{str(store.path)!r} holds runs of another study: its seeds are not those of study.toml",
                "restore the file that belongs to it, or begin in another folder",
            )


class Conductor:
    """Hands out runs and takes their rows; only the calling thread touches the store."""

    def __init__(
        self,
        study: Study,
        executor: Executor,
        store: Store,
        tally: Tally,
        progress: Callable[[Tally], object] | None,
    ) -> None:
        self.study, self.executor, self.store, self.tally = study, executor, store, tally
        self.progress = progress or (lambda _: None)
        self.halt = threading.Event()
        self.waiting: dict[Running, tuple[Task, int]] = {}
        self.ended: SimpleQueue[Running] = SimpleQueue()

    def run(self, left: Iterator[Task]) -> None:
        """Do all tasks; whatever ends it early, the runs that have ended are stored."""
        self.progress(self.tally)
        try:
            self._refill(left)
            while self.waiting:
                self._take(self._news())
                self._refill(left)
        except BaseException:
            self._leave()
            raise

    def _refill(self, left: Iterator[Task]) -> None:
        for task in islice(left, max(0, at_a_time(self.executor) - len(self.waiting))):
            self._submit(task, 1)

    def _submit(self, task: Task, tries: int) -> None:
        more = (self.halt,) if isinstance(self.executor, ThreadPoolExecutor) else ()
        future = self.executor.submit(perform, job_of(self.study, task), *more)
        self.waiting[future] = task, tries
        future.add_done_callback(self.ended.put)

    def _news(self) -> list[Running]:
        """Wait until a run has ended, and return all that have."""
        ended: list[Running] = []
        while not ended:
            try:
                ended.append(self.ended.get(timeout=PAUSE))
                while True:
                    ended.append(self.ended.get_nowait())
            except Empty:
                if not ended:
                    _see_well(self.executor)
        return ended

    def _take(self, ended: list[Running]) -> None:
        """Store the rows of runs that have ended, and do those again whose worker died."""
        rows, lost, failed = [], [], None
        for future in ended:
            task, tries = self.waiting.pop(future)
            try:
                if (row := future.result()) is not None:
                    rows.append(row)
            except Exception as error:
                try:
                    self._see_lost(error, task, tries)
                    lost.append((task, tries + 1))
                except Exception as reason:  # raised after the good rows were stored
                    failed = failed or reason
        self._store(rows)
        if failed is not None:
            raise failed
        for task, tries in lost:
            self._submit(task, tries)

    def _store(self, rows: list[Row]) -> None:
        if not rows:
            return
        self.store.add_many(rows)
        for row in rows:
            self.tally.count(row)
        self.progress(self.tally)

    def _see_lost(self, error: BaseException, task: Task, tries: int) -> None:
        """Let a run be done again whose worker died; anything else is raised, with what it was about."""
        where = (
            f"puzzle {task.puzzle + 1}, method {self.study.contenders[task.contender].label!r}, "
            f"seed {task.seed}"
        )
        if isinstance(error, CancelledError):
            raise StudyError(LOST, GO_ON) from error
        if isinstance(error, ErgodokuError):
            error.what = f"{error.what} ({where})"
            raise error
        if not _died(error):
            _see_well(self.executor)  # a cluster that goes away fails in many ways
            raise error
        if tries >= TRIES:
            raise StudyError(
                f"the workers died {tries} times in a run ({where})",
                "it may need more memory than there is; the runs so far are stored",
            ) from error

    def _leave(self) -> None:
        """Stop what is going on, and store what had ended by then; if that fails, the reason is known."""
        self.halt.set()
        for future in self.waiting:
            future.cancel()
        ended = [f for f in self.waiting if f.done() and not f.cancelled() and f.exception() is None]
        with suppress(ErgodokuError):
            self._store([row for row in (future.result() for future in ended) if row is not None])


def _died(error: BaseException) -> bool:
    """Tell whether a worker died, which says nothing of the run."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"  # Dask's


def _see_well(executor: Executor) -> None:
    """See that an executor is well, where it can tell."""
    if (check := getattr(executor, "check", None)) is not None:
        check()


def at_a_time(executor: Executor) -> int:
    """Return how many runs to hand out: enough that no worker waits, few enough for any number of runs."""
    count: int = getattr(executor, "workers", getattr(executor, "_max_workers", CORES))
    return 2 * count + 2
