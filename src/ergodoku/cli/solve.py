"""``ergodoku solve``: from puzzles to solutions."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from ergodoku.base.errors import ErgodokuError, ParameterError
from ergodoku.cli.completion import method_names
from ergodoku.cli.options import (
    BAD_INPUT,
    DONE,
    GAVE_UP,
    INTERRUPTED,
    METHOD,
    NO_SOLUTION,
    Alphabet,
    Box,
    Json,
    LayoutName,
    MaxIterations,
    Output,
    Problems,
    Replicas,
    Seed,
    Settings,
    Source,
    Theme,
    TimeLimit,
    Workers,
    check_plot,
    contender_with,
    open_output,
    read_puzzles,
    tracked,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ergodoku.engine.result import Result, Snapshot


def solve(
    source: Source,
    method: Annotated[
        str, typer.Option("--method", "-m", metavar="NAME", help=METHOD, autocompletion=method_names)
    ] = "auto",
    settings: Settings = None,
    seed: Seed = 0,
    time_limit: TimeLimit = None,
    max_iterations: MaxIterations = None,
    replicas: Replicas = None,
    workers: Workers = None,
    format: Annotated[
        str | None,
        typer.Option("--format", metavar="FORMAT", help="Format of the solution; as for convert --to."),
    ] = None,
    output: Output = None,
    trace: Annotated[
        Path | None,
        typer.Option("--trace", metavar="FILE", help="Write the history of the search: .csv or .parquet."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw the search: a file ending in .png, .svg or .pdf."),
    ] = None,
    gif: Annotated[
        Path | None,
        typer.Option(
            "--gif", metavar="FILE", help="Animate the search: a file ending in .gif, .mp4 or .webm."
        ),
    ] = None,
    theme: Theme = "light",
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Nothing on stderr but errors.")] = False,
) -> None:
    """Solve puzzles of any size by stochastic search.

    A file of many puzzles is solved in order, several at a time. Ctrl-C ends the search and still prints
    the best grid found, or what is solved of a list; with --output FILE it goes to FILE.part, and FILE stays
    as it was.

    \b
    Examples:
      ergodoku solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
      ergodoku solve puzzles.sdm --output solved.sdm
      ergodoku solve monster.txt --method annealing --set schedule=geometric --set restarts=true --set end=0.1
    """
    from ergodoku.base.compiled import load_numba

    load_numba()
    from ergodoku.engine.batch import solve_many
    from ergodoku.engine.solve import solve as solve_puzzle
    from ergodoku.engine.stop import stop_of

    stop = stop_of(None, time_limit, max_iterations)
    problems = Problems()
    puzzles = read_puzzles(source, box, layout, alphabet, problems)
    contender = contender_with(method, settings)
    if format is not None:
        _check_format(format)
    check_plot(plot, theme)
    _check_files(trace, gif)
    result: Result | None = None
    try:
        with open_output(output) as stream:
            if not quiet:
                announce_compiling()
            show = partial(print_result, stream=stream, format=format, as_json=as_json)
            first = list(islice(puzzles, 2))
            if len(first) == 1:
                live = [StatusLine()] if sys.stderr.isatty() and not quiet else []
                try:
                    result = solve_puzzle(
                        first[0],
                        contender,
                        seed=seed,
                        stop=stop,
                        replicas=replicas,
                        workers=workers,
                        callbacks=live,
                        keyframes=gif is not None,
                    )
                finally:
                    for line in live:
                        line.clear()
                statuses: set[str] = {result.status}
                show(result, pretty=output is None)
                if result.status == "interrupted" and output is not None:
                    raise KeyboardInterrupt  # an older solution must not be replaced by an unfinished grid
            else:
                for option, file in (("--trace", trace), ("--plot", plot), ("--gif", gif)):
                    if file is not None and first:
                        raise ParameterError(f"{option} needs a single puzzle", "solve one puzzle at a time")
                many = solve_many(
                    chain(first, puzzles), contender, seed=seed, stop=stop, replicas=replicas, workers=workers
                )
                statuses = _show_all(tracked(many, "solving", output=output), show, quiet)
    except KeyboardInterrupt:
        if result is None or result.status != "interrupted":  # it came while a solution was written
            raise
    if result is not None:
        if not quiet:
            print(sentence(result), file=sys.stderr)
            if not as_json and _is_one_of_many(result):
                print("the puzzle has more than one solution: this is one of them", file=sys.stderr)
        _write_files(result, trace, plot, gif, theme, quiet)
    raise typer.Exit(exit_code(statuses, problems))


def _is_one_of_many(result: Result) -> bool:
    """Tell whether a solution is one of several, where that is known at once: a clue may be missing."""
    if not result.solved or result.found_by == "logic":  # what logic alone fills has one solution
        return False
    from ergodoku.puzzle.exact import another_solution

    return another_solution(result.puzzle, result.grid)


def _check_files(trace: Path | None, gif: Path | None) -> None:
    """Refuse files that cannot be written before the search, not after it."""
    if trace is not None:
        from importlib.util import find_spec

        from ergodoku.views.files import check_writable

        check_writable(trace)
        if _is_parquet(trace) and find_spec("polars") is None:
            raise ErgodokuError("Parquet needs polars", 'pip install "ergodoku[lab]", or write a .csv')
    if gif is not None:
        from ergodoku.views.animation import check_file

        check_file(gif)


def _is_parquet(path: Path) -> bool:
    return path.suffix.lower() == ".parquet"


def _write_files(
    result: Result, trace: Path | None, plot: Path | None, gif: Path | None, theme: str, quiet: bool
) -> None:
    if trace is not None:
        write = result.trace.to_parquet if _is_parquet(trace) else result.trace.to_csv
        write(trace)
    if plot is not None:
        from ergodoku.views.plots import save_overview

        save_overview(result, plot, theme=theme)
    if gif is not None:
        _animate(result, gif, theme, quiet)


def _animate(result: Result, path: Path, theme: str, quiet: bool) -> None:
    """Write the animation, with a progress bar where one can be seen."""
    if quiet or not sys.stderr.isatty():
        result.save_gif(path, theme=theme)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"writing {path.name}", total=None)
        result.save_gif(
            path,
            theme=theme,
            progress=lambda done, total: progress.update(task, completed=done, total=total),
        )


def _show_all(results: Iterator[Result], show: Callable[..., None], quiet: bool) -> set[str]:
    statuses: Counter[str] = Counter()
    try:
        for number, result in enumerate(results, 1):
            show(result, pretty=False)
            statuses[result.status] += 1
            if result.status != "solved" and not quiet:
                print(f"{result.puzzle.name or f'puzzle {number}'}: {sentence(result)}", file=sys.stderr)
    except KeyboardInterrupt:
        if not quiet:
            done = "1 puzzle" if statuses.total() == 1 else f"{statuses.total():,} puzzles"
            print(f"interrupted after {done}, {statuses['solved']:,} solved", file=sys.stderr)
        raise
    if statuses and not quiet:
        print(f"{statuses['solved']:,} of {statuses.total():,} puzzles solved", file=sys.stderr)
    return set(statuses)


def print_result(result: Result, *, stream: TextIO, format: str | None, as_json: bool, pretty: bool) -> None:
    """Print a result as it was asked for, or as it is best read."""
    if as_json:
        stream.write(json.dumps(result.to_dict()) + "\n")  # at once: Ctrl-C cuts no line
    elif format is None and pretty and sys.stdout.isatty():
        from rich.console import Console

        Console().print(result)
    else:
        from ergodoku.puzzle.formats import write_text
        from ergodoku.puzzle.puzzle import Puzzle

        solution = Puzzle.unchecked(result.puzzle.layout, result.grid.ravel(), result.puzzle.name)
        form = format or ("line" if result.puzzle.size <= 25 else "integers")
        stream.write(write_text(solution, form, digits_only=True) + "\n")


def sentence(result: Result) -> str:
    """Say in a line how it went."""
    effort = f"{result.iterations:,} iterations, {result.seconds:.3g} s"
    if result.status == "solved":
        return f"solved by {result.found_by}: {effort}"
    if result.status == "unsolvable":
        return f"there is no solution: {result.reason}"
    why = f"; {result.reason}" if result.reason else ""
    return f"{result.status.words} at energy {result.energy}: {effort}{why}"


def exit_code(statuses: set[str], problems: Problems) -> int:
    """Return the exit code for all that happened."""
    if "interrupted" in statuses:
        return INTERRUPTED
    if problems.count:
        return BAD_INPUT
    if "unsolvable" in statuses:
        return NO_SOLUTION
    return GAVE_UP if "gave_up" in statuses else DONE


def _check_format(name: str) -> None:
    from ergodoku.puzzle.formats import FORMATS

    writable = [known for known, entry in FORMATS.items() if entry.writable]
    if name not in writable:
        raise ParameterError(f"the format {name!r} cannot be written", f"choose one of {', '.join(writable)}")


def announce_compiling() -> None:
    """Say once on stderr, when the first kernel is compiled, what takes so long."""
    from ergodoku.base.compiled import on_compiling

    on_compiling(lambda: print("compiling kernels, once: this takes some seconds ...", file=sys.stderr))


class StatusLine:
    """One line on the terminal that tells how the search goes."""

    def __init__(self) -> None:
        self.shown = self.iteration = 0.0

    def on_snapshot(self, snapshot: Snapshot) -> None:
        """Rewrite the line, ten times a second."""
        now = time.perf_counter()
        if now - self.shown < 0.1:
            return
        rate = (snapshot.iteration - self.iteration) / (now - self.shown) if self.shown else 0.0
        self.shown, self.iteration = now, snapshot.iteration
        heat = "" if snapshot.temperature != snapshot.temperature else f"  T {snapshot.temperature:.4g}"
        share = f"  {snapshot.progress:.0%}" if snapshot.progress else ""
        text = f"{snapshot.active}: energy {snapshot.energy}  best {snapshot.best}{heat}"
        print(f"\r\x1b[2K{text}  {rate / 1e6:.1f} M/s{share}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
