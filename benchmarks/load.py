"""Load tests of the web server on this machine: viewers, stalled viewers, a burst of runs, and memory.

    python benchmarks/load.py [viewers] [stalled] [burst] [memory] [--json FILE]

Every part has a limit on its time and on its number of requests. The server runs in its own process, and all
clients run in this one. On a machine with two cores the clients take time from the server, so a server with a
machine of its own would do better.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from bar import Bar, write_bars
from machine import names_in, told
from websockets.asyncio.client import connect

if TYPE_CHECKING:
    from collections.abc import Iterator

FINAL = {"solved", "gave_up", "unsolvable", "interrupted", "error"}
# This run never ends: its temperature is too high to solve the puzzle or to freeze.
NEVER = {
    "puzzle": "." * 81,
    "contenders": [{"method": "annealing", "parameters": {"schedule": "constant", "schedule.start": 50}}],
}
# Logic alone does not solve this puzzle, but a search solves it at once.
QUICK = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
METHODS = ("auto", "annealing", "probing", "focused")
PARTS = ("viewers", "stalled", "burst", "memory")


@contextmanager
def server(*flags: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a server, and yield its address and its process."""
    command = [sys.executable, "-m", "ergodoku", "serve", "--port", "0", *flags]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1].rstrip("/"), process
        process.terminate()


async def start(client: httpx.AsyncClient, **wishes: Any) -> dict[str, Any]:
    run: dict[str, Any] = (await client.post("/api/runs", json=wishes)).raise_for_status().json()
    return run


async def look(client: httpx.AsyncClient, run: dict[str, Any]) -> dict[str, Any]:
    answer = await client.get(f"/api/runs/{run['id']}", params={"token": run["token"]})
    told: dict[str, Any] = answer.raise_for_status().json()
    return told


async def iterations_of(client: httpx.AsyncClient, run: dict[str, Any], seconds: float) -> float:
    """Return how many iterations a run does per second on the clock."""
    first, began = (await look(client, run))["contenders"][0]["iteration"], time.perf_counter()
    await asyncio.sleep(seconds)
    last = (await look(client, run))["contenders"][0]["iteration"]
    return float((last - first) / (time.perf_counter() - began))


async def view(url: str, run: dict[str, Any], frames: Counter[int], number: int) -> None:
    async with connect(url.replace("http", "ws") + "/api/live", max_size=None) as socket:
        await socket.send(json.dumps({"type": "subscribe", "run": run["id"], "token": run["token"]}))
        async for text in socket:
            if '"type":"frame"' in str(text[:20]):
                frames[number] += 1


async def viewers(count: int, seconds: float, turns: int = 4) -> list[Bar]:
    """Measure one run alternately with many viewers at 20 frames a second and without viewers."""
    frames: Counter[int] = Counter()
    latencies: list[float] = []
    rates: dict[bool, list[float]] = {False: [], True: []}
    busy: list[float] = []
    shown = 0
    with server("--limit-frames", "20", "--limit-seconds", "600") as (url, process):
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            run = await start(client, **NEVER)
            await asyncio.sleep(2)
            for turn in range(2 * turns):
                watched = turn % 2 == 1
                tasks = [asyncio.create_task(view(url, run, frames, k)) for k in range(count * watched)]
                await asyncio.sleep(1)
                counted = frames.total()
                used = besides_the_search(process)
                asked = asyncio.create_task(ask(client, latencies if watched else [], seconds))
                rates[watched].append(await iterations_of(client, run, seconds))
                if watched:
                    busy.append((besides_the_search(process) - used) / seconds)
                await asked
                shown += frames.total() - counted
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await asyncio.sleep(0.5)
            await client.delete(f"/api/runs/{run['id']}", params={"token": run["token"]})
    alone, seen = max(rates[False]), max(rates[True])
    median, worst = 1000 * statistics.median(latencies), 1000 * max(latencies)
    rate, lost = shown / count / seconds / turns, 100 * (1 - seen / alone)
    print(f"{count} viewers: {rate:.1f} frames/s each")
    print(f"request latency: median {median:.1f} ms, worst {worst:.0f} ms")
    print(f"solver, best of {turns}: {alone / 1e6:.1f} M/s alone, {seen / 1e6:.1f} M/s watched", end="")
    print(f" ({lost:+.1f} % lost)")
    print(f"all other threads of the server: {statistics.median(busy):.2f} cores")
    return [
        Bar(f"{count} viewers of one run", f"{rate:.1f} frames/s each", "at least 20 frames/s", rate >= 20),
        Bar(f"request latency with {count} viewers, median", f"{median:.1f} ms", "under 25 ms", median < 25),
        Bar(
            f"solver speed lost to {count} viewers",
            f"{max(0, lost):.1f} %",
            "at most 10 %",
            lost <= 10,
        ),
    ]


def besides_the_search(process: subprocess.Popen[str]) -> float:
    """Return the CPU time of all threads except the one that searches (the one with the most CPU time)."""
    tasks = Path(f"/proc/{process.pid}/task").iterdir()
    fields = [(task / "stat").read_text(encoding="utf-8").rpartition(")")[2].split() for task in tasks]
    ticks = sorted(int(field[11]) + int(field[12]) for field in fields)  # user and system
    return sum(ticks[:-1]) / os.sysconf("SC_CLK_TCK")


