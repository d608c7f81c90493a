"""The tables of a comparison as rows of text, for the terminal, Markdown and HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ergodoku.base.numbers import NOTHING, number, p_value
from ergodoku.lab.analysis import words

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ergodoku.lab.analysis.comparison import Comparison
    from ergodoku.lab.analysis.pairwise import Pair
    from ergodoku.lab.analysis.restarts import Restarts
    from ergodoku.lab.analysis.summary import Standing


@dataclass(frozen=True)
class Table:
    """A title, the headings of the columns, and rows of text; names come first, then numbers."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: int = 1  # number of columns that hold names


PAIR_HEADS = ("contender", "against", "A12", "effect", "better on", "p", "p (Holm)", "differ")


def standings_table(comparison: Comparison, measure: str, *, narrow: bool = False) -> Table:
    """Return one row per contender in one measure; a narrow table has no intervals and no CPU time."""
    title, factor = _title(comparison, measure)
    heads = ["contender", "solved", "rate (95 %)", "median", "quartiles", "ERT", "ERT (95 %)", "PAR10"]
    rows = [
        [standing.label, f"{standing.solved:,}/{standing.runs:,}", *_figures(standing, measure, factor)]
        for standing in comparison.standings
    ]
    if narrow:
        heads, rows = heads[:6] + heads[7:], [row[:6] + row[7:] for row in rows]
    elif measure == "seconds":
        heads = [*heads, "CPU"]
        rows = [[*row, _share(s.cpu_share)] for row, s in zip(rows, comparison.standings, strict=True)]
    return Table(title, tuple(heads), tuple(map(tuple, rows)))


def class_table(comparison: Comparison, measure: str) -> Table | None:
    """Return a table of one measure, with a row per class and contender; None if there is only one class."""
    if not comparison.classes:
        return None
    title, factor = _title(comparison, measure)
    heads = (comparison.by, "contender", "solved", "rate (95 %)", "median", "ERT", "ERT (95 %)")
    rows = []
    for one in comparison.classes:
        for standing in one.standings:
            rate, median, _, expected, interval, _ = _figures(standing, measure, factor)
            solved = f"{standing.solved:,}/{standing.runs:,}"
            rows.append((one.name, standing.label, solved, rate, median, expected, interval))
    return Table(f"{title}, by {comparison.by}", heads, tuple(rows), 2)


def pairs_table(comparison: Comparison, measure: str) -> Table | None:
    """Return one row per pair with common puzzles; None without any row."""
    rows = tuple(_pair_row(comparison, pair) for pair in comparison.pairs[measure] if pair.puzzles)
    if not rows:
        return None
    return Table(
        f"Pairs by {words.NAMES[measure]} (A12: how often the first needs less)", PAIR_HEADS, rows, 2
    )


def class_pairs_table(comparison: Comparison, measure: str) -> Table | None:
    """Return one row per class and pair with common puzzles; None if there is one class or no such pair."""
    rows = tuple(
        (one.name, *_pair_row(comparison, pair))
        for one in comparison.classes
        for pair in one.pairs[measure]
        if pair.puzzles
    )
    if not rows:
        return None
    heads = (comparison.by, *PAIR_HEADS)
    title = f"Pairs by {words.NAMES[measure]} and {comparison.by} (Holm within each class)"
    return Table(title, heads, rows, 3)


def ranks_table(comparison: Comparison) -> Table | None:
    """Return the average ranks in all measures; None if nothing could be ranked."""
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
    rows.append(("Friedman's p", *(p_value(ranks.friedman) for ranks in found.values())))
    some = next(iter(found.values()))
    return Table(
        f"Average ranks (by {some.by}: {some.blocks:,})",
        ("contender", *(words.NAMES[measure] for measure in found)),
        tuple(rows),
    )


