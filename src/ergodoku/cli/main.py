"""The ``ergodoku`` command."""

from __future__ import annotations

import gc
import os
import sys
from typing import Annotated

import typer

from ergodoku._version import __version__
from ergodoku.cli.check import check
from ergodoku.cli.compare import compare
from ergodoku.cli.convert import convert
from ergodoku.cli.explore import explore
from ergodoku.cli.generate import generate
from ergodoku.cli.methods import methods
from ergodoku.cli.options import BAD_INPUT, INTERRUPTED
from ergodoku.cli.race import race
from ergodoku.cli.report import report
from ergodoku.cli.serve import serve
from ergodoku.cli.solve import solve
from ergodoku.cli.tune import tune
from ergodoku.cli.watch import watch
from ergodoku.puzzle.errors import PuzzleError

app = typer.Typer(
    name="ergodoku",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Solve Sudoku of any size by stochastic search, watch it at work, and compare the methods.",
    epilog="Exit codes: 0 done, 1 gave up within the limits, 2 bad input, 3 no solution, 130 interrupted.",
)
app.command()(solve)
app.command()(watch)
app.command()(race)
app.command()(compare)
app.command()(explore)
app.command()(tune)
app.command()(report)
app.command()(methods)
app.command()(generate)
app.command()(check)
app.command()(convert)
app.command()(serve)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ergodoku {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; whatever is wrong with input or output ends in one line on stderr."""
    gc.set_threshold(100_000)  # what is imported stays: looking through it again and again slows the start
    try:
        app()
    except KeyboardInterrupt:  # before or after typer had its hands on it
        sys.exit(INTERRUPTED)
    except PuzzleError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except OSError as error:  # what cannot be read is a PuzzleError, so this is the output
        print(f"error: cannot write: {error.strerror or error}; write to another place", file=sys.stderr)
        _drop_output()
        sys.exit(BAD_INPUT)


def _drop_output() -> None:
    """Send what stdout still holds nowhere, or Python would fail on it once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
