"""Signals at random moments of ``ergodoku solve LIST --output FILE``: FILE is complete or unchanged.

If it is unchanged, the same command with ``--resume`` completes it.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.samples import EASY, HARD
from tests.soak_checks import require

# Hold signals back until our first import: before that, Python itself handles Ctrl-C.
LAUNCH = """
import runpy, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
class First:
    def find_spec(self, name, path=None, target=None):
        if name == "ergodoku.cli":
            sys.meta_path.remove(self)
            print("begun", flush=True)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
sys.meta_path.insert(0, First())
runpy.run_module("ergodoku", run_name="__main__")
"""
OLD = "an older file\n"
LONGEST = 300.0  # seconds: long, because kernels may have to be compiled first


def kill(rng: np.random.Generator, folder: Path) -> str:
    """End a command with SIGKILL."""
    code, err, words = _signalled(rng, folder, signal.SIGKILL)
    require(code in (0, -signal.SIGKILL), f"exit code {code}: {err}")
    return f"kills, output {_output_and_rest(folder, words)}"


def interrupt(rng: np.random.Generator, folder: Path) -> str:
    """End a command by Ctrl-C."""
    code, err, words = _signalled(rng, folder, signal.SIGINT)
    require(code in (0, 130), f"exit code {code}: {err}")
    require("Traceback" not in err and "Exception ignored" not in err, err)
    state = _output(folder)
    require(code == 130 or state == "whole", f"exit code {code}, but the output is {state}")
    names = {path.name for path in folder.iterdir()} - {
        "list.sdm",
        "out.sdm",
        "out.sdm.part",
        "out.sdm.resume",
    }
    require(not names, f"left behind: {names}")
    kept = folder / "out.sdm.part"
    if kept.exists():
        text = kept.read_text(encoding="utf-8")
        require(text.endswith("\n") and _all_solved(text), f"{kept.name} has an incomplete line")
    return f"interruptions, output {_output_and_rest(folder, words)}"


def _signalled(rng: np.random.Generator, folder: Path, number: signal.Signals) -> tuple[int, str, list[str]]:
    """Start the command, send it a signal at a random moment; return exit code, stderr, and command."""
    count = int(10 ** rng.uniform(0, 4.5))
    lines = [HARD if hard else EASY for hard in rng.random(count) < 0.5]
    (folder / "list.sdm").write_text("\n".join(lines) + "\n", encoding="utf-8")
    if rng.random() < 0.5:
        (folder / "out.sdm").write_text(OLD, encoding="utf-8")
    words = ["solve", "list.sdm", "--output", "out.sdm", "--seed", str(rng.integers(1000))]
    child = subprocess.Popen(
        [sys.executable, "-c", LAUNCH, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.stdout is not None
        child.stdout.readline()
        try:
            child.wait(rng.exponential(1.0))
        except subprocess.TimeoutExpired:
            child.send_signal(number)
        try:
            _, err = child.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            child.kill()
            raise
    return child.returncode, err, words


def _output_and_rest(folder: Path, words: list[str]) -> str:
    """Return the state of the output; if it is not complete, check that ``--resume`` completes it."""
    state = _output(folder)
    if state == "as before":
        command = [sys.executable, "-m", "ergodoku", *words, "--resume"]
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=LONGEST, check=False
        )
        require(done.returncode == 0, f"exit code {done.returncode} of --resume: {done.stderr}")
        require(_output(folder) == "whole", "the output is not complete after --resume")
        names = {path.name for path in folder.iterdir()}
        require(names == {"list.sdm", "out.sdm"}, f"left behind: {names}")
        return f"{state}, {'resumed' if 'resuming' in done.stderr else 'started over'}"
    return state


def _output(folder: Path) -> str:
    """Return "as before" if the output is unchanged or does not exist, and "whole" if it is complete."""
    count = (folder / "list.sdm").read_text(encoding="utf-8").count("\n")
    out = folder / "out.sdm"
    if not out.exists() or (text := out.read_text(encoding="utf-8")) == OLD:
        return "as before"
    require(text.count("\n") == count and _all_solved(text), "the output is not complete")
    return "whole"


def _all_solved(text: str) -> bool:
    return all(len(line) == 81 and set(line) == set("123456789") for line in text.splitlines())
