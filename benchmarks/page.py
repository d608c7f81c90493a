"""The benchmarks page of the documentation, from the record of a release and from nothing else."""

from __future__ import annotations

from typing import Any

from records_page import table as records_table
from tables import against_table, duration, markdown, wins

Record = dict[str, Any]

HEAD = """\
# Benchmarks

How fast Ergodoku {release} is, how every method fares, and where other solvers are better. The page is
made from the record of one run, `benchmarks/results/{release}.json`, by `python benchmarks/release.py`.
"""
QUICK = """
:::{{note}}
A quick trial, with few puzzles and short limits, which says little: {parts}.
:::
"""
KERNEL = """
## The kernel against C

The loop of plain annealing, compiled by Numba, beside the same loop in C (`benchmarks/anneal.c`, compiled
with `-O3 -march=native`), on the same board and with the same random numbers; CPU time. The ratio
is the median of those of single pairs. A *bar* is what we want a release to reach; it was set beforehand.
"""
THROUGHPUT = """
## Many puzzles, two cores, memory, start

A list goes through `ergodoku solve FILE` on one worker, from start to end; it is repeated until it has about
100,000 lines. Two workers share the replicas of one solve, and give the same answer as one. With `--data DIR`
the hard 9x9 and the list are those of a folder (`hard9/*.txt`, `17clue.sdm`); otherwise they are generated.
"""
METHODS = """
## Every method on five classes of puzzle

How many of the runs solved the puzzle, and the median of their times; a run that gave up counts with the
time limit. One worker, seeds from 0. Each class is one puzzle; general optimisers, which know nothing of
Sudoku, are among the methods.
"""
AGAINST = """
## Against other solvers

Every solver gets the same puzzles and {limit:g} seconds for each, building and solving together, alone on
one core in a process that is warmed up; whoever passes the limit is killed. Every answer is checked.
Whoever solves none of the first three puzzles of a class gets no more of it.
Times are medians, where a puzzle that was not solved counts with the limit; *worst* is the longest run.
The best of a class is in bold: most solved, then least time.

*Build* is what happens before the search: for Ergodoku logic and a first state; for CaDiCaL (through
python-sat) and CP-SAT (of OR-Tools, one worker) the model, made in Python from the candidates that the
givens leave; for py-sudoku, which backtracks in plain Python, its board. Ergodoku goes by chance, so it
runs {seeds} on each puzzle; the others do the same every time.

*25x25 at 45 %* is a general instance: a full grid of which 45 % of the cells are left, with one solution
or many. *Hard 9x9* have one solution, no given to spare, and are beyond our rules of logic. Those
*without solution* are hard ones with a further, wrong given; there the proof counts.
"""
WINS = """
### Where others win

"""
ALWAYS = """
And in general:

- **Proofs.** An exact solver says that there is no solution, or that there is only one. A stochastic
  search cannot. Where `ergodoku solve` reports that there is none, logic or its oracle found out, and the
  oracle is exact (above 9x9, CaDiCaL); it is asked when a search drags on, so that asking the exact
  solver at once is sooner.
- **Models made elsewhere.** Building is most of the time of CaDiCaL on small puzzles. A program that
  writes its formula in a compiled language would save most of it: compare *solve* then.
- **Lists of 9x9.** [tdoku](https://github.com/t-dillon/tdoku), an exact solver made for the 9x9 alone, is the
  limit we know of. It is not measured here: [Many puzzles](many.md) has the figures that it reports.
"""
GROWTH = """
## Growth with size and with the share of givens

![Median time to solve over the size of the grid and over the share of givens](images/growth.svg)

General instances, {count} for each point, the default method on one core, {limit:g} seconds each. Bands
reach from quartile to quartile. A median at the limit means that half of them or more were not solved.
{peaks}
"""
NEWER = """
This is what the dotted lines show. The solid lines and the bands are newer: they come from the record of
[Where Sudoku is hard](hard.md), with five other puzzles for each point and a limit of 10 seconds of CPU time.
"""
RECORDS = """
## The hard classes

Puzzles at the edge of what the search can solve, made from a seed that no parameter was tuned on.
[Records](records.md) says how they were measured; [Where Sudoku is hard](hard.md) is the map around them.
"""
YOURS = """
## Put your solver in

Any program that takes a puzzle and prints a grid can be compared, by the command that starts it:

```sh
python benchmarks/peers.py PUZZLE --solver 'mine=./mine {puzzle}'        # a first try, on one puzzle
python benchmarks/against.py --solver 'mine=./mine {puzzle}' --classes hard9x16,16@40 --limit 20
python benchmarks/against.py --solver 'mine:integers=python mine.py --size {size} {file}' --solvers ergodoku
```

`{puzzle}` is the puzzle in line form, `{file}` a file with it, `{size}` its size; with neither of the
first two it comes on stdin. `NAME:FORMAT=COMMAND` chooses a format of `ergodoku convert`. The answer may
be in any format that Ergodoku reads, among other lines. The time is that of the whole process, its start
included; at the limit it is killed, and what is no solution counts as wrong.

## Measure again

```sh
pip install "ergodoku[bench]"             # OR-Tools and py-sudoku
python benchmarks/release.py              # all of this page; --only growth for a part
python benchmarks/release.py --remake     # the page from the record, without running anything
python benchmarks/against.py --quick      # a look at the comparison, in a minute
```
"""


