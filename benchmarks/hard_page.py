"""The page of `hard`: figures and tables are made from the record; the text between them is written by hand.

The parts of docs/hard.md between ``<!-- NAME -->`` and ``<!-- end -->`` are replaced.
"""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path

from hard_figure import SHOWN, draw_left, draw_peaks, draw_solved, draw_times, save
from hard_growth import Growth, Peak, growth_at, growth_of_holes, growth_of_peaks, peak_of
from hard_points import Curve, Left, read_curves, read_left
from hard_record import PEER, Table
from peers import OURS
from tables import duration, markdown

import ergodoku as eg

NAMES = {OURS: "Ergodoku", "CaDiCaL": "CaDiCaL", "CP-SAT": "CP-SAT"}
EASY = 40  # percent given; puzzles of every size are solved there


def write_page(record: Path, page: Path) -> None:
    """Draw the figures, and write the tables of the page."""
    tables = {solver: Table(record / f"{solver}.csv", PEER) for solver in NAMES}
    if missing := [name for name, table in tables.items() if not table.rows]:
        raise eg.StudyError(f"the record in {str(record)!r} has no runs of {missing[0]}", "measure it first")
    limit = float(tables[OURS].about["limit"])
    curves = {name: read_curves(record, solver) for solver, name in NAMES.items()}
    peaks = {name: {c.size: peak_of(c) for c in some} for name, some in curves.items()}
    fits = {name: growth_of_peaks(some) for name, some in curves.items()}
    left = read_left(record)
    images = page.parent / "images"
    images.mkdir(exist_ok=True)
    save(images / "hard-time.svg", draw_times(curves, limit), (9.6, 5.6))
    save(images / "hard-solved.svg", draw_solved(curves), (9.6, 2.9))
    save(images / "hard-peak.svg", draw_peaks(peaks, fits, left, limit), (9.6, 3.9))
    save(images / "hard-left.svg", draw_left(left), (9.6, 3.4))
    parts = {
        "conditions": conditions(tables),
        "solved": solved_table(curves),
        "peaks": peak_table(peaks, limit),
        "growth": growth_table(curves, fits),
        "left": left_table(left, peaks[NAMES[OURS]]),
    }
    page.write_text(replaced(page.read_text(encoding="utf-8"), parts), encoding="utf-8")
    print(f"wrote {page.name} and its figures", file=sys.stderr)


def replaced(text: str, parts: dict[str, list[str]]) -> str:
    """Return a page with its parts replaced; raise an error if the page has no place for a part."""
    for name, lines in parts.items():
        pattern = rf"(<!-- {name} -->\n).*?(<!-- end -->)"
        if not re.search(pattern, text, re.S):
            raise eg.StudyError(
                f"the page has no place for {name!r}", f"write <!-- {name} --> and <!-- end -->"
            )
        body = "\n".join(["", *lines, "", ""])
        text = re.sub(pattern, lambda found, body=body: found[1] + body + found[2], text, flags=re.S)
    return text


def conditions(tables: dict[str, Table]) -> list[str]:
    """Return the table of solvers: what was measured, when and on which machine."""
    rows = []
    for solver, table in tables.items():
        told, packages = table.about, table.about["packages"]
        program = {
            OURS: f"Ergodoku {told['version']}, `{told['commit']}`",
            "CaDiCaL": f"CaDiCaL 1.9.5 (python-sat {packages.get('python-sat', '')})",
            "CP-SAT": f"CP-SAT (OR-Tools {packages.get('ortools', '')}), one worker",
        }[solver]
        solved = sum(row["status"] == "solved" for row in table.rows.values())
        rows.append([program, told["date"], told["machine"], f"{len(table.rows):,}", f"{solved:,}"])
    return markdown(["solver", "date", "machine", "runs", "solved"], rows, right=(3, 4))


def solved_table(curves: dict[str, list[Curve]]) -> list[str]:
    """Return the table of solved puzzles by size, and the shares where a solver leaves some unsolved."""
    rows = []
    for size in SHOWN:
        shares = [next((_share(c) for c in some if c.size == size), "") for some in curves.values()]
        rows.append([f"{size}x{size}", *shares])
    return markdown(["size", *curves], rows, right=(1, 2, 3))


