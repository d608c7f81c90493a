"""The front door: solve a puzzle, or watch it being solved."""

from __future__ import annotations

from collections.abc import Sequence

from ergodoku.engine.result import Result
from ergodoku.engine.run import Run
from ergodoku.engine.stop import Stop
from ergodoku.engine.watch import Watch
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.puzzle.puzzle import PuzzleLike


def solve(
    puzzle: PuzzleLike,
    method: str | Method | Contender = "auto",
    *,
    seed: int = 0,
    stop: Stop | float | None = None,
    time_limit: float | None = None,
    max_iterations: int | None = None,
    replicas: int | None = None,
    workers: int | None = None,
    callbacks: Sequence[object] = (),
    keyframes: bool = False,
) -> Result:
    """Solve a puzzle.

    Parameters
    ----------
    puzzle : Puzzle, str, list, array or Path
        The puzzle: text in any format, a nested or flat list, a NumPy array, or a file.
    method : str, Method or Contender
        A method by name or with parameters; ``auto`` by default.
    seed : int
        The same seed gives the same result.
    stop : Stop or float, optional
        When to give up, such as ``Seconds(10) | Iterations(5_000_000)``; a number is a time in seconds.
    time_limit, max_iterations : float and int, optional
        Limits in seconds and in iterations; the same as ``Seconds`` and ``Iterations`` in ``stop``.
    replicas : int, optional
        Number of independent walks; this changes the result.
    workers : int, optional
        Threads that advance the replicas; all cores by default. This never changes the result.
    callbacks : sequence
        Objects with any of the methods ``on_start, on_slice, on_snapshot, on_best, on_restart, on_end``.
    keyframes : bool
        Keep boards during the search, for an animation.

    Returns
    -------
    Result
        The result. If the run gave up or Ctrl-C interrupted it, the result has the best state found.

    Examples
    --------
    >>> result = solve("1... ..3. .4.. ...2", seed=1)
    >>> result.solved, result.found_by
    (True, 'logic')
    """
    return Run(
        puzzle,
        method,
        seed=seed,
        stop=stop,
        time_limit=time_limit,
        max_iterations=max_iterations,
        replicas=replicas,
        workers=workers,
        callbacks=callbacks,
        keyframes=keyframes,
    ).finish()


def watch(
    puzzle: PuzzleLike,
    method: str | Method | Contender = "annealing",
    *,
    seed: int = 0,
    stop: Stop | float | None = None,
    time_limit: float | None = None,
    max_iterations: int | None = None,
    replicas: int | None = None,
    workers: int | None = None,
    callbacks: Sequence[object] = (),
    keyframes: bool = False,
    steering: Sequence[Sequence[float | None]] = (),
) -> Watch:
    """Return the snapshots of a search while it runs, about a hundred per second.

    The parameters are the same as for `solve`. The default method is ``annealing``, because ``auto`` usually
    ends before there is something to see. ``steering`` repeats what `Run.steer` recorded. As the last
    expression of a cell in Jupyter or marimo, the returned object shows the search live.

    Examples
    --------
    >>> last = list(watch("." * 16, "annealing", seed=1))[-1]
    >>> last.energy
    0
    """
    return Watch(
        Run(
            puzzle,
            method,
            seed=seed,
            stop=stop,
            time_limit=time_limit,
            max_iterations=max_iterations,
            replicas=replicas,
            workers=workers,
            callbacks=callbacks,
            keyframes=keyframes,
            steering=steering,
        )
    )
