"""``ergodoku watch``: watch a search live in the terminal."""

from __future__ import annotations

import sys
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.cli.completion import method_names
from ergodoku.cli.options import (
    METHOD,
    Alphabet,
    Box,
    Close,
    LayoutName,
    MaxIterations,
    Problems,
    Replicas,
    Seed,
    Settings,
    Source,
    Speed,
    TimeLimit,
    Workers,
    contender_with,
    read_with_alphabets,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ergodoku.engine.result import Result
    from ergodoku.engine.watch import Watch


def watch(
    source: Source,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            "-m",
            metavar="NAME",
            help=f"{METHOD} Annealing is the easiest to follow.",
            autocompletion=method_names,
        ),
    ] = "annealing",
    settings: Settings = None,
    seed: Seed = 0,
    time_limit: TimeLimit = None,
    max_iterations: MaxIterations = None,
    replicas: Replicas = None,
    workers: Workers = None,
    speed: Speed = "auto",
    close: Close = False,
    steering: Annotated[
        str,
        typer.Option(
            metavar="AT:TEMPERATURE,...",
            help="Temperatures to hold from the given iterations on; - returns to the schedule. The web page "
            "writes this option for a search that you steered by hand.",
        ),
    ] = "",
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
) -> None:
    """Watch a search live in the terminal.

    Keys: space pauses, s does one iteration, n 100, + and - change the speed, q quits, ? shows help. Pauses
    do not count towards a time limit. At the end the solution is printed, or the best grid found. If the
    output is not a terminal, plain lines on stderr show the progress.

    The exit codes are the same as for solve; q counts as an interruption, like Ctrl-C (130).

    \b
    Examples:
      ergodoku watch 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
      ergodoku watch monster.txt --method focused --speed full
      ergodoku generate --size 16 --fraction 0.4 | ergodoku watch -
    """
    from ergodoku.base.compiled import load_numba

    load_numba()
    from ergodoku.cli.answers import logic_hint, print_result, sentence, width_hint
    from ergodoku.cli.solve import exit_code
    from ergodoku.engine.solve import watch as watch_puzzle
    from ergodoku.engine.stop import stop_of
    from ergodoku.views.terminal import speed_of

    pace, changes = speed_of(speed), _steering(steering)
    stop = stop_of(None, time_limit, max_iterations)
    problems = Problems()
    contender = contender_with(method, settings)
    puzzles = list(islice(read_with_alphabets(source, box, layout, alphabet, problems), 2))
    if len(puzzles) > 1:
        raise PuzzleError("there is more than one puzzle", "watch one at a time")
    if not puzzles:
        raise typer.Exit(exit_code(set(), problems))
    (puzzle, own), note = puzzles[0], _Note()
    watching = partial(
        watch_puzzle,
        puzzle,
        contender,
        seed=seed,
        stop=stop,
        replicas=replicas,
        workers=workers,
        steering=changes,
    )
    result = _show(watching, pace, note, symbols=own.symbols if own else "", stay=not close)
    print_result(result, sys.stdout, None, pretty=True, alphabet=own)
    print(sentence(result), file=sys.stderr)
    for hint in filter(None, (logic_hint(result), width_hint(result, own))):
        print(hint, file=sys.stderr)
    raise typer.Exit(exit_code({result.status}, problems))


def _show(
    watching: Callable[..., Watch], speed: float | str, note: _Note, *, symbols: str, stay: bool
) -> Result:
    """Run to the end, with a live view if the output is a terminal."""
    from rich.console import Console

    from ergodoku.views.terminal import Progress, View

    console = Console()
    if not console.is_terminal or console.is_dumb_terminal:
        return watching(callbacks=[Progress(sys.stderr)]).run.finish()
    with View(watching().run, console, speed, symbols=symbols, stay=stay) as view:
        note.say = view.say
        return view.play()


def _steering(text: str) -> list[tuple[int, float | None]]:
    changes: list[tuple[int, float | None]] = []
    for word in filter(None, text.replace(" ", "").split(",")):
        at, _, temperature = word.partition(":")
        try:
            changes.append((int(at), None if temperature == "-" else float(temperature)))
        except ValueError:
            raise ParameterError(
                f"--steering cannot read {word!r}", "give ITERATION:TEMPERATURE, such as 2000:0.5,9000:-"
            ) from None
    return changes


class _Note:
    """Announces that kernels are being compiled: on stderr, or in the live view once it is open."""

    def __init__(self) -> None:
        from ergodoku.base.compiled import on_compiling

        self.say: Callable[[str], None] = lambda text: print(f"{text} ...", file=sys.stderr)
        on_compiling(lambda: self.say("compiling kernels: once per method, usually for a few seconds"))
