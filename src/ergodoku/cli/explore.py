"""``ergodoku explore``: how a method performs with different values of its parameters."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.cli.completion import method_names
from ergodoku.cli.options import INTERRUPTED, METHOD, SOURCE, Alphabet, Box, LayoutName, Settings, pairs_of
from ergodoku.cli.studies import (
    ClusterAddress,
    Folder,
    Quiet,
    StudyEvaluations,
    StudyIterations,
    StudySeed,
    StudyTime,
    StudyWorkers,
    Traces,
    UseThreads,
    all_puzzles,
    run_with_progress,
    show,
)

if TYPE_CHECKING:
    from ergodoku.lab.analysis import Exploration, Sweep
    from ergodoku.puzzle.puzzle import Puzzle

RUNS = 50
VARY = (
    "Parameter to vary, or size or fraction of generated puzzles. Values: LOW:HIGH:COUNT, "
    "log:LOW:HIGH:COUNT or a list. Give the option twice to vary two together."
)


def explore(
    source: Annotated[str | None, SOURCE] = None,
    method: Annotated[
        str | None, typer.Option("--method", "-m", metavar="NAME", help=METHOD, autocompletion=method_names)
    ] = None,
    vary: Annotated[list[str] | None, typer.Option("--vary", metavar="KEY=VALUES", help=VARY)] = None,
    settings: Settings = None,
    count: Annotated[
        int | None,
        typer.Option(
            "--count", metavar="N", help="Puzzles to generate for each size and fraction; 10 by default."
        ),
    ] = None,
    fraction: Annotated[
        float | None,
        typer.Option("--fraction", metavar="F", help="Share of givens of generated puzzles, from 0 to 1."),
    ] = None,
    size: Annotated[
        int | None, typer.Option("--size", metavar="N", help="Size of generated puzzles, instead of --box.")
    ] = None,
    preset: Annotated[
        str | None, typer.Option("--preset", metavar="NAME", help="Repeat a published exploration: lewis.")
    ] = None,
    runs: Annotated[
        int | None,
        typer.Option("--runs", "-r", metavar="N", help="Repetitions on each puzzle; 50 by default."),
    ] = None,
    folder: Folder = None,
    seed: StudySeed = 0,
    time_limit: StudyTime = None,
    max_iterations: StudyIterations = None,
    max_evaluations: StudyEvaluations = None,
    workers: StudyWorkers = None,
    threads: UseThreads = False,
    cluster: ClusterAddress = None,
    traces: Traces = False,
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the exploration as one JSON object.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Compare values of a parameter, or sizes of puzzles.

    Every run is stored in the folder of the study as soon as it ends; repeat the command to resume.
    'ergodoku report DIR' draws the figures.

    \b
    Examples:
      ergodoku explore hard.txt --method lewis --vary cooling=0.98:0.999:20 --study cooling
      ergodoku explore hard.txt -m annealing --set schedule=geometric \\
          --vary start=log:0.1:10:5 --vary cooling=0.999,0.9999,0.99999
      ergodoku explore --method focused --vary size=9,16,25,36 --study growth
      ergodoku explore --method focused --vary fraction=0.3:0.7:21 --box 4x4 --study hump
      ergodoku explore --method focused --vary fraction=0.54:0.7:9 --layout latin --size 25 --study holes
      ergodoku explore --preset lewis
    """
    from ergodoku.base.compiled import load_numba

    load_numba()
    from ergodoku.lab.analysis import begin_exploration, begin_sweep, preset_of
    from ergodoku.lab.analysis import explore as explored
    from ergodoku.lab.analysis import sweep as swept
    from ergodoku.lab.study import executor_for, property_axes

    generated = preset is None and bool(property_axes(vary or [])[0])
    puzzles: list[Puzzle] = []
    columns: dict[str, list[str]] = {}
    if preset is not None:
        if method is not None or vary or settings:
            raise ParameterError(
                f"--preset {preset} has its own method and values", "leave out --method, --set and --vary"
            )
        published = preset_of(preset)
        method, vary, puzzles = published.method, [published.vary], [published.puzzle]
        runs = published.runs if runs is None else runs
    if generated and (source is not None or alphabet is not None):
        raise ParameterError(
            "size and fraction can only vary for generated puzzles", "leave out the puzzles and --alphabet"
        )
    if not generated and (count is not None or fraction is not None or size is not None):
        raise ParameterError(
            "no puzzles are generated", "vary size or fraction, or leave out --count, --fraction and --size"
        )
    if source is not None:
        puzzles, columns = all_puzzles([source], box, layout, alphabet, quiet=quiet)
    elif preset is None and not generated:
        raise PuzzleError("there are no puzzles", "give a puzzle, a file, or - for stdin; or --preset lewis")
    if method is None:
        raise ParameterError("the method is missing", "name one, such as --method annealing")
    asked: dict[str, Any] = {
        "settings": pairs_of(settings),
        "runs": RUNS if runs is None else runs,
        "seed": seed,
        "time_limit": time_limit,
        "max_iterations": max_iterations,
        "max_evaluations": max_evaluations,
        "traces": traces,
    }
    # Connect to the workers first: if a cluster cannot be reached, no folder is created.
    with executor_for(workers, threads=threads, cluster=cluster) as executor:
        if generated:
            from ergodoku.puzzle.layout import box_of

            asked |= {} if count is None else {"count": count}
            asked |= {"fraction": fraction, "box": box_of(box), "size": size, "layout": layout}
            study = begin_sweep(folder, method, vary or [], **asked)
        else:
            study = begin_exploration(
                folder, puzzles, method, vary or [], preset=preset or "", columns=columns, **asked
            )
        done = run_with_progress(study, executor, quiet=quiet)
    with study.store() as store:
        found: Exploration | Sweep = swept(study, store) if generated else explored(study, store)
    if as_json:
        print(json.dumps({"study": str(study.folder), **found.to_dict()}))
    else:
        show(found)
    if not done:
        raise typer.Exit(INTERRUPTED)
