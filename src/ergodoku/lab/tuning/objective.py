"""The objective of a tuning: the expected running time of a method. A trial that cannot win stops early."""

from __future__ import annotations

import math
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from ergodoku.engine.status import Status
from ergodoku.lab.study import Study, rows_in_order
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method

if TYPE_CHECKING:
    import optuna

NOTHING_SOLVED = 10.0  # a method that solved nothing counts as this multiple of the effort it spent


def expected_effort(
    study: Study,
    method: Method,
    measure: str,
    trial: optuna.Trial,
    best: float | None,
    executor: Executor,
) -> float:
    """Return the effort per solved run of a method on the puzzles of a study.

    If no run was solved, this is `NOTHING_SOLVED` times the effort spent.

    Raises
    ------
    optuna.TrialPruned
        As soon as the method cannot beat ``best``, or falls behind the median of earlier trials.
    """
    import optuna

    asked = replace(study, contenders=(Contender.of(method, label=f"trial {trial.number + 1}"),))
    spent, solved, effort = 0.0, 0, math.inf
    with closing(rows_in_order(asked, executor)) as rows:
        for count, row in enumerate(rows, 1):
            spent += getattr(row, measure)
            solved += row.status == Status.SOLVED
            effort = spent / solved if solved else NOTHING_SOLVED * spent
            # Even if the method solved all remaining runs without effort, it would not beat the best.
            if best is not None and spent > best * (solved + asked.total - count):
                raise optuna.TrialPruned
            if count % len(asked.puzzles) == 0:
                trial.report(effort, count // len(asked.puzzles))
                if count < asked.total and trial.should_prune():
                    raise optuna.TrialPruned
    return effort
