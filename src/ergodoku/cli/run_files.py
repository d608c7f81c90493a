"""The files that one run can write: its trace, its plots and its animation."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ergodoku.base.errors import ErgodokuError, ParameterError
from ergodoku.cli.options import check_plot, figure_of

if TYPE_CHECKING:
    from ergodoku.engine.result import Result

TRACES = (".csv", ".parquet")
"""The extensions of files that hold a trace."""


@dataclass(frozen=True)
class RunFiles:
    """The files that ``--trace``, ``--plot`` and ``--gif`` name."""

    trace: Path | None
    plots: Sequence[str]
    gif: Path | None
    theme: str

    def check(self) -> None:
        """Refuse files that cannot be written, before the search begins."""
        check_plot(None, self.theme)
        for file, _ in self.figures():
            check_plot(file, self.theme)
        if self.trace is not None:
            from importlib.util import find_spec

            from ergodoku.views.files import check_writable

            if self.trace.suffix.lower() not in TRACES:
                raise ParameterError(
                    f"{str(self.trace)!r} does not say how to write the trace",
                    f"end the name in {' or '.join(TRACES)}",
                )
            check_writable(self.trace)
            if _is_parquet(self.trace) and find_spec("polars") is None:
                raise ErgodokuError("Parquet needs polars", 'pip install "ergodoku[lab]", or write .csv')
        if self.gif is not None:
            from ergodoku.views.animation import check_file

            check_file(self.gif)

    def figures(self) -> list[tuple[Path, str]]:
        """Return the files to draw, each with the name of its figure."""
        if not self.plots:
            return []
        from ergodoku.views.plots import FIGURES

        return [figure_of(named, FIGURES) for named in self.plots]

    def refuse_many(self) -> None:
        """Refuse these files for a list of puzzles, because each file shows one run."""
        for option, file in (("--trace", self.trace), ("--plot", self.plots), ("--gif", self.gif)):
            if file:
                raise ParameterError(f"{option} needs a single puzzle", "solve one puzzle at a time")

    def write(self, result: Result, quiet: bool) -> None:
        """Write the files."""
        if self.trace is not None:
            write = result.trace.to_parquet if _is_parquet(self.trace) else result.trace.to_csv
            write(self.trace)
        for file, kind in self.figures():
            from ergodoku.views.plots import save_figure

            save_figure(result, file, kind, theme=self.theme)
        if self.gif is not None:
            _animate(result, self.gif, self.theme, quiet)


def _is_parquet(path: Path) -> bool:
    return path.suffix.lower() == ".parquet"


def _animate(result: Result, path: Path, theme: str, quiet: bool) -> None:
    """Write the animation, with a progress bar on a terminal."""
    if quiet or not sys.stderr.isatty():
        result.save_gif(path, theme=theme)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"writing {path.name}", total=None)
        result.save_gif(
            path,
            theme=theme,
            progress=lambda done, total: progress.update(task, completed=done, total=total),
        )
