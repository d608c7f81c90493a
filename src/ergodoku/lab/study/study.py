"""A study: puzzles x contenders x repetitions, kept in a folder, stopped and resumed at will.

The seed of each run comes from the study's seed and from what the run is: the puzzle, the method with all its
parameters, and the number of the repetition. It does not depend on positions in a list, on the order of the
runs, or on who does them. Contenders do not share seeds: methods use their random numbers in different ways,
so common ones would not make differences clearer, and the tests of `compare` ask for independent samples.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ergodoku.base.errors import ParameterError, StudyError
from ergodoku.engine.stop import Seconds
from ergodoku.methods.parameters import as_dict, whole_number
from ergodoku.methods.registry import Method, method_of
from ergodoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ergodoku.lab.study.progress import Tally
    from ergodoku.lab.study.store import Store

KINDS = COMPARE, EXPLORE, TUNE = "compare", "explore", "tune"
TIME_LIMIT = 10.0  # seconds of a run, where nothing else is asked for: a study always ends


@dataclass(frozen=True)
class Contender:
    """A method with its parameters, under a label of its own.

    Attributes
    ----------
    label : str
        What tables and plots call it; unique in a study.
    method : str
        A method or preset by name.
    parameters : dict
        The parameters that differ from that method's; in a study, all of them.
    """

    label: str
    method: str
    parameters: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, method: str | Method | Contender, label: str = "") -> Contender:
        """Return a contender with all its parameters, from a name, a TOML file or a method."""
        if isinstance(method, Contender):
            return replace(method, parameters=as_dict(method.build()))
        made = method_of(method)
        from_file = isinstance(method, str) and method.endswith(".toml")
        name = method if isinstance(method, str) and not from_file else made.name
        usual = Path(str(method)).stem if from_file else name
        contender = cls(label or usual, name, as_dict(made))
        if contender.build() != made:
            raise ParameterError(
                f"{contender.label!r} cannot be written down: it has parts of your own",
                "use a method of the registry, or register yours as an entry point",
            )
        return contender

    def build(self) -> Method:
        """Return the method itself."""
        return method_of(self.method, self.parameters)

    @property
    def identity(self) -> str:
        """What it does, whatever it is called: the method and all its parameters."""
        made = self.build()
        return json.dumps([made.name, as_dict(made)], sort_keys=True)


class Task(NamedTuple):
    """One run of a study: the positions of its puzzle and contender, its repetition, and its seed."""

    puzzle: int
    contender: int
    repetition: int
    seed: int


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
        Iterations after which a run gives up. With this limit alone every result is repeatable.
    traces : bool
        Whether the course of each run is stored too, thinned.
    kind : str
        ``compare``, ``explore`` or ``tune``.
    extra : dict
        What a kind of study notes besides: plain values, lists and dicts.
    """

    folder: Path
    puzzles: tuple[Puzzle, ...]
    contenders: tuple[Contender, ...]
    runs: int
    seed: int = 0
    time_limit: float | None = TIME_LIMIT
    max_iterations: int | None = None
    traces: bool = False
    kind: str = COMPARE
    extra: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def create(
        cls,
        folder: str | Path | None,
        puzzles: Iterable[Puzzle],
        contenders: Sequence[str | Method | Contender],
        *,
        runs: int = 50,
        seed: int = 0,
        time_limit: float | None = TIME_LIMIT,
        max_iterations: int | None = None,
        traces: bool = False,
        kind: str = COMPARE,
        extra: dict[str, Any] | None = None,
    ) -> Study:
        """Begin a study in a folder, or return the one that is there if it is the same.

        Without a folder it is one named after the study, such as ``study-1f3a09cc``, so that the same call
        finds it again.

        Raises
        ------
        StudyError
            For a study that makes no sense, and for a folder that holds another one: it names the difference.
        """
        study = cls(
            Path(folder or "."),
            tuple(puzzles),
            tuple(Contender.of(contender) for contender in contenders),
            runs,
            seed,
            time_limit,
            max_iterations,
            traces,
            kind,
            dict(extra or {}),
        ).checked()
        from ergodoku.lab.study.folder import begin, usual_name

        if folder is None:
            study = replace(study, folder=Path(usual_name(study)))
        begin(study)
        return study

    @classmethod
    def open(cls, folder: str | Path) -> Study:
        """Return the study of a folder, also while it runs in another process."""
        from ergodoku.lab.study.folder import load

        return load(Path(folder))[0]

    def checked(self) -> Study:
        """Return the study with its numbers as they are stored, or say what makes no sense in it."""
        if not self.puzzles:
            raise StudyError("a study without puzzles", "give at least one")
        if not self.contenders:
            raise StudyError("a study without methods", "name at least one, such as focused")
        if self.kind not in KINDS:
            raise StudyError(f"there is no study of kind {self.kind!r}", f"choose {' or '.join(KINDS)}")
        if self.time_limit is None and self.max_iterations is None:
            raise StudyError("a study without limits might never end", "give a time or an iteration limit")
        if self.time_limit == 0:
            raise StudyError("the time limit is 0", "give a number above 0")
        labels = [contender.label for contender in self.contenders]
        _all_different("method", labels, labels)
        _all_different("method", labels, [contender.identity for contender in self.contenders])
        names = [f"{p.name or 'puzzle'} (number {k})" for k, p in enumerate(self.puzzles, 1)]
        _all_different("puzzle", names, [puzzle_identity(p) for p in self.puzzles])
        return replace(
            self,
            runs=whole_number("runs", self.runs, 1),
            seed=whole_number("seed", self.seed, 0),
            time_limit=None if self.time_limit is None else float(Seconds(self.time_limit).limit),
            max_iterations=None
            if self.max_iterations is None
            else whole_number("max_iterations", self.max_iterations, 1),
        )

    @property
    def shape(self) -> tuple[int, int, int]:
        """The number of puzzles, contenders and repetitions."""
        return len(self.puzzles), len(self.contenders), self.runs

    @property
    def total(self) -> int:
        """The number of runs in all."""
        puzzles, contenders, runs = self.shape
        return puzzles * contenders * runs

    def tasks(self) -> Iterator[Task]:
        """Yield all runs, one repetition of everything after the other: the half of a study is a study."""
        identities = [contender.identity for contender in self.contenders]
        seeders = [
            [_seeder(self.seed, puzzle_identity(puzzle), identity) for identity in identities]
            for puzzle in self.puzzles
        ]
        puzzles, contenders, runs = self.shape
        for repetition, puzzle, contender in product(range(runs), range(puzzles), range(contenders)):
            yield Task(puzzle, contender, repetition, _seed(seeders[puzzle][contender], repetition))

    def store(self) -> Store:
        """Open the runs, to look at or to add to them."""
        from ergodoku.lab.study.folder import RUNS
        from ergodoku.lab.study.store import Store

        return Store(self.folder / RUNS)

    def run(
        self,
        executor: Executor | None = None,
        *,
        workers: int | None = None,
        progress: Callable[[Tally], object] | None = None,
    ) -> Store:
        """Do all runs that are not there yet, and return the open store.

        Parameters
        ----------
        executor : Executor, optional
            Who does them: threads by default; see `ergodoku.lab.study.executors`. It is not shut down.
        workers : int, optional
            How many threads, where no executor is given; all cores by default.
        progress : callable, optional
            Called with a `Tally` at the start and after every run.
        """
        from ergodoku.lab.study.runner import conduct

        return conduct(self, executor, workers, progress)


def puzzle_identity(puzzle: Puzzle) -> str:
    """Return what a puzzle is, whatever it is called: its layout and its givens."""
    layout = puzzle.layout
    shape: object = layout.box or layout.regions.tolist()
    return json.dumps([layout.kind, shape, puzzle.flat.tobytes().hex()])


def _seeder(seed: int, puzzle: str, contender: str) -> hashlib.blake2b:
    return hashlib.blake2b(json.dumps([seed, puzzle, contender]).encode(), digest_size=8)


def _seed(seeder: hashlib.blake2b, repetition: int) -> int:
    own = seeder.copy()
    own.update(b"%d" % repetition)
    return int.from_bytes(own.digest(), "big") >> 1  # 63 bits: a whole number for every reader


def _all_different(what: str, names: Sequence[str], identities: Sequence[str]) -> None:
    """Refuse what is there twice: its runs would be the same, and count twice."""
    first: dict[str, str] = {}
    for name, identity in zip(names, identities, strict=True):
        if identity in first:
            same = "" if first[identity] == name else f" under another name: {first[identity]}"
            raise StudyError(f"the {what} {name!r} is there twice{same}", "leave one of them away")
        first[identity] = name
