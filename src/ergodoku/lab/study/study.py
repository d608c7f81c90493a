"""A study: puzzles x contenders x repetitions, stored in a folder; you can stop and resume it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ergodoku.lab.study.contenders import storable
from ergodoku.lab.study.tasks import RunTask, tasks_of
from ergodoku.lab.study.validation import COMPARE, validated
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.puzzle.forms import each_puzzle
from ergodoku.puzzle.puzzle import Puzzle, PuzzleLike

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ergodoku.lab.study.progress import StudyProgress
    from ergodoku.lab.study.store import Store

TIME_LIMIT = 10.0  # time limit of a run in seconds if no limit is set, so that a study always ends


@dataclass(frozen=True)
class Study:
    """An experiment in a folder: ``study.toml`` defines it, ``runs.sqlite`` holds the runs.

    Attributes
    ----------
    folder : Path
        The folder of the study.
    puzzles : tuple of Puzzle
        The puzzles, all different.
    contenders : tuple of Contender
        The contenders, all different, with all their parameters.
    runs : int
        Repetitions of each contender on each puzzle.
    seed : int
        Determines everything except the times of runs, and where a time limit stops them.
    time_limit : float, optional
        Seconds after which a run gives up.
    max_iterations : int, optional
        Iterations after which a run gives up. Without a time limit every result is repeatable.
    max_evaluations : int, optional
        Evaluations after which a run gives up; they are comparable between methods.
    traces : bool
        Whether to store a thinned trace of each run.
    kind : str
        ``compare``, ``explore`` or ``tune``.
    extra : dict
        Further values that a kind of study needs: plain values, lists and dicts.
    columns : dict of str to tuple of str
        More columns of the puzzles, with one text per puzzle, such as the file of the puzzle, or a property
        that divides puzzles into classes.
    """

    folder: Path
    puzzles: tuple[Puzzle, ...]
    contenders: tuple[Contender, ...]
    runs: int
    seed: int = 0
    time_limit: float | None = TIME_LIMIT
    max_iterations: int | None = None
    max_evaluations: int | None = None
    traces: bool = False
    kind: str = COMPARE
    extra: dict[str, Any] = field(default_factory=dict)
    columns: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def create(
        cls,
        folder: str | Path | None,
        puzzles: Iterable[PuzzleLike],
        contenders: Sequence[str | Method | Contender],
        *,
        runs: int = 50,
        seed: int = 0,
        time_limit: float | None = None,
        max_iterations: int | None = None,
        max_evaluations: int | None = None,
        traces: bool = False,
        kind: str = COMPARE,
        extra: dict[str, Any] | None = None,
        columns: Mapping[str, Sequence[str]] | None = None,
    ) -> Study:
        """Start a study in a folder, or extend the study that the folder holds, and return it.

        You can add runs, puzzles and contenders; stored runs are kept. If you set no limit of any kind, each
        run has 10 seconds.

        Without a folder, the name is computed from the study, such as ``study-1f3a09cc``: the same call finds
        the folder again.

        Raises
        ------
        StudyError
            If the study is invalid, or if the folder holds another study or a larger one; the message names
            the difference.
        """
        from ergodoku.lab.study.folder import create_folder, default_name

        if time_limit is None and max_iterations is None and max_evaluations is None:
            time_limit = TIME_LIMIT
        study = validated(
            cls(
                Path(folder or "."),
                tuple(each_puzzle(puzzles)),
                tuple(storable(contender) for contender in contenders),
                runs,
                seed,
                time_limit,
                max_iterations,
                max_evaluations,
                traces,
                kind,
                dict(extra or {}),
                {name: tuple(map(str, values)) for name, values in (columns or {}).items()},
            )
        )
        if folder is None:
            study = replace(study, folder=Path(default_name(study)))
        return create_folder(study)

    @classmethod
    def open(cls, folder: str | Path) -> Study:
        """Return the study of a folder, even while another process runs it."""
        from ergodoku.lab.study.folder import load_study

        return load_study(Path(folder))[0]

    @property
    def shape(self) -> tuple[int, int, int]:
        """The number of puzzles, contenders and repetitions."""
        return len(self.puzzles), len(self.contenders), self.runs

    @property
    def total(self) -> int:
        """The total number of runs."""
        puzzles, contenders, runs = self.shape
        return puzzles * contenders * runs

    def tasks(self) -> Iterator[RunTask]:
        """Yield all runs, repetition by repetition; see `tasks_of`."""
        return tasks_of(self.puzzles, len(self.contenders), self.runs, self.seed)

    def store(self) -> Store:
        """Open the stored runs, to read or to add to them."""
        from ergodoku.lab.study.folder import RUNS
        from ergodoku.lab.study.store import Store

        return Store.open(self.folder / RUNS)

    def run(
        self,
        executor: Executor | None = None,
        *,
        workers: int | None = None,
        progress: Callable[[StudyProgress], object] | None = None,
    ) -> Store:
        """Do all runs that are not stored yet, and return the open store.

        Parameters
        ----------
        executor : Executor, optional
            The workers: processes by default; see `executor_for`. This method does not shut them down.
        workers : int, optional
            Number of simultaneous runs if no executor is given; one per core by default.
        progress : callable, optional
            Called with a `StudyProgress` at the start and after every run.
        """
        from ergodoku.lab.study.runner import run_study

        return run_study(self, executor, workers, progress)
