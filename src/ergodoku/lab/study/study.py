"""A study: puzzles x contenders x repetitions, kept in a folder, stopped and resumed at will."""

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
from ergodoku.puzzle.puzzle import Puzzle, PuzzleLike

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ergodoku.lab.study.progress import StudyProgress
    from ergodoku.lab.study.store import Store

TIME_LIMIT = 10.0  # default limit of a run in seconds: a study always ends


@dataclass(frozen=True)
class Study:
    """An experiment in a folder: ``study.toml`` says what it is, ``runs.sqlite`` holds the runs.

    Attributes
    ----------
    folder : Path
        Where it is kept.
    puzzles : tuple of Puzzle
        All different.
    contenders : tuple of Contender
        All different, with all their parameters.
    runs : int
        Repetitions of each contender on each puzzle.
    seed : int
        Decides everything but the time that runs take, and where a time limit cuts them.
    time_limit : float, optional
        Seconds after which a run gives up.
    max_iterations : int, optional
        Iterations after which a run gives up. Without a time limit every result is repeatable.
    max_evaluations : int, optional
        Evaluations after which a run gives up: cell changes looked at, which compare between methods.
    traces : bool
        Whether a thinned trace of each run is stored too.
    kind : str
        ``compare``, ``explore`` or ``tune``.
    extra : dict
        Further notes that a kind of study needs: plain values, lists and dicts.
    columns : dict of str to tuple of str
        What else is known of the puzzles, one text for each: the file they come from, or whatever divides
        them into classes.
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
        time_limit: float | None = TIME_LIMIT,
        max_iterations: int | None = None,
        max_evaluations: int | None = None,
        traces: bool = False,
        kind: str = COMPARE,
        extra: dict[str, Any] | None = None,
        columns: Mapping[str, Sequence[str]] | None = None,
    ) -> Study:
        """Begin a study in a folder, or return the one that is there, grown by what is new here.

        More runs, puzzles and contenders can be added; what is there is kept.

        Without a folder the study gets one named after itself, such as ``study-1f3a09cc``: the same call
        finds it again.

        Raises
        ------
        StudyError
            If the study makes no sense, or if the folder holds another one, or more than is asked for here;
            the message names the difference.
        """
        from ergodoku.lab.study.folder import create_folder, default_name

        study = validated(
            cls(
                Path(folder or "."),
                tuple(map(Puzzle.of, puzzles)),
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
        """Return the study of a folder, also while it runs in another process."""
        from ergodoku.lab.study.folder import load_study

        return load_study(Path(folder))[0]

    @property
    def shape(self) -> tuple[int, int, int]:
        """The number of puzzles, contenders and repetitions."""
        return len(self.puzzles), len(self.contenders), self.runs

    @property
    def total(self) -> int:
        """The number of runs in all."""
        puzzles, contenders, runs = self.shape
        return puzzles * contenders * runs

    def tasks(self) -> Iterator[RunTask]:
        """Yield all runs, the first repetition of everything first: half a study is a smaller study."""
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
            The workers: processes by default; see `executor_for`. It is not shut down.
        workers : int, optional
            Runs at a time if no executor is given; one for each core by default.
        progress : callable, optional
            Called with a `StudyProgress` at the start and after every run.
        """
        from ergodoku.lab.study.runner import run_study

        return run_study(self, executor, workers, progress)
