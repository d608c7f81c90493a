"""A racer: a contender at work in a race, with its label, its run, and how it stands."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ergodoku.base.errors import ErgodokuError, ParameterError, PuzzleError
from ergodoku.engine.result import GAVE_UP, WORDS, Result, Snapshot
from ergodoku.engine.run import Run
from ergodoku.engine.stop import Stop
from ergodoku.methods.registry import Method
from ergodoku.puzzle.puzzle import Puzzle

POINTS = 1024  # energies kept for a live curve


class Racer:
    """One contender at work: its run, and how it stands."""

    def __init__(self, label: str, run: Run) -> None:
        self._ready = time.perf_counter()  # what follows is no search
        self.label, self.run = label, run
        self.snapshot: Snapshot = run.snapshot()
        self.energies: list[int] = [self.snapshot.energy]  # for a live curve: bounded, even in time
        self.result: Result | None = None
        self.error: Exception | None = None
        self._stride = self._skipped = 0

    @property
    def seconds(self) -> float:
        """Wall-clock time of its search so far."""
        return self.run.seconds if self.result is None else self.result.seconds

    @property
    def reason(self) -> str:
        """Why it failed; empty if it did not."""
        return "" if self.error is None else f"failed: {type(self.error).__name__}: {self.error}"

    @property
    def outcome(self) -> str:
        """How it stands, in a word or two."""
        if self.result is None:
            return "searching"
        if self.error is not None:
            return "failed"
        return WORDS[self.result.status]

    def start_clock(self) -> None:
        """Leave out the time that the others took to get ready."""
        self.run.rest_since(self._ready)

    def rest(self, seconds: float) -> None:
        """Leave out time in which the whole race stood still."""
        if self.result is None:
            self.run.rest(seconds)

    def see(self, snapshot: Snapshot) -> None:
        """Take note of a slice."""
        self.snapshot = snapshot
        self._skipped += 1
        if self._skipped > self._stride:
            self._skipped = 0
            self.energies.append(snapshot.energy)
            if len(self.energies) >= POINTS:
                self.energies = self.energies[::2]
                self._stride = 2 * self._stride + 1

    def finish(self) -> None:
        """Keep the outcome."""
        try:
            result = self.run.result()
        except Exception as error:  # a search that failed may be past showing its best state
            self.error = self.error or error
            self.run.searches.clear()
            self.run.status, self.run.reason = GAVE_UP, self.reason
            result = self.run.result()
        self.result = replace(result, method=self.label)
        with suppress(Exception):
            self.snapshot = self.run.snapshot()
        self.energies.append(self.snapshot.energy)


def made_ready(
    puzzle: Puzzle, method: Method, label: str, name: str, seed: int, stop: Stop | None, keyframes: bool
) -> Run:
    """Return a run that has not begun; a method that cannot do this puzzle is refused by its label."""
    try:
        run = Run(puzzle, method, seed=seed, stop=stop, workers=1, keyframes=keyframes)
    except ErgodokuError as error:
        error.what = f"{label}: {error.what}"
        raise
    except Exception as error:
        raise PuzzleError(
            f"{label} cannot search this puzzle: {error}", "leave it out of the race"
        ) from error
    run.method_name = name
    return run


def labels_of(methods: Sequence[str | Method], names: Sequence[str] | None = None) -> list[str]:
    """Return distinct names: those given, or the methods' own; from the second on with a number."""
    if names is not None and len(names) != len(methods):
        raise ParameterError(f"{len(names)} names for {len(methods)} methods", "give one name for each")
    given = list(names or (_name(method) for method in methods))
    labels: list[str] = []
    for name in given:
        label, number = name, 1
        while label in labels:
            number += 1
            label = f"{name} {number}"
        labels.append(label)
    return labels


def _name(method: str | Method) -> str:
    if isinstance(method, str):
        return Path(method).stem if method.endswith(".toml") else method
    return method.name
