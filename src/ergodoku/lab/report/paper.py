"""Files for a paper: each table as LaTeX and as Markdown, and the BibTeX entry."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ergodoku.lab.analysis import (
    Table,
    class_pairs_table,
    class_table,
    markdown_rows,
    pairs_table,
    ranks_table,
    restarts_of,
    restarts_table,
    standings_table,
)
from ergodoku.lab.report.bibtex import bibtex
from ergodoku.lab.report.latex import latex_table
from ergodoku.lab.study import write_whole

if TYPE_CHECKING:
    from ergodoku.lab.analysis import Comparison, Runs


def write_paper(comparison: Comparison, runs: Runs | None, target: Path) -> None:
    """Write ``tables/NAME.tex`` and ``tables/NAME.md`` for every table, and ``ergodoku.bib``.

    Without runs there is no table of restarts.
    """
    folder = target / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in paper_tables(comparison, runs).items():
        write_whole(folder / f"{name}.tex", latex_table(table, name))
        text = "\n".join([f"**{table.title}**", "", *markdown_rows(table)]) + "\n"
        write_whole(folder / f"{name}.md", text)
    write_whole(target / "ergodoku.bib", bibtex())


def paper_tables(comparison: Comparison, runs: Runs | None) -> dict[str, Table]:
    """Return the tables that have content, by file name."""
    found: dict[str, Table | None] = {}
    for measure in comparison.measures:
        restarts = [] if runs is None else restarts_of(runs, measure, len(comparison.labels))
        found |= {
            f"standings-{measure}": standings_table(comparison, measure),
            f"classes-{measure}": class_table(comparison, measure),
            f"pairs-{measure}": pairs_table(comparison, measure),
            f"class-pairs-{measure}": class_pairs_table(comparison, measure),
            f"restarts-{measure}": restarts_table(restarts, comparison.labels, measure),
        }
    found["ranks"] = ranks_table(comparison)
    return {name: table for name, table in found.items() if table is not None}
