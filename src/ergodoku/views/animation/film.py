"""A run as a film: which boards to show, and for how long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from numbers import Real
from pathlib import Path

import numpy as np

from ergodoku.base.errors import ParameterError
from ergodoku.engine.result import Result
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits
from ergodoku.views.animation.curves import Curves, curves_of
from ergodoku.views.animation.encode import check_file, write
from ergodoku.views.animation.frames import Frames, Shot
from ergodoku.views.animation.moments import pick
from ergodoku.views.series import credit

Progress = Callable[[int, int], None]
FPS = 12.5
PAUSE, HOLD = 0.8, 2.0  # extra seconds for the first and the last frame
SMALLEST, LARGEST = 160, 4096


def save(
    result: Result,
    path: str | Path,
    *,
    frames: int = 100,
    size: int | tuple[int, int] = 600,
    seconds: float | None = None,
    fps: float | None = None,
    theme: str = "light",
    caption: str = "",
    progress: Progress | None = None,
) -> None:
    """Write a run as an animation: GIF, or MP4 and WebM with the extra ``video``.

    Parameters
    ----------
    result : Result
        The result of a run with ``keyframes=True``.
    path : str or Path
        The file; its extension sets the format: ``.gif``, ``.mp4`` or ``.webm``.
    frames : int
        The maximum number of frames. Most of them show the parts of the run where something happens.
    size : int or (int, int)
        Width and height in pixels; one number makes a square. In a wide film the curves are to the right of
        the board, otherwise below it.
    seconds : float, optional
        The length of the film, including about two seconds for the last frame.
    fps : float, optional
        Frames a second, 12.5 by default; give this or ``seconds``.
    theme : str
        ``light`` or ``dark``.
    caption : str
        A line below the name of the method, such as the name of the puzzle.
    progress : callable, optional
        Called as ``progress(frames done, total frames)``.

    Raises
    ------
    ErgodokuError
        If the run stored no boards, the file cannot be written, or a package is missing.
    """
    path = Path(path)
    shape = _shape(size)
    check_file(path)
    shots = choose(result, frames)
    times = durations(shots, seconds, fps)
    title = credit(result.label, result.found_by)
    painter = Frames(result.puzzle, curves(result), title, shape, theme, caption)

    def drawn() -> Iterator[np.ndarray[tuple[int, int], np.dtype[np.uint8]]]:
        for done, shot in enumerate(shots, 1):
            yield painter.draw(shot)
            if progress is not None:
                progress(done, len(shots))

    write(path, drawn(), times, painter.table(), shape)


def choose(result: Result, frames: int = 100) -> list[Shot]:
    """Return the shots of a film: the puzzle, the start, the important moments, and the end."""
    if isinstance(frames, bool) or not isinstance(frames, int | np.integer) or not 3 <= frames <= 10_000:
        raise ParameterError(f"frames is {frames!r}", "give a whole number from 3 to 10000")
    if not result.keyframes and len(result.trace):
        raise ParameterError("the run stored no boards to animate", "solve with keyframes=True")
    layout, blank = result.puzzle.layout, float("nan")
    word = result.status.words
    opening = Shot(0, result.energy, result.energy, blank, result.puzzle.givens, "the puzzle", PAUSE)
    if not result.keyframes:
        return [opening, Shot(0, result.energy, result.energy, blank, result.grid, word, HOLD)]
    boards = list(result.keyframes)
    if not np.array_equal(boards[-1][1], result.grid):  # no solution: end with the best state
        boards.append((boards[-1][0], result.grid))
    energies = [energy_of(layout, grid) for _, grid in boards]
    best = np.minimum.accumulate(energies)
    chosen = pick([iteration for iteration, _ in boards], energies, int(frames) - 1)
    shots = [opening]
    for k in chosen:
        iteration, grid = boards[k]
        end = k == len(boards) - 1
        shots.append(
            Shot(
                iteration,
                energies[k],
                int(best[k]),
                _temperature(result, iteration),
                grid,
                word if end else "searching",
                HOLD if end else 0.0,
            )
        )
    return shots


def curves(result: Result) -> Curves:
    """Return the curves of a run, from its trace and its boards."""
    layout = result.puzzle.layout
    return curves_of(result.trace, [(k, energy_of(layout, grid)) for k, grid in result.keyframes])


def durations(shots: list[Shot], seconds: float | None = None, fps: float | None = None) -> list[float]:
    """Return how long to show each frame, in seconds."""
    if seconds is not None and fps is not None:
        raise ParameterError("seconds and fps were both given", "give one of them")
    extra = sum(shot.seconds for shot in shots)
    if seconds is not None:
        _positive("seconds", seconds, 0.5, 3600)
        scale = min(1.0, 0.4 * seconds / extra)
        each = (seconds - scale * extra) / len(shots)
    else:
        scale, each = 1.0, 1 / (FPS if fps is None else _positive("fps", fps, 0.1, 50))
    return [each + scale * shot.seconds for shot in shots]


def energy_of(layout: Layout, grid: Digits) -> int:
    """Return the energy of a board: the number of empty cells, or of missing digits if it is full."""
    empty = int(np.count_nonzero(grid == 0))
    if empty:
        return empty
    values = np.sort(grid.ravel()[layout.units], axis=1)
    return int(np.count_nonzero(values[:, 1:] == values[:, :-1]))


def _temperature(result: Result, iteration: int) -> float:
    trace = result.trace
    if not len(trace):
        return float("nan")
    place = int(np.searchsorted(trace.iteration, iteration, side="right")) - 1
    return float(trace.temperature[max(0, place)])


def _shape(size: int | tuple[int, int]) -> tuple[int, int]:
    sides = tuple(size) if isinstance(size, tuple | list) else (size, size)
    whole = all(isinstance(side, int | np.integer) and not isinstance(side, bool) for side in sides)
    if len(sides) != 2 or not whole or not all(SMALLEST <= side <= LARGEST for side in sides):
        raise ParameterError(
            f"size is {size!r}", f"give one or two whole numbers from {SMALLEST} to {LARGEST}"
        )
    return int(sides[0]), int(sides[1])


def _positive(name: str, value: float, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not low <= value <= high:
        raise ParameterError(f"{name} is {value!r}", f"give a number from {low:g} to {high:g}")
    return float(value)
