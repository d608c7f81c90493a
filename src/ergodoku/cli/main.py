"""The ``ergodoku`` command."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import Annotated

import typer

from ergodoku._version import __version__
from ergodoku.base.errors import ErgodokuError
from ergodoku.cli.options import BAD_INPUT, INTERRUPTED, as_option

COMMANDS = (
    "solve",
    "watch",
    "race",
    "compare",
    "explore",
    "tune",
    "report",
    "methods",
    "generate",
    "check",
    "convert",
    "serve",
)


def command_line(*names: str) -> typer.Typer:
    """Return the command line with the commands of these names, or with all.

    Each is a function in the module of its name. The one that is asked for starts sooner without the others.
    """
    app = typer.Typer(
        name="ergodoku",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
        help="Solve Sudoku of any size by stochastic search, watch it at work, and compare the methods.",
        epilog="Exit codes: 0 done, 1 gave up within the limits, 2 bad input, 3 no solution, "
        "130 interrupted.",
    )
    app.callback()(_root)
    for name in names or COMMANDS:
        app.command()(getattr(import_module(f"ergodoku.cli.{name}"), name))
    return app


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ergodoku {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; whatever is wrong with input or output ends in one line on stderr."""
    gc.set_threshold(100_000)  # what is imported stays: looking through it again and again slows the start
    asked = sys.argv[1:2]
    try:
        command_line(*asked if asked and asked[0] in COMMANDS else ())()
    except KeyboardInterrupt:  # before or after typer had its hands on it
        sys.exit(INTERRUPTED)
    except ErgodokuError as error:
        print(f"error: {error.text(as_option)}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except OSError as error:  # reading raises a PuzzleError, so this is the output
        print(f"error: cannot write: {error.strerror or error}; write to another place", file=sys.stderr)
        _drop_output()
        sys.exit(BAD_INPUT)


def _drop_output() -> None:
    """Send what stdout still holds nowhere, or Python would fail on it once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
