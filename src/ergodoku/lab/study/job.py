"""One run of a study as a job for any worker, and the row that it returns."""

from __future__ import annotations

import os
import platform
import threading
import time
from dataclasses import dataclass
from typing import Any

from ergodoku._version import __version__
from ergodoku.base.errors import StudyError
from ergodoku.engine.run import Run
from ergodoku.engine.status import Status
from ergodoku.engine.stop import Flag, Iterations, Seconds, stop_of
from ergodoku.lab.study.descents import descent_of, pack_descent
from ergodoku.lab.study.store import RunRow
from ergodoku.lab.study.study import Study
from ergodoku.lab.study.tasks import RunTask
from ergodoku.lab.study.traces import pack
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import as_dict
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle


@dataclass(frozen=True)
class Job:
    """Everything that a worker needs for one run."""

    task: RunTask
    puzzle: Puzzle
    contender: Contender
    time_limit: float | None
    max_iterations: int | None
    max_evaluations: int | None
    keep_trace: bool
    version: str = __version__


def job_of(study: Study, task: RunTask) -> Job:
    """Return the job for a task of a study."""
    return Job(
        task,
        study.puzzles[task.puzzle],
        study.contenders[task.contender],
        study.time_limit,
        study.max_iterations,
        study.max_evaluations,
        study.traces,
    )


def run_job(job: Job, halt: threading.Event | None = None) -> RunRow | None:
    """Do one run on one core, and return its row; None if it was stopped before its end."""
    if job.version != __version__:
        raise StudyError(
            f"a worker has ergodoku {__version__}, but the study uses {job.version}",
            "install the same version everywhere",
        )
    _warm_up(job.puzzle, job.contender.method)
    stop = stop_of(None, job.time_limit, job.max_iterations, job.max_evaluations)
    if halt is not None:
        stop = Flag(halt) if stop is None else stop | Flag(halt)
    run = Run(job.puzzle, job.contender, seed=job.task.seed, stop=stop, alone=True)
    result = run.finish()
    halted = halt is not None and halt.is_set() and result.status != Status.SOLVED
    if halted or result.status == Status.INTERRUPTED:
        return None
    return RunRow(
        job.task.puzzle,
        job.task.contender,
        job.task.repetition,
        str(job.task.seed),
        str(result.status),
        result.energy,
        result.iterations,
        result.evaluations,
        result.seconds,
        result.cpu_seconds,
        result.found_by,
        time.time(),
        f"{platform.node()}:{os.getpid()}",
        pack(result.trace) if job.keep_trace else None,
        pack_descent(descent_of(run)),
    )


_warm: set[tuple[Layout, str]] = set()
_warming = threading.Lock()


def _warm_up(puzzle: Puzzle, method: Method) -> None:
    """Compile or load the kernels before a run is timed: once per process, layout and method."""
    key = puzzle.layout, f"{method.name} {_words(as_dict(method))}"
    if key in _warm:
        return
    with _warming:
        if key not in _warm:
            Run(puzzle, method, stop=Iterations(2_000) | Seconds(0.2), alone=True).finish()
            _warm.add(key)


def _words(parameters: dict[str, Any]) -> str:
    """Return the parameters that are words; numbers do not change which kernels are needed."""
    return " ".join(
        f"{name}={_words(value) if isinstance(value, dict) else value}"
        for name, value in parameters.items()
        if isinstance(value, str | bool | dict | None)
    )
