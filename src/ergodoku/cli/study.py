"""``ergodoku study``: list, show, merge, export and repeat studies."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ergodoku.base.numbers import counted
from ergodoku.cli.repeat import repeat
from ergodoku.cli.studies import Quiet

if TYPE_CHECKING:
    from ergodoku.lab.study import Study

study = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="List, show, merge, export and repeat studies.\n\n\b\nExamples:\n  ergodoku study list\n"
    "  ergodoku study merge monday tuesday --study both\n  ergodoku study repeat published.zip",
)
Dir = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@study.command("list")
def list_studies(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder that holds the studies.")] = Path(),
    as_json: Json = False,
) -> None:
    """List the studies in a folder, with their progress.

    \b
    Example:
      ergodoku study list
    """
    from ergodoku.base.errors import StudyError
    from ergodoku.lab.study import Study

    if not folder.is_dir():
        raise StudyError(f"{str(folder)!r} is not a folder", "give a folder that holds studies")
    paths = sorted({file.parent for file in (*folder.glob("study.toml"), *folder.glob("*/study.toml"))})
    if not paths:
        print(f"note: there are no studies in {str(folder)!r}", file=sys.stderr)
    for path in paths:
        try:
            found = facts(Study.open(path))
        except StudyError as error:
            print(f"error: {path}: {error}", file=sys.stderr)
            continue
        if as_json:
            print(json.dumps(found))
        else:
            if "trials" in found:
                done = counted(found["trials"], "trial")
            else:
                done = f"{found['runs_done']:,} of {found['expected_runs']:,} runs"
            print(
                f"{path}: {found['kind']}, {done}, {counted(len(found['puzzles']), 'puzzle')}, "
                f"{', '.join(found['contenders'][:6])}" + (" ..." if len(found["contenders"]) > 6 else "")
            )


@study.command()
def show(folder: Dir, as_json: Json = False) -> None:
    """Show the contents and the progress of a study.

    \b
    Example:
      ergodoku study show first
    """
    from ergodoku.lab.study import Study

    found = facts(Study.open(folder))
    if as_json:
        print(json.dumps(found))
        return
    found["puzzles"] = f"{len(found['puzzles']):,}"
    for name, value in found.items():
        shown = ", ".join(map(str, value)) if isinstance(value, list) else value
        if isinstance(value, dict):
            shown = ", ".join(f"{inner} {number:g}" for inner, number in value.items())
        if isinstance(value, bool):
            shown = "yes" if value else "no"
        print(f"{name.replace('_', ' ')}: {shown}")


@study.command()
def merge(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Two or more studies.")],
    target: Annotated[Path, typer.Option("--study", metavar="DIR", help="Folder of the new study.")],
    quiet: Quiet = False,
) -> None:
    """Merge the runs of several studies into a new study.

    The studies must have the same seed and limits, and come from the same version. Runs that occur in
    several studies are stored once.

    \b
    Example:
      ergodoku study merge monday tuesday --study both
    """
    from ergodoku.lab.study import merge_studies

    merged = merge_studies(folders, target)
    with merged.store() as store:
        done = len(store)
    if not quiet:
        print(f"study in {merged.folder}: {done:,} of {merged.total:,} runs done", file=sys.stderr)
    print(merged.folder)


@study.command()
def export(
    folder: Dir,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="A file ending in .csv or .parquet.")
    ],
) -> None:
    """Write all runs of a study as CSV or Parquet.

    \b
    Examples:
      ergodoku study export first --output runs.csv
      ergodoku study export first --output runs.parquet
    """
    from ergodoku.lab.report import export_runs
    from ergodoku.lab.study import Study

    export_runs(Study.open(folder), output)


study.command()(repeat)


def facts(study: Study) -> dict[str, Any]:
    """Return the description and the progress of a study as plain values."""
    from ergodoku.lab.study import TUNE, load_study

    limits = {
        "seconds": study.time_limit,
        "iterations": study.max_iterations,
        "evaluations": study.max_evaluations,
    }
    if study.kind == TUNE:  # the runs of its trials are not stored, and you can always add trials
        from ergodoku.lab.tuning import count_finished

        progress = {"trials": count_finished(study.folder)}
    else:
        with study.store() as store:
            progress = {"runs_done": len(store), "expected_runs": study.total}
    return {
        "study": str(study.folder),
        "kind": study.kind,
        **progress,
        "repetitions": study.runs,
        "contenders": [contender.label for contender in study.contenders],
        "puzzles": [puzzle.name or f"puzzle {k}" for k, puzzle in enumerate(study.puzzles, 1)],
        "sizes": sorted({puzzle.size for puzzle in study.puzzles}),
        "limits": {name: value for name, value in limits.items() if value is not None},
        "seed": study.seed,
        "traces": study.traces,
        "version": load_study(study.folder)[1].get("ergodoku"),
    }
