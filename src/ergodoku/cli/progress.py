"""Progress on stderr: the number of finished items, the total, the rate, and the time left."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Task

T = TypeVar("T")
Total = int | Callable[[], int | None] | None
"""The number of items, or a function that estimates it during the work; ``None`` if unknown."""
OFTEN = 0.1  # seconds between updates
WINDOW = 30.0  # seconds over which the rate is averaged


def tracked(items: Iterable[T], what: str, total: Total = None, *, output: Path | None = None) -> Iterator[T]:
    """Yield the items, and show how many are finished."""
    with progress(what, total, output=output) as advance:
        for item in items:
            yield item
            advance(1)


@contextmanager
def progress(
    what: str, total: Total = None, *, output: Path | None = None, done: int = 0
) -> Iterator[Callable[[int], None]]:
    """Yield a function to call with the number of newly finished items.

    A bar appears if stderr is a terminal, unless results are printed to a terminal too.
    """
    if not sys.stderr.isatty() or (output is None and sys.stdout.isatty()):
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn
    from rich.text import Text

    estimated = callable(total)

    class Figures(ProgressColumn):
        max_refresh = OFTEN

        def render(self, task: Task) -> Text:
            return Text(figures(task.completed, task.total, task.fields["rate"], estimated))

    columns = (TextColumn("{task.description}"), BarColumn(16), Figures())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        count, known = done, total if isinstance(total, int) else None
        task = bar.add_task(what, completed=done, total=known, rate=0.0)
        # The rate is measured from the first finished item on, because kernels are loaded before it.
        seen: deque[tuple[float, int]] = deque()

        def advance(more: int) -> None:
            nonlocal count
            count += more
            now = time.monotonic()
            if seen and now - seen[-1][0] < OFTEN:
                return
            seen.append((now, count))
            while len(seen) > 2 and now - seen[0][0] > WINDOW:
                seen.popleft()
            (then, before), known = seen[0], total() if callable(total) else total
            rate = (count - before) / (now - then) if now > then else 0.0
            bar.update(task, completed=count, total=None if known is None else max(known, count), rate=rate)

        yield advance


def figures(done: float, total: float | None, rate: float, estimated: bool) -> str:
    """Return the figures next to the bar: done, total, rate per second, and time left.

    Examples
    --------
    >>> figures(61_000, 99_871, 9_500.0, estimated=True)
    '61,000 of about 99,900  9,500/s  0:04 left'
    """
    text = f"{done:,.0f}"
    if total is not None:
        text += f" of {'about ' if estimated else ''}{_rounded(total, estimated):,}"
    if rate:
        text += f"  {rate:,.0f}/s" if rate >= 10 else f"  {rate:.2g}/s"
    if rate and total is not None:
        text += f"  {_clock((total - done) / rate)} left"
    return text


def _rounded(total: float, estimated: bool) -> int:
    """Round an estimate to three digits, so that the figure does not flicker."""
    return int(float(f"{total:.3g}")) if estimated else int(total)


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
