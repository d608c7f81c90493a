"""The trials of a tuning, stored by Optuna in a database that tools such as optuna-dashboard can open."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import warnings
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ergodoku.base.errors import ErgodokuError, StudyError
from ergodoku.lab.study import address_of, database_errors
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import as_dict
from ergodoku.methods.registry import method_of

if TYPE_CHECKING:
    import optuna

TRIALS, NAME = "trials.sqlite", "tune"  # the file, and the name of the study in it
WAIT = 60.0  # seconds to wait while another process writes to the file
METHOD = "method"  # the attribute of a trial that holds its method
# The median pruner stops a trial only after 8 other trials, and never before its second repetition ends.
STARTUP, WARMUP = 8, 2


def open_trials(folder: Path) -> optuna.Study:
    """Open the database of trials in a folder, or create it."""
    found = import_optuna()
    from optuna.exceptions import StorageInternalError
    from optuna.storages import RDBStorage
    from sqlalchemy import URL
    from sqlalchemy.exc import SQLAlchemyError

    path = folder / TRIALS
    address = URL.create("sqlite", database=str(path.resolve())).render_as_string(hide_password=False)
    pruner = found.pruners.MedianPruner(STARTUP, WARMUP)
    try:
        storage = RDBStorage(address, engine_kwargs={"connect_args": {"timeout": WAIT}})
        try:  # try to load first: creating writes to the file, which may be read-only
            study: optuna.Study = found.load_study(study_name=NAME, storage=storage, pruner=pruner)
        except KeyError:
            study = found.create_study(study_name=NAME, storage=storage, pruner=pruner, load_if_exists=True)
    except (OSError, SQLAlchemyError, StorageInternalError, RuntimeError) as error:
        reason = str(error.__cause__ or error).partition("\n")[0]
        raise StudyError(
            f"cannot use {str(path)!r}: {reason}", "restore it from a copy, or start in another folder"
        ) from None
    return study


def forget_unfinished(study: optuna.Study) -> None:
    """Mark trials as failed if they were running or waiting when a process was killed."""
    from optuna.trial import TrialState

    for _ in study.get_trials(deepcopy=False, states=(TrialState.WAITING,)):
        study.ask()  # starts a waiting trial: only running trials can be marked as failed
    for trial in study.get_trials(deepcopy=False, states=(TrialState.RUNNING,)):
        study.tell(trial.number, state=TrialState.FAIL)


def finished(study: optuna.Study) -> list[optuna.trial.FrozenTrial]:
    """Return the trials that count: completed trials, and trials that were stopped early."""
    from optuna.trial import TrialState

    return list(study.get_trials(deepcopy=False, states=(TrialState.COMPLETE, TrialState.PRUNED)))


def count_finished(folder: Path) -> int:
    """Count the trials that `finished` would return, without Optuna, which may not be installed here."""
    path = folder / TRIALS
    if not path.exists():
        return 0
    query = "SELECT count(*) FROM trials WHERE state IN ('COMPLETE', 'PRUNED')"
    with (
        database_errors(path),
        closing(sqlite3.connect(address_of(path, "ro"), uri=True, timeout=WAIT)) as connection,
    ):
        made = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'trials'").fetchone()
        return int(connection.execute(query).fetchone()[0]) if made else 0


def best_value(study: optuna.Study) -> float | None:
    """Return the lowest effort of the completed trials; None if there are none."""
    from optuna.trial import TrialState

    done = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
    return min((trial.value for trial in done if trial.value is not None), default=None)


def note_method(trial: optuna.Trial, name: str, method: Method) -> None:
    """Store the method that a trial tried, under the name that the user gave."""
    trial.set_user_attr(METHOD, json.dumps([name, as_dict(method)]))


def method_of_trial(trial: optuna.trial.FrozenTrial) -> Method:
    """Return the method that a trial tried."""
    name, parameters = json.loads(trial.user_attrs[METHOD])
    return method_of(name, parameters)


def sampler(seed: int, number: int) -> optuna.samplers.BaseSampler:
    """Return the sampler of one trial; it is the same after an interruption."""
    import optuna

    digest = hashlib.blake2b(f"{seed} {number}".encode(), digest_size=4).digest()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        return optuna.samplers.TPESampler(
            seed=int.from_bytes(digest, "big"), multivariate=True, group=True, constant_liar=False
        )


def import_optuna() -> Any:
    """Return Optuna, or raise an error that says how to install it."""
    try:
        import optuna
    except ImportError:
        raise ErgodokuError('tuning needs Optuna: pip install "ergodoku[tune]"') from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna
