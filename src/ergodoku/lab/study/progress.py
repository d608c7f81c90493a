"""The progress of a study: counts of its runs, and the progress line on a terminal."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Protocol, TextIO

import numpy as np

from ergodoku.base.numbers import duration
from ergodoku.engine.status import Status
from ergodoku.lab.study.store import RunRow, Store


@dataclass
class StudyProgress:
    """The progress of a study, updated after every run."""

    labels: tuple[str, ...]
    total: int
    done: int = 0
    solved: int = 0
    before: int = 0  # runs stored at the start
    began: float = field(default_factory=time.perf_counter)

    def __post_init__(self) -> None:
        self.solved_by = np.zeros(len(self.labels), dtype=np.int64)
        self.seconds_of = np.zeros(len(self.labels))

    def take(self, store: Store) -> None:
        """Count the stored runs."""
        self.done = self.solved = 0
        for contender, runs, solved, seconds in store.totals():
            self.done += runs
            self.solved += solved
            self.solved_by[contender], self.seconds_of[contender] = solved, seconds

    def count(self, row: RunRow) -> None:
        """Count one more run."""
        self.done += 1
        self.seconds_of[row.contender] += row.seconds
        if row.status == Status.SOLVED:
            self.solved += 1
            self.solved_by[row.contender] += 1

    @property
    def rate(self) -> float:
        """Runs per second since the start."""
        return (self.done - self.before) / max(1e-9, time.perf_counter() - self.began)

    @property
    def seconds_left(self) -> float:
        """The seconds that the remaining runs will take at this rate."""
        return (self.total - self.done) / self.rate if self.rate else float("inf")

    @property
    def best(self) -> tuple[str, float] | None:
        """The contender with the lowest expected running time (seconds per solved run), and this time."""
        if not self.solved_by.any():
            return None
        with np.errstate(divide="ignore", invalid="ignore"):
            expected = np.where(self.solved_by > 0, self.seconds_of / self.solved_by, np.inf)
        first = int(expected.argmin())
        return self.labels[first], float(expected[first])

    @property
    def words(self) -> str:
        """A summary for a line on a terminal.

        Examples
        --------
        >>> StudyProgress(("focused",), 20, done=4, solved=3, before=4).words
        'runs, 3 solved'
        """
        parts = [f"runs, {self.solved:,} solved"]
        if self.rate:
            parts.append(f"{self.rate:.3g} a second")
            parts.append(f"{duration(self.seconds_left)} left")
        if self.best is not None:
            label, expected = self.best
            parts.append(f"best so far: {label} ({expected:.3g} s per solution)")
        return ", ".join(parts)


class Countable(Protocol):
    """Progress that a progress line can show: of a study or of a tuning."""

    @property
    def done(self) -> int:
        """The amount done so far."""

    @property
    def total(self) -> int:
        """The total amount."""

    @property
    def words(self) -> str:
        """A summary to show next to the bar."""


class ProgressLine:
    """A progress bar with a summary; a context manager to pass to `Study.run` as ``progress``."""

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        words = TextColumn("{task.fields[words]}")
        console = Console(file=stream)
        self.bar = Progress(
            BarColumn(24), MofNCompleteColumn(), words, console=console, transient=True, refresh_per_second=5
        )
        self.line = self.bar.add_task("", total=None, words="")
        self.shown = 0.0

    def __call__(self, progress: Countable) -> None:
        """Show the current state, at most ten times a second."""
        now = time.perf_counter()
        if now - self.shown > 0.1 or progress.done == progress.total:
            self.shown = now
            self.bar.update(self.line, completed=progress.done, total=progress.total, words=progress.words)

    def __enter__(self) -> ProgressLine:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()
