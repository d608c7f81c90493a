"""The outcome of a tuning as sentences and tables."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.numbers import NOTHING, counted, number
from ergodoku.lab.analysis import Table
from ergodoku.lab.tuning.outcome import TuningOutcome

SHOWN = 10  # trials in the table of a report; the data file has all


def outcome_words(outcome: TuningOutcome) -> str:
    """Describe the tuning, and say what the comparison with the default can show."""
    stopped = sum(trial.pruned for trial in outcome.trials)
    completed = len(outcome.trials) - stopped
    puzzles, trials = counted(outcome.tuned_on, "puzzle"), counted(len(outcome.trials), "trial")
    text = f"{trials} on {puzzles}. "
    if stopped:
        text = f"{trials} on {puzzles}. Stopped early for falling behind: {stopped:,} of the trials. "
    if not outcome.trials:
        return text.strip()
    if outcome.tuned == outcome.default:
        text += "No trial has beaten the default yet. "
    elif outcome.checked_on:
        others = (
            "1 other puzzle, which was"
            if outcome.checked_on == 1
            else f"{outcome.checked_on:,} other puzzles, which were"
        )
        text += f"The comparison with the default uses {others} not used for tuning. "
    else:
        text += (
            "The comparison with the default uses the same puzzles with other seeds, so it does not show "
            "whether the values suit other puzzles. "
        )
    if outcome.importance:
        text += (
            "Importance says how much a parameter affects the effort, estimated from the "
            f"{completed:,} completed trials (PED-ANOVA); parameters that only some trials have are left out."
        )
    return text.strip()


def no_check_words(outcome: TuningOutcome) -> str:
    """Say why there is no final check, in a clause without a full stop."""
    if not outcome.trials:
        return "no trial has ended yet"
    if outcome.tuned == outcome.default:
        return (
            "no trial has beaten the default yet, so no final check was made; more trials may find better "
            "parameters"
        )
    return "the final check has not started"


def outcome_tables(outcome: TuningOutcome) -> list[Table]:
    """Return the tuned values with the importance of their parameters, and the best trials."""
    names = [*outcome.importance, *(n for n in outcome.ranges if n not in outcome.importance)]
    rows = []
    for name in names:
        before, after = (_text(outcome.value(name, tuned=tuned)) for tuned in (False, True))
        share = outcome.importance.get(name)
        rows.append(
            (name, before, after, _span(outcome.ranges[name]), NOTHING if share is None else f"{share:.0%}")
        )
    values = Table("Tuned values", ("parameter", "default", "tuned", "searched", "importance"), tuple(rows))
    done = sorted(
        (trial for trial in outcome.trials if not trial.pruned and trial.effort is not None),
        key=lambda trial: trial.effort or 0.0,
    )
    heads = ("trial", f"{outcome.measure.replace('_', ' ')} per solution", *names)
    lines = tuple(
        (str(t.number + 1), number(t.effort or 0.0), *(_text(t.values.get(name)) for name in names))
        for t in done[:SHOWN]
    )
    return [values, Table(f"The best {min(SHOWN, len(done))} of {len(outcome.trials)} trials", heads, lines)]


def trial_columns(outcome: TuningOutcome) -> dict[str, NDArray[Any]]:
    """Return the columns of a file of all trials; a parameter that a trial lacks is an empty text."""
    rows = outcome.trials
    columns: dict[str, list[Any]] = {
        "trial": [trial.number + 1 for trial in rows],
        "state": ["stopped early" if trial.pruned else "completed" for trial in rows],
        f"{outcome.measure}_per_solution": ["" if t.effort is None else repr(t.effort) for t in rows],
    }
    columns |= {name: [str(t.values.get(name, "")) for t in rows] for name in outcome.ranges}
    return {name: np.array(values) for name, values in columns.items()}


def _span(values: tuple[Any, ...]) -> str:
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return f"{_text(values[0])} to {_text(values[-1])}"
    return ", ".join(map(_text, values))


def _text(value: Any) -> str:
    if value is None:
        return NOTHING
    return f"{value:.6g}" if isinstance(value, float) else str(value).lower()