def peak_table(peaks: dict[str, dict[int, Peak]], limit: float) -> list[str]:
    """Return the table of peaks: where each size is hardest, and the expected time there."""
    sizes = sorted({n for of in peaks.values() for n in of})
    rows = [[f"{n}x{n}", *(_peak(of[n], limit) if n in of else "" for of in peaks.values())] for n in sizes]
    return markdown(["size", *peaks], rows)


def growth_table(curves: dict[str, list[Curve]], fits: dict[str, Growth | None]) -> list[str]:
    """Return the table of growth: time at the peak, time of easy puzzles, empty cells at the peak."""
    rows = []
    for name, some in curves.items():
        fit, easy, holes = fits[name], growth_at(some, EASY), growth_of_holes(some)
        rows.append([name, _factor(fit), _upto(fit), _power(easy), _upto(easy), _power(holes)])
    easy_head = f"at {EASY} %: power of the size"
    return markdown(
        [
            "solver",
            "at the peak: factor for 10 more rows",
            "sizes",
            easy_head,
            "sizes",
            "empty cells at the peak: power",
        ],
        rows,
    )


def left_table(left: list[Left], peaks: dict[int, Peak]) -> list[str]:
    """Return the table of the cells that logic leaves open at the peak, and of where puzzles become easy."""
    rows = []
    for one in left:
        found = peaks.get(one.size)
        peak = found if found and found.close and found.stands_out else None
        place = list(one.percents).index(peak.percent) if peak and peak.percent in one.percents else None
        at_peak = ["", ""]
        if place is not None:
            candidates = one.candidates[place]
            typical = sorted(candidates)[len(candidates) // 2]
            each = "" if math.isnan(typical) else f"{typical:.1f}"
            at_peak = [f"{100 * float(sorted(one.open[place])[len(candidates) // 2]):.0f} %", each]
        rows.append(
            [
                f"{one.size}x{one.size}",
                f"{peak.percent} %" if peak else "",
                *at_peak,
                _edge(one.unique),
                _edge(one.collapse),
            ]
        )
    head = [
        "size",
        "hardest",
        "cells that logic leaves open there",
        "candidates of each",
        "lowest share of givens where half of the puzzles have one solution",
        "lowest share of givens where logic leaves under a tenth of the cells open",
    ]
    return markdown(head, rows, right=(1, 2, 3, 4, 5))


def _share(curve: Curve) -> str:
    if (curve.rate == 1).all():
        return f"all {curve.runs.sum()}"
    lost = curve.percents[curve.rate < 1]
    between = f"{lost[0]} %" if len(lost) == 1 else f"{lost[0]} to {lost[-1]} %"
    return f"{curve.solved.sum()} of {curve.runs.sum()}; not all at {between}"


def _peak(peak: Peak, limit: float) -> str:
    if not peak.close:
        return "not found: too few shares were measured"
    low, high = peak.interval
    if peak.unsolved is not None:
        return f"nothing solved from {low:.0f} to {high:.0f} %: more than {limit:g} s"
    if not peak.stands_out:
        return f"no peak, {duration(peak.expected)} at most"
    where = f"{peak.percent} % ({low:.0f} to {high:.0f})"
    if not peak.known:
        return f"{where}, more than {limit:g} s"
    least, most = peak.between
    upper = f"to {duration(most)}" if math.isfinite(most) else "or more"
    return f"{where}, {duration(peak.expected)} ({duration(least)} {upper})"


def _factor(fit: Growth | None) -> str:
    if fit is None:
        return "too few sizes"
    values = [math.exp(10 * slope) for slope in (fit.slope, *fit.interval)]
    return "{:.2g} ({:.2g} to {:.2g})".format(*values)


def _power(fit: Growth | None) -> str:
    return (
        "too few sizes"
        if fit is None
        else f"{fit.slope:.2f} ({fit.interval[0]:.2f} to {fit.interval[1]:.2f})"
    )


def _upto(fit: Growth | None) -> str:
    return "" if fit is None else f"{fit.sizes[0]} to {fit.sizes[-1]}"


def _edge(percent: int | None) -> str:
    return "" if percent is None else f"{percent} %"
