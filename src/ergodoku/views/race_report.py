"""What remains of a race: a table of the outcomes, and a figure with all energy curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from rich.table import Table

    from ergodoku.engine.contender import Contender
    from ergodoku.engine.race import Race

COLUMNS = ("method", "status", "energy", "iterations", "seconds", "iterations/s")
NUMBERS = 2  # from this column on
FIRST = "*"  # marks the winner, for those who see no colours


def rows(race: Race) -> list[tuple[str, ...]]:
    """Return the table: a row for each contender, in the order in which they came in."""
    return [_row(contender, contender is race.winner) for contender in ranked(race)]


def ranked(race: Race) -> list[Contender]:
    """Return the contenders in the order of the race: solved ones by time, then the lowest energy."""
    return sorted(race.contenders, key=_key)


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


def as_table(race: Race) -> Table:
    """Return the table for rich: the winner in green."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, header_style="dim", pad_edge=False)
    for k, name in enumerate(COLUMNS):
        table.add_column(name, justify="left" if k < NUMBERS else "right", no_wrap=k >= NUMBERS)
    for contender, row in zip(ranked(race), rows(race), strict=True):
        style = "bold green" if contender is race.winner else "red" if contender.error else ""
        table.add_row(*map(Text, row), style=style)
    return table


def save_figure(race: Race, path: str | Path, *, theme: str = "light") -> None:
    """Write all energy curves in one figure as PNG, SVG or PDF, without a display."""
    from matplotlib.figure import Figure

    from ergodoku.views import plots
    from ergodoku.views.board import palette_of
    from ergodoku.views.files import check_picture, save_picture
    from ergodoku.views.style import in_style

    check_picture(path)
    palette = palette_of(theme)
    with in_style(palette):
        figure = Figure(figsize=(9.6, 4.2), layout="constrained", facecolor=palette.paper)
        results = {c.label: c.result for c in race.contenders if c.result is not None}
        axes = plots.race(results, ax=figure.subplots(), theme=theme)
        size, clues = race.puzzle.size, race.puzzle.clues
        axes.set_title(f"Race on {size}x{size} with {clues} givens", loc="left", fontweight="bold")
        save_picture(figure, path)


def _key(contender: Contender) -> tuple[bool, float, float]:
    result = contender.result
    if result is None:
        return True, contender.snapshot.best, contender.seconds
    return not result.solved, 0.0 if result.solved else result.energy, result.seconds


def _row(contender: Contender, first: bool) -> tuple[str, ...]:
    result = contender.result
    energy = contender.snapshot.best if result is None else result.energy
    steps = contender.snapshot.iteration if result is None else result.iterations
    seconds = contender.seconds
    by_logic = result is not None and result.solved and result.found_by == "logic"
    return (
        contender.label + (f" {FIRST}" if first else ""),
        contender.outcome + (" by logic" if by_logic else ""),
        f"{energy}",
        f"{steps:,}",
        f"{seconds:.3f}",
        f"{steps / seconds:,.0f}" if steps and seconds else "-",
    )
