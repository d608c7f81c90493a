"""A race: several methods on one puzzle at the same time.

Every contender takes exactly the walk that `solve` would take with the same seed. The winner is the contender
with the least search time: its iterations divided by its pace, which is measured beforehand (see `pace`). So
the same contender wins at any speed, with any number of threads.
"""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from ergodoku.base.arguments import whole_number
from ergodoku.base.errors import ErgodokuError, ParameterError, PuzzleError
from ergodoku.engine.limits import RunLimits
from ergodoku.engine.pace import Paces, stored_paces
from ergodoku.engine.player import Player
from ergodoku.engine.race_player import RacePlayer
from ergodoku.engine.racer import Racer
from ergodoku.engine.result import Result
from ergodoku.engine.run import CORES, Run
from ergodoku.engine.status import Status
from ergodoku.engine.stop import Moment, Stop, stop_of
from ergodoku.methods.contender import Contender, contenders, unaided
from ergodoku.methods.method import Method
from ergodoku.puzzle.puzzle import Puzzle, PuzzleLike

UNTIL = ("first", "all")
FRAME_SECONDS, SLOWEST = 0.1, 0.5  # minimum and maximum number of seconds between frames
PATIENCE = 30  # drawing may take 1/30 of the time
PACES = Paces()  # remembered for this process


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
    """Run several methods on the same puzzle, side by side.

    The contender that needs the least search time wins. Search time is iterations divided by the contender's
    pace, which is measured on this machine before the first race and remembered. So the same race has the
    same winner every time.

    Parameters
    ----------
    puzzle : Puzzle, str, list, array or Path
        The puzzle: text in any format, a nested or flat list, a NumPy array, or a file.
    methods : sequence of str, Method or Contender
        Two or more: names, TOML files, or methods with their parameters. Methods given by name search without
        logic, so that there is a search to see.
    seed : int
        The seed of all contenders; each takes the walk that `solve` would take.
    stop : Stop or float, optional
        When a contender gives up; a number is a search time in seconds.
    time_limit, max_iterations : float and int, optional
        The same as ``Seconds`` and ``Iterations`` in ``stop``.
    until : str
        ``first`` ends the race with the first solution, ``all`` when every contender has solved the puzzle or
        given up.
    labels : sequence of str, optional
        Names of the contenders, instead of ``annealing``, ``annealing 2``.
    on_frame : callable, optional
        Called with the `Race` about ten times per second, and once at the end. The race ends if this
        function raises ``StopIteration``.
    keyframes : bool
        Keep boards during the search, for an animation.

    Returns
    -------
    list of Result
        One for each method, in order, with the contender's label as ``label``. A contender that was still
        searching when the race ended has its best state, the status ``gave_up`` and a ``reason``. After
        Ctrl-C its status is ``interrupted``. An exception in a search does not end the race: the contender
        gives up with the exception as its ``reason``, and a warning is shown.

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
        [unaided(contender) for contender in contenders(methods, labels)],
        seed=seed,
        stop=stop_of(stop, time_limit, max_iterations),
        until=until,
        keyframes=keyframes,
        paces=stored_paces(),
    )
    results = contest.run(on_frame)
    failed = [racer for racer in contest.racers if racer.error is not None]
    if len(failed) == len(contest.racers) and failed[0].error is not None:
        raise failed[0].error
    for racer in failed:
        warnings.warn(f"{racer.label} {racer.failure}", RuntimeWarning, stacklevel=2)
    return results


class Race:
    """Contenders on one puzzle, ready to start; parameters as for `race`.

    With a single contender no pace is measured: its search time is the wall-clock time.

    Parameters
    ----------
    paces : Paces, optional
        Where paces are remembered; by default in the memory of this process.

    Attributes
    ----------
    racers : list of Racer
        The contenders, in order.
    interrupted : bool
        Whether Ctrl-C ended the race.
    stopping : threading.Event
        Set this before ending the race, to stop measuring paces.
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
        paces: Paces | None = None,
        steering: Sequence[Sequence[float | None]] = (),
    ) -> None:
        if steering and len(methods) > 1:
            raise ParameterError("a race cannot be steered", "run one method, or leave the steering out")
        if until not in UNTIL:
            raise ParameterError(f"until is {until!r}", f"choose {' | '.join(UNTIL)}")
        self.puzzle, self.until = Puzzle.of(puzzle), until
        self.interrupted, self.stopping = False, threading.Event()
        self._seed, self._paces = whole_number("seed", seed, 0), PACES if paces is None else paces
        self._run_of = partial(
            Run, self.puzzle, seed=seed, stop=stop, workers=1, keyframes=keyframes, steering=steering
        )
        chosen = contenders(methods, labels)
        self._paced = len(chosen) > 1
        self.racers = [self._racer(contender) for contender in chosen]
        self._stopped = False
        self._at_work = threading.Lock()

    @property
    def winner(self) -> Racer | None:
        """The racer with the least search time to a solution, once no other racer can still beat it."""
        solved = [racer for racer in self.racers if racer.result is not None and racer.result.solved]
        first = min(solved, key=lambda racer: racer.seconds, default=None)
        if first is None:
            return None
        others = (racer for racer in self.racers if racer not in solved)
        known = all(racer.ended or racer.has_completed(first.last_round) for racer in others)
        return first if known else None

    @property
    def seconds(self) -> float:
        """The longest search time of any racer."""
        return max(racer.seconds for racer in self.racers)

    @property
    def decided(self) -> bool:
        """Whether the race can end: it was stopped, or a racer has decided it.

        A racer decides it by refuting the puzzle, or by winning if ``until`` is ``first``.
        """
        return self._stopped or self._decider is not None

    @property
    def over(self) -> bool:
        """Whether every racer has ended."""
        return all(racer.ended for racer in self.racers)

    def run(self, on_frame: Callable[[Race], None] | None = None) -> list[Result]:
        """Race to the end at full speed. Ctrl-C ends the race too, and the best states are kept."""
        if on_frame is not None and not callable(on_frame):
            raise ParameterError(f"on_frame is {on_frame!r}", "give a function that takes the race")
        if not self._at_work.acquire(blocking=False):
            raise RuntimeError("this race is being run by another thread")
        try:
            self._run(on_frame)
        finally:
            self._at_work.release()
        if on_frame is not None:
            with suppress(StopIteration):
                on_frame(self)
        return self.results

    def _run(self, on_frame: Callable[[Race], None] | None) -> None:
        player = RacePlayer(self, workers=min(CORES, len(self.racers)))
        try:
            self.prepare()
            self._play(player, on_frame)
        except KeyboardInterrupt:
            self.interrupted = True
        except StopIteration:
            pass
        finally:
            player.close()
            self.end(Status.INTERRUPTED if self.interrupted else Status.GAVE_UP)

    @property
    def results(self) -> list[Result]:
        """The results of the racers that have ended, in the order of the contenders."""
        return [racer.result for racer in self.racers if racer.result is not None]

    def copy(self) -> Race:
        """Return the same race, not yet started."""
        specs = [racer.contender for racer in self.racers]
        stop = self.racers[0].run.limits.stop
        return Race(self.puzzle, specs, seed=self._seed, stop=stop, until=self.until, paces=self._paces)

    def replace(self, number: int, contender: Contender) -> Racer:
        """Replace a contender that has not started."""
        self.racers[number] = self._racer(contender)
        return self.racers[number]

    def end(self, status: Status = Status.GAVE_UP, reason: str = "") -> None:
        """End the racers that are still searching, and keep their best states."""
        self._stopped = True
        if not reason and status is not Status.INTERRUPTED:
            reason = self._reason
        for racer in self.racers:
            racer.end(status, reason)

    def prepare(self) -> None:
        """Compile the kernels, find the paces, and start all racers."""
        for racer in self.racers:
            try:
                racer.rehearse()
            except ErgodokuError as error:
                error.what = f"{racer.label}: {error.what}"
                raise
            except Exception as error:
                raise PuzzleError(
                    f"{racer.label} cannot search this puzzle: {error}", "leave it out of the race"
                ) from error
        for racer in self.racers:
            racer.start()

    def _play(self, player: RacePlayer, on_frame: Callable[[Race], None] | None) -> None:
        """Play to the end, and show frames in between."""
        pause, shown = FRAME_SECONDS, time.perf_counter()
        while not (self.decided or self.over):
            player.turn()
            if on_frame is not None and time.perf_counter() - shown > pause:
                began = time.thread_time()
                on_frame(self)
                pause = max(FRAME_SECONDS, min(SLOWEST, PATIENCE * (time.thread_time() - began)))
                shown = time.perf_counter()

    def _racer(self, contender: Contender) -> Racer:
        """Return a racer that is ready to start; its pace is measured if there are several contenders."""
        trial = partial(_trial, self.puzzle, contender, self._seed)
        run = self._run_of(contender)
        # `late` has no reference to the race, so that the memory of the race is freed early.
        late = partial(_late, self.stopping, run.limits)
        return Racer(run, partial(self._paces.of, trial, late) if self._paced else None)

    @property
    def _decider(self) -> Racer | None:
        """The racer that has ended the race by winning or by proving that there is no solution, if any."""
        if self.until == "first" and (winner := self.winner) is not None:
            return winner
        proved = (r for r in self.racers if r.result is not None and r.result.status is Status.UNSOLVABLE)
        return next(proved, None)

    @property
    def _reason(self) -> str:
        """Why racers that are still searching give up when the race ends."""
        decider = self._decider
        if decider is None:
            return "the race was stopped"
        solved = decider is self.winner
        return f"{decider.label} " + ("was first" if solved else "proved that there is no solution")


def _trial(puzzle: Puzzle, contender: Contender, seed: int, number: int) -> Run:
    """Return a run that measures the pace of a contender."""
    return Run(puzzle, contender, seed=seed + number, alone=True)


def _late(stopping: threading.Event, limits: RunLimits, seconds: float) -> bool:
    """Return whether the race was stopped, or would reach a limit after these seconds at iteration 0."""
    return stopping.is_set() or limits.reached(Moment(0, seconds, 0)) is not None


def player_of(race: Race, **options: Any) -> Player:
    """Return the player of a race, with the options of `Player`; a single contender is played like a run."""
    if len(race.racers) > 1:
        return RacePlayer(race, **options)
    return Player(race.racers, waiting_counts=False, **options)
