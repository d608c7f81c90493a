"""A race: several methods on one puzzle at the same time.

Every contender takes the very walk that `solve` would take with the same seed; the clock decides who is
first. `Race.run` gives each a thread of its own. A `Player` lets them take turns in one thread instead.
"""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from ergodoku.base.errors import ErgodokuError, ParameterError, PuzzleError
from ergodoku.engine.racer import Racer
from ergodoku.engine.result import Result
from ergodoku.engine.run import Run
from ergodoku.engine.status import Status
from ergodoku.engine.stop import Stop, stop_of
from ergodoku.methods.contender import Contender, contenders
from ergodoku.methods.method import Method
from ergodoku.puzzle.puzzle import Puzzle, PuzzleLike

UNTIL = ("first", "all")
FRAME_SECONDS, SLOWEST = 0.1, 0.5  # between frames
PATIENCE = 30  # drawing may take one part in 30 of the time: the search comes first


def race(
    puzzle: PuzzleLike,
    methods: Sequence[str | Method | Contender],
    *,
    seed: int = 0,
    stop: Stop | float | None = None,
    time_limit: float | None = None,
    max_iterations: int | None = None,
    until: str = "first",
    labels: Sequence[str] | None = None,
    on_frame: Callable[[Race], None] | None = None,
    keyframes: bool = False,
) -> list[Result]:
    """Let methods race on the same puzzle, each on a thread of its own.

    Parameters
    ----------
    puzzle : Puzzle, str, list, array or Path
        The puzzle: text in any format, a nested or flat list, a NumPy array, or a file.
    methods : sequence of str, Method or Contender
        Two or more: names, TOML files, or methods with their parameters.
    seed : int
        The same for all; each takes the walk that `solve` would take.
    stop : Stop or float, optional
        When a contender gives up; a number is a time in seconds.
    time_limit, max_iterations : float and int, optional
        The same as ``Seconds`` and ``Iterations`` in ``stop``.
    until : str
        ``first`` ends the race when one is solved, ``all`` when every contender is solved or gave up.
    labels : sequence of str, optional
        What to call the contenders, instead of ``annealing``, ``annealing 2``.
    on_frame : callable, optional
        Called with the `Race` about ten times a second, and once at the end. If it raises
        ``StopIteration`` the race ends.
    keyframes : bool
        Keep boards on the way, for an animation.

    Returns
    -------
    list of Result
        One for each method, in their order, with the contender's label as ``label``. One that was still
        searching when the race ended has its best state, the status ``gave_up`` and a ``reason``; after
        Ctrl-C its status is ``interrupted``. An exception in the middle of a search does not end the race:
        that contender gave up, with the exception as its ``reason`` and in a warning.

    Examples
    --------
    >>> results = race("1... ..3. .4.. ...2", ["annealing", "probing"], until="all")
    >>> [(result.label, result.solved) for result in results]
    [('annealing', True), ('probing', True)]
    """
    if isinstance(methods, str) or not isinstance(methods, Sequence) or len(methods) < 2:
        raise ParameterError(
            "a race needs two methods or more", 'give a list, such as ["annealing", "genetic"]'
        )
    contest = Race(
        puzzle,
        methods,
        seed=seed,
        stop=stop_of(stop, time_limit, max_iterations),
        until=until,
        labels=labels,
        keyframes=keyframes,
    )
    results = contest.run(on_frame)
    failed = [racer for racer in contest.racers if racer.error is not None]
    if len(failed) == len(contest.racers) and failed[0].error is not None:
        raise failed[0].error
    for racer in failed:
        warnings.warn(f"{racer.label} {racer.failure}", RuntimeWarning, stacklevel=2)
    return results


