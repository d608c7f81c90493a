"""Start an exploration: a study whose contenders are the values of one or two parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ergodoku.lab.study import EXPLORE, Axis, Study, axes_of, combinations, method_identity
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import as_dict
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
    time_limit: float | None = None,
    max_iterations: int | None = None,
    max_evaluations: int | None = None,
    traces: bool = False,
    preset: str = "",
    columns: Mapping[str, Sequence[str]] | None = None,
) -> Study:
    """Start a study of the values of parameters, or extend the study in the folder.

    Parameters
    ----------
    folder, puzzles, runs, seed, time_limit, max_iterations, max_evaluations, traces, columns
        As in `Study.create`.
    method : str, Method or Contender
        A name, a TOML file or a method.
    vary : sequence of str
        One or two texts, such as ``cooling=0.98:0.999:20``; see `axes_of`.
    settings : mapping, optional
        Other parameters by name, the same for every value.
    preset : str
        The published study that this study repeats, if any.

    Returns
    -------
    Study
        Run it, then pass it and its store to `explore`.
    """
    base = Contender.of(method)
    axes = axes_of(vary, base, settings)
    contenders = contenders_of(base, axes, settings)
    extra: dict[str, Any] = {"vary": list(vary), **base_of(base, settings)}
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


def contenders_of(
    base: Contender, axes: Sequence[Axis], settings: Mapping[str, Any] | None
) -> list[Contender]:
    """Return a contender for every combination of values; the last axis varies fastest."""
    return [
        Contender.of(base, {**(settings or {}), **values}, label)
        for label, values in zip(_labels(axes), combinations(axes), strict=True)
    ]


def base_of(base: Contender, settings: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the base method as plain values, from which the study can restore it."""
    if base.preset == base.name and not base.settings:
        return {"method": base.name, "set": [f"{name}={value}" for name, value in (settings or {}).items()]}
    # all parameters, because the method's file may be gone when the study is opened again
    return {
        "method": base.name,
        "parameters": _without_none(as_dict(Contender.of(base, settings).method)),
    }


def axes_of_study(study: Study) -> tuple[Axis, ...]:
    """Return the axes of an exploration, computed from its stored definition."""
    base, settings = _base(study)
    return tuple(axes_of(study.extra["vary"], base, settings))


def order_of_values(study: Study) -> list[int]:
    """Return the indices of the contenders in the order of the values.

    An extended study stores its contenders in another order.
    """
    base, settings = _base(study)
    wanted = contenders_of(base, axes_of_study(study), settings)
    places = {method_identity(contender.method): k for k, contender in enumerate(study.contenders)}
    return [places[method_identity(contender.method)] for contender in wanted]


def _base(study: Study) -> tuple[Contender, dict[str, str]]:
    extra = study.extra
    settings = dict(text.split("=", 1) for text in extra.get("set", ()))
    return Contender.of(extra["method"], extra.get("parameters")), settings


def _labels(axes: Sequence[Axis]) -> list[str]:
    shown = [Axis(axis.name, axis.labels, axis.scale) for axis in axes]
    return [" ".join(f"{name}={value}" for name, value in c.items()) for c in combinations(shown)]


def _without_none(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _without_none(value) if isinstance(value, Mapping) else value
        for name, value in values.items()
        if value is not None
    }
