"""The benchmarks page of the documentation, made only from the record of a release."""

from __future__ import annotations

from typing import Any

from records_page import table as records_table
from tables import against_table, duration, markdown, wins

Record = dict[str, Any]

HEAD = """\
# Benchmarks

This page shows how fast Ergodoku {release} is, how every method performs, and where other solvers are better.
`python benchmarks/release.py` writes it from the record in `benchmarks/results/{release}.json`; the table
shows the commit at which each part was measured.
"""
QUICK = """
:::{{note}}
These parts were measured with few puzzles and short limits, as a quick test: {parts}.
:::
"""
KERNEL = """
## The kernel against C

We compare the {term}`kernel` of plain annealing, compiled by Numba, with the same loop in C
(`benchmarks/anneal.c`, compiled with `-O3 -march=native`). Both use the same board and the same random
numbers, and we measure {term}`CPU time`. The loops run in pairs, and the ratio is the median over the pairs.
A {term}`bar` is the value that a release should reach. All bars were set before measuring.
"""
THROUGHPUT = """
## Many puzzles, two cores, memory, start

The few-clue list is solved by `ergodoku solve FILE` on one {term}`worker`, and its time includes the start of
the program. The puzzles are repeated until the list has about 100,000 lines. Two workers share the
{term}`replicas <replica>` of one solve and give the same result as one worker. With `--data DIR`, the hard
9x9 and the list come from a folder (`hard9/*.txt`, `17clue.sdm`); otherwise they are generated.
"""
LISTS = """
## The classic 9x9, tables, studies and the server

`nine.py` measures CPU time on one core, except where it compares two workers with one. `rows.py` solves a
CSV file with `ergodoku solve`, and its time includes the start of the program. `million.py` writes the
{term}`report` of a {term}`study` with a million invented runs. `load.py` starts a server and all its
visitors on the same machine, so the visitors take time from the server.
"""
METHODS = """
## Every method on five classes of puzzle

Each cell shows how many {term}`runs <run>` solved the puzzle, and the median time. A run that gave up counts
as the {term}`time limit <limit>`. All runs use one worker and seeds from 0. Each class is a
single puzzle. Some of the {term}`methods <method>` are general optimisers, which know nothing about Sudoku.

Most methods apply {term}`logic` first. Logic alone solves the easy 9x9, so there their times are the
times of logic; the same holds for the 9x9 with 22 clues, except for `auto` and `probing`, which apply only
singles. `reheat`, `lewis`, `cool`, `hyperbolic`, `genes` and `evolve` use no logic.
"""
AGAINST = """
## Against other solvers

Every solver gets the same puzzles and {limit:g} seconds for each, to build a model and to solve the puzzle.
It runs alone on one core, in a process that is already warm. A solver that exceeds the limit is killed. Every
solution is checked. A solver that solves none of the first three puzzles of a class is not run on the other
puzzles of the class. Times are medians, and an unsolved puzzle counts as the limit; *worst* is the longest
run. The best solver of a class is in bold: most solved, then least time.

*Build* is the time before the search. Ergodoku applies logic and makes a first {{term}}`state`. For
CaDiCaL (through python-sat) and CP-SAT (from OR-Tools, one worker), we build the model in Python, from the
{{term}}`candidates <candidate>` that the {{term}}`givens <given>` leave. py-sudoku, which backtracks in plain
Python, sets up its board. Ergodoku's search is random, so it runs {seeds} on each puzzle; the other solvers
are deterministic and run once.

*25x25 at 45 %* is a full grid with all but 45 % of its cells blanked at random, so it may have one solution
or many. *Hard 9x9* puzzles have one solution, need all of their givens, and cannot be solved by our logic
alone. Puzzles *with no solution* are hard puzzles with an additional, wrong given; there a solver must prove
that no solution exists.
"""
WINS = """
### Where others win

"""
ALWAYS = """
And in general:

- **Proofs.** An exact solver can prove that a puzzle has no solution, or only one. A stochastic search
  cannot, with one exception: on the classic 9x9, `probing` can try everything. When `ergodoku solve` reports
  a puzzle as unsolvable, the proof comes from logic, from probing, or from its {term}`oracle`, which is an
  exact solver. The oracle starts only when a search takes a long time, so using an exact solver directly is
  faster.
- **Models built in other languages.** On small puzzles, CaDiCaL spends most of its time on building the
  model. A program that builds it in a compiled language would save most of that time. To compare with such
  a program, look at *solve*.
- **Lists of 9x9.** [tdoku](https://github.com/t-dillon/tdoku), an exact solver for 9x9 only, is the fastest
  one we know of. We did not measure it here; [Many puzzles](many.md) quotes the figures of its author.
"""
GROWTH = """
## Growth with size and with the share of givens

![Median time to solve over the size of the grid and over the share of givens](images/growth.svg)

The default method solves {count} puzzles for each point, on one core, with a limit of {limit:g} seconds
each. The puzzles are full grids with cells blanked at random. Bands reach from the lower to the upper
quartile. A median at the limit means that at least half of the puzzles were not solved.
{peaks}
"""
PEAKS = (
    "The hardest puzzles of each size are {peaks}. If no puzzle is solved, we know only that they all "
    "take longer than the limit."
)
NEWER = """
The dotted lines show the measurements described above. The solid lines and the bands are newer: they come
from the record of [Where Sudoku is hard](hard.md), with five other puzzles for each point and a limit of 10
seconds of CPU time.
"""
RECORDS = """
## The hard classes

These puzzles are at the edge of what the search can solve. They are generated from a seed that was never
used for {{term}}`tuning`. They were measured at commit `{commit}` on {date}. [Records](records.md)
describes how, and [Where Sudoku is hard](hard.md) shows other shares of givens, up to 64x64.
"""
YOURS = """
## Compare your own solver

You can compare any program that takes a puzzle and prints a grid. Give the command that starts it:

```sh
python benchmarks/peers.py PUZZLE --solver 'mine=./mine {puzzle}'        # a first try, on one puzzle
python benchmarks/against.py --solver 'mine=./mine {puzzle}' --classes hard9x16,16@40 --limit 20
python benchmarks/against.py --solver 'mine:integers=python mine.py --size {size} {file}' --solvers ergodoku
```

`{puzzle}` is replaced by the puzzle in line form, `{file}` by the path of a file that contains it, and
`{size}` by its size. A command with neither `{puzzle}` nor `{file}` gets the puzzle on stdin. With
`NAME:FORMAT=COMMAND`, the file and stdin hold the puzzle in that format, which can be any format of
`ergodoku convert`. The program may print the grid in any format that Ergodoku reads, and other lines before
and after it. We time the whole process, including its start, and kill it at the limit. A grid that does not
solve the puzzle counts as wrong.

## Measure again

```sh
python -m pip install -c constraints.txt ".[all,bench]"     # also OR-Tools, py-sudoku and httpx
python benchmarks/release.py              # measures everything on this page; --only growth for one part
python benchmarks/release.py --remake     # writes the page from the record, without running anything
python benchmarks/against.py --quick      # a quick comparison, in a minute
```
"""


