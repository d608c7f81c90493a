"""``ergodoku methods``: list and explain the methods."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.cli.completion import method_names

if TYPE_CHECKING:
    from ergodoku.methods.registry import Entry


def methods(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="Explain this method and its parameters.", autocompletion=method_names
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per method, one per line.")
    ] = False,
    as_toml: Annotated[
        bool, typer.Option("--toml", help="Print a TOML file for --method that you can edit.")
    ] = False,
) -> None:
    """List the methods and presets, or explain one.

    \b
    Examples:
      ergodoku methods
      ergodoku methods annealing
      ergodoku methods lewis --toml > mine.toml
    """
    from ergodoku.methods.registry import ENTRIES, find, to_toml

    entries = [find(name)] if name else list(ENTRIES.values())
    if as_json:
        for entry in entries:
            typer.echo(json.dumps(_record(entry)))
    elif name and as_toml:
        typer.echo(to_toml(entries[0].method), nl=False)
    elif name:
        _explain(entries[0])
    else:
        width = max(len(entry.name) for entry in entries) + 2
        for entry in entries:
            typer.echo(f"{entry.name:<{width}}{entry.summary}")


def _record(entry: Entry) -> dict[str, object]:
    from dataclasses import asdict

    from ergodoku.methods.parameters import flatten

    return {
        "name": entry.name,
        "summary": entry.summary,
        "description": entry.description,
        "formula": entry.formula,
        "landscape": entry.landscape,
        "reference": entry.reference,
        "when": entry.when,
        "parameters": [asdict(parameter) for parameter in flatten(entry.method)],
        "aliases": {alias.name: alias.meaning for alias in entry.aliases},
    }


def _explain(entry: Entry) -> None:
    from rich.console import Console
    from rich.table import Table

    from ergodoku.methods.parameters import flatten

    console = Console(highlight=False)
    console.print(f"[bold]{entry.name}[/bold]: {entry.summary}\n", soft_wrap=True)
    for text in (entry.description, entry.formula):
        if text:
            console.print(f"{text}\n", soft_wrap=True, markup=False)
    console.print(
        f"landscape  {entry.landscape}\ngood for   {entry.when}\nreference  {entry.reference}", soft_wrap=True
    )
    table = Table("parameter", "default", "range", "meaning", box=None, padding=(0, 2, 0, 0))
    for parameter in flatten(entry.method):
        default = "none" if parameter.value is None else str(parameter.value).lower()
        table.add_row(parameter.name, default, parameter.range, parameter.help)
    if table.row_count:
        console.print()
        console.print(table)
        if entry.aliases:
            console.print("\nOther names that you can use with --set:", soft_wrap=True)
            for alias in entry.aliases:
                console.print(f"  {alias.name:<18}{alias.meaning}", soft_wrap=True)
        example = flatten(entry.method)[0].name
        console.print(f"\nTo set one: ergodoku solve PUZZLE --method {entry.name} --set {example}=...")
