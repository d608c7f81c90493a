"""``ergodoku solve``: solve puzzles."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ergodoku.cli.answers import Answers, logic_hint, sentence, width_hint
from ergodoku.cli.completion import method_names
from ergodoku.cli.forms import PARQUET, form_of, writer_for
from ergodoku.cli.lists import ListTask
from ergodoku.cli.options import (
    BAD_INPUT,
    DONE,
    GAVE_UP,
    INTERRUPTED,
    METHOD,
    NO_SOLUTION,
    Alphabet,
    Box,
    Column,
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
    contender_with,
    layout_of,
    place_of,
)
from ergodoku.cli.output import open_output
from ergodoku.cli.resume import Journal
from ergodoku.cli.run_files import RunFiles
from ergodoku.cli.status_line import status_line


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
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="Format of the solutions, as for convert --to. "
            "Default: chosen from the file extension of --output.",
        ),
    ] = None,
    output: Output = None,
    column: Column = None,
    stats: Annotated[
        bool, typer.Option("--stats", help="Add the columns iterations, seconds and found_by to a table.")
    ] = False,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Resume an earlier command with the same input, options and --output."),
    ] = False,
    trace: Annotated[
        Path | None,
        typer.Option("--trace", metavar="FILE", help="Write the history of the search: .csv or .parquet."),
    ] = None,
    plot: Annotated[
        list[str] | None,
        typer.Option(
            "--plot",
            metavar="FILE[:FIGURE]",
            help="Draw the search into a file ending in .png, .svg or .pdf. The figure depends on the "
            "method, unless you name one, such as energy.png:energy or run.svg:energy+temperature. Repeat "
            "the option for more figures.",
        ),
    ] = None,
    gif: Annotated[
        Path | None,
        typer.Option(
            "--gif", metavar="FILE", help="Animate the search in a file ending in .gif, .mp4 or .webm."
        ),
    ] = None,
    theme: Theme = "light",
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
    as_json: Json = False,
    quiet: Annotated[
        bool,
        typer.Option(
            "--quiet",
            "-q",
            help="Print only errors to stderr. If the input is one puzzle, also print why it is not solved, "
            "unless the output has a status.",
        ),
    ] = False,
) -> None:
    """Solve puzzles of any size by stochastic search.

    A file may hold many puzzles: several are solved at a time, and solutions are written in order. Ctrl-C
    ends the search and still prints the best grid found, or the solved part of a list. With --output FILE
    that part goes to FILE.part, and FILE stays as it was. --resume continues from there, even after a crash.

    \b
    Examples:
      ergodoku solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
      ergodoku solve puzzles.sdm --output solved.sdm
      ergodoku solve puzzles.csv --output solved.csv --stats
      ergodoku solve puzzles.parquet --output solved.parquet --resume
      ergodoku solve monster.txt --method annealing --set schedule=geometric --set restarts=true --set end=0.1
    """
    from ergodoku.base.compiled import load_numba

    load_numba()
    from ergodoku.engine.another import is_one_of_many
    from ergodoku.engine.solve import solve as solve_puzzle
    from ergodoku.engine.stop import stop_of
    from ergodoku.puzzle.formats import read_entries
    from ergodoku.puzzle.layout import box_of

    stop = stop_of(None, time_limit, max_iterations)
    contender = contender_with(method, settings)
    form = form_of(format, output, as_json)
    files = RunFiles(trace, plot or (), gif, theme)
    files.check()
    problems, result = Problems(), None
    place, where = place_of(source), layout_of(layout, None)
    listed = read_entries(
        place,
        box=box_of(box),
        layout=where,
        alphabet=alphabet,
        column=column,
        utf8_only=form == PARQUET,
    )
    ask: dict[str, Any] = {"seed": seed, "stop": stop, "replicas": replicas, "workers": workers}
    asked = {
        "--method": contender.method,
        "--seed": seed,
        "--time-limit": time_limit,
        "--max-iterations": max_iterations,
        "--replicas": replicas,
        "--format": form,
        "--column": column,
        "--stats": stats,
        "--box": box,
        "--layout": where,
        "--alphabet": alphabet,
    }
    journal = Journal.of(place, output, asked, resume)
    try:
        with listed as listing, open_output(output, journal) as out:
            if not quiet:
                announce_compiling()
            writer = writer_for(form, out, listing, stats=stats, pretty=output is None)
            answers = Answers(listing, writer, problems, quiet)
            if out.done is not None:
                answers.go_on(out.done)
            task = ListTask(listing, answers, out, contender, ask, output)
            entry = task.only_entry()
            if entry is None:
                files.refuse_many()
                task.work()
            elif entry.puzzle is None:
                answers.add(entry, None, alone=True)
            else:
                own = listing.alphabet(entry)
                with status_line(quiet) as callbacks:
                    result = solve_puzzle(
                        entry.puzzle, contender, callbacks=callbacks, keyframes=gif is not None, **ask
                    )
                answers.add(entry, result, alone=True)
                if result.status == "interrupted" and output is not None:
                    raise KeyboardInterrupt  # an unfinished grid must not replace an older solution
    except KeyboardInterrupt:
        if result is None or result.status != "interrupted":  # Ctrl-C while a solution was being written
            raise
    if result is not None:
        # Without this line, a wrong grid looks like a solution. JSON and tables have a status instead.
        if not (quiet and (result.solved or writer.errors_in)):
            print(sentence(result), file=sys.stderr)
        if not quiet:
            if hint := logic_hint(result):
                print(hint, file=sys.stderr)
            if compared := answers.summary():
                print(compared, file=sys.stderr)
            if form is None and output is None and (hint := width_hint(result, own, "--output FILE or ")):
                print(hint, file=sys.stderr)
            if not as_json and is_one_of_many(result):
                print("the puzzle has more than one solution: this is one of them", file=sys.stderr)
        files.write(result, quiet)
    raise typer.Exit(exit_code(set(answers.statuses), problems))


def exit_code(statuses: set[str], problems: Problems) -> int:
    """Return the exit code for the statuses and problems of all puzzles."""
    if "interrupted" in statuses:
        return INTERRUPTED
    if problems.count:
        return BAD_INPUT
    if "unsolvable" in statuses:
        return NO_SOLUTION
    return GAVE_UP if "gave_up" in statuses else DONE


def announce_compiling() -> None:
    """Explain the delay on stderr when the first kernel is compiled."""
    from ergodoku.base.compiled import on_compiling

    on_compiling(
        lambda: print("compiling kernels: once per method, usually for a few seconds ...", file=sys.stderr)
    )
