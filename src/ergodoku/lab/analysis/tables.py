"""The tables of a comparison: rows of text once, for the terminal, Markdown and HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ergodoku.base.numbers import NOTHING, number, p_value
from ergodoku.lab.analysis import words
from ergodoku.lab.analysis.summary import MEASURES

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ergodoku.lab.analysis.comparison import Comparison


@dataclass(frozen=True)
class Table:
    """A title, the heads of the columns, and rows of text; the first column is a name, the others numbers."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: int = 1  # columns that hold names


def standings_table(comparison: Comparison, measure: str, *, narrow: bool = False) -> Table:
    """Return one row per contender in one measure; for narrow places without the interval of the ERT."""
    title, factor = "Iterations", 1.0
    if measure == "seconds":
        unit, factor = words.unit(standing.seconds for standing in comparison.standings)
        title = f"Time in {unit}"
    limit = comparison.limits[measure]
    if limit is not None:
        title += f" (limit {number(limit * factor)})"
    heads = ["contender", "solved", "rate (95 %)", "median", "quartiles", "ERT", "ERT (95 %)", "PAR10"]
    rows = []
    for standing in comparison.standings:
        effort = words.scaled(standing.effort(measure), factor)
        figures = (
            words.rate(standing),
            words.quartile(effort, 1),
            f"{words.quartile(effort, 0)} .. {words.quartile(effort, 2)}",
            words.expected(effort.expected),
            words.span(effort.expected_interval),
            number(effort.par10),
        )
        shown = figures if standing.runs else (NOTHING,) * len(figures)
        rows.append([standing.label, f"{standing.solved:,}/{standing.runs:,}", *shown])
    if narrow:
        heads, rows = heads[:6] + heads[7:], [row[:6] + row[7:] for row in rows]
    return Table(title, tuple(heads), tuple(map(tuple, rows)))


def pairs_table(comparison: Comparison, measure: str) -> Table | None:
    """Return one row per pair; None where there is no pair."""
    rows = tuple(
        (
            comparison.labels[pair.first],
            comparison.labels[pair.second],
            NOTHING if pair.a12 != pair.a12 else f"{pair.a12:.2f}",
            pair.effect,
            p_value(pair.p),
            p_value(pair.adjusted),
            "yes" if pair.differs else "not shown",
        )
        for pair in comparison.pairs[measure]
    )
    if not rows:
        return None
    heads = ("contender", "against", "A12", "effect", "p", "p (Holm)", "differ")
    return Table(f"Pairs in {measure} (A12: how often the first needs less)", heads, rows, 2)


def ranks_table(comparison: Comparison) -> Table | None:
    """Return the average ranks in both measures; None where nothing could be ranked."""
    found = {measure: ranks for measure, ranks in comparison.ranks.items() if ranks is not None}
    if not found:
        return None
    rows = []
    for k, label in enumerate(comparison.labels):
        row = [label]
        for ranks in found.values():
            place = ranks.contenders.index(k) if k in ranks.contenders else None
            row.append(NOTHING if place is None else f"{ranks.average[place]:.2f}")
        rows.append(tuple(row))
    some = next(iter(found.values()))
    title = (
        f"Average ranks (by {some.by}: {some.blocks:,}; critical difference {some.critical_difference:.2f})"
    )
    return Table(title, ("contender", *found), tuple(rows))


def all_tables(comparison: Comparison, *, narrow: bool = False) -> list[Table]:
    """Return every table of a comparison that has something to say."""
    found: list[Table | None] = [standings_table(comparison, m, narrow=narrow) for m in MEASURES]
    found += [pairs_table(comparison, measure) for measure in MEASURES]
    return [table for table in (*found, ranks_table(comparison)) if table is not None]


def markdown(comparison: Comparison) -> str:
    """Return all tables with conclusions and notes as Markdown."""
    lines = [f"- {sentence}" for sentence in comparison.conclusions]
    lines += ["", *(f"> Note: {note}.  " for note in comparison.notes)] if comparison.notes else []
    for table in all_tables(comparison):
        lines += ["", f"**{table.title}**", "", *markdown_rows(table)]
    return "\n".join(lines).strip() + "\n"


def markdown_rows(table: Table) -> list[str]:
    """Return the lines of one table; what Markdown would read as its own is escaped."""
    marks = ["---" if k < table.names else "---:" for k in range(len(table.heads))]
    rows = [table.heads, *table.rows]
    lines = ["| " + " | ".join(_escaped(cell) for cell in row) + " |" for row in rows]
    return [lines[0], "|" + "|".join(marks) + "|", *lines[1:]]


def for_terminal(comparison: Comparison) -> RenderableType:
    """Return all tables with conclusions and notes for rich."""
    from rich import box
    from rich.console import Group
    from rich.table import Table as RichTable
    from rich.text import Text

    parts: list[RenderableType] = []
    for table in all_tables(comparison, narrow=True):
        shown = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
        for k, head in enumerate(table.heads):
            name = k < table.names
            shown.add_column(
                Text(head), justify="left" if name else "right", overflow="fold", no_wrap=not name
            )
        for row in table.rows:
            shown.add_row(*(Text(cell) for cell in row))
        parts += [Text(table.title, style="bold"), shown]
    parts += [Text(sentence) for sentence in comparison.conclusions]
    parts += [Text(f"Note: {note}.", style="dim") for note in comparison.notes]
    return Group(*parts)


def _escaped(text: str) -> str:
    for mark in "\\|*_`<[":
        text = text.replace(mark, "\\" + mark)
    return text.replace("\n", " ")
