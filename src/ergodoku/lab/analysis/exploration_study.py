"""Beginning an exploration: a study whose contenders are the values of one or two parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ergodoku.lab.study import EXPLORE, TIME_LIMIT, Axis, Study, axes_of, combinations
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import as_dict
from ergodoku.methods.registry import method_of
from ergodoku.puzzle.puzzle import PuzzleLike


def begin_exploration(
    folder: str | Path | None,
    puzzles: Iterable[PuzzleLike],
    method: str | Method | Contender,
    vary: Sequence[str],
    *,
    runs: int = 50,
    settings: Mapping[str, str] | None = None,
    seed: int = 0,
    time_limit: float | None = TIME_LIMIT,
    max_iterations: int | None = None,
    max_evaluations: int | None = None,
    traces: bool = False,
    preset: str = "",
    columns: Mapping[str, Sequence[str]] | None = None,
) -> Study:
    """Begin a study of the values that parameters may take, or return the one that is there.

    Parameters
    ----------
    folder, puzzles, runs, seed, time_limit, max_iterations, max_evaluations, traces, columns
        As in `Study.create`.
    method : str, Method or Contender
        A name, a TOML file or a method.
    vary : sequence of str
        One or two, such as ``cooling=0.98:0.999:20``; see `axes_of`.
    settings : mapping, optional
        Other parameters by name; they hold for every value.
    preset : str
        The published study that is repeated, if any.

    Returns
    -------
    Study
        Run it, and give it with its store to `explore`.
    """
    base = Contender.of(method)
    axes = axes_of(vary, base.method, settings)
    contenders = [
        Contender.of(base, {**(settings or {}), **values}, label)
        for label, values in zip(_labels(axes), combinations(axes), strict=True)
    ]
    extra: dict[str, Any] = {"method": base.name, "vary": list(vary)}
    if base.preset == base.name and not base.settings:
        extra["set"] = [f"{name}={value}" for name, value in (settings or {}).items()]
    else:  # stored here, since a file may be gone when the study is opened again
        extra["parameters"] = _without_none(as_dict(Contender.of(base, settings).method))
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
        extra=extra | ({"preset": preset} if preset else {}),
        columns=columns,
    )


def axes_of_study(study: Study) -> tuple[Axis, ...]:
    """Return the axes of an exploration, worked out again from what its folder says."""
    extra = study.extra
    settings = dict(text.split("=", 1) for text in extra.get("set", ()))
    base = method_of(extra["method"], extra.get("parameters"))
    return tuple(axes_of(extra["vary"], base, settings))


def _labels(axes: Sequence[Axis]) -> list[str]:
    shown = [Axis(axis.name, axis.labels, axis.scale) for axis in axes]
    return [" ".join(f"{name}={value}" for name, value in c.items()) for c in combinations(shown)]


def _without_none(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _without_none(value) if isinstance(value, Mapping) else value
        for name, value in values.items()
        if value is not None
    }
