"""A race: several methods on one puzzle at the same time, each in a thread of its own.

Every contender takes the very walk that `solve` would take with the same seed; who is first is decided by the
clock. Kernels are compiled, and all contenders made ready, before the clock starts.
"""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from ergodoku.base.errors import ParameterError
from ergodoku.engine.racer import Racer, labels_of, made_ready
from ergodoku.engine.result import GAVE_UP, INTERRUPTED, SOLVED, UNSOLVABLE, Result
from ergodoku.engine.run import Run
from ergodoku.engine.stop import Stop
from ergodoku.methods.registry import Method, method_of
from ergodoku.puzzle.puzzle import Puzzle

UNTIL = ("first", "all")
FRAME_SECONDS, SLOWEST = 0.1, 0.5  # between frames
PATIENCE = 30  # a frame may take one part in so many of the time: the search comes first


def race(
    puzzle: Puzzle | str,
    methods: Sequence[str | Method],
    *,
    seed: int = 0,
    stop: Stop | None = None,
    until: str = "first",
    names: Sequence[str] | None = None,
    on_frame: Callable[[Race], None] | None = None,
    keyframes: bool = False,
) -> list[Result]:
    """Let methods race on the same puzzle, each on a worker of its own.

    Parameters
    ----------
    puzzle : Puzzle or str
        A puzzle, or its text in any format.
    methods : sequence of str or Method
        Two or more: names, TOML files, or methods with their parameters.
    seed : int
        The same for all; each takes the walk that `solve` would take.
    stop : Stop, optional
        When a contender gives up; each is asked for itself.
    until : str
        ``first`` ends the race when one is solved, ``all`` when every contender is solved or gave up.
    names : sequence of str, optional
        How to call the contenders, instead of ``annealing``, ``annealing 2``.
    on_frame : callable, optional
        Called with the `Race` about ten times a second, and once at the end. If it raises
        ``StopIteration`` the race ends.
    keyframes : bool
        Keep boards on the way, for an animation.

    Returns
    -------
    list of Result
        One for each method, in their order, with the contender's name as ``method``. One that was still
        searching when the race ended has its best state, the status ``gave_up`` and a ``reason``; after
        Ctrl-C its status is ``interrupted``. An exception in the middle of a search does not end the race:
        that contender gave up, with the exception as its ``reason`` and in a warning.

    Examples
    --------
    >>> results = race("1... ..3. .4.. ...2", ["annealing", "probing"], until="all")
    >>> [(result.method, result.solved) for result in results]
    [('annealing', True), ('probing', True)]
    """
    contest = Race(puzzle, methods, seed=seed, stop=stop, until=until, names=names, keyframes=keyframes)
    results = contest.run(on_frame)
    failed = [c for c in contest.contenders if c.error is not None]
    if len(failed) == len(contest.contenders) and failed[0].error is not None:
        raise failed[0].error
    for contender in failed:
        warnings.warn(f"{contender.label} {contender.reason}", RuntimeWarning, stacklevel=2)
    return results


class Race:
    """Contenders on their marks; `run` lets them go.

    Parameters as for `race`, and ``asked``: the names of the methods where they are objects made from names,
    so that ``found_by`` can tell a preset whatever its label is.
    """

    def __init__(
        self,
        puzzle: Puzzle | str,
        methods: Sequence[str | Method],
        *,
        seed: int = 0,
        stop: Stop | None = None,
        until: str = "first",
        names: Sequence[str] | None = None,
        keyframes: bool = False,
        asked: Sequence[str] | None = None,
    ) -> None:
        if until not in UNTIL:
            raise ParameterError(f"until is {until!r}", f"choose {' | '.join(UNTIL)}")
        if isinstance(methods, str) or len(methods) < 2:
            raise ParameterError("a race needs two methods or more", "name them, such as annealing,genetic")
        self.puzzle = Puzzle.parse(puzzle) if isinstance(puzzle, str) else puzzle
        self.until = until
        self.interrupted = False
        self.reason = "the race was stopped"  # why those had to stop that were still searching
        chosen = [method_of(method) for method in methods]
        labels = labels_of(methods, names)
        called = asked or [method if isinstance(method, str) else method.name for method in methods]

        def made() -> Iterator[tuple[str, Run]]:
            for method, label, name in zip(chosen, labels, called, strict=True):
                yield label, made_ready(self.puzzle, method, label, name, seed, stop, keyframes)

        for _, run in made():  # kernels are compiled before the clock starts
            for search in run.searches:
                with suppress(Exception):  # it will come again, and then be reported
                    search.advance(1)
        # One at a time: the start of the next is not the time of the one before.
        self.contenders = [Racer(label, run) for label, run in made()]
        self._over, self._bell = threading.Event(), threading.Event()

    @property
    def winner(self) -> Racer | None:
        """The contender that was solved first, if any."""
        solved = [c for c in self.contenders if c.result is not None and c.result.solved]
        return min(solved, key=lambda c: c.seconds, default=None)

    @property
    def seconds(self) -> float:
        """Wall-clock time of the contender that is at it longest."""
        return max(c.seconds for c in self.contenders)

    @property
    def over(self) -> bool:
        """Whether every contender has ended."""
        return all(c.result is not None for c in self.contenders)

    def run(self, on_frame: Callable[[Race], None] | None = None) -> list[Result]:
        """Let them race to the end; Ctrl-C ends it as well, and every best state is kept."""
        threads = [
            threading.Thread(target=self._go, args=(c,), name=f"ergodoku-race {c.label}", daemon=True)
            for c in self.contenders
        ]
        try:
            for contender in self.contenders:
                contender.start_clock()
            for thread in threads:
                thread.start()
            pause = FRAME_SECONDS
            while any(thread.is_alive() for thread in threads):
                self._bell.wait(pause)  # rings when a contender has ended
                self._bell.clear()
                began = time.thread_time()
                if on_frame is not None:
                    on_frame(self)
                pause = max(FRAME_SECONDS, min(SLOWEST, PATIENCE * (time.thread_time() - began)))
        except KeyboardInterrupt:
            self.interrupted = True
        except StopIteration:
            pass
        finally:
            self._over.set()
            for thread in threads:
                if thread.ident is not None:
                    thread.join()
        for contender in self.contenders:
            if contender.result is None:  # Ctrl-C came before its thread did
                self._end(contender)
        if on_frame is not None:
            with suppress(StopIteration):
                on_frame(self)
        return [c.result for c in self.contenders if c.result is not None]

    def _go(self, contender: Racer) -> None:
        """Advance one contender to its end, or to the end of the race."""
        try:
            for snapshot in contender.run:
                contender.see(snapshot)
                if self._over.is_set():
                    break
        except Exception as error:
            contender.error = error
        self._end(contender)
        status = contender.run.status
        if not self._over.is_set() and (status == UNSOLVABLE or (status, self.until) == (SOLVED, "first")):
            self.reason = f"{contender.label} " + ("was first" if status == SOLVED else "found it unsolvable")
            self._over.set()
        self._bell.set()

    def _end(self, contender: Racer) -> None:
        run = contender.run
        if contender.error is not None:
            run.status, run.reason = GAVE_UP, contender.reason
        elif not run.status:
            run.status = INTERRUPTED if self.interrupted else GAVE_UP
            run.reason = "" if self.interrupted else self.reason
        contender.finish()
