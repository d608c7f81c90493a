"""One word for one thing, and one default: in Python, on the command line, over HTTP and on the page."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import typer

import ergodoku as eg
from ergodoku.cli.commands import command_line
from ergodoku.engine.status import Status
from ergodoku.lab.analysis import begin_exploration, begin_sweep
from ergodoku.lab.study import Study
from ergodoku.lab.tuning import Tuning
from ergodoku.web.http.requests import ContenderAsked, PuzzleAsked, RecipeAsked, RunAsked
from ergodoku.web.messages import KINDS, Message
from ergodoku.web.runs import FINAL

PAGE = Path(eg.__file__).parent / "web" / "static" / "js"
COMMANDS = typer.main.get_command(command_line()).commands  # type: ignore[attr-defined]
# Options that the Python function lacks, about the input, the files to write, and the look of the output.
FILES = {"format", "output", "trace", "plot", "gif", "theme", "json", "quiet", "source", "study"}
READING = {"box", "layout", "alphabet"}
VIEW = {"speed", "close", "axis"}  # options of the live view
WORKERS = {"workers", "threads", "cluster"}
STOP = {"time_limit", "max_iterations"}  # in Python: stop=Seconds(...) | Iterations(...)


def options(command: str) -> dict[str, Any]:
    """Return the options of a command, as users type them, with their defaults."""
    named = {p.opts[0].lstrip("-").replace("-", "_"): p.default for p in COMMANDS[command].params}
    return {name: value for name, value in named.items() if name not in FILES}


def parameters(*functions: Callable[..., Any]) -> dict[str, Any]:
    found = [p for function in functions for p in inspect.signature(function).parameters.values()]
    return {p.name: p.default for p in found}


@pytest.mark.parametrize(
    ("command", "functions", "others"),
    [
        ("solve", [eg.solve, eg.Run], STOP | READING | {"set", "column", "stats", "resume"}),
        ("watch", [eg.Run, eg.watch], STOP | READING | VIEW | {"set"}),
        ("race", [eg.race], STOP | READING | VIEW | {"set"}),
        ("compare", [Study.create], READING | WORKERS | {"set", "methods", "by", "sources"}),
        ("explore", [begin_exploration, begin_sweep], READING | WORKERS | {"set"}),
        ("tune", [Tuning.create], READING | WORKERS | {"set", "range", "trials", "check"}),
        ("generate", [eg.Recipe, eg.generate_many], {"box", "size"}),
        ("check", [eg.count_solutions, eg.parse], {"column"}),
        ("convert", [eg.parse], {"to", "column"}),
    ],
)
def test_an_option_has_the_name_of_its_parameter(
    command: str, functions: list[Callable[..., Any]], others: set[str]
) -> None:
    assert options(command).keys() - others <= parameters(*functions).keys()


def test_defaults_are_the_same_everywhere() -> None:
    text = (PAGE / "main.js").read_text(encoding="utf-8")
    [plan] = re.findall(r"^const plan = (.*);$", text, re.MULTILINE)
    watched = options("watch")["method"]
    assert watched == parameters(eg.watch)["method"] == re.findall(r'method: "(\w+)"', plan)[0]
    until = options("race")["until"]
    assert until == parameters(eg.race)["until"] == RunAsked.model_fields["until"].default
    assert until == re.findall(r'until: "(\w+)"', plan)[0]
    assert options("solve")["seed"] == parameters(eg.Run)["seed"] == RunAsked.model_fields["seed"].default
    assert re.findall(r'seed: "(\d+)"', plan) == [str(options("solve")["seed"])]
    assert options("solve")["method"] == parameters(eg.solve)["method"]
    assert options("solve")["method"] == ContenderAsked.model_fields["method"].default
    assert options("compare")["runs"] == parameters(Study.create)["runs"]


def test_http_requests_use_the_words_of_the_command_line() -> None:
    controls = {"puzzle", "contenders", "paused", "watchable"}
    assert RunAsked.model_fields.keys() - controls <= options("watch").keys() | options("race").keys()
    assert PuzzleAsked.model_fields.keys() - controls <= options("check").keys()
    assert RecipeAsked.model_fields.keys() <= options("generate").keys()
    result = eg.solve("1... ..3. .4.. ...2").to_dict()
    assert ContenderAsked.model_fields.keys() <= result.keys()


def test_the_words_for_a_status_are_the_same_everywhere() -> None:
    assert set(Status) == FINAL - {"error"}
    text = (PAGE / "format.js").read_text(encoding="utf-8")
    words = dict(re.findall(r'(\w+): "([^"]+)"', text.partition("STATUS_WORDS")[2].partition("}")[0]))
    assert {status: words[status] for status in Status} == {status: status.words for status in Status}
    [final] = re.findall(r"FINAL = new Set\(\[(.*)\]\)", text)
    assert set(re.findall(r"\w+", final)) == FINAL


def test_the_page_sends_the_words_that_the_server_reads() -> None:
    text = (PAGE / "runner.js").read_text(encoding="utf-8")
    bodies = re.findall(r"live\.send\(\{ (.*) \}\)", text) + re.findall(
        r'#command\("\w+", \{ (.*) \}\)', text
    )
    words = {part.partition(":")[0] for body in bodies for part in body.split(", ")} - {"...more"}
    assert (
        {"type", "run", "speed", "count", "temperature"} <= words <= {field.name for field in fields(Message)}
    )
    assert set(re.findall(r'#command\("(\w+)"', text)) <= set(KINDS)
