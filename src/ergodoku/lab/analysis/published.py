"""Published studies to repeat: what they varied, their puzzle, and their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ergodoku.base.errors import ParameterError
from ergodoku.base.numbers import number, time_text
from ergodoku.lab.analysis.best import Best
from ergodoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from ergodoku.lab.analysis.summary import Standing
    from ergodoku.lab.study import Axis, Study


@dataclass(frozen=True)
class Preset:
    """A published study: how to repeat it, the best value it found, and the median time with that value."""

    method: str
    vary: str
    runs: int
    givens: str
    best: float
    median: float  # seconds
    where: str

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the published study."""
        return Puzzle.parse(self.givens)


PRESETS = {
    "lewis": Preset(
        "lewis",
        # Ten factors from 10^-0.0055 to 10^-0.001, with evenly spaced exponents.
        f"cooling=log:{10**-0.0055:.12g}:{10**-0.001:.12g}:10",
        50,
        "024007000600000000003680415431005000500000032790000060209710800040093000310004750",
        0.98855,
        0.196549,
        "one core of an Apple M1, in Python",
    )
}


def preset_of(name: str) -> Preset:
    """Return a published study by its name."""
    if name not in PRESETS:
        raise ParameterError(f"there is no published study {name!r}", f"choose {' | '.join(PRESETS)}")
    return PRESETS[name]


def against_published(
    study: Study,
    axes: Sequence[Axis],
    standings: Sequence[Standing],
    best: Mapping[str, Best | None],
) -> list[str]:
    """Return sentences that compare the best value and its median with the published values."""
    preset, found = PRESETS[study.extra["preset"]], best["seconds"]
    name = axes[0].name
    told = [f"Published: best {name} {preset.best:g}, median {preset.median:.4f} s ({preset.where})."]
    if found is None:
        return told
    members = {found.contender, *found.alike}
    near = min(range(len(axes[0].values)), key=lambda k: abs(float(axes[0].values[k]) - preset.best))
    label, ours = axes[0].labels[found.contender], standings[found.contender].seconds.median
    if near == found.contender:
        verdict = "the published best is also the best here"
    elif near in members:
        verdict = "the published best is statistically indistinguishable from the best here"
    else:
        verdict = "the published best is worse than the best here, by more than chance explains"
    same = [puzzle.flat.tolist() for puzzle in study.puzzles] == [preset.puzzle.flat.tolist()]
    where = "on another machine and with another program" if same else "on other puzzles and another machine"
    factor = preset.median / ours if 0 < ours < float("inf") else 0.0
    times = f", {number(factor)} times less" if factor > 1 else ""
    by_median = min(standings, key=lambda s: s.seconds.median).contender
    return [
        *told,
        f"Here: best {name} {label}, median {time_text(ours)}{times}, but {where}: the two "
        f"times are not comparable. As for {name}: {verdict}. The published study chose the lowest median; "
        f"by that rule, the best here is {axes[0].labels[by_median]}.",
    ]
