"""``ergodoku tune``: the best parameters of a method for some puzzles."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ergodoku.cli.options import INTERRUPTED, METHOD, Alphabet, Box, LayoutName, Settings, Source, method_with
from ergodoku.cli.studies import (
    ClusterAddress,
    Folder,
    Quiet,
    StudyIterations,
    StudySeed,
    StudyTime,
    StudyWorkers,
    UseProcesses,
    all_puzzles,
    run_in_sight,
    time_limit_of,
)
from ergodoku.puzzle.errors import PuzzleError

if TYPE_CHECKING:
    from ergodoku.lab.tune import Tally, Tuning
    from ergodoku.methods.registry import Method


def tune(
    source: Source,
    method: Annotated[str, typer.Option("--method", "-m", metavar="NAME", help=METHOD)],
    settings: Settings = None,
    trials: Annotated[
        int, typer.Option("--trials", metavar="N", help="Settings to try, those of earlier calls included.")
    ] = 50,
    only: Annotated[
        str | None,
        typer.Option("--only", metavar="A,B", help="The parameters to tune; else all that can be."),
    ] = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option("--range", metavar="KEY=LOW:HIGH", help="Where to look; also log:LOW:HIGH, or words."),
    ] = None,
    runs: Annotated[
        int, typer.Option("--runs", "-r", metavar="N", help="Runs of a trial on each puzzle.")
    ] = 10,
    check: Annotated[
        int, typer.Option("--check", metavar="N", help="Runs at the end on each puzzle, with other seeds.")
    ] = 50,
    measure: Annotated[
        str, typer.Option("--measure", metavar="NAME", help="What is to be small: seconds or iterations.")
    ] = "seconds",
    folder: Folder = None,
    seed: StudySeed = 0,
    time_limit: StudyTime = None,
    max_iterations: StudyIterations = None,
    workers: StudyWorkers = None,
    processes: UseProcesses = False,
    cluster: ClusterAddress = None,
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
    as_json: Annotated[bool, typer.Option("--json", help="The outcome as one JSON object.")] = False,
    quiet: Quiet = False,
) -> None:
    """Look for the parameters of a method that solve puzzles soonest.

    Soonest means the least expected running time. The best so far is always in best.toml in the folder of
    the study, for --method. At the end it is compared with what it began with, on seeds that were not tuned
    on. The same command goes on where it stopped; with more --trials it looks further.

    \b
    Examples:
      ergodoku tune hard.txt --method annealing --trials 50 --study tuned
      ergodoku tune hard.txt -m lewis --only cooling,reheat.after --range cooling=0.98:0.999
      ergodoku solve puzzle.txt --method tuned/best.toml
    """
    from ergodoku.puzzle.compiled import spare_linear_algebra

    spare_linear_algebra()
    from ergodoku.lab.tune import Tuning
    from ergodoku.methods.parameters import whole

    whole("trials", trials, 1)
    whole("check", check, 1)
    tuning = Tuning.create(
        folder,
        all_puzzles(source, box, layout, alphabet, quiet=quiet),
        method if not settings else method_with(method, settings),
        runs=runs,
        only=[word.strip() for word in (only or "").split(",") if word.strip()],
        ranges=_ranges(ranges or []),
        measure=measure,
        seed=seed,
        time_limit=time_limit_of(time_limit, max_iterations),
        max_iterations=max_iterations,
    )
    workforce: dict[str, Any] = {"workers": workers, "processes": processes, "cluster": cluster}
    best = _run(tuning, trials, workforce, quiet)
    if best is None or not _check(tuning, best, check, workforce, as_json, quiet):
        raise typer.Exit(INTERRUPTED)


def _ranges(texts: list[str]) -> dict[str, str]:
    found = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if not equals or not name.strip() or not values.strip():
            raise PuzzleError(
                f"--range {text!r} is not KEY=LOW:HIGH", "write --range cooling=0.9:0.999, for example"
            )
        found[name.strip()] = values.strip()
    return found


def _run(tuning: Tuning, trials: int, workforce: dict[str, Any], quiet: bool) -> Method | None:
    """Do the trials, with progress on a terminal; return None if Ctrl-C ended them."""
    from ergodoku.lab.executors import executor_for
    from ergodoku.puzzle.compiled import on_compiling

    folder = tuning.study.folder
    live = Live() if sys.stderr.isatty() and not quiet else None
    if not quiet:
        print(f"tuning in {folder}: {trials:,} trials", file=sys.stderr)
        on_compiling(lambda: print("compiling kernels, once: this takes some seconds ...", file=sys.stderr))
    try:
        with live or nullcontext(), executor_for(**workforce) as executor:
            return tuning.run(trials, executor, live)
    except KeyboardInterrupt:
        if not quiet:
            kept = f"the best so far is in {tuning.best_file}; " if tuning.best_file.exists() else ""
            print(f"interrupted: {kept}the same command goes on", file=sys.stderr)
        return None


def _check(
    tuning: Tuning, best: Method, runs: int, workforce: dict[str, Any], as_json: bool, quiet: bool
) -> bool:
    """Compare default and tuned on seeds that were not tuned on; return False if Ctrl-C ended it."""
    from ergodoku.lab.compare import compare
    from ergodoku.lab.tune import changes

    changed = changes(tuning.study.contenders[0].build(), best)
    study = tuning.check(best, runs)
    found: dict[str, Any] = {"study": str(tuning.study.folder), "best": str(tuning.best_file)}
    found["changed"] = {name: new for name, _, new in changed}
    if study is None:
        if as_json:
            print(json.dumps(found | {"check": None}))
        else:
            print("Nothing better than the default was found; more trials may find it.")
        return True
    done = run_in_sight(study, **workforce, quiet=quiet)
    with study.store() as store:
        comparison = compare(study, store)
    if as_json:
        print(json.dumps(found | {"check": comparison.to_dict()}))
        return done
    for name, old, new in changed:
        print(f"{name} = {new}  (was {old})")
    print(f"\nDefault against tuned, on seeds that were not tuned on ({runs} runs on each puzzle):\n")
    if sys.stdout.isatty():
        from rich.console import Console

        Console().print(comparison)
    else:
        print(comparison)
    if not quiet:
        print(f"the tuned method is in {tuning.best_file}: give it to --method", file=sys.stderr)
    return done


class Live:
    """A line on a terminal that tells how a tuning goes."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        words = TextColumn("{task.fields[words]}")
        console = Console(file=sys.stderr)
        self.bar = Progress(BarColumn(24), MofNCompleteColumn(), words, console=console, transient=True)
        self.line = self.bar.add_task("trials", total=None, words="trials")

    def __call__(self, tally: Tally) -> None:
        """Show how things stand."""
        best = "" if tally.best is None else f", best so far {tally.best:.3g} a solution"
        self.bar.update(self.line, completed=tally.done, total=tally.trials, words=f"trials{best}")

    def __enter__(self) -> Live:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()
