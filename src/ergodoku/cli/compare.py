"""``ergodoku compare``: compare methods with sound statistics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ergodoku.cli.completion import lists_of_methods
from ergodoku.cli.contenders import METHODS, ContenderSettings, contenders_of
from ergodoku.cli.options import INTERRUPTED, Alphabet, Box, LayoutName
from ergodoku.cli.studies import (
    By,
    ClusterAddress,
    Folder,
    Quiet,
    Runs,
    Sources,
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


def compare(
    sources: Sources,
    methods: Annotated[
        list[str],
        typer.Option("--methods", "-m", metavar="A,B,...", help=METHODS, autocompletion=lists_of_methods),
    ],
    settings: ContenderSettings = None,
    runs: Runs = 50,
    folder: Folder = None,
    seed: StudySeed = 0,
    time_limit: StudyTime = None,
    max_iterations: StudyIterations = None,
    max_evaluations: StudyEvaluations = None,
    workers: StudyWorkers = None,
    threads: UseThreads = False,
    cluster: ClusterAddress = None,
    traces: Traces = False,
    by: By = None,
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the comparison as one JSON object.")] = False,
    quiet: Quiet = False,
) -> None:
    """Compare methods on puzzles, with sound statistics.

    Every run is stored in the folder of the study as soon as it ends. If the command is stopped, repeat it
    to resume. Once all runs are done, the same command shows the results again.

    \b
    Examples:
      ergodoku compare puzzles.sdm --methods focused,tempering --runs 50 --study first
      ergodoku compare hard.txt -m lewis,slow=lewis --set slow.cooling=0.995 --time-limit 5
      ergodoku compare puzzles.sdm -m focused,tuned.toml --cluster tcp://192.0.2.1:8786
    """
    from ergodoku.base.compiled import load_numba

    load_numba()
    from ergodoku.lab.analysis import classes_of
    from ergodoku.lab.analysis import compare as compared
    from ergodoku.lab.study import DEFINITION, Study, executor_for

    puzzles, columns = all_puzzles(sources, box, layout, alphabet, quiet=quiet)
    chosen = contenders_of(",".join(methods), settings)
    if folder is None or not (folder / DEFINITION).exists():  # a wrong column must not leave an empty study
        given = {name: tuple(values) for name, values in columns.items()}
        classes_of(Study(Path(), tuple(puzzles), tuple(chosen), runs, columns=given), by)
    # Connect to the workers first: if a cluster cannot be reached, no folder is created.
    with executor_for(workers, threads=threads, cluster=cluster) as executor:
        study = Study.create(
            folder,
            puzzles,
            chosen,
            runs=runs,
            seed=seed,
            time_limit=time_limit,
            max_iterations=max_iterations,
            max_evaluations=max_evaluations,
            traces=traces,
            columns=columns,
        )
        classes_of(study, by)  # again: an existing study may have other puzzles and columns
        done = run_with_progress(study, executor, quiet=quiet)
    with study.store() as store:
        found = compared(study, store, by)
    if as_json:
        print(json.dumps({"study": str(study.folder), **found.to_dict()}))
    else:
        show(found)
    if not done:
        raise typer.Exit(INTERRUPTED)
