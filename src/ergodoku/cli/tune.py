"""``ergodoku tune``: find good parameters of a method for some puzzles."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ergodoku.base.numbers import counted
from ergodoku.cli.completion import method_names
from ergodoku.cli.options import (
    INTERRUPTED,
    METHOD,
    Alphabet,
    Box,
    LayoutName,
    Settings,
    Source,
    contender_with,
    pairs_of,
)
from ergodoku.cli.studies import (
    ClusterAddress,
    Folder,
    Quiet,
    StudyEvaluations,
    StudyIterations,
    StudySeed,
    StudyTime,
    StudyWorkers,
    UseThreads,
    all_puzzles,
    announce,
    progress_line,
    run_with_progress,
    show,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ergodoku.lab.tuning import Tuning
    from ergodoku.methods.registry import Method


def tune(
    source: Source,
    method: Annotated[
        str, typer.Option("--method", "-m", metavar="NAME", help=METHOD, autocompletion=method_names)
    ],
    settings: Settings = None,
    trials: Annotated[
        int, typer.Option("--trials", metavar="N", help="Number of trials, including those of earlier calls.")
    ] = 50,
    only: Annotated[
        str | None,
        typer.Option("--only", metavar="A,B", help="Parameters to tune; all by default."),
    ] = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--range", metavar="KEY=LOW:HIGH", help="Range to search; also log:LOW:HIGH, or a list of words."
        ),
    ] = None,
    runs: Annotated[int, typer.Option("--runs", "-r", metavar="N", help="Runs per puzzle in a trial.")] = 10,
    check: Annotated[
        int,
        typer.Option("--check", metavar="N", help="Runs per puzzle in the final check."),
    ] = 50,
    split: Annotated[
        float,
        typer.Option("--split", metavar="SHARE", help="Share of the puzzles kept for the final check."),
    ] = 0.5,
    measure: Annotated[
        str,
        typer.Option(
            "--measure",
            metavar="NAME",
            help="Quantity to minimise: seconds, cpu_seconds, iterations or evaluations.",
        ),
    ] = "seconds",
    folder: Folder = None,
    seed: StudySeed = 0,
    time_limit: StudyTime = None,
    max_iterations: StudyIterations = None,
    max_evaluations: StudyEvaluations = None,
    workers: StudyWorkers = None,
    threads: UseThreads = False,
    cluster: ClusterAddress = None,
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the outcome as one JSON object.")] = False,
    quiet: Quiet = False,
) -> None:
    """Find the parameters with which a method solves puzzles fastest.

    Fastest means the lowest expected running time. The file best.toml in the folder of the study always
    holds the best method so far; give that file to --method. At the end the best method is compared with
    the original one, on puzzles that were not used for tuning. Repeat the command to resume, or with more
    --trials to continue the search. 'ergodoku report DIR' shows the trials and which parameters matter.
    Optuna's tools can open trials.sqlite.

    \b
    Examples:
      ergodoku tune hard.txt --method annealing --trials 50 --study tuned
      ergodoku tune hard.txt -m lewis --only cooling,reheat.after --range cooling=0.98:0.999
      ergodoku solve puzzle.txt --method tuned/best.toml
    """
    from ergodoku.base.compiled import load_numba

    load_numba()
    from ergodoku.base.arguments import whole_number
    from ergodoku.lab.study import executor_for
    from ergodoku.lab.tuning import Tuning

    whole_number("trials", trials, 1)
    whole_number("check", check, 1)
    puzzles, columns = all_puzzles([source], box, layout, alphabet, quiet=quiet)
    chosen = contender_with(method, settings)
    look_in = pairs_of(ranges, "--range", "KEY=LOW:HIGH", "cooling=0.9:0.999")
    # Connect to the workers first: if a cluster cannot be reached, no folder is created.
    with executor_for(workers, threads=threads, cluster=cluster) as executor:
        tuning = Tuning.create(
            folder,
            puzzles,
            chosen,
            runs=runs,
            only=[word.strip() for word in (only or "").split(",") if word.strip()],
            ranges=look_in,
            measure=measure,
            split=split,
            seed=seed,
            time_limit=time_limit,
            max_iterations=max_iterations,
            max_evaluations=max_evaluations,
            columns=columns,
        )
        best = _run(tuning, trials, executor, quiet)
        if best is None or not _check(tuning, best, check, executor, as_json, quiet):
            raise typer.Exit(INTERRUPTED)


def _run(tuning: Tuning, trials: int, executor: Executor, quiet: bool) -> Method | None:
    """Do the trials, with progress on a terminal; return None if Ctrl-C ended them."""
    if not quiet:
        used, left, done = len(tuning.tuned_on.puzzles), len(tuning.study.extra["kept"]), tuning.done
        where = f"on {used:,} puzzle{'s' * (used > 1)}"
        where += f", with {left:,} kept for the final check" if left else ""
        state = f"; resuming, {done:,} of {trials:,} trials done" if 0 < done < trials else ""
        announce(f"tuning in {tuning.study.folder}: {trials:,} trial{'s' * (trials > 1)} {where}{state}")
    try:
        with progress_line(quiet=quiet) as line:
            return tuning.run(trials, executor, line)
    except KeyboardInterrupt:
        executor.shutdown(cancel_futures=True)
        if not quiet:
            kept = f"the best so far is in {tuning.best_file}; " if tuning.best_file.exists() else ""
            print(f"interrupted: {kept}repeat the command to resume", file=sys.stderr)
        return None


def _check(tuning: Tuning, best: Method, runs: int, executor: Executor, as_json: bool, quiet: bool) -> bool:
    """Compare the original method with the tuned one; return False if Ctrl-C ended the comparison."""
    from ergodoku.lab.analysis import compare
    from ergodoku.lab.tuning import changes
    from ergodoku.methods.parameters import flatten

    changed = changes(tuning.study.contenders[0].method, best)
    found: dict[str, Any] = {"study": str(tuning.study.folder), "best": str(tuning.best_file)}
    values = {p.name: p.value for p in flatten(best)}
    found["changed"] = {name: values.get(name) for name, _, _ in changed}
    if best == tuning.study.contenders[0].method:
        if as_json:
            print(json.dumps(found | {"check": None}))
        else:
            print("No trial was better than the default; more trials may find better parameters.")
        return True
    study = tuning.check(best, runs)
    done = run_with_progress(study, executor, quiet=quiet)
    with study.store() as store:
        comparison = compare(study, store)
    if as_json:
        print(json.dumps(found | {"check": comparison.to_dict()}))
        return done
    for name, old, new in changed:
        print(f"{name} = {new}  (was {old})")
    print(f"\nDefault against tuned ({counted(runs, 'run')} on each puzzle), {_where(tuning)}:\n")
    show(comparison)
    if not quiet:
        print(f"the tuned method is in {tuning.best_file}: use it with --method", file=sys.stderr)
    return done


def _where(tuning: Tuning) -> str:
    """Describe the puzzles of the final check."""
    kept = len(tuning.study.extra["kept"])
    if not kept:
        return "on the same puzzles with other seeds; if you give more puzzles, some are kept for this check"
    return f"on {kept:,} puzzle{'s' * (kept > 1)} that {'were' if kept > 1 else 'was'} not used for tuning"
