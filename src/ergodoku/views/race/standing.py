"""The standing of a race as text: the headline, the podium, and the counters of each racer."""

from __future__ import annotations

from functools import lru_cache
from math import isnan
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style

from ergodoku.base.numbers import short, time_text
from ergodoku.views.colours import colour_of
from ergodoku.views.series import ranking
from ergodoku.views.terminal import BOLD, Line

if TYPE_CHECKING:
    from ergodoku.engine.race import Race
    from ergodoku.engine.racer import Racer


def share_of(race: Race, racer: Racer, axis: str) -> float | None:
    """Return a racer's position on an axis, from 0 to 1; None for generations if the racer has none."""
    if axis == "seconds":
        return racer.seconds / max(1e-12, race.seconds)
    counted = [r for r in race.racers if axis == "iterations" or has_generations(r)]
    if racer not in counted:
        return None
    return racer.iteration / max(1, *(r.iteration for r in counted))


def has_generations(racer: Racer) -> bool:
    """Return whether an iteration of a racer is a generation."""
    return hasattr(racer.contender.method, "generations")


def podium_lines(race: Race) -> list[Line]:
    """Return a line with the ranked racers and their search times; no line before the race is over."""
    if not race.over:
        return []
    words: Line = []
    for place, (label, result) in enumerate(ranking({r.label: r.result for r in race.racers if r.result}), 1):
        racer = next(r for r in race.racers if r.label == label)
        if result.solved:
            text = f"{place}. {label} {time_text(result.seconds)}"
        else:
            text = f"{label}: {racer.outcome}, energy {result.energy}"
        words += [Segment(text, ink_of(racer.contender.name) + BOLD), Segment("   ")]
    return [words]


@lru_cache(maxsize=64)
def ink_of(method: str) -> Style:
    """Return the colour of a method."""
    return Style(color=colour_of(method))


def headline(race: Race, axis: str, width: int) -> str:
    """Return the first line: the puzzle, the search time, the axis of the curves, and when the race ends."""
    size = race.puzzle.size
    goal = "until one solves it" if race.until == "first" else "until all are done"
    parts = [f"Race on {size}x{size}", f"{time_text(race.seconds)} of search", f"curves over {axis}", goal]
    while len("  ".join(parts)) > width and len(parts) > 1:
        parts.pop()
    return "  ".join(parts)


def standing(race: Race, racer: Racer) -> str:
    """Return the name and the standing of a racer."""
    first = ", first" if racer is race.winner else ""
    best = " (its best grid)" if racer.result is not None and not racer.result.solved else ""
    return f"{racer.label}: {racer.outcome}{first}{best}"


def numbers(racer: Racer) -> list[tuple[str, str]]:
    """Return the names and values of the counters, the most important first."""
    snapshot = racer.snapshot
    listed = [
        ("energy", f"{snapshot.energy}"),
        ("best", f"{snapshot.best}"),
        ("iterations", short(snapshot.iteration)),
        ("per second", short(snapshot.iteration / max(1e-9, racer.seconds))),
        ("time", time_text(racer.seconds)),
    ]
    if isnan(snapshot.temperature):
        return [*listed, ("restarts", f"{snapshot.restarts:,}")]
    return [*listed, ("T", f"{snapshot.temperature:.3g}")]