class Race:
    """Contenders on one puzzle, ready to go; parameters as for `race`.

    Attributes
    ----------
    racers : list of Racer
        The contenders at work, in their order.
    interrupted : bool
        Whether Ctrl-C ended it.
    """

    def __init__(
        self,
        puzzle: PuzzleLike,
        methods: Sequence[str | Method | Contender],
        *,
        seed: int = 0,
        stop: Stop | float | None = None,
        until: str = "first",
        labels: Sequence[str] | None = None,
        keyframes: bool = False,
    ) -> None:
        if until not in UNTIL:
            raise ParameterError(f"until is {until!r}", f"choose {' | '.join(UNTIL)}")
        self.puzzle, self.until = Puzzle.of(puzzle), until
        self.interrupted = False
        self._run_of = partial(Run, self.puzzle, seed=seed, stop=stop, workers=1, keyframes=keyframes)
        self.racers = [Racer(self._run_of(contender)) for contender in contenders(methods, labels)]
        self._stopped, self._bell = threading.Event(), threading.Event()

    @property
    def winner(self) -> Racer | None:
        """The racer that was solved first, if any."""
        solved = [racer for racer in self.racers if racer.result is not None and racer.result.solved]
        return min(solved, key=lambda racer: racer.seconds, default=None)

    @property
    def seconds(self) -> float:
        """The longest time that one of them has searched."""
        return max(racer.seconds for racer in self.racers)

    @property
    def decided(self) -> bool:
        """Whether those that are still searching can be ended: one has won, or proved that nobody can."""
        return self._stopped.is_set() or self._decider is not None

    @property
    def over(self) -> bool:
        """Whether every racer has ended."""
        return all(racer.ended for racer in self.racers)

    def run(self, on_frame: Callable[[Race], None] | None = None) -> list[Result]:
        """Let them race to the end; Ctrl-C ends it as well, and every best state is kept."""
        threads = [
            threading.Thread(target=self._go, args=(racer,), name=f"ergodoku-race {racer.label}", daemon=True)
            for racer in self.racers
        ]
        try:
            self._prepare()
            for racer in self.racers:
                racer.clock.go_on()
            for thread in threads:
                thread.start()
            self._watch(threads, on_frame)
        except KeyboardInterrupt:
            self.interrupted = True
        except StopIteration:
            pass
        finally:
            self._stopped.set()
            for thread in threads:
                if thread.ident is not None:
                    thread.join()
        self.end(Status.INTERRUPTED if self.interrupted else Status.GAVE_UP)
        if on_frame is not None:
            with suppress(StopIteration):
                on_frame(self)
        return [racer.result for racer in self.racers if racer.result is not None]

    def replace(self, number: int, contender: Contender) -> Racer:
        """Put another contender in the place of one that has not begun."""
        self.racers[number] = Racer(self._run_of(contender))
        return self.racers[number]

    def end(self, status: Status = Status.GAVE_UP, reason: str = "") -> None:
        """End those that are still searching; every best state is kept."""
        self._stopped.set()
        if not reason and status is not Status.INTERRUPTED:
            reason = self._reason
        for racer in self.racers:
            racer.end(status, reason)

    def _prepare(self) -> None:
        """Compile the kernels and make all racers ready before any clock runs."""
        for racer in self.racers:
            trial = self._run_of(racer.contender)
            try:
                trial.start()
            except ErgodokuError as error:
                error.what = f"{racer.label}: {error.what}"
                raise
            except Exception as error:
                raise PuzzleError(
                    f"{racer.label} cannot search this puzzle: {error}", "leave it out of the race"
                ) from error
            trial.walks.halt.begin()
            for search in trial.searches:
                with suppress(Exception):  # it will come again, and then be reported
                    search.advance(1)
        for racer in self.racers:
            racer.start()

    def _watch(self, threads: list[threading.Thread], on_frame: Callable[[Race], None] | None) -> None:
        """Show frames until all threads have ended."""
        pause = FRAME_SECONDS
        while any(thread.is_alive() for thread in threads):
            self._bell.wait(pause)  # rings when a racer has ended
            self._bell.clear()
            began = time.thread_time()
            if on_frame is not None:
                on_frame(self)
            pause = max(FRAME_SECONDS, min(SLOWEST, PATIENCE * (time.thread_time() - began)))

    def _go(self, racer: Racer) -> None:
        """Advance one racer to its end, or to the end of the race."""
        while racer.advance() and not self.decided:
            pass
        if self.interrupted:
            racer.end(Status.INTERRUPTED)
        else:
            racer.end(Status.GAVE_UP, self._reason)
        self._bell.set()

    @property
    def _decider(self) -> Racer | None:
        """The racer whose end ends the race, if any: it has won, or proved that nobody can."""
        if self.until == "first" and (winner := self.winner) is not None:
            return winner
        proved = (r for r in self.racers if r.result is not None and r.result.status is Status.UNSOLVABLE)
        return next(proved, None)

    @property
    def _reason(self) -> str:
        """Why those give up that are still searching when the race ends."""
        decider = self._decider
        if decider is None:
            return "the race was stopped"
        solved = decider is self.winner
        return f"{decider.label} " + ("was first" if solved else "proved that there is no solution")
