"""Do the runs of a study: a limited number at a time, each stored as soon as it ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext, suppress
from itertools import islice
from queue import Empty, SimpleQueue

from ergodoku.base.errors import ErgodokuError, StudyError
from ergodoku.base.interrupts import uninterrupted
from ergodoku.lab.study.executors import check_alive, queue_length, quiet_executor
from ergodoku.lab.study.job import job_of, run_job
from ergodoku.lab.study.lock import locked
from ergodoku.lab.study.lost import raise_unless_lost
from ergodoku.lab.study.progress import StudyProgress
from ergodoku.lab.study.store import RunRow, Store
from ergodoku.lab.study.study import Study
from ergodoku.lab.study.tasks import RunTask

PAUSE = 1.0  # seconds without a finished run after which the executor is checked
Running = Future[RunRow | None]


def run_study(
    study: Study,
    executor: Executor | None,
    workers: int | None,
    progress: Callable[[StudyProgress], object] | None,
) -> Store:
    """Do the runs of a study that are not stored yet; see `Study.run`."""
    store = study.store()
    try:
        # A finished study needs no lock: its folder may be read-only, and several processes may read it.
        with locked(study.folder) if len(store) < study.total else nullcontext():
            state = StudyProgress(tuple(c.label for c in study.contenders), study.total)
            state.take(store)
            state.before = state.done
            with quiet_executor(workers) if executor is None else nullcontext(executor) as pool:
                Runner(study, pool, store, state, progress).run(_missing(study, store))
    except BaseException:
        store.close()
        raise
    return store


def _missing(study: Study, store: Store) -> Iterator[RunTask]:
    """Yield the tasks without a stored run, and check that the stored runs belong to this study."""
    seeds = store.seeds(study.shape)
    for task in study.tasks():
        seed = seeds[task[:3]]
        if seed < 0:
            yield task
        elif seed != task.seed:
            raise StudyError(
                f"{str(store.path)!r} holds runs of another study: their seeds do not match study.toml",
                "restore the matching file, or start in another folder",
            )


class Runner:
    """Submits runs and stores their rows; only the calling thread uses the store."""

    def __init__(
        self,
        study: Study,
        executor: Executor,
        store: Store,
        state: StudyProgress,
        progress: Callable[[StudyProgress], object] | None,
    ) -> None:
        self.study, self.executor, self.store, self.state = study, executor, store, state
        self.progress = progress or (lambda _: None)
        self.halt = threading.Event()
        self.running: dict[Running, tuple[RunTask, int]] = {}
        self.finished: SimpleQueue[Running] = SimpleQueue()

    def run(self, tasks: Iterator[RunTask]) -> None:
        """Do all tasks; finished runs are stored even after an error."""
        self.progress(self.state)
        try:
            self._fill(tasks)
            while self.running:
                self._collect(self._wait())
                self._fill(tasks)
        except BaseException:
            self._abandon()
            raise

    def _fill(self, tasks: Iterator[RunTask]) -> None:
        for task in islice(tasks, max(0, queue_length(self.executor) - len(self.running))):
            self._submit(task, 1)

    def _submit(self, task: RunTask, tries: int) -> None:
        more = (self.halt,) if isinstance(self.executor, ThreadPoolExecutor) else ()
        future = self.executor.submit(run_job, job_of(self.study, task), *more)
        self.running[future] = task, tries
        future.add_done_callback(self.finished.put)

    def _wait(self) -> list[Running]:
        """Wait until a run finishes, and return all runs that have finished by then."""
        finished: list[Running] = []
        while not finished:
            try:
                finished.append(self.finished.get(timeout=PAUSE))
                while True:
                    finished.append(self.finished.get_nowait())
            except Empty:
                if not finished:
                    check_alive(self.executor)
        return finished

    def _collect(self, finished: list[Running]) -> None:
        """Store the rows of finished runs, and repeat the runs whose worker died."""
        rows, lost, failed = [], [], None
        for future in finished:
            task, tries = self.running[future]
            try:
                if (row := future.result()) is not None:
                    rows.append(row)
            except Exception as error:
                try:
                    raise_unless_lost(error, self.executor, self.study, task, tries)
                    lost.append((task, tries + 1))
                except Exception as reason:  # raised below, after the good rows are stored
                    failed = failed or reason
        self._store(rows, finished)
        if failed is not None:
            raise failed
        for task, tries in lost:
            self._submit(task, tries)

    def _store(self, rows: list[RunRow], finished: list[Running]) -> None:
        """Store the rows of finished runs, then forget these runs."""
        if rows:
            self.store.add_many(rows)
        for future in finished:  # only after storing: on Ctrl-C, `_abandon` stores what is in `running`
            del self.running[future]
        for row in rows:
            self.state.count(row)
        if rows:
            self.progress(self.state)

    def _abandon(self) -> None:
        """Stop the runs in progress, and store the finished ones; the caller is already raising an error."""
        self.halt.set()
        with uninterrupted(), suppress(ErgodokuError):  # a second Ctrl-C must not lose finished runs
            finished = [f for f in self.running if f.done() and not f.cancelled() and f.exception() is None]
            try:
                self._store([row for f in finished if (row := f.result()) is not None], finished)
            finally:
                for future in self.running:
                    future.cancel()
