"""The list of commands, and the application that holds them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any

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


ROOT_OPTIONS = ("-h", "--help", "--version")  # with these, the program ends before any command runs


def command_line(*words: str) -> typer.Typer:
    """Return the command line with the command that these words name; by default, with all commands.

    Each command is a function in a module of the same name. If the words name a command, it starts sooner
    because the others are not imported. The list of commands appears sooner because typer gets only their
    help texts, without the options.
    """
    first = words[0] if words else ""
    summaries = first in ROOT_OPTIONS
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
    for name in (first,) if first in COMMANDS else COMMANDS:
        command = getattr(import_module(f"ergodoku.cli.{name}"), name)
        if summaries:
            app.command(name, help=_help_of(command))(_nothing)
        elif isinstance(command, typer.Typer):  # a command with subcommands
            app.add_typer(command, name=name)
        else:
            app.command()(command)
    return app


def _help_of(command: typer.Typer | Callable[..., Any]) -> str | None:
    return command.info.help if isinstance(command, typer.Typer) else command.__doc__


def _nothing() -> None:
    pass


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
