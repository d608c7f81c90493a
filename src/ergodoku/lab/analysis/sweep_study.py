"""Start a sweep: a study over generated puzzles whose size or share of givens varies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ergodoku.base.arguments import whole_number
from ergodoku.base.errors import ParameterError
from ergodoku.lab.analysis.exploration_study import base_of, contenders_of
from ergodoku.lab.study import EXPLORE, Axis, Study, axes_of, combinations, property_axes
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.puzzle.generate import Recipe, generate
from ergodoku.puzzle.layout import Layout

COUNT = 10  # puzzles per value


def begin_sweep(
    folder: str | Path | None,
    method: str | Method | Contender,
    vary: Sequence[str],
    *,
    count: int = COUNT,
    fraction: float | None = None,
    box: tuple[int, int] | None = None,
    size: int | None = None,
    layout: str = "classic",
    runs: int = 50,
    settings: Mapping[str, str] | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    max_iterations: int | None = None,
    max_evaluations: int | None = None,
    traces: bool = False,
) -> Study:
    """Start a study over puzzles of several sizes or shares of givens, or extend the study in the folder.

    Parameters
    ----------
    folder, runs, seed, time_limit, max_iterations, max_evaluations, traces
        As in `Study.create`. The seed also determines the puzzles.
    method : str, Method or Contender
        A name, a TOML file or a method.
    vary : sequence of str
        One or two texts: ``size=9,16,25``, ``fraction=0.3:0.7:21``, or one of these and a parameter.
    count : int
        Puzzles per size and share of givens. They are general instances: they may have many solutions.
    fraction : float, optional
        The share of givens if it is not varied.
    box : tuple of int, optional
        Rows and columns of a box if the size is not varied; 3x3 by default.
    size : int, optional
        The size, if it is not varied; give it instead of a box.
    layout : str
        ``classic``, ``diagonal``, ``windows`` or ``latin``.
    settings : mapping, optional
        Other parameters by name.
    """
    swept, others = property_axes(vary)
    named = [axis.name for axis in swept]
    if fraction is not None and "fraction" in named:
        raise ParameterError("`fraction` is both varied and given", "leave one of them out")
    for name, given in (("box", box), ("size", size)):
        if given is not None and "size" in named:
            raise ParameterError(f"the size is varied, but a `{name}` is given too", "leave one of them out")
    usual = 9 if box is None and size is None else size
    base = Contender.of(method)
    axes = axes_of(others, base, settings) if others else []
    contenders = contenders_of(base, axes, settings) if axes else [Contender.of(base, settings)]
    puzzles, columns = [], {name: [] for name in named}  # type: tuple[list[Any], dict[str, list[str]]]
    for values in combinations(swept):
        where = Layout.of(int(values["size"]) if "size" in values else usual, box=box, kind=layout)
        share = float(values["fraction"]) if "fraction" in values else fraction
        recipe = Recipe(where, fraction=share, unique=False)
        for index in range(whole_number("count", count, 1)):
            puzzles.append(generate(recipe, seed=seed, index=index))
            for name in named:
                columns[name].append(_text(values[name]))
    extra: dict[str, Any] = {"vary": list(vary), "count": count, **base_of(base, settings)}
    extra |= {} if fraction is None else {"fraction": float(fraction)}
    extra |= {} if box is None else {"box": f"{box[0]}x{box[1]}"}
    extra |= {} if size is None else {"size": size}
    extra |= {} if layout == "classic" else {"layout": layout}
    different = dict.fromkeys(puzzles)
    if len(different) < len(puzzles):
        raise ParameterError(
            f"{len(puzzles) - len(different)} of {len(puzzles)} generated puzzles are duplicates",
            "leave out values at which all puzzles are alike, such as fraction=0, or give another `seed`",
        )
    return Study.create(
        folder,
        puzzles,
        contenders,
        runs=runs,
        seed=seed,
        time_limit=time_limit,
        max_iterations=max_iterations,
        max_evaluations=max_evaluations,
        traces=traces,
        kind=EXPLORE,
        extra=extra,
        columns=columns,
    )


def is_sweep(study: Study) -> bool:
    """Return whether a study varies a property of its puzzles."""
    return study.kind == EXPLORE and bool(property_axes(study.extra["vary"])[0])


def swept_axes(study: Study) -> list[Axis]:
    """Return the properties that a sweep varies; the last is for the horizontal axis of figures."""
    axes = property_axes(study.extra["vary"])[0]
    return sorted(axes, key=lambda axis: axis.name == "fraction")


def _text(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