def page(record: Record, *, newer: bool = False, records: Record | None = None) -> str:
    """Return the page as Markdown.

    Parameters
    ----------
    record : dict
        The record of a release.
    newer : bool
        Whether the figure of growth also shows curves that were measured after the release.
    records : dict, optional
        The record of the hard classes.
    """
    parts = record["parts"]
    text = [HEAD.format(release=record["release"])]
    if trials := [name for name, part in parts.items() if part["quick"]]:
        text.append(QUICK.format(parts=", ".join(trials)))
    text.append(_conditions(parts))
    if "bars" in parts:
        rows = _rows(parts, "bars")
        kernel = [row for row in rows if "kernel" in row["what"]]
        others = [row for row in rows if row not in kernel]
        text += [head + _bars(some) for head, some in ((KERNEL, kernel), (THROUGHPUT, others)) if some]
    if lists := [row for name in ("nine", "rows", "million", "load") for row in _rows(parts, name)]:
        text.append(LISTS + _bars(lists))
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
        told = records["about"]
        head = RECORDS.format(commit=told["commit"], date=told["date"])
        text.append(head + _block(records_table(records)))
    return "".join(text) + YOURS


def _conditions(parts: Record) -> str:
    """Describe the machine and the versions, and list the command, commit and date of each part."""
    machines = sorted({_machine(part["about"]) for part in parts.values()})
    head = ["command", "commit", "date", "took"]
    rows = []
    for part in parts.values():
        told = part["about"]
        took = f"{part['minutes']:g} min"
        rows.append([f"`{part['command']}`", f"`{told['commit']}`", told["date"], took])
    seeds = (
        "Puzzles are generated from {term}`seed` 1, and searches start from seed 0, unless stated otherwise."
    )
    return "\n" + "\n".join([*machines, seeds]) + "\n" + _block(markdown(head, rows))


def _machine(told: Record) -> str:
    packages = ", ".join(f"{name} {version}" for name, version in told["packages"].items())
    return (
        f"Measured with version {told['version']} on {told['machine']}; Python {told['python']}, {packages}."
    )


def _rows(parts: Record, name: str) -> list[Record]:
    """Return the figures of a part, with their bars if they have any; none if the part was not measured."""
    found: list[Record] = parts[name]["found"]["rows"] if name in parts else []
    return found


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
    """Return a sentence that says where each size is hardest."""
    peaks = []
    for size in sorted({p["size"] for p in found["points"]}):
        points = [p for p in found["points"] if p["size"] == size]
        if len(points) > 1 and size > 16:  # times of smaller sizes hardly differ
            top = max(points, key=lambda p: (p["median"], -p["solved"]))
            time = f"{top['solved']} of {found['count']} solved" if top["median"] >= found["limit"] else ""
            peaks.append(f"{size}x{size} at {top['percent']} % ({time or duration(top['median'])})")
    return PEAKS.format(peaks=", ".join(peaks)) if peaks else ""


def _block(lines: list[str]) -> str:
    return "\n" + "\n".join(lines) + "\n"
