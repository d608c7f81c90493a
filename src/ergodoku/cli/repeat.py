"""``ergodoku study repeat``: repeat every run of a study, and compare."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.base.numbers import counted
from ergodoku.cli.options import GAVE_UP, INTERRUPTED
from ergodoku.cli.studies import (
    ClusterAddress,
    Quiet,
    StudyWorkers,
    UseThreads,
    progress_line,
    run_with_progress,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ergodoku.lab.study import Study


def repeat(
    source: Annotated[
        Path, typer.Argument(metavar="FILE.zip|DIR", help="An archive, or the folder of a study.")
    ],
    target: Annotated[
        Path, typer.Option("--study", metavar="DIR", help="Folder of the repeated study.")
    ] = Path("again"),
    workers: StudyWorkers = None,
    threads: UseThreads = False,
    cluster: ClusterAddress = None,
    quiet: Quiet = False,
) -> None:
    """Repeat every run of a study, and compare with the original runs.

    The exit code is 1 if a run ends differently. Times are not compared, nor are runs that hit the time
    limit. Repeat the command to resume.

    \b
    Example:
      ergodoku study repeat published.zip
    """
    from ergodoku.base.compiled import load_numba

    load_numba()
    from ergodoku.lab.study import executor_for, study_folders

    with study_folders([source]) as folders, executor_for(workers, threads=threads, cluster=cluster) as pool:
        alike = [
            _repeat(folder, target / folder.name if len(folders) > 1 else target, pool, quiet)
            for folder in folders
        ]
    if not all(alike):
        raise typer.Exit(GAVE_UP)


def _repeat(folder: Path, target: Path, executor: Executor, quiet: bool) -> bool:
    """Repeat one study, print how it compares with the original, and return False if runs are different."""
    from ergodoku._version import __version__
    from ergodoku.lab.study import TUNE, load_study, repeated

    original, made = load_study(folder)
    if made.get("ergodoku") != __version__ and not quiet:
        before = f"note: the study was made with ergodoku {made.get('ergodoku')}"
        print(f"{before}; this is {__version__}, which may search differently", file=sys.stderr)
    if original.kind == TUNE:
        return _repeat_tuning(original, target, executor, quiet)
    again = repeated(original, target)
    if not run_with_progress(again, executor, quiet=quiet):
        raise typer.Exit(INTERRUPTED)
    if not (folder / "runs.sqlite").exists():  # the folder `repeat` of a report holds no runs
        print(f"{again.folder}: {counted(again.total, 'run')}; there are no original runs to compare with")
        return True
    return _compare(original, again)


def _repeat_tuning(original: Study, target: Path, executor: Executor, quiet: bool) -> bool:
    """Repeat a tuning and its final check; trials that were measured in seconds may differ."""
    from ergodoku.lab.study import Study
    from ergodoku.lab.tuning import Tuning, check_folder, tuning_outcome

    old = tuning_outcome(original)
    again = Tuning.again(original, target)
    try:
        with progress_line(quiet=quiet) as line:
            best = again.run(max(1, len(old.trials)), executor, line)
    except KeyboardInterrupt:
        executor.shutdown(cancel_futures=True)
        raise typer.Exit(INTERRUPTED) from None
    new = tuning_outcome(again.study)
    same = sum(before == after for before, after in zip(old.trials, new.trials, strict=False))
    print(f"{target}: {same:,} of {len(old.trials):,} trials are the same as the original ones")
    timed = old.measure in ("seconds", "cpu_seconds")
    if same < len(old.trials) and timed:
        print(
            f"the trials were measured in {old.measure.replace('_', ' ')}, which no machine repeats exactly"
        )
    folder = check_folder(original)
    alike = timed or same == len(old.trials)
    if folder is None or old.tuned != new.tuned:
        return alike
    checked = Study.open(folder)
    check = again.check(best, checked.runs)
    if not run_with_progress(check, executor, quiet=quiet):
        raise typer.Exit(INTERRUPTED)
    return _compare(checked, check) and alike


def _compare(original: Study, again: Study) -> bool:
    """Print how repeated runs compare with the original runs, and return False if any are different."""
    from ergodoku.lab.study import repetition_of

    with original.store() as old, again.store() as new:
        found = repetition_of(original, old, new)
    same = found.runs - found.different - found.cut
    print(f"{again.folder}: {same:,} of {found.runs:,} runs are the same as the original ones")
    if found.cut:
        cut = counted(found.cut, "run")
        print(f"{cut} hit the time limit, now or in the original study, and cannot be compared")
    if found.different:
        differ = "1 run is" if found.different == 1 else f"{found.different:,} runs are"
        print(f"{differ} different, such as {found.first}")
    return not found.different
