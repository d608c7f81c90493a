"""Runs that end without a row because a worker died or a connection broke: repeat them, but not for ever."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, CancelledError, Executor

from ergodoku.base.errors import ErgodokuError, StudyError
from ergodoku.lab.study.executors import RESUME, check_alive
from ergodoku.lab.study.study import Study
from ergodoku.lab.study.tasks import RunTask

TRIES = 5  # attempts before a lost run counts as an error
LOST_BY_DASK = ("KilledWorker", "CommClosedError")  # errors of Dask: a worker or its result was lost


def raise_unless_lost(error: Exception, executor: Executor, study: Study, task: RunTask, tries: int) -> None:
    """Raise an error for a run that failed, unless the run was lost and may be repeated.

    ``tries`` is how often the run has been tried.
    """
    where = f"puzzle {task.puzzle + 1}, method {study.contenders[task.contender].label!r}, seed {task.seed}"
    if isinstance(error, CancelledError):
        raise StudyError("the workers were lost", RESUME) from error
    if isinstance(error, ErgodokuError):
        error.what = f"{error.what} ({where})"
        raise error
    if not isinstance(error, BrokenExecutor) and type(error).__name__ not in LOST_BY_DASK:
        check_alive(executor)  # a lost cluster can cause any error: report the loss instead
        raise error
    if tries >= TRIES:
        raise StudyError(
            f"the worker or its result was lost {tries} times during the same run ({where})",
            "the run may need too much memory, or the connection may be bad; finished work is stored",
        ) from error
