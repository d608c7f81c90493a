"""The report on a race: a table of the outcomes, and a figure with all energy curves."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

from ergodoku.views.plots import BOARDS, CURVES
from ergodoku.views.series import ranking

if TYPE_CHECKING:
    from pathlib import Path

    from rich.table import Table

    from ergodoku.engine.race import Race
    from ergodoku.engine.racer import Racer
    from ergodoku.engine.result import Result

COLUMNS = ("method", "status", "energy", "iterations", "seconds", "iterations/s")
NUMBERS = 2  # index of the first column that holds numbers
FIGURES = ("race", "overview", *BOARDS, *CURVES)
FIRST = "*"  # marks the winner even without colours


def rows(race: Race) -> list[tuple[str, ...]]:
    """Return the table of a finished race: a row for each racer, the best first."""
    return [_row(racer, result, racer is race.winner) for racer, result in _ranked(race)]


def as_text(race: Race) -> str:
    """Return the table as plain text."""
    table = [COLUMNS, *rows(race)]
    widths = [max(len(row[k]) for row in table) for k in range(len(COLUMNS))]
    return "\n".join(
        "  ".join(
            word.ljust(width) if k < NUMBERS else word.rjust(width)
            for k, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    )


def as_table(race: Race, width: int = 80) -> Table:
    """Return the table for rich, with the winner in green; drop the last columns if it is too wide."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, header_style="dim", pad_edge=False)
    ends = accumulate(3 + max(map(len, column)) for column in zip(COLUMNS, *rows(race), strict=True))
    shown = max(NUMBERS + 1, sum(end <= width for end in ends))
    for k, name in enumerate(COLUMNS[:shown]):
        table.add_column(name, justify="left" if k < NUMBERS else "right", no_wrap=k >= NUMBERS)
    for (racer, _), row in zip(_ranked(race), rows(race), strict=True):
        style = "bold green" if racer is race.winner else "red" if racer.error else ""
        table.add_row(*map(Text, row[:shown]), style=style)
    return table


def save_figure(
    race: Race, path: str | Path, kind: str = "race", *, over: str = "seconds", theme: str = "light"
) -> None:
    """Write a figure as PNG, SVG or PDF: all energy curves, or another kind with a panel for each racer."""
    save_race_figure(_results(race), path, kind, over=over, theme=theme)


def save_race_figure(
    results: Mapping[str, Result],
    path: str | Path,
    kind: str = "race",
    *,
    over: str = "seconds",
    theme: str = "light",
) -> None:
    """Write the figure of a race, as `save_figure` does, from the results of its contenders by label."""
    from ergodoku.views.files import picture
    from ergodoku.views.plots import panels, panels_size
    from ergodoku.views.plots import race as draw
    from ergodoku.views.style import write_title

    size = (9.6, 4.2) if kind == "race" else panels_size(kind, len(results))
    with picture(path, size, theme) as figure:
        write_title(figure, _title(results))
        if kind == "race":
            draw(results, over=over, ax=figure.subplots(), theme=theme)
        else:
            panels(results, kind, figure=figure, theme=theme)


def _title(results: Mapping[str, Result]) -> str:
    first, (label, best) = next(iter(results.values())), ranking(results)[0]
    puzzle = first.puzzle
    name = f"{puzzle.name} " if puzzle.name else ""
    what = f"Race on {name}{puzzle.size}x{puzzle.size}, {puzzle.clues} clues"
    return f"{what}  ·  seed {first.seed}  ·  {f'{label} first' if best.solved else 'not solved'}"


def _results(race: Race) -> dict[str, Result]:
    return {c.label: c.result for c in race.racers if c.result is not None}


def _ranked(race: Race) -> list[tuple[Racer, Result]]:
    contenders = {racer.label: racer for racer in race.racers}
    return [(contenders[label], result) for label, result in ranking(_results(race))]


def _row(racer: Racer, result: Result, first: bool) -> tuple[str, ...]:
    by_logic = result.solved and result.found_by == "logic"
    steps, seconds = result.iterations, result.seconds
    return (
        racer.label + (f" {FIRST}" if first else ""),
        racer.outcome + (" by logic" if by_logic else ""),
        f"{result.energy}",
        f"{steps:,}",
        f"{seconds:.3g}",
        f"{steps / seconds:,.0f}" if steps and seconds else "-",
    )
