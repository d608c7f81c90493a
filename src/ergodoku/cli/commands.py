"""The list of commands, and the application that holds them."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from ergodoku._version import __version__

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
    "study",
)


def command_line(*names: str) -> typer.Typer:
    """Return the command line with the named commands, or with all.

    Each command is a function in a module of the same name. Leaving out the others makes a command start
    sooner.
    """
    app = typer.Typer(
        name="ergodoku",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
        help="Solve Sudoku of any size by stochastic search, watch the search, and compare methods.",
        epilog="Exit codes: 0 done, 1 gave up, 2 bad input, 3 no solution, "
        "130 interrupted, 143 ended by SIGTERM.",
    )
    app.callback()(_root)
    for name in names or COMMANDS:
        command = getattr(import_module(f"ergodoku.cli.{name}"), name)
        if isinstance(command, typer.Typer):  # a command with subcommands
            app.add_typer(command, name=name)
        else:
            app.command()(command)
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
