"""All runs of the server: who may start one, who may see it, and when it is forgotten."""

from __future__ import annotations

import secrets
import threading
import time
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ergodoku.base.errors import ParameterError
from ergodoku.web.log import note
from ergodoku.web.runs.server_run import Course
from ergodoku.web.runs.slots import Slots

if TYPE_CHECKING:
    from ergodoku.methods.registry import Method
    from ergodoku.puzzle.puzzle import Puzzle
    from ergodoku.web.http import ContenderAsked
    from ergodoku.web.limits import Limits

MEMBERS = 8  # methods in a portfolio


class BusyError(Exception):
    """No room now: 429 where the visitor has enough, 503 where the server has."""

    def __init__(self, status: int, message: str, retry: int) -> None:
        super().__init__(message)
        self.status, self.message, self.retry = status, message, retry


class Runs:
    """The runs by their ids."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.slots = limits, Slots(limits.running)
        self.lock = threading.RLock()
        self.courses: dict[str, Course] = {}
        self.closed = False

    @property
    def running(self) -> int:
        """How many are under way, paused ones included."""
        return sum(1 for course in self._unfinished() if course.position is None)

    @property
    def queued(self) -> int:
        """How many wait."""
        return sum(1 for course in self._unfinished() if course.position is not None)

    def start(
        self, puzzle: Puzzle, methods: list[tuple[str, Method]], *, visitor: str, **wishes: Any
    ) -> Course:
        """Start a run, or raise `BusyError`."""
        with self.lock:
            self.forget()
            unfinished = self._unfinished()
            if self.closed or len(unfinished) >= self.limits.running + self.limits.queue:
                raise BusyError(503, "all places are taken", 5)
            if sum(1 for course in unfinished if course.visitor == visitor) >= self.limits.visitor:
                raise BusyError(429, f"you have {self.limits.visitor} runs under way; end one, or wait", 5)
            course = Course(puzzle, methods, self.limits, self.slots, visitor=visitor, **wishes)
            self.courses[course.id] = course
            course.start()
        note("run started", run=course.id, methods=[name for name, _ in methods], size=puzzle.size)
        return course

    def find(self, run_id: str) -> Course | None:
        """Return a run that is not forgotten."""
        with self.lock:
            self.forget()
            return self.courses.get(run_id)

    @staticmethod
    def may(course: Course, token: str) -> bool:
        """Tell whether a token is that of the run, in a time that says nothing about it."""
        return secrets.compare_digest(course.token.encode(), token.encode("utf-8", "replace"))

    def drop(self, course: Course) -> None:
        """Cancel a run, or forget it if it has ended."""
        if course.ended:
            with self.lock:
                self.courses.pop(course.id, None)
        else:
            course.cancel()

    def forget(self) -> None:
        """Drop finished runs that are old, and the oldest where there are too many."""
        with self.lock:
            ended = [(c.ended_at, c.id) for c in self.courses.values() if c.ended_at is not None]
            ended.sort(reverse=True)
            for k, (at, run_id) in enumerate(ended):
                if k >= self.limits.kept or time.monotonic() - at > self.limits.keep:
                    del self.courses[run_id]

    def close(self, seconds: float = 5.0) -> None:
        """End all runs, and wait for their workers."""
        with self.lock:
            self.closed = True
            courses = list(self.courses.values())
        for course in courses:
            course.cancel()
        deadline = time.monotonic() + seconds
        for course in courses:
            course.thread.join(max(0.0, deadline - time.monotonic()))

    def _unfinished(self) -> list[Course]:
        with self.lock:
            return [course for course in self.courses.values() if not course.ended]


def methods_of(contenders: list[ContenderAsked], limits: Limits) -> list[tuple[str, Method]]:
    """Return the methods that are asked for; neither files nor more threads or memory than is fair."""
    if len(contenders) > limits.contenders:
        raise ParameterError(
            f"a race of {len(contenders)} contenders is too large", f"choose at most {limits.contenders}"
        )
    return [(contender.method, _method(contender, limits)) for contender in contenders]


def _method(contender: ContenderAsked, limits: Limits) -> Method:
    from ergodoku.methods.parameters import configure, flatten
    from ergodoku.methods.registry import ENTRIES, find

    if contender.method not in ENTRIES.loaded and contender.method not in _names():
        raise ParameterError(f"there is no method {contender.method!r}", f"There are: {', '.join(_names())}")
    method = find(contender.method).method
    for name, value in contender.parameters.items():
        if name.rsplit(".", 1)[-1] == "methods":  # of a portfolio, which would read files
            members = [find(word.strip()).method for word in str(value).split(",") if word.strip()]
            if len(members) > MEMBERS:
                raise ParameterError("the portfolio is too large", f"name at most {MEMBERS} methods")
    chosen: Method = configure(method, contender.parameters) if contender.parameters else method
    for parameter in flatten(chosen):
        if parameter.name == "population" and parameter.value > limits.population:
            raise ParameterError(
                f"a population of {parameter.value} is larger than this server allows",
                f"use at most {limits.population}",
            )
        if parameter.name == "threads":  # never changes a result
            chosen = configure(chosen, {"threads": 1})
    return chosen


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    """Return all names of methods; to look for those of other packages takes long, so once is enough."""
    from ergodoku.methods.registry import ENTRIES

    return tuple(ENTRIES)