def memory_of(process: subprocess.Popen[str]) -> int:
    """Return the resident memory of a process, in bytes."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def ask(client: httpx.AsyncClient, latencies: list[float], seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        began = time.perf_counter()
        (await client.get("/healthz")).raise_for_status()
        latencies.append(time.perf_counter() - began)
        await asyncio.sleep(0.05)


async def stall(url: str, run: dict[str, Any], gate: asyncio.Event) -> None:
    """Subscribe, and read nothing."""
    async with connect(url.replace("http", "ws") + "/api/live", max_queue=1, ping_interval=None) as socket:
        await socket.send(json.dumps({"type": "subscribe", "run": run["id"], "token": run["token"]}))
        socket.transport.pause_reading()
        await gate.wait()
        socket.transport.abort()


async def stalled(count: int, seconds: float) -> None:
    """Let viewers stall, and measure the memory of the server."""
    with server("--limit-seconds", "600") as (url, process):
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            run = await start(client, **NEVER)
            await asyncio.sleep(3)
            before = memory_of(process)
            gate = asyncio.Event()
            tasks = [asyncio.create_task(stall(url, run, gate)) for _ in range(count)]
            await asyncio.sleep(1)
            sizes = []
            for _ in range(int(seconds)):
                await asyncio.sleep(1)
                sizes.append(memory_of(process))
            state = (await look(client, run))["status"]
            gate.set()
            await asyncio.gather(*tasks, return_exceptions=True)
    grown = [round((size - before) / 1e6, 1) for size in sizes]
    print(f"{count} stalled viewers for {seconds:.0f} s: {before / 1e6:.0f} MB, and {grown} MB more; {state}")


async def burst(count: int) -> None:
    """Post many runs at once, first with the default limit per visitor, then with a high one."""
    for flags in (["--limit-kept=1000"], ["--limit-kept=1000", "--limit-visitor=1000"]):
        with server(*flags) as (url, process):
            limits = httpx.Limits(max_connections=50)
            async with httpx.AsyncClient(base_url=url, timeout=120, limits=limits) as client:
                wishes = NEVER | {"time_limit": 0.2}
                began = time.perf_counter()
                gate = asyncio.Semaphore(50)  # with more, the client would be the bottleneck
                answers = await asyncio.gather(*(post(client, wishes, gate) for _ in range(count)))
                seconds = time.perf_counter() - began
                statuses = Counter(answer.status_code for answer in answers)
                polite = all("retry-after" in a.headers for a in answers if a.status_code in (429, 503))
                accepted = [a.json() for a in answers if a.status_code in (201, 202)]
                states = Counter([await last_state(client, run) for run in accepted])
                health = (await client.get("/healthz")).json()
            alive = process.poll() is None
        print(f"{count} runs posted in {seconds:.1f} s {' '.join(flags)}: {dict(statuses)}, ", end="")
        print(f"Retry-After: {polite}, accepted runs: {dict(states)}, alive: {alive}, {health}")


async def memory(early: int = 500, late: int = 5_000, at_once: int = 8) -> list[Bar]:
    """Do many quick runs, and measure how much the server's memory grows from run ``early`` to ``late``."""
    states: Counter[str] = Counter()
    with server(f"--limit-visitor={at_once}", f"--limit-queue={at_once}") as (url, process):
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            gate = asyncio.Semaphore(at_once)

            async def one(number: int) -> None:
                async with gate:
                    method = METHODS[number % len(METHODS)]
                    wishes = {"puzzle": QUICK, "contenders": [{"method": method}], "seed": number}
                    run = await start(client, **wishes, time_limit=0.2)
                    states[await last_state(client, run, every=0.01)] += 1

            sizes, began = [], time.perf_counter()
            for first, last in ((0, early), (early, late)):
                await asyncio.gather(*(one(number) for number in range(first, last)))
                sizes.append(memory_of(process) / 1e6)
            seconds = time.perf_counter() - began
    print(f"{late:,} runs in {seconds:.0f} s, {dict(states)}: {sizes[0]:.0f} MB after {early:,}, ", end="")
    grown = sizes[1] - sizes[0]
    print(f"{sizes[1]:.0f} MB after {late:,}: {grown:+.1f} MB")
    what = f"memory of the server, from {early:,} to {late:,} runs"
    return [Bar(what, f"{grown:+.1f} MB", "at most 30 MB more", grown <= 30)]


async def post(client: httpx.AsyncClient, wishes: dict[str, Any], gate: asyncio.Semaphore) -> httpx.Response:
    async with gate:
        return await client.post("/api/runs", json=wishes)


async def last_state(client: httpx.AsyncClient, run: dict[str, Any], every: float = 0.1) -> str:
    for _ in range(int(60 / every)):
        answer = await client.get(f"/api/runs/{run['id']}", params={"token": run["token"]})
        if answer.status_code == 404:
            return "forgotten"
        if (state := str(answer.json()["status"])) in FINAL:
            return state
        await asyncio.sleep(every)
    return "NOT ENDED"


async def measured(parts: list[str], seconds: float) -> list[Bar]:
    """Run the requested parts, and return the results that have a bar."""
    bars = []
    if "viewers" in parts:
        bars += await viewers(50, seconds)
    if "stalled" in parts:
        await stalled(40, seconds)
    if "burst" in parts:
        await burst(1000)
    if "memory" in parts:
        bars += await memory()
    return bars


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="part", help=f"{', '.join(PARTS)}; all by default")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds for each measurement")
    parser.add_argument("--json", type=Path, help="write results that are compared with a bar to this file")
    options = parser.parse_args()
    parts = names_in(",".join(options.parts or PARTS), PARTS, "part")
    bars = asyncio.run(measured(parts, options.seconds))
    if options.json:
        write_bars(options.json, bars)


if __name__ == "__main__":
    sys.exit(told(main))
