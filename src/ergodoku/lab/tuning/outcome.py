"""The outcome of a tuning: its trials, the importance of parameters, and the chosen values."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ergodoku.lab.study import Study
from ergodoku.lab.tuning.check import best_method
from ergodoku.lab.tuning.dimension import FROM_ONE
from ergodoku.lab.tuning.trials import finished, open_trials
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import flatten

if TYPE_CHECKING:
    import optuna

FEWEST = 4  # completed trials needed to estimate the importance of parameters


@dataclass(frozen=True)
class TrialOutcome:
    """One trial: its number, the effort per solution, whether it was stopped early, and its values."""

    number: int
    effort: float | None
    pruned: bool
    values: dict[str, Any]


@dataclass(frozen=True)
class TuningOutcome:
    """The outcome of a tuning so far.

    Attributes
    ----------
    name : str
        The name of the method or preset.
    measure : str
        The quantity that was minimised.
    trials : tuple of TrialOutcome
        The trials in order; the first is the default.
    importance : dict of str to float
        How much each parameter affects the effort of trials, as a share from 0 to 1, the most important
        first; empty if too few trials were completed. Parameters that only some trials have are left out.
    ranges : dict of str to tuple
        The tuned range of each parameter: its lowest and highest value, or the words to choose from.
    default, tuned : Method
        The method before and after tuning.
    tuned_on, checked_on : int
        The numbers of puzzles for tuning and for the check. If ``checked_on`` is 0, no puzzles are reserved,
        and the check uses the tuning puzzles.
    """

    name: str
    measure: str
    trials: tuple[TrialOutcome, ...]
    importance: dict[str, float]
    ranges: dict[str, tuple[Any, ...]]
    default: Method
    tuned: Method
    tuned_on: int
    checked_on: int

    @property
    def best(self) -> TrialOutcome | None:
        """The completed trial with the lowest effort; the first one if several tie."""
        done = [trial for trial in self.trials if not trial.pruned and trial.effort is not None]
        return min(done, key=lambda trial: trial.effort or 0.0, default=None)

    def value(self, name: str, *, tuned: bool) -> Any:
        """Return a parameter's value before or after the tuning; None if the method has no such parameter.

        If the schedule was tuned too, names of its parameters contain the name of the schedule.
        """
        values = {p.name: p.value for p in flatten(self.tuned if tuned else self.default)}
        parent, _, rest = name.partition(".")
        kind, dot, inner = rest.partition(".")
        if not dot:
            return values.get(name)
        return values.get(f"{parent}.{inner}") if values.get(parent) == kind else None


def tuning_outcome(study: Study) -> TuningOutcome:
    """Read the outcome of a tuning from its folder, even while it is running."""
    found = open_trials(study.folder)
    trials = finished(found)
    kept = len(study.extra.get("kept", ()))
    ranges: dict[str, tuple[Any, ...]] = {}
    for trial in trials:
        for name, distribution in trial.distributions.items():
            ranges.setdefault(*_range(name, distribution))
    names = {name: _short(name, ranges) for name in ranges}
    return TuningOutcome(
        study.contenders[0].name,
        study.extra["measure"],
        tuple(_outcome(trial, names) for trial in trials),
        {names[name]: share for name, share in _importance(found, trials).items()},
        {names[name]: values for name, values in ranges.items()},
        study.contenders[0].method,
        best_method(study),
        len(study.puzzles) - kept,
        kept,
    )


def _outcome(trial: optuna.trial.FrozenTrial, names: Mapping[str, str]) -> TrialOutcome:
    from optuna.trial import TrialState

    pruned = trial.state == TrialState.PRUNED
    plain = (_plain(name, value) for name, value in trial.params.items())
    values = {names[name]: value for name, value in plain}
    effort = trial.value
    if pruned and trial.intermediate_values:
        effort = trial.intermediate_values[max(trial.intermediate_values)]
    return TrialOutcome(trial.number, effort, pruned, values)


def _importance(found: optuna.Study, trials: list[optuna.trial.FrozenTrial]) -> dict[str, float]:
    """Return the importance of each parameter by PED-ANOVA, which needs no further package.

    References
    ----------
    S. Watanabe, A. Bansal, F. Hutter: PED-ANOVA: efficiently quantifying hyperparameter importance in
    arbitrary subspaces. 2023. https://doi.org/10.48550/arXiv.2304.10255
    """
    import optuna
    from optuna.importance import PedAnovaImportanceEvaluator, get_param_importances
    from optuna.trial import TrialState

    if sum(trial.state == TrialState.COMPLETE for trial in trials) < FEWEST:
        return {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        shares = get_param_importances(found, evaluator=PedAnovaImportanceEvaluator())
    return {name.removeprefix(FROM_ONE): float(share) for name, share in shares.items()}


def _short(name: str, ranges: Mapping[str, object]) -> str:
    """Return the name of a parameter without its schedule, unless the schedule was tuned too."""
    parent, _, rest = name.partition(".")
    _, dot, inner = rest.partition(".")
    return f"{parent}.{inner}" if dot and parent not in ranges else name


def _plain(name: str, value: Any) -> tuple[str, Any]:
    """Return a parameter's name and value; convert both if Optuna tuned the distance to one."""
    return (name.removeprefix(FROM_ONE), 1.0 - value) if name.startswith(FROM_ONE) else (name, value)


def _range(name: str, distribution: Any) -> tuple[str, tuple[Any, ...]]:
    if hasattr(distribution, "choices"):
        return name, tuple(distribution.choices)
    ends = [_plain(name, value)[1] for value in (distribution.low, distribution.high)]
    return name.removeprefix(FROM_ONE), (min(ends), max(ends))
