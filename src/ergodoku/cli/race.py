"""``ergodoku race``: methods side by side on one puzzle."""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.base.numbers import time_text
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
    Close,
    LayoutName,
    MaxIterations,
    Problems,
    Source,
    Speed,
    Theme,
    check_plot,
    figure_of,
    read_with_alphabets,
)

if TYPE_CHECKING:
    from ergodoku.engine.race import Race
    from ergodoku.puzzle.formats import alphabets
    from ergodoku.puzzle.puzzle import Puzzle


def race(
    source: Source,
    methods: Annotated[
        list[str] | None,
        typer.Option(
            "--methods",
            "-m",
            metavar="A,B,...",
            help=f"{METHODS} Default: annealing,genetic.",
            autocompletion=lists_of_methods,
        ),
    ] = None,
    settings: ContenderSettings = None,
    until: Annotated[
        str,
        typer.Option(
            metavar="first|all",
            help="Stop when the first contender has solved the puzzle, or when all have ended.",
        ),
    ] = "first",
    seed: Annotated[
        int,
        typer.Option(
            min=0, metavar="N", help="Seed of every contender; each takes the same walk as it would alone."
        ),
    ] = 0,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            metavar="S",
            help="Search time for each contender, in seconds: its iterations divided by its pace. Pauses and "
            "slow motion do not count.",
        ),
    ] = None,
    max_iterations: MaxIterations = None,
    speed: Speed = "auto",
    axis: Annotated[
        str,
        typer.Option(
            metavar="seconds|iterations|generations",
            help="Horizontal axis of the curves, live and in the figure.",
        ),
    ] = "seconds",
    close: Close = False,
    plot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE[:FIGURE]",
            help="Draw all energy curves into one figure: .png, .svg or .pdf. Or name a figure to draw it "
            "for each contender, such as race.png:temperature. Repeat the option for more figures.",
        ),
    ] = None,
    theme: Theme = "light",
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per contender, one per line.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only errors to stderr.")] = False,
) -> None:
    """Let methods race on the same puzzle, side by side.

    All contenders get the same search time, and the speed of the view never changes the winner. They search
    without logic, so that there is a search to see; --set logic=pairs applies logic first. If you name a
    method twice without labels, its contenders are called "annealing" and "annealing 2".

    On a terminal the boards and energy curves are shown live. Keys: space pauses, s does one iteration,
    n 100, + and - change the speed, x changes the axis of the curves, q quits, ? shows help. At the end a
    table shows the outcomes; a star marks the winner.

    The exit codes are the same as for solve: 0 if a contender solved the puzzle, 1 if none did, 3 if it has
    no solution. q counts as an interruption, like Ctrl-C (130).

    \b
    Examples:
      ergodoku race puzzle.txt
      ergodoku race puzzle.txt --methods annealing,tabu,ants --until all --plot race.svg
      ergodoku race puzzle.txt -m lewis,slow=lewis --set slow.cooling=0.995
      ergodoku race puzzle.txt --methods annealing,tabu --speed full --set logic=pairs
    """
    from ergodoku.base.compiled import load_numba

    load_numba()
    from ergodoku.cli.answers import logic_hint
    from ergodoku.cli.solve import announce_compiling
    from ergodoku.engine.pace import stored_paces
    from ergodoku.engine.race import Race
    from ergodoku.engine.stop import stop_of
    from ergodoku.methods.contender import unaided
    from ergodoku.views.series import check_axis
    from ergodoku.views.terminal import speed_of

    pace = speed_of(speed)
    check_axis(axis)
    stop = stop_of(None, time_limit, max_iterations)
    contenders = [
        unaided(contender)
        for contender in contenders_of(",".join(methods or ["annealing,genetic"]), settings)
    ]
    if len(contenders) < 2:
        raise ParameterError("a race needs two methods or more", "name them: --methods annealing,genetic")
    figures = _figures_of(plot, theme)
    puzzle, own = _one_puzzle(source, box, layout, alphabet)
    if not quiet:
        announce_compiling()
    contest = Race(puzzle, contenders, seed=seed, stop=stop, until=until, paces=stored_paces())
    if quiet:
        contest.run()
    else:
        _run_and_show(contest, pace, axis, own, close)
    for racer in contest.racers:
        if racer.error is not None:
            print(f"error: {racer.label} {racer.failure}", file=sys.stderr)
    _print(contest, own, as_json)
    if not quiet and (hint := next(filter(None, map(logic_hint, contest.results)), "")):
        print(hint, file=sys.stderr)
    for file, kind in figures:
        from ergodoku.views.race import save_figure

        save_figure(contest, file, kind, over=axis, theme=theme)
        if kind == "race" and axis == "generations" and not quiet:
            _note_missing_generations(contest, file)
    raise typer.Exit(_exit_code(contest))


def _figures_of(named: list[str] | None, theme: str) -> list[tuple[Path, str]]:
    from ergodoku.views.race import FIGURES

    figures = [figure_of(name, FIGURES) for name in named or ()]
    check_plot(None, theme)
    for file, _ in figures:
        check_plot(file, theme)
    return figures


def _one_puzzle(
    source: str, box: str | None, layout: str, alphabet: str | None
) -> tuple[Puzzle, alphabets.Alphabet | None]:
    problems = Problems()
    puzzles = list(islice(read_with_alphabets(source, box, layout, alphabet, problems), 2))
    if problems.count:
        raise typer.Exit(BAD_INPUT)
    if len(puzzles) != 1:
        what = "more than one puzzle" if puzzles else "no puzzle"
        raise PuzzleError(f"there is {what} in the input", "give one puzzle to race on")
    return puzzles[0]


def _run_and_show(
    contest: Race, speed: float | str, axis: str, own: alphabets.Alphabet | None, close: bool
) -> None:
    from rich.console import Console

    from ergodoku.views.race import is_live, race_view

    console = Console(stderr=True, highlight=False)
    if not is_live(console):
        with race_view(console) as show:
            contest.run(show)
        return
    from ergodoku.views.race.view import RaceView

    view = RaceView(contest, console, speed, axis=axis, symbols=own.symbols if own else "", stay=not close)
    view.play()
    winner = contest.winner
    if view.slowed and winner is not None:
        took = time_text(winner.seconds)
        print(f"shown in slow motion; {winner.label} needs {took} of search time", file=sys.stderr)


def _note_missing_generations(contest: Race, file: Path) -> None:
    from ergodoku.views.series import population_of

    if not any(population_of(result.trace) for result in contest.results):
        print(
            f"note: no run has generations, so {file} shows no curves; choose --axis seconds or iterations",
            file=sys.stderr,
        )


def _print(contest: Race, own: alphabets.Alphabet | None, as_json: bool) -> None:
    from ergodoku.cli.answers import print_result
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
            print_result(winner.result, sys.stdout, None, pretty=True, alphabet=own)
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
