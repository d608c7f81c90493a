"""The thread of a run: its contenders take turns in it, at full speed, in slow motion or step by step.

It holds one of the server's few slots while it searches at full speed. A run that is paused or in slow
motion costs next to nothing, so it gives its slot to those who wait.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ergodoku.base.errors import ErgodokuError
from ergodoku.engine.result import GAVE_UP, INTERRUPTED, SOLVED, UNSOLVABLE
from ergodoku.engine.stop import Seconds
from ergodoku.web.log import note
from ergodoku.web.runs.compiling import compiling

if TYPE_CHECKING:
    from ergodoku.web.runs.lane import Contender
    from ergodoku.web.runs.server_run import Course

ABANDONED = 60.0  # seconds for which a paused run waits without viewers
MOST_TRIED = 10_000  # iterations of a step that waits for a change
COMPILING = "compiling kernels, once: this takes up to a minute"
FAILED = "the search failed; the server's log says why"


class Worker:
    """Advances the contenders of a run until all have ended."""

    def __init__(self, course: Course) -> None:
        self.course, self.contenders = course, course.contenders
        self.compiling = False  # written with the lock of the run
        self.began = time.monotonic()

    def run(self) -> None:
        """Work to the end, whatever happens."""
        try:
            while not self._over():
                self.course.signal.clear()
                self._obey()
        except Exception:
            note("run failed", run=self.course.id, failure=True)
        finally:
            with self.course.lock:
                self._end()
            self.course.slots.release(self.course)

    def cut_off(self) -> None:
        """End the run now if its thread compiles, which nothing can end; call it with the lock of the run.

        The thread needs the lock to go on, so nothing moves meanwhile. It keeps its slot until it has
        compiled, and then finds that the run has ended.
        """
        if self.compiling:
            self._end_contenders(INTERRUPTED, "")
            self._end()

    def _obey(self) -> None:
        """Do the next thing: a turn, a step, or nothing until something is different."""
        course = self.course
        if course.paused:
            course.slots.release(course)
            self._start_contenders()
            steps, to_change = course.take_steps()
            if steps and to_change:
                self._each_to_change(steps)
            elif steps:
                self._each(steps, float("inf"))
            elif not self._all_ended():
                course.status = "paused"
                course.signal.wait(1.0)
        elif course.needs_slot and not course.slots.ask(course):
            course.status = "queued"
            course.signal.wait(1.0)
        else:
            if not course.needs_slot:
                course.slots.release(course)
            course.status = "running"
            self._start_contenders()
            if course.speed is None:
                self._turn()
            else:
                self._tick(course.speed)

    def _start_contenders(self) -> None:
        course = self.course
        for contender in self.contenders:
            if contender.status == "queued" and not course.cancelling:
                stop = Seconds(course.seconds)
                self._guarded(contender, partial(contender.start, course.puzzle, course.seed, stop))

    def _turn(self) -> None:
        """Advance the contender that has had the least time; so all have the same."""
        active = self._active()
        if not active:
            return
        contender = min(active, key=lambda contender: contender.seconds)
        self._guarded(contender, partial(contender.advance, None))
        if not contender.ended and contender.due(1 / self.course.limits.frames):
            contender.show()

    def _tick(self, speed: float) -> None:
        """Advance all contenders by what is due at this speed, and wait for the next time."""
        interval = max(1 / speed, 1 / self.course.limits.frames)
        end = time.monotonic() + interval
        self._each(max(1, round(speed * interval)), end)
        self.course.signal.wait(max(0.0, end - time.monotonic()))

    def _each(self, iterations: int, until: float) -> None:
        """Let every contender do so many iterations, in short slices, as far as the time goes."""
        for contender in self._active():
            self._guarded(contender, partial(self._some, contender, iterations, until))

    def _some(self, contender: Contender, iterations: int, until: float) -> None:
        left = iterations
        while left > 0 and not contender.ended and not self.course.cancelling:
            left -= contender.advance(left)
            if time.monotonic() > until:
                break
        if not contender.ended:
            contender.show()

    def _each_to_change(self, count: int) -> None:
        for _ in range(count):
            for contender in self._active():
                if not self._stopped():
                    self._guarded(contender, partial(contender.advance_to_change, MOST_TRIED, self._stopped))

    def _stopped(self) -> bool:
        """Tell whether a step is to end early."""
        return self.course.cancelling or not self.course.paused

    def _guarded(self, contender: Contender, work: Callable[[], object]) -> None:
        """Keep what goes wrong in one contender from the others."""
        try:
            with compiling(self._compile, self._compiled):
                work()
        except ErgodokuError as error:
            contender.end("error", error.text())
        except Exception:
            note(
                "contender failed",
                run=self.course.id,
                contender=contender.number,
                method=contender.name,
                failure=True,
            )
            contender.end("error", FAILED)
        with self.course.lock:
            if not self.course.ended:
                self.course.message = ""

    def _compile(self) -> None:
        """Say that it takes long; whoever has asked for the end need not wait for it."""
        with self.course.lock:
            self.compiling = True
            if self.course.cancelling:
                self.cut_off()
            else:
                self.course.message = COMPILING
                self.course.tell_pause()

    def _compiled(self) -> None:
        """Go on, but not before whoever cancels the run has done so."""
        with self.course.lock:
            self.compiling = False

    def _over(self) -> bool:
        """Tell whether it is time to end, and say why to the contenders."""
        course = self.course
        if course.cancelling:
            self._end_contenders(INTERRUPTED, "")
        elif course.until == "first" and (solved := [x.name for x in self.contenders if x.status == SOLVED]):
            self._end_contenders(GAVE_UP, f"{solved[0]} was first")
        elif time.monotonic() - self.began > course.limits.life:
            self._end_contenders(GAVE_UP, "it lasted as long as this server allows")
        elif course.paused and not course.viewers and time.monotonic() - course.seen_at > ABANDONED:
            self._end_contenders(GAVE_UP, "it was paused, and nobody watched")
        return self._all_ended()

    def _end(self) -> None:
        course = self.course
        if course.ended:
            return
        self._end_contenders("error", FAILED)  # those that are still under way, if any
        course.message = "; ".join(dict.fromkeys(one.message for one in self.contenders if one.message))
        course.status = self._outcome()
        course.ended_at = time.monotonic()
        seconds = round(course.ended_at - self.began, 3)
        note("run ended", run=course.id, status=course.status, seconds=seconds)

    def _end_contenders(self, status: str, message: str) -> None:
        for contender in self.contenders:
            contender.end(status, message)

    def _outcome(self) -> str:
        statuses = {contender.status for contender in self.contenders}
        order = (SOLVED, UNSOLVABLE, INTERRUPTED, GAVE_UP, "error")
        return next(status for status in order if status in statuses)

    def _active(self) -> list[Contender]:
        return [contender for contender in self.contenders if contender.status == "running"]

    def _all_ended(self) -> bool:
        return all(contender.ended for contender in self.contenders)