def page(record: Record, *, newer: bool = False, records: Record | None = None) -> str:
    """Return the page as Markdown.

    Parameters
    ----------
    record : dict
        The record of a release.
    newer : bool
        Whether the figure of growth shows newer curves than those of the release.
    records : dict, optional
        The record of the hard classes.
    """
    parts = record["parts"]
    text = [HEAD.format(release=record["release"])]
    if trials := [name for name, part in parts.items() if part["quick"]]:
        text.append(QUICK.format(parts=", ".join(trials)))
    text.append(_conditions(parts))
    if "bars" in parts:
        rows = parts["bars"]["found"]["rows"]
        kernel = [row for row in rows if "kernel" in row["what"]]
        others = [row for row in rows if row not in kernel]
        text += [head + _bars(some) for head, some in ((KERNEL, kernel), (THROUGHPUT, others)) if some]
    if "methods" in parts:
        text.append(METHODS + _methods(parts["methods"]["found"]["rows"]))
    if "against" in parts:
        found = parts["against"]["found"]
        seeds = "once" if found["seeds"] == 1 else f"{found['seeds']} times (seeds from 0)"
        text.append(AGAINST.format(limit=found["limit"], seeds=seeds) + _block(against_table(found)))
        text.append(WINS + "\n".join(wins(found)) + "\n" + ALWAYS)
    if "growth" in parts:
        found = parts["growth"]["found"]
        text.append(GROWTH.format(count=found["count"], limit=found["limit"], peaks=_peaks(found)))
        text += [NEWER] if newer else []
    if records is not None:
        text.append(RECORDS + _block(records_table(records)))
    return "".join(text) + YOURS


def _conditions(parts: Record) -> str:
    """Tell machine and versions, and for each part its command, commit and date."""
    machines = sorted({_machine(part["about"]) for part in parts.values()})
    head = ["command", "commit", "date", "took"]
    rows = []
    for part in parts.values():
        told = part["about"]
        took = f"{part['minutes']:g} min"
        rows.append([f"`{part['command']}`", f"`{told['commit']}`", told["date"], took])
    seeds = "Puzzles are generated from seed 1, and searches start from seed 0, unless it is said otherwise."
    return "\n" + "\n".join([*machines, seeds]) + "\n" + _block(markdown(head, rows))


def _machine(told: Record) -> str:
    packages = ", ".join(f"{name} {version}" for name, version in told["packages"].items())
    return (
        f"Measured with version {told['version']} on {told['machine']}; Python {told['python']}, {packages}."
    )


def _bars(rows: list[Record]) -> str:
    signs = {True: "met", False: "**missed**", None: ""}
    cells = [[row["what"], row["measured"], row["bar"], signs[row["met"]]] for row in rows]
    return _block(markdown(["what", "measured", "bar", ""], cells))


def _methods(rows: list[Record]) -> str:
    puzzles = list(dict.fromkeys(row["puzzle"] for row in rows))
    cells = []
    for name in dict.fromkeys(row["method"] for row in rows):
        of = {row["puzzle"]: row for row in rows if row["method"] == name}
        cells.append([f"`{name}`", *(_method(of[p]) if p in of else "" for p in puzzles)])
    return _block(markdown(["method", *puzzles], cells))


def _method(row: Record) -> str:
    count = f"{row['solved']} of {row['runs']}"
    return f"{count}, {duration(row['median'])}" if row["solved"] * 2 > row["runs"] else count


def _peaks(found: Record) -> str:
    """Say where each size is hardest."""
    peaks = []
    for size in sorted({p["size"] for p in found["points"]}):
        points = [p for p in found["points"] if p["size"] == size]
        if len(points) > 1 and size > 16:  # below, times hardly differ
            top = max(points, key=lambda p: (p["median"], -p["solved"]))
            time = f"{top['solved']} of {found['count']} solved" if top["median"] >= found["limit"] else ""
            peaks.append(f"{size}x{size} at {top['percent']} % ({time or duration(top['median'])})")
    return f"Hardest are {', '.join(peaks)}. Where none is solved, we know the limit alone." if peaks else ""


def _block(lines: list[str]) -> str:
    return "\n" + "\n".join(lines) + "\n"
