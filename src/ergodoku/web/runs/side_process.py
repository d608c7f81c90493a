"""A separate process for pictures, animations, new puzzles and other solutions: a slow job can be ended.

The process is started when it is first needed, and then kept. Jobs and results are pickles that go through
its pipes, which nobody else can write to.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import queue
import signal
import struct
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from ergodoku.base.children import python_command
from ergodoku.base.errors import ErgodokuError, ServerError
from ergodoku.web.log import note

if TYPE_CHECKING:
    from asyncio.subprocess import Process

    from ergodoku.engine.result import Result
    from ergodoku.methods.method import Method
    from ergodoku.puzzle.generate import Recipe
    from ergodoku.puzzle.puzzle import Puzzle
    from ergodoku.web.runs.boards import PackedBoards

START_SECONDS = 300.0  # time limit for the start, which may have to compile kernels
SHORT = 5.0  # seconds: a shorter run is run again to get more boards
LENGTH = struct.Struct(">Q")


class SideProcessError(ServerError):
    """The side process failed, or took too long."""


class SideProcess:
    """One process that does one job at a time."""

    def __init__(self) -> None:
        self.process: Process | None = None

    async def do(self, job: str, *arguments: object, seconds: float) -> Any:
        """Do one of the `JOBS` and return its result.

        If the job raises an `ErgodokuError`, this call raises it too.
        """
        try:
            process = await self._ready()
            async with asyncio.timeout(seconds):
                outcome, value = await _exchange(process, pickle.dumps((job, arguments)))
        except TimeoutError:
            self.close()
            raise SideProcessError(f"it took longer than {seconds:g} seconds") from None
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            raise SideProcessError("the process ended") from None
        except asyncio.CancelledError:  # otherwise the next job would read the result of this one
            self.close()
            raise
        if outcome == "refused":
            raise value
        if outcome == "failed":
            note("side process failed", job=job, trace=value)
            raise SideProcessError("the process failed; the server's log says why")
        return value

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
        self.process = None

    async def end(self) -> None:
        """End the process and close its pipes while the event loop is still running."""
        process = self.process
        self.close()
        if process is not None and process.stdin is not None and process.stdout is not None:
            process.stdin.close()
            await process.stdout.read()
            await process.wait()
            with suppress(OSError):
                await process.stdin.wait_closed()

    async def _ready(self) -> Process:
        """Return the process, started and with its kernels compiled."""
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                *python_command(__name__),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            try:
                async with asyncio.timeout(START_SECONDS):
                    await _receive(self.process)
            except TimeoutError:
                self.close()
                raise SideProcessError(
                    f"the process did not start within {START_SECONDS:g} seconds"
                ) from None
        return self.process


async def _exchange(process: Process, job: bytes) -> tuple[str, Any]:
    """Send a job; return how it ended (done, refused or failed), and its result or error."""
    assert process.stdin is not None
    process.stdin.write(LENGTH.pack(len(job)) + job)
    await process.stdin.drain()
    result: tuple[str, Any] = await _receive(process)
    return result


async def _receive(process: Process) -> Any:
    assert process.stdout is not None
    (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
    return pickle.loads(await process.stdout.readexactly(length))


def generated(recipe: Recipe, seed: int) -> Puzzle:
    """Return a new puzzle."""
    from ergodoku.puzzle.generate import generate

    return generate(recipe, seed=seed)


def film(result: Result, method: Method) -> PackedBoards | None:
    """Return the boards of a run by running it again: the same seed gives the same run.

    Return None if the time limit ended the second run early.
    """
    from ergodoku.engine.run import Run
    from ergodoku.engine.stop import Iterations, Seconds
    from ergodoku.views.animation import energy_of
    from ergodoku.web.runs.boards import PackedBoards

    stop = Iterations(max(1, result.iterations)) | Seconds(4 * SHORT)
    steering = result.steering
    again = Run(
        result.puzzle, method, seed=result.seed, stop=stop, workers=1, keyframes=True, steering=steering
    ).finish()
    if again.iterations != result.iterations or not again.keyframes:
        return None
    layout = result.puzzle.layout
    return PackedBoards.of(again.keyframes, [energy_of(layout, grid) for _, grid in again.keyframes])


def another(result: Result) -> bool:
    """Return whether a brief look finds another solution."""
    from ergodoku.engine.another import is_one_of_many

    return is_one_of_many(result)


def animation(result: Result, kind: str, caption: str) -> bytes:
    """Return a run as a film; ``kind`` is gif or mp4."""
    from ergodoku.views.animation import save

    return by_file(lambda path: save(result, path, caption=caption), f".{kind}")


def race_animation(results: dict[str, Result], kind: str, caption: str) -> bytes:
    """Return a race as a film, with all its boards side by side; ``kind`` is gif or mp4."""
    from ergodoku.views.animation import save_race

    return by_file(lambda path: save_race(results, path, caption=caption), f".{kind}")


def picture(result: Result) -> bytes:
    """Return board and curves as a PNG."""
    from ergodoku.views.plots import save_figure

    return by_file(lambda path: save_figure(result, path), ".png")


def race_picture(results: dict[str, Result]) -> bytes:
    """Return the curves of a race as a PNG."""
    from ergodoku.views.race import save_race_figure

    return by_file(lambda path: save_race_figure(results, path), ".png")


JOBS: dict[str, Callable[..., object]] = {
    "generated": generated,
    "film": film,
    "another": another,
    "animation": animation,
    "race_animation": race_animation,
    "picture": picture,
    "race_picture": race_picture,
}


def by_file(save: Callable[[Path], object], suffix: str) -> bytes:
    """Return the bytes that a function writes to a file."""
    with tempfile.TemporaryDirectory(prefix="ergodoku-") as folder:
        path = Path(folder) / f"export{suffix}"
        save(path)
        return path.read_bytes()


def main() -> None:
    """Do the jobs that arrive on stdin until stdin ends."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # printed text must not mix with the results
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C also reaches the server, which ends this process
    if hasattr(os, "nice"):
        os.nice(5)  # searches have priority
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive_jobs, args=(jobs,), daemon=True).start()
    _compile()
    _send(output, "ready")
    while True:
        _send(output, _result_of(*pickle.loads(jobs.get())))


def _receive_jobs(jobs: queue.SimpleQueue[bytes]) -> None:
    """Read jobs until stdin ends, then end the process: it never outlives the server."""
    while (job := _read(sys.stdin.buffer)) is not None:
        jobs.put(job)
    os._exit(0)


def _compile() -> None:
    """Make a small puzzle, so that no job has to wait for kernels to be compiled."""
    from ergodoku.puzzle.generate import DIFFICULTIES, Recipe
    from ergodoku.puzzle.layout import Layout

    generated(Recipe(Layout.of(4), difficulty=DIFFICULTIES[0]), 0)


def _send(output: BinaryIO, value: object) -> None:
    content = pickle.dumps(value)
    output.write(LENGTH.pack(len(content)) + content)
    output.flush()


def _result_of(job: str, arguments: tuple[object, ...]) -> tuple[str, object]:
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