def restarts_table(found: Sequence[Restarts], labels: Sequence[str], measure: str) -> Table | None:
    """Return one row per contender with a fitted shape; None if no contender has one."""
    rows = []
    for one in found:
        if one.shape is not None:
            shape, (low, high) = one.shape, one.shape.interval
            figures = (f"{shape.shape:.2f}", f"{low:.2f}-{high:.2f}", shape.verdict)
            rows.append((labels[one.contender], f"{shape.solved:,}", f"{shape.puzzles:,}", *figures))
    if not rows:
        return None
    heads = ("contender", "solved", "puzzles", "shape", "shape (95 %)", "restarts")
    return Table(f"Restarts by {words.NAMES[measure]} (shape 1: no memory)", heads, tuple(rows))


def all_tables(comparison: Comparison, *, narrow: bool = False) -> list[Table]:
    """Return all tables of a comparison that have content; with ``narrow``, only the main ones."""
    found: list[Table | None] = [standings_table(comparison, m, narrow=narrow) for m in comparison.measures]
    if not narrow:
        found += [class_table(comparison, measure) for measure in comparison.measures]
    found += [pairs_table(comparison, measure) for measure in comparison.measures]
    if not narrow:
        found += [class_pairs_table(comparison, measure) for measure in comparison.measures]
    return [table for table in (*found, ranks_table(comparison)) if table is not None]


def markdown(comparison: Comparison) -> str:
    """Return all tables with conclusions and notes as Markdown."""
    lines = [f"- {sentence}" for sentence in comparison.conclusions]
    lines += ["", *(f"> Note: {note}.  " for note in comparison.notes)] if comparison.notes else []
    for table in all_tables(comparison):
        lines += ["", f"**{table.title}**", "", *markdown_rows(table)]
    return "\n".join(lines).strip() + "\n"


def markdown_rows(table: Table) -> list[str]:
    """Return the lines of one table, with Markdown's special characters escaped."""
    marks = ["---" if k < table.names else "---:" for k in range(len(table.heads))]
    rows = [table.heads, *table.rows]
    lines = ["| " + " | ".join(_escaped(cell) for cell in row) + " |" for row in rows]
    return [lines[0], "|" + "|".join(marks) + "|", *lines[1:]]


def for_terminal(comparison: Comparison) -> RenderableType:
    """Return all tables, the conclusions and the notes, to be printed with the package ``rich``."""
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


def _title(comparison: Comparison, measure: str) -> tuple[str, float]:
    """Return the title of a table in one measure, and the factor that converts values to its unit."""
    title, factor = words.NAMES[measure], 1.0
    title = title[0].upper() + title[1:]
    if measure in words.TIMES:
        unit, factor = words.unit(standing.effort(measure) for standing in comparison.standings)
        title += f" in {unit}"
    limit = comparison.limits[measure]
    return title + ("" if limit is None else f" (limit {number(limit * factor)})"), factor


def _figures(standing: Standing, measure: str, factor: float) -> tuple[str, ...]:
    """Return the rate, median, quartiles, ERT with its interval, and PAR10 of a contender."""
    effort = words.scaled(standing.effort(measure), factor)
    if not standing.runs:
        return (NOTHING,) * 6
    return (
        words.rate(standing),
        words.quartile(effort, 1),
        f"{words.quartile(effort, 0)} .. {words.quartile(effort, 2)}",
        words.expected(effort.expected),
        words.span(effort.expected_interval),
        number(effort.par10),
    )


def _pair_row(comparison: Comparison, pair: Pair) -> tuple[str, ...]:
    return (
        comparison.labels[pair.first],
        comparison.labels[pair.second],
        NOTHING if pair.a12 != pair.a12 else f"{pair.a12:.2f}",
        pair.effect,
        f"{pair.better:,}/{pair.puzzles:,}",
        p_value(pair.p),
        p_value(pair.adjusted),
        "yes" if pair.differs else "not shown",
    )


def _share(share: float) -> str:
    return NOTHING if share != share else f"{100 * share:.0f} %"
