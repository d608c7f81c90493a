"""The report as one HTML file that needs no other file and no network; light, dark, and for print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from itertools import accumulate, cycle, groupby, pairwise
from typing import TYPE_CHECKING, Any

from ergodoku._version import __version__
from ergodoku.base.numbers import counted, number
from ergodoku.lab.analysis import (
    NAMES,
    Table,
    class_pairs_table,
    class_table,
    pairs_table,
    ranks_table,
    standings_table,
)
from ergodoku.lab.report.drawing import ReportFigure, themes
from ergodoku.lab.study import EXPLORE, SideBySide
from ergodoku.lab.tuning import outcome_tables, outcome_words
from ergodoku.views.looks import Look, curve_looks, looks

if TYPE_CHECKING:
    from ergodoku.lab.analysis import Comparison
    from ergodoku.lab.report.repeat import Repeat
    from ergodoku.lab.study import Study
    from ergodoku.lab.tuning import TuningOutcome

SWATCH = 3  # thickness of a swatch in pixels, and the unit of its dashes
SECTIONS = {
    "result": "Result",
    "standings": "Standings",
    "classes": "Classes",
    "tuning": "Tuning",
    "figures": "Figures",
    "pairs": "Pairs",
    "puzzles": "Puzzles",
    "repeat": "How to repeat the study",
    "reading": "How to read this report",
}
READING = {
    "sample": "The puzzles are the sample: intervals (95 %) come from resampling puzzles, then runs on each "
    "puzzle, with a fixed seed. So they also hold for similar puzzles. With fewer than 6 puzzles, only runs "
    "are resampled, and the results hold for these puzzles only.",
    "rate": "The share of solved runs, with Wilson's interval for the effective number of runs, which may be "
    "smaller than the number of runs, because runs on the same puzzle are similar. If all runs or no runs "
    "were solved, nothing shows how similar they are: then each puzzle counts once (with fewer than 6 "
    "puzzles, each run), so the interval can be wider than after a few failures.",
    "median, quartiles": "Over all runs. A run that gave up counts as worse than every solved run. If too "
    "few runs were solved to know a value, “>” and a lower bound are shown.",
    "ERT": "Expected running time: all effort spent, divided by the number of solved runs. It is the "
    "cost of one solution if you restart after giving up.",
    "PAR10": "The average effort, where a run that gave up counts as ten times the limit; a dash if a "
    "run gave up and the study does not limit this measure.",
    "CPU": "The share of a run's time in which the CPU worked for it. Below 95 %, other programs disturbed "
    "the run.",
    "iterations": "Their number does not depend on the machine, but an iteration is a different amount of "
    "work in each method.",
    "evaluations": "The number of cell changes that a method examined. This number is comparable between "
    "methods: a swap counts as two, a whole board or vector as one per free cell, and a choice in a partial "
    "grid as one per cell that it fills.",
}
ALIKE = {
    "statistically indistinguishable": "The data do not show that this value is worse than the best. Either "
    "its expected running time is at most as long as the best one in a small share of the resamples (at "
    "least 5 %, divided by the number of other values), or there are so few puzzles or runs that the best "
    "value could be ahead everywhere by chance.",
}
PAIRS = {
    "A12": "How often a run of the first contender needs less effort than a run of the second on the same "
    "puzzle, averaged over puzzles; 0.5 is a draw. The effect is small from 0.56, medium from 0.64 and large "
    "from 0.71; if the second needs less effort, the bounds are 0.44, 0.36 and 0.29.",
    "better on": "The number of puzzles on which the first contender usually needs less effort.",
    "p (Holm)": "From Wilcoxon's two-sided signed-rank test on the A12 of each puzzle (with fewer than 6 "
    "puzzles, from the Mann-Whitney test of runs within puzzles), after Holm's correction for all pairs of "
    "one measure. Below 0.05, the two contenders differ. Above it, the difference is not significant, which "
    "does not mean that they are equal.",
    "ranks": "Averages over blocks, with Friedman's test of whether all contenders are equal.",
}


def page(
    study: Study,
    comparison: Comparison,
    drawn: Sequence[ReportFigure],
    puzzles: tuple[Table, str],
    repeat: Repeat,
    made: Mapping[str, Any],
    written: Mapping[str, str],
    tuning: TuningOutcome | None = None,
) -> str:
    """Return the HTML of the page."""
    title = heading(study, tuning)
    facts = _facts(study, comparison) if comparison.done or tuning is None else ""
    parts = {
        "result": _result(comparison),
        "standings": "".join(_table(standings_table(comparison, m), comparison) for m in comparison.measures),
        "classes": _tables([class_table(comparison, m) for m in comparison.measures], comparison),
        "tuning": _tuning(tuning, comparison),
        "figures": _figures(drawn),
        "pairs": _pairs(comparison),
        "puzzles": f"<p>{escape(puzzles[1])}</p>" + _table(puzzles[0], comparison),
        "repeat": _repeat(repeat, made, written),
        "reading": _definitions(_reading(comparison)),
    }
    shown = {key: text for key, text in parts.items() if text}
    links = "".join(f'<a href="#{key}">{SECTIONS[key]}</a>' for key in shown)
    body = "".join(
        f'<section id="{key}"><h2>{SECTIONS[key]}</h2>{text}</section>\n' for key, text in shown.items()
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)} - ergodoku</title>\n<style>\n{_colours()}{_resource('report.css')}</style>\n"
        f"</head>\n<body class={study.kind}>\n<header><h1>{escape(title)}</h1>\n"
        f"<p class=lead>{escape(_lead(comparison, tuning))}</p>\n"
        f"<nav>{links}</nav>\n{facts}</header>\n<main>\n{body}</main>\n"
        f"<footer>Made by ergodoku {__version__}.</footer>\n<script>\n{_resource('report.js')}</script>\n"
        "</body>\n</html>\n"
    )


def _reading(comparison: Comparison) -> dict[str, str]:
    """Return the explanations of the terms that the report uses."""
    paired = any(pair.puzzles for pairs in comparison.pairs.values() for pair in pairs)
    alike = any("statistically indistinguishable" in sentence for sentence in comparison.conclusions)
    return READING | (ALIKE if alike else {}) | (PAIRS if paired else {})


def heading(study: Study, tuning: TuningOutcome | None = None) -> str:
    """Return the title of a report, such as ``Comparison of focused, lewis and tabu``."""
    if tuning is not None:
        return f"Tuning of {study.contenders[0].name}"
    if study.kind == EXPLORE:
        names = " and ".join(text.partition("=")[0] for text in study.extra["vary"])
        return f"Exploration of {names} in {study.extra['method']}"
    labels = [contender.label for contender in study.contenders]
    *first, last = [*labels[:5], f"{len(labels) - 5} others"] if len(labels) > 6 else labels
    return f"Comparison of {', '.join(first)} and {last}" if first else f"Comparison of {last}"


def _lead(comparison: Comparison, tuning: TuningOutcome | None) -> str:
    if tuning is not None and not comparison.done:
        return f"{counted(len(tuning.trials), 'trial')} so far, without a final check"
    runs = f"{counted(comparison.done, 'run')}:"
    if comparison.done < comparison.expected:
        runs = f"{comparison.done:,} of {comparison.expected:,} runs so far; planned:"
    puzzles, each = counted(comparison.puzzles, "puzzle"), counted(comparison.repetitions, "run")
    whole = comparison.puzzles * len(comparison.labels) * comparison.repetitions
    most = "" if comparison.expected == whole else "up to "
    return f"{runs} {puzzles}, {most}{each} of each contender on each puzzle"


def _facts(study: Study, comparison: Comparison) -> str:
    solved = sum(standing.solved for standing in comparison.standings)
    done = f"<small>of {comparison.expected:,}</small>" if comparison.done < comparison.expected else ""
    sizes = sorted({puzzle.size for puzzle in study.puzzles})
    shown = f"{sizes[0]}x{sizes[0]}" + ("" if len(sizes) == 1 else f" to {sizes[-1]}x{sizes[-1]}")
    units = {
        "seconds": "s",
        "iterations": "<small>iterations</small>",
        "evaluations": "<small>evaluations</small>",
    }
    limits = [
        f"{number(value)} {units[name]}" for name, value in comparison.limits.items() if value is not None
    ]
    facts = {
        "runs": f"{comparison.done:,} {done}",
        "solved": f"{solved:,} <small>{_share(solved, comparison.done)}</small>",
        "contenders": f"{len(comparison.labels):,}",
        "puzzles": f"{comparison.puzzles:,} <small>{shown}</small>",
        "limit per run": ", ".join(limits),  # empty if several studies have different limits
        "seed": ", ".join(map(str, study.seeds)) if isinstance(study, SideBySide) else str(study.seed),
    }
    return (
        "<dl class=facts>"
        + "".join(f"<div><dt>{k}</dt><dd>{v}</dd></div>" for k, v in facts.items() if v)
        + "</dl>"
    )


def _result(comparison: Comparison) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in comparison.conclusions)
    told = f"<ul class=conclusions>{items}</ul>" if items else "<p>There is nothing to conclude yet.</p>"
    notes = "".join(f"<p>{escape(note[0].upper() + note[1:])}.</p>" for note in comparison.notes)
    return told + (f"<div class=notes>{notes}</div>" if notes else "")


def _tuning(tuning: TuningOutcome | None, comparison: Comparison) -> str:
    if tuning is None:
        return ""
    return f"<p>{escape(outcome_words(tuning))}</p>" + _tables(outcome_tables(tuning), comparison)


def _pairs(comparison: Comparison) -> str:
    tables = [pairs_table(comparison, m) for m in comparison.measures]
    tables += [class_pairs_table(comparison, m) for m in comparison.measures]
    return _tables([*tables, ranks_table(comparison)], comparison)


def _tables(tables: Iterable[Table | None], comparison: Comparison) -> str:
    return "".join(_table(table, comparison) for table in tables if table is not None)


def _figures(drawn: Iterable[ReportFigure]) -> str:
    """Return the figures; figures of one kind share a heading and a note on how to read them."""
    parts = []
    for title, group in groupby(drawn, key=lambda one: one.title):
        alike = list(group)
        shown = "".join(
            f"<figure{' class=wide' if one.wide else ''}><h4>{escape(_name(one.measure))}</h4>"
            f"<div class=scroll>{one.svg}</div>"
            f"<figcaption>{escape(one.note)}</figcaption></figure>\n"
            for one in alike
            if one.svg
        )
        figures = f"<div class=figures>{shown}</div>" if shown else ""
        parts.append(f"<h3>{escape(title)}</h3><p class=how>{escape(alike[0].caption)}</p>{figures}\n")
    return "".join(parts)


def _name(measure: str) -> str:
    """Return the heading of a figure, capitalised unless it is a parameter such as ``schedule.start``."""
    name = NAMES.get(measure, measure)
    return name[:1].upper() + name[1:] if measure in (*NAMES, "runs") else name


def _table(table: Table, comparison: Comparison) -> str:
    """Return a table; the name of a contender has a sample of its curve next to it."""
    known = dict(zip(comparison.labels, looks_of(comparison), strict=True))

    def cell(k: int, text: str) -> str:
        if k >= table.names:
            return f"<td>{escape(text)}</td>"
        mark = _swatch(known[text]) if text in known else ""
        return f"<td class=name>{mark}{escape(text)}</td>"

    heads = "".join(
        f"<th scope=col{' class=name' if k < table.names else ''}>{escape(head)}</th>"
        for k, head in enumerate(table.heads)
    )
    rows = "".join(f"<tr>{''.join(cell(k, text) for k, text in enumerate(row))}</tr>\n" for row in table.rows)
    return (
        f"<div class=scroll><table><caption>{escape(table.title)}</caption>"
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )


def looks_of(comparison: Comparison) -> list[Look]:
    """Return the look of each contender, or of each curve of a sweep."""
    return (curve_looks if comparison.curves else looks)(comparison.methods)


def _swatch(look: Look) -> str:
    """Return a short line in the colour and the stroke of a contender."""
    marks = (1.0,) if look.stroke == "-" else look.stroke[1]
    ends = accumulate((SWATCH * length for length in marks), initial=0.0)
    inks = cycle((look.colour, "transparent"))
    pieces = ",".join(f"{ink} {a:g}px {b:g}px" for ink, (a, b) in zip(inks, pairwise(ends), strict=False))
    line = f"repeating-linear-gradient(90deg,{pieces})"
    return f'<span class=swatch style="background:{line}"></span>'


def _repeat(repeat: Repeat, made: Mapping[str, Any], written: Mapping[str, str]) -> str:
    exact = "Runs have no time limit, so everything except times is the same on any machine."
    if not repeat.exact:
        exact = "Solved runs are the same on any machine, except for their times. "
        exact += "How far a run gets before the time limit stops it depends on the machine."
    commands = escape("\n".join(repeat.commands))
    return (
        f"<p>Run in the folder <code>{escape(repeat.folder)}</code> next to this file. {exact}</p>"
        f"<pre>{commands}</pre><h3>Made with</h3>{_definitions(made)}<h3>Files</h3>{_definitions(written)}"
    )


def _definitions(entries: Mapping[str, Any]) -> str:
    rows = "".join(f"<dt>{escape(str(k))}</dt><dd>{escape(str(v))}</dd>" for k, v in entries.items())
    return f"<dl class=plain>{rows}</dl>"


def _colours() -> str:
    light, dark = ("".join(f"{name}: {colour}; " for name, colour in theme.items()) for theme in themes())
    # dark colours only on screen: paper is white
    return f":root {{ {light}}}\n@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark}}} }}\n"


def _resource(name: str) -> str:
    return files("ergodoku.lab.report").joinpath(name).read_text(encoding="utf-8")


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else ""
