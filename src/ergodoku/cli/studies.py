"""Options and helpers that the commands for studies share: reading puzzles, running with progress."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.base.numbers import counted
from ergodoku.cli.options import BAD_INPUT, Problems, is_file, read_puzzles

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ergodoku.lab.analysis import Comparison, Exploration, Sweep
    from ergodoku.lab.study import ProgressLine, Study
    from ergodoku.puzzle.puzzle import Puzzle

Runs = Annotated[int, typer.Option("--runs", "-r", metavar="N", help="Repetitions on each puzzle.")]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--study",
        metavar="DIR",
        help="Folder of the study. Default: a name made from its contents, such as study-1f3a09cc.",
    ),
]
StudySeed = Annotated[
    int, typer.Option("--seed", min=0, metavar="N", help="Seed from which all runs get their seeds.")
]
StudyTime = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="S",
        help="Time limit per run, in seconds; 10 if you set no other limit.",
    ),
]
StudyIterations = Annotated[
    int | None,
    typer.Option("--max-iterations", metavar="N", help="Iteration limit per run."),
]
StudyEvaluations = Annotated[
    int | None,
    typer.Option(
        "--max-evaluations",
        metavar="N",
        help="Evaluation limit per run; an evaluation examines one change of a cell.",
    ),
]
StudyWorkers = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", help="Number of parallel runs; one per core by default."),
]
UseThreads = Annotated[
    bool,
    typer.Option(
        "--threads",
        help="Use threads instead of processes: threads start sooner, but slow each other down.",
    ),
]
ClusterAddress = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="Use the workers of a Dask scheduler.")
]
Sources = Annotated[
    list[str],
    typer.Argument(metavar="PUZZLES...", help="Files of puzzles, puzzles as text, or - for stdin."),
]
By = Annotated[
    str | None,
    typer.Option(
        "--by",
        metavar="COLUMN",
        help="Group the puzzles by size, givens, clues, layout, difficulty, file, or a column of their file.",
    ),
]
Traces = Annotated[bool, typer.Option("--traces", help="Store a thinned trace of every run.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only errors to stderr.")]


def all_puzzles(
    sources: Sequence[str], box: str | None, layout: str, alphabet: str | None, *, quiet: bool
) -> tuple[list[Puzzle], dict[str, list[str]]]:
    """Return the puzzles of a study without duplicates, and the file of each; exit if one of them is bad."""
    problems = Problems()
    found = [
        (puzzle, Path(source).name if is_file(source) else "-")
        for source in sources
        for puzzle in read_puzzles(source, box, layout, alphabet, problems)
    ]
    if problems.count:
        raise typer.Exit(BAD_INPUT)
    different = dict(reversed(found))  # a duplicate belongs to the first file that has it
    if len(different) < len(found) and not quiet:
        print(
            f"note: {len(found) - len(different)} of {len(found)} puzzles are duplicates: each counts once",
            file=sys.stderr,
        )
    puzzles = list(dict.fromkeys(puzzle for puzzle, _ in found))
    return puzzles, {"file": [different[puzzle] for puzzle in puzzles]}


def run_with_progress(study: Study, executor: Executor, *, quiet: bool = False) -> bool:
    """Do the missing runs of a study, with progress on a terminal; return False if Ctrl-C ended them."""
    from ergodoku.lab.study import locked

    with study.store() as store:
        done = len(store)
    if done < study.total:  # if another process uses the study, print only that error
        with locked(study.folder):
            pass
    if not quiet:
        announce(f"study in {study.folder}: {_state(done, study.total)}")
        _note_environment_change(study, done)
    try:
        with progress_line(quiet=quiet) as line:
            study.run(executor, progress=line).close()
    except KeyboardInterrupt:
        executor.shutdown(cancel_futures=True)
        if not quiet:
            with study.store() as store:
                stored = f"{len(store):,} of {study.total:,} runs are stored"
            print(f"interrupted: {stored}; repeat the command to resume", file=sys.stderr)
        return False
    return True


def announce(text: str) -> None:
    """Print a line about the work that begins; if kernels must be compiled, explain the delay."""
    from ergodoku.cli.solve import announce_compiling

    print(text, file=sys.stderr)
    announce_compiling()


def progress_line(*, quiet: bool) -> AbstractContextManager[ProgressLine | None]:
    """Return a context that shows a progress line; it shows nothing without a terminal or with ``quiet``."""
    from ergodoku.lab.study import ProgressLine

    return ProgressLine(sys.stderr) if sys.stderr.isatty() and not quiet else nullcontext()


def show(found: Comparison | Exploration | Sweep) -> None:
    """Print tables and conclusions: formatted on a terminal, otherwise as Markdown."""
    if sys.stdout.isatty():
        from rich.console import Console

        Console().print(found)
    else:
        print(found)


def _state(done: int, total: int) -> str:
    if done in (0, total):
        return f"all {total:,} runs are done" if done else counted(total, "run")
    return f"resuming, {done:,} of {total:,} runs done"


def _note_environment_change(study: Study, done: int) -> None:
    from ergodoku.lab.study import environment_change

    if done < study.total and (change := environment_change(study)):
        print(
            f"note: the study began in another environment ({change}): times may not be comparable",
            file=sys.stderr,
        )
