"""Tuning: Optuna searches for the parameters of a method with the lowest expected running time.

A tuning is a folder: ``study.toml`` defines it, ``trials.sqlite`` holds the trials, and ``best.toml`` the
best method so far. A folder inside it holds the check, which compares the best method with the default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ergodoku.base.arguments import whole_number
from ergodoku.base.errors import ParameterError
from ergodoku.base.numbers import either
from ergodoku.lab.analysis import MEASURES
from ergodoku.lab.study import TUNE, Study, locked, write_whole
from ergodoku.lab.tuning.check import BEST, check_study
from ergodoku.lab.tuning.objective import expected_effort
from ergodoku.lab.tuning.space import Space
from ergodoku.lab.tuning.split import SPLIT, kept_for_check
from ergodoku.lab.tuning.trials import (
    best_value,
    finished,
    forget_unfinished,
    import_optuna,
    method_of_trial,
    note_method,
    open_trials,
    sampler,
)
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.methods.registry import aliases_of, errors_that_name, to_toml
from ergodoku.puzzle.puzzle import Puzzle, PuzzleLike

if TYPE_CHECKING:
    import optuna


@dataclass(frozen=True)
class TuningProgress:
    """The progress of a tuning: finished and requested trials, the best effort, and its measure."""

    done: int
    total: int
    best: float | None
    measure: str

    @property
    def words(self) -> str:
        """A summary for a line on a terminal."""
        if self.best is None:
            return "trials"
        return f"trials, best so far: {self.best:.3g} {self.measure.replace('_', ' ')} per solution"


@dataclass(frozen=True)
class Tuning:
    """A tuning in its folder.

    Attributes
    ----------
    study : Study
        The default method, all puzzles, the repetitions of a trial, limits and seed.
    space : Space
        The parameters to tune.
    measure : str
        Quantity to minimise: ``seconds``, ``cpu_seconds``, ``iterations`` or ``evaluations``.
    """

    study: Study
    space: Space
    measure: str

    @classmethod
    def create(
        cls,
        folder: str | Path | None,
        puzzles: Iterable[PuzzleLike],
        method: str | Method | Contender,
        *,
        runs: int = 10,
        only: Sequence[str] = (),
        ranges: Mapping[str, str] | None = None,
        measure: str = "seconds",
        split: float = SPLIT,
        seed: int = 0,
        time_limit: float | None = None,
        max_iterations: int | None = None,
        max_evaluations: int | None = None,
        columns: Mapping[str, Sequence[str]] | None = None,
    ) -> Tuning:
        """Start a tuning in a folder; if the folder already holds the same tuning, return that.

        Parameters
        ----------
        folder, puzzles, method, seed, time_limit, max_iterations, max_evaluations, columns
            As in `Study.create`; the method is the starting point.
        runs : int
            Runs per trial on each puzzle.
        only, ranges
            The parameters to tune, and their ranges; see `Space`.
        measure : str
            Quantity to minimise.
        split : float
            The share of puzzles reserved for the check. With one puzzle, or with a share of 0, the
            check uses other seeds on the same puzzles.
        """
        import_optuna()
        all_of_them = [Puzzle.of(puzzle) for puzzle in puzzles]
        if measure not in MEASURES:
            raise ParameterError(f"there is no measure {measure!r}", f"choose {either(MEASURES)}")
        default = Contender.of(method, label="default")
        space = Space(default.method, tuple(only), dict(ranges or {}), aliases_of(default.name))
        with errors_that_name(default.name, default.method):
            for name in (*space.only, *space.ranges):
                space.full_name(name)
        space.check()
        study = Study.create(
            folder,
            all_of_them,
            [default],
            runs=runs,
            seed=seed,
            time_limit=time_limit,
            max_iterations=max_iterations,
            max_evaluations=max_evaluations,
            kind=TUNE,
            extra={
                "only": list(only),
                "ranges": [f"{name}={text}" for name, text in (ranges or {}).items()],
                "measure": measure,
                "split": float(split),
                "kept": [place + 1 for place in kept_for_check(all_of_them, split, seed)],
            },
            columns=columns,
        )
        return cls(study, space, measure)

    @classmethod
    def again(cls, study: Study, folder: str | Path) -> Tuning:
        """Start the same tuning in another folder, or return it if the folder already holds it."""
        return cls.create(
            folder,
            study.puzzles,
            study.contenders[0],
            runs=study.runs,
            only=study.extra["only"],
            ranges=dict(text.split("=", 1) for text in study.extra["ranges"]),
            measure=study.extra["measure"],
            split=study.extra["split"],
            seed=study.seed,
            time_limit=study.time_limit,
            max_iterations=study.max_iterations,
            max_evaluations=study.max_evaluations,
            columns=study.columns,
        )

    @property
    def tuned_on(self) -> Study:
        """The study with only the puzzles used for tuning."""
        kept = set(self.study.extra["kept"])
        puzzles = (p for number, p in enumerate(self.study.puzzles, 1) if number not in kept)
        return replace(self.study, puzzles=tuple(puzzles), columns={})

    @property
    def best_file(self) -> Path:
        """The file with the best method so far; you can pass it as ``method``."""
        return self.study.folder / BEST

    @property
    def done(self) -> int:
        """The number of finished trials."""
        return len(finished(open_trials(self.study.folder)))

    def run(
        self, trials: int, executor: Executor, progress: Callable[[TuningProgress], object] | None = None
    ) -> Method:
        """Do trials until there are ``trials`` in total, and return the best method.

        Trials of earlier calls count. Each trial does its runs until all are done, or until it can no longer
        win. An interrupted trial starts again in the next call. The outcome is the same as without the
        interruption, unless it depends on times: with a time limit, or if seconds are minimised.
        """
        whole_number("trials", trials, 1)
        with locked(self.study.folder):
            found = open_trials(self.study.folder)
            forget_unfinished(found)
            while (done := len(finished(found))) < trials:
                if done == 0:
                    found.enqueue_trial(self.space.default_values())
                self._trial(found, done, executor)
                if progress is not None:
                    progress(TuningProgress(done + 1, trials, best_value(found), self.measure))
            return self._best(found)

    def check(self, tuned: Method, runs: int) -> Study:
        """Return a study that compares the default with the tuned method, on the puzzles for the check."""
        return check_study(self.study, tuned, runs)

    def _best(self, found: optuna.Study) -> Method:
        """Return the best method so far, and write it to its file."""
        method = self.space.base if best_value(found) is None else method_of_trial(found.best_trial)
        write_whole(self.best_file, to_toml(method))
        return method

    def _trial(self, found: optuna.Study, done: int, executor: Executor) -> None:
        import optuna

        # Each trial has its own sampler, so it suggests the same values after an interruption.
        found.sampler = sampler(self.study.seed, done)
        trial = found.ask()
        try:
            try:
                method = self.space.suggest(trial)
            except ParameterError:  # an invalid combination of values
                found.tell(trial, state=optuna.trial.TrialState.PRUNED)
                return
            note_method(trial, self.study.contenders[0].name, method)
            effort = expected_effort(self.tuned_on, method, self.measure, trial, best_value(found), executor)
        except optuna.TrialPruned:
            found.tell(trial, state=optuna.trial.TrialState.PRUNED)
        except BaseException:
            found.tell(trial, state=optuna.trial.TrialState.FAIL)
            raise
        else:
            found.tell(trial, effort)
            self._best(found)
