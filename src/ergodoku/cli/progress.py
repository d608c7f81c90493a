"""Progress on stderr: how much is done of how much, how fast, and how long it will take."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Task

T = TypeVar("T")
Total = int | Callable[[], int | None] | None
"""How many there are: a number, or a function that estimates it while the work goes on."""
OFTEN = 0.1  # seconds


def tracked(items: Iterable[T], what: str, total: Total = None, *, output: Path | None = None) -> Iterator[T]:
    """Pass items on, and show how many there were."""
    with progress(what, total, output=output) as advance:
        for item in items:
            yield item
            advance(1)


@contextmanager
def progress(
    what: str, total: Total = None, *, output: Path | None = None, done: int = 0
) -> Iterator[Callable[[int], None]]:
    """Give a function to call with how many more are done.

    A bar appears on stderr where it is seen and results are not in its way.
    """
    if not sys.stderr.isatty() or (output is None and sys.stdout.isatty()):
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn
    from rich.text import Text

    class Figures(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(figures(task, estimated=callable(total)))

    columns = (TextColumn("{task.description}"), BarColumn(24), Figures())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        count = done
        task = bar.add_task(what, completed=done, total=total if isinstance(total, int) else None)
        shown = 0.0

        def advance(more: int) -> None:
            nonlocal count, shown
            count += more
            now = time.monotonic()
            if now - shown > OFTEN:
                shown = now
                known = total() if callable(total) else total
                bar.update(task, completed=count, total=None if known is None else max(known, count))

        yield advance


def figures(task: Task, estimated: bool) -> str:
    """Return the figures beside the bar: done, total, the rate, and the time left or spent."""
    done = f"{task.completed:,.0f}"
    if task.total is not None:
        done += f" of {'about ' if estimated else ''}{_rounded(task.total, estimated):,}"
    speed, left = task.finished_speed or task.speed, task.time_remaining
    rate = f"  {speed:,.0f}/s" if speed and speed >= 10 else f"  {speed:.2g}/s" if speed else ""
    if left is not None:
        return f"{done}{rate}  {_clock(left)} left"
    return f"{done}{rate}  {_clock(task.elapsed or 0)}"


def _rounded(total: float, estimated: bool) -> int:
    """Return an estimate with three digits, which do not flicker."""
    return int(float(f"{total:.3g}")) if estimated else int(total)


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
