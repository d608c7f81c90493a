"""Work for a process of its own: pictures, animations, new puzzles. It can take long, and can be ended.

The helper is started when it is first needed, and kept. It speaks in pickles through its pipes, which nobody
else can write to: ``python -m ergodoku.web.runs.side_process``.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import struct
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from ergodoku.base.errors import ErgodokuError
from ergodoku.web.log import note

if TYPE_CHECKING:
    from asyncio.subprocess import Process

    from ergodoku.engine.result import Result
    from ergodoku.methods.registry import Method
    from ergodoku.puzzle.generate import Recipe
    from ergodoku.puzzle.puzzle import Puzzle

STARTED = 300.0  # seconds that a start may take: kernels may have to be compiled
REPLAYED = 5.0  # seconds up to which a run is short
LENGTH = struct.Struct(">Q")


class HelperError(Exception):
    """The helper failed, or took too long."""


class Helper:
    """One process, one piece of work at a time."""

    def __init__(self) -> None:
        self.process: Process | None = None

    async def do(self, job: str, *arguments: object, seconds: float) -> Any:
        """Return what a job of `JOBS` makes; an `ErgodokuError` of it is raised here."""
        try:
            process = await self._ready()
            async with asyncio.timeout(seconds):
                done, value = await _ask(process, pickle.dumps((job, arguments)))
        except TimeoutError:
            self.close()
            raise HelperError(f"it took longer than {seconds:g} seconds") from None
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            raise HelperError("the helper ended") from None
        except asyncio.CancelledError:  # its answer would be taken for that to the next question
            self.close()
            raise
        if done == "refused":
            raise value
        if done == "failed":
            note("helper failed", job=job, trace=value)
            raise HelperError("the helper failed")
        return value

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
        self.process = None

    async def _ready(self) -> Process:
        """Return the process, which has imported and compiled what it needs."""
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "ergodoku.web.runs.side_process",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            try:
                async with asyncio.timeout(STARTED):
                    await _hear(self.process)
            except TimeoutError:
                self.close()
                raise HelperError(f"the helper did not start within {STARTED:g} seconds") from None
        return self.process


async def _ask(process: Process, question: bytes) -> tuple[str, Any]:
    assert process.stdin is not None
    process.stdin.write(LENGTH.pack(len(question)) + question)
    await process.stdin.drain()
    answer: tuple[str, Any] = await _hear(process)
    return answer


async def _hear(process: Process) -> Any:
    assert process.stdout is not None
    (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
    return pickle.loads(await process.stdout.readexactly(length))


def generated(recipe: Recipe, seed: int) -> Puzzle:
    """Return a new puzzle."""
    from ergodoku.puzzle.generate import generate

    return generate(recipe, seed=seed)


def animation(result: Result, method: Method) -> bytes:
    """Return the run as a GIF; a short one is run again for more boards, as the seed decides everything."""
    from ergodoku.views.animation import save

    if result.seconds < REPLAYED:
        from dataclasses import replace

        from ergodoku.engine.run import Run
        from ergodoku.engine.stop import Iterations, Seconds

        stop = Iterations(max(1, result.iterations)) | Seconds(4 * REPLAYED)
        again = Run(result.puzzle, method, seed=result.seed, stop=stop, workers=1, keyframes=True).finish()
        if again.iterations == result.iterations:
            result = replace(result, keyframes=again.keyframes)
    return by_file(lambda path: save(result, path), ".gif")


def picture(result: Result) -> bytes:
    """Return board and curves as a PNG."""
    from ergodoku.views.plots import save_overview

    return by_file(lambda path: save_overview(result, path), ".png")


JOBS: dict[str, Callable[..., object]] = {"generated": generated, "animation": animation, "picture": picture}


def by_file(save: Callable[[Path], object], suffix: str) -> bytes:
    """Return what a function writes to a file."""
    with tempfile.TemporaryDirectory(prefix="ergodoku-") as folder:
        path = Path(folder) / f"export{suffix}"
        save(path)
        return path.read_bytes()


def main() -> None:
    """Answer questions from stdin until it ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not get between the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when it is over
    if hasattr(os, "nice"):
        os.nice(5)  # searches go first
    _compile()
    _say(answers, "ready")
    while (question := _read(sys.stdin.buffer)) is not None:
        _say(answers, _answer(*pickle.loads(question)))


def _compile() -> None:
    """Make a small puzzle, so that no limit counts what happens once."""
    from ergodoku.puzzle.generate import DIFFICULTIES, Recipe
    from ergodoku.puzzle.layout import Layout

    generated(Recipe(Layout.of(4), difficulty=DIFFICULTIES[0]), 0)


def _say(answers: BinaryIO, what: object) -> None:
    text = pickle.dumps(what)
    answers.write(LENGTH.pack(len(text)) + text)
    answers.flush()


def _answer(job: str, arguments: tuple[object, ...]) -> tuple[str, object]:
    import traceback

    try:
        return "done", JOBS[job](*arguments)
    except ErgodokuError as error:
        return "refused", error
    except Exception:
        return "failed", traceback.format_exc(limit=20)


def _read(stream: BinaryIO) -> bytes | None:
    head = stream.read(LENGTH.size)
    return stream.read(*LENGTH.unpack(head)) if len(head) == LENGTH.size else None


if __name__ == "__main__":
    main()
