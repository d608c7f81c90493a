"""Tuning: Optuna looks for the parameters of a method with the lowest expected running time.

A tuning is a folder: ``study.toml`` says what it is, ``trials.journal`` holds the trials, ``best.toml`` the
best method so far, and a folder within compares it with the default on seeds that were never tuned on.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ergodoku.base.errors import ParameterError, StudyError
from ergodoku.engine.result import SOLVED
from ergodoku.lab.analysis import MEASURES
from ergodoku.lab.study import TIME_LIMIT, TUNE, Contender, Study, alone_in, rows_in_order, write_whole
from ergodoku.lab.tuning.space import Space
from ergodoku.lab.tuning.trials import (
    best_value,
    finished,
    forget_unfinished,
    open_trials,
    optuna_or_error,
    sampler,
)
from ergodoku.methods.parameters import as_dict, flatten, whole_number
from ergodoku.methods.registry import Method, method_of, to_toml
from ergodoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    import optuna

BEST = "best.toml"
NOTHING_SOLVED = 10.0  # how much worse than one solved run it is if none was
METHOD = "method"  # where a trial notes the method it tried


@dataclass(frozen=True)
class Tally:
    """How far a tuning has come: trials done of those asked for, and the best effort."""

    done: int
    total: int
    best: float | None

    @property
    def words(self) -> str:
        """How it goes, for a line on a terminal."""
        return "trials" + ("" if self.best is None else f", best so far {self.best:.3g} a solution")


@dataclass(frozen=True)
class Tuning:
    """A tuning in its folder.

    Attributes
    ----------
    study : Study
        The default method, the puzzles, the repetitions of a trial, limits and seed.
    space : Space
        What is tuned.
    measure : str
        ``seconds`` or ``iterations``: what is to be small.
    """

    study: Study
    space: Space
    measure: str

    @classmethod
    def create(
        cls,
        folder: str | Path | None,
        puzzles: Iterable[Puzzle],
        method: str | Method,
        *,
        runs: int = 10,
        only: Sequence[str] = (),
        ranges: Mapping[str, str] | None = None,
        measure: str = "seconds",
        seed: int = 0,
        time_limit: float | None = TIME_LIMIT,
        max_iterations: int | None = None,
    ) -> Tuning:
        """Begin a tuning in a folder, or return the one that is there if it is the same."""
        optuna_or_error()
        if measure not in MEASURES:
            raise ParameterError(f"there is no measure {measure!r}", f"choose {' or '.join(MEASURES)}")
        default = Contender.of(method)
        space = Space(default.build(), tuple(only), dict(ranges or {}))
        space.check()
        study = Study.create(
            folder,
            puzzles,
            [replace(default, label="default")],
            runs=runs,
            seed=seed,
            time_limit=time_limit,
            max_iterations=max_iterations,
            kind=TUNE,
            extra={
                "only": list(only),
                "ranges": [f"{name}={text}" for name, text in (ranges or {}).items()],
                "measure": measure,
            },
        )
        return cls(study, space, measure)

    @property
    def best_file(self) -> Path:
        """The best method so far, as ``method`` takes it."""
        return self.study.folder / BEST

    def run(
        self, trials: int, executor: Executor, progress: Callable[[Tally], object] | None = None
    ) -> Method:
        """Do trials until there are so many, those of earlier calls included, and return the best method.

        Each trial does runs until all are done, or until it cannot win any more. What is interrupted is
        begun again the next time; with a limit on iterations alone the outcome is the same.
        """
        whole_number("trials", trials, 1)
        with alone_in(self.study.folder):
            found = open_trials(self.study.folder)
            forget_unfinished(found)
            while (done := len(finished(found))) < trials:
                if done == 0:
                    found.enqueue_trial(self.space.known())
                self._trial(found, done, executor)
                if progress is not None:
                    progress(Tally(done + 1, trials, best_value(found)))
            return self._best(found)

    def check(self, tuned: Method, runs: int) -> Study | None:
        """Return a study of the default against the tuned method on other seeds, if they differ."""
        default, contender = self.study.contenders[0], _tuned(self.study, tuned)
        if contender.identity == default.identity:
            return None
        return Study.create(
            self.study.folder / f"{_check_name(contender)}-{runs}",
            self.study.puzzles,
            [default, contender],
            runs=runs,
            seed=self.study.seed + 1,  # no run of it was tuned on
            time_limit=self.study.time_limit,
            max_iterations=self.study.max_iterations,
        )

    def _best(self, found: optuna.Study) -> Method:
        """Return the best method so far, and write it down."""
        method = self.space.base if best_value(found) is None else _method(found.best_trial)
        write_whole(self.best_file, to_toml(method))
        return method

    def _trial(self, found: optuna.Study, done: int, executor: Executor) -> None:
        import optuna

        # A sampler of its own for each trial: going on after a break suggests the same as without one.
        found.sampler = sampler(self.study.seed, done)
        trial = found.ask()
        try:
            try:
                method = self.space.suggest(trial)
            except ParameterError:  # values that do not go together
                found.tell(trial, state=optuna.trial.TrialState.PRUNED)
                return
            trial.set_user_attr(METHOD, json.dumps([self.study.contenders[0].method, as_dict(method)]))
            effort = self._effort(found, trial, method, executor)
        except optuna.TrialPruned:
            found.tell(trial, state=optuna.trial.TrialState.PRUNED)
        except BaseException:
            found.tell(trial, state=optuna.trial.TrialState.FAIL)
            raise
        else:
            found.tell(trial, effort)
            self._best(found)

    def _effort(self, found: optuna.Study, trial: optuna.Trial, method: Method, executor: Executor) -> float:
        """Return the expected running time of a method, or leave where it cannot win any more."""
        import optuna

        contender = Contender("trial", self.study.contenders[0].method, as_dict(method))
        asked = replace(self.study, contenders=(contender,))
        best = best_value(found)
        spent, solved, effort = 0.0, 0, math.inf
        with closing(rows_in_order(asked, executor)) as rows:
            for count, row in enumerate(rows, 1):
                spent += getattr(row, self.measure)
                solved += row.status == SOLVED
                effort = spent / solved if solved else NOTHING_SOLVED * spent
                # Even if all that is left were solved in no time, it would not be better than the best.
                if best is not None and spent > best * (solved + asked.total - count):
                    raise optuna.TrialPruned
                if count % len(asked.puzzles) == 0:
                    trial.report(effort, count // len(asked.puzzles))
                    if count < asked.total and trial.should_prune():
                        raise optuna.TrialPruned
        return effort


def changes(before: Method, after: Method) -> list[tuple[str, str, str]]:
    """Return the parameters that differ: name, value before, value after; a dash where there is none."""
    old, new = ({p.name: _shown(p.value) for p in flatten(method)} for method in (before, after))
    names = [*new, *(name for name in old if name not in new)]
    return [(n, old.get(n, "-"), new.get(n, "-")) for n in names if old.get(n) != new.get(n)]


def _shown(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value).lower()


def checked_in(study: Study) -> Path:
    """Return the folder of the study that compares the default of a tuning with the best it has found."""
    try:
        tuned = method_of(str(study.folder / BEST))
    except ParameterError:
        tuned = study.contenders[0].build()
    contender = _tuned(study, tuned)
    found = study.folder.glob(f"{_check_name(contender)}-*")
    folder = max(found, key=lambda path: int(path.name.rpartition("-")[2]), default=None)  # the most runs
    if folder is None:
        same = contender.identity == study.contenders[0].identity
        what = "has found nothing better than the default" if same else "has not ended yet"
        raise StudyError(
            f"the tuning in {str(study.folder)!r} {what}, so there is nothing to report",
            "run the tuning again, with more `trials` if need be",
        )
    return folder


def _method(trial: optuna.trial.FrozenTrial) -> Method:
    name, parameters = json.loads(trial.user_attrs[METHOD])
    return method_of(name, parameters)


def _tuned(study: Study, method: Method) -> Contender:
    return Contender("tuned", study.contenders[0].method, as_dict(method))


def _check_name(tuned: Contender) -> str:
    return f"check-{hashlib.blake2b(tuned.identity.encode(), digest_size=4).hexdigest()}"
