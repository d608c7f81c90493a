"""``ergodoku race``: methods side by side on one puzzle."""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.cli.completion import lists_of_methods
from ergodoku.cli.contenders import METHODS, ContenderSettings, contenders_of
from ergodoku.cli.options import (
    BAD_INPUT,
    DONE,
    GAVE_UP,
    INTERRUPTED,
    NO_SOLUTION,
    Alphabet,
    Box,
    LayoutName,
    MaxIterations,
    Problems,
    Source,
    Theme,
    TimeLimit,
    check_plot,
    figure_of,
    read_puzzles,
)

if TYPE_CHECKING:
    from ergodoku.engine.race import Race
    from ergodoku.puzzle.puzzle import Puzzle


def race(
    source: Source,
    methods: Annotated[
        str, typer.Option("--methods", "-m", metavar="A,B,...", help=METHODS, autocompletion=lists_of_methods)
    ] = "annealing,genetic",
    settings: ContenderSettings = None,
    until: Annotated[
        str, typer.Option(metavar="first|all", help="Race until one is solved, or until all are done.")
    ] = "first",
    seed: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="The same for all; each takes the walk it would take alone."),
    ] = 0,
    time_limit: TimeLimit = None,
    max_iterations: MaxIterations = None,
    plot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE[:FIGURE]",
            help="Draw all energy curves into one figure: .png, .svg or .pdf. Or name one to draw it for "
            "each contender, such as race.png:temperature. Repeat it for more.",
        ),
    ] = None,
    theme: Theme = "light",
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per contender and line.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Nothing on stderr but errors.")] = False,
) -> None:
    """Let methods race on the same puzzle, side by side.

    Each has a worker of its own. On a terminal the boards and energy curves are shown live, side by side; q
    or Ctrl-C ends the race and keeps every best state. Then comes a table of the outcomes; a star marks the
    first. A method that is named twice, without a label, is called "annealing" and "annealing 2". Exit code 0
    if one is solved, 1 if none.

    \b
    Examples:
      ergodoku race puzzle.txt
      ergodoku race puzzle.txt --methods annealing,tabu,ants --until all --plot race.svg
      ergodoku race puzzle.txt -m lewis,slow=lewis --set slow.cooling=0.995
    """
    from ergodoku.base.compiled import load_numba

    load_numba()
    from ergodoku.cli.solve import announce_compiling
    from ergodoku.engine.race import Race
    from ergodoku.engine.stop import stop_of

    stop = stop_of(None, time_limit, max_iterations)
    contenders = contenders_of(methods, settings)
    if len(contenders) < 2:
        raise ParameterError("a race needs two methods or more", "name them: --methods annealing,genetic")
    figures = _figures_of(plot, theme)
    puzzle = _one_puzzle(source, box, layout, alphabet)
    if not quiet:
        announce_compiling()
    contest = Race(puzzle, contenders, seed=seed, stop=stop, until=until)
    if quiet:
        contest.run()
    else:
        _run_and_show(contest)
    for racer in contest.racers:
        if racer.error is not None:
            print(f"error: {racer.label} {racer.failure}", file=sys.stderr)
    _print(contest, as_json)
    for file, kind in figures:
        from ergodoku.views.race import save_figure

        save_figure(contest, file, kind, theme=theme)
    raise typer.Exit(_exit_code(contest))


def _figures_of(named: list[str] | None, theme: str) -> list[tuple[Path, str]]:
    from ergodoku.views.race import FIGURES

    figures = [figure_of(name, FIGURES) for name in named or ()]
    check_plot(None, theme)
    for file, _ in figures:
        check_plot(file, theme)
    return figures


def _one_puzzle(source: str, box: str | None, layout: str, alphabet: str | None) -> Puzzle:
    problems = Problems()
    puzzles = list(islice(read_puzzles(source, box, layout, alphabet, problems), 2))
    if problems.count:
        raise typer.Exit(BAD_INPUT)
    if len(puzzles) != 1:
        what = "more than one puzzle" if puzzles else "no puzzle"
        raise PuzzleError(f"there is {what} in the input", "give the one to race on")
    return puzzles[0]


def _run_and_show(contest: Race) -> None:
    from ergodoku.engine.run import CORES
    from ergodoku.views.race import race_view

    if (count := len(contest.racers)) > CORES:
        print(f"{count} contenders share {CORES} cores: each is slower than alone", file=sys.stderr)
    with race_view() as show:
        contest.run(show)


def _print(contest: Race, as_json: bool) -> None:
    from ergodoku.views.race import as_table, as_text

    winner = contest.winner
    if as_json:
        for racer in contest.racers:
            if racer.result is not None:
                record = racer.result.to_dict() | {
                    "contender": racer.label,
                    "first": racer is winner,
                }
                print(json.dumps(record))
    elif sys.stdout.isatty():
        from rich.console import Console

        console = Console(highlight=False)
        if winner is not None and winner.result is not None:
            console.print(winner.result)
        console.print(as_table(contest, console.width))
    else:
        print(as_text(contest))


def _exit_code(contest: Race) -> int:
    statuses = {c.result.status for c in contest.racers if c.result is not None}
    if "interrupted" in statuses:
        return INTERRUPTED
    if "solved" in statuses:
        return DONE
    return NO_SOLUTION if "unsolvable" in statuses else GAVE_UP
