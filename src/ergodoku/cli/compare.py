"""``ergodoku compare``: methods against each other, with honest statistics."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.cli.options import INTERRUPTED, Alphabet, Box, LayoutName, Source
from ergodoku.cli.studies import (
    ClusterAddress,
    Folder,
    Quiet,
    Runs,
    StudyIterations,
    StudySeed,
    StudyTime,
    StudyWorkers,
    Traces,
    UseProcesses,
    all_puzzles,
    run_in_sight,
    time_limit_of,
)
from ergodoku.puzzle.errors import PuzzleError

if TYPE_CHECKING:
    from ergodoku.lab.study import Contender, Study


def compare(
    source: Source,
    methods: Annotated[
        str,
        typer.Option(
            "--methods", "-m", metavar="A,B,...", help="Methods, presets or TOML files; LABEL=NAME names one."
        ),
    ],
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="LABEL.KEY=VALUE", help="Set a parameter of one of them."),
    ] = None,
    runs: Runs = 50,
    folder: Folder = None,
    seed: StudySeed = 0,
    time_limit: StudyTime = None,
    max_iterations: StudyIterations = None,
    workers: StudyWorkers = None,
    processes: UseProcesses = False,
    cluster: ClusterAddress = None,
    traces: Traces = False,
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
    as_json: Annotated[bool, typer.Option("--json", help="The comparison as one JSON object.")] = False,
    quiet: Quiet = False,
) -> None:
    """Compare methods on puzzles: what differs, and how sure that is.

    Every run is stored in the folder of the study as soon as it ends. Whatever stops the command, giving it
    again goes on where it stopped; given once more, it shows the same results without new runs.

    \b
    Examples:
      ergodoku compare puzzles.sdm --methods focused,tempering --runs 50 --study first
      ergodoku compare hard.txt -m lewis,slow=lewis --set slow.cooling=0.995 --time-limit 5
      ergodoku compare puzzles.sdm -m focused,tuned.toml --cluster tcp://192.0.2.1:8786
    """
    from ergodoku.puzzle.compiled import spare_linear_algebra

    spare_linear_algebra()
    from ergodoku.lab.study import Study

    study = Study.create(
        folder,
        all_puzzles(source, box, layout, alphabet, quiet=quiet),
        contenders(methods, settings or []),
        runs=runs,
        seed=seed,
        time_limit=time_limit_of(time_limit, max_iterations),
        max_iterations=max_iterations,
        keep_traces=traces,
    )
    done = run_in_sight(study, workers=workers, processes=processes, cluster=cluster, quiet=quiet)
    _show(study, as_json)
    if not done:
        raise typer.Exit(INTERRUPTED)


def contenders(methods: str, settings: list[str]) -> list[Contender]:
    """Return the contenders of ``--methods`` with what ``--set`` says of them."""
    from ergodoku.lab.study import Contender
    from ergodoku.methods.parameters import as_dict
    from ergodoku.methods.registry import method_of

    names = {}
    for word in filter(None, map(str.strip, methods.split(","))):
        label, equals, name = word.rpartition("=")
        found = Contender.of(name, label.strip())
        if found.label in names:
            raise PuzzleError(
                f"the method {found.label!r} is there twice", "give it a label: --methods lewis,slow=lewis"
            )
        names[found.label] = found
    own: dict[str, dict[str, str]] = {label: {} for label in names}
    for setting in settings:
        key, equals, value = setting.partition("=")
        label = max((label for label in names if key.startswith(f"{label}.")), key=len, default="")
        if not equals or not label:
            raise PuzzleError(
                f"--set {setting!r} is not LABEL.KEY=VALUE with one of the methods",
                f"begin with one of {', '.join(f'{label}.' for label in names)}",
            )
        own[label][key[len(label) + 1 :].strip()] = value
    return [
        Contender(label, c.method, as_dict(method_of(c.build(), own[label]))) for label, c in names.items()
    ]


def _show(study: Study, as_json: bool) -> None:
    from ergodoku.lab.compare import compare as compared

    with study.store() as store:
        comparison = compared(study, store)
    if as_json:
        print(json.dumps({"study": str(study.folder), **comparison.to_dict()}))
    elif sys.stdout.isatty():
        from rich.console import Console

        Console().print(comparison)
    else:
        print(comparison)
