"""Messages of the library name parameters, never options; the command line translates them into options."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import typer

import ergodoku
from ergodoku.cli.commands import COMMANDS, command_line
from ergodoku.cli.options import as_option
from tests.test_rooms import ROOMS

PACKAGE = Path(ergodoku.__file__).parent
OPTION = re.compile(r"(?<![\w<-])--[a-z]{2}")
COMMAND = re.compile(rf"\bergodoku ({'|'.join(COMMANDS)})\b")
PARAMETER = re.compile(r"`([a-z][a-z_]*)`")
SHELL = "lab/report/repeat.py"  # the exception: it writes the commands that repeat a study


def test_no_message_of_the_library_names_options_or_commands() -> None:
    found = [
        f"{path}:{line}: {text}"
        for path, line, text in messages()
        if path != SHELL and (OPTION.search(text) or COMMAND.search(text))
    ]
    assert found == []


def test_every_parameter_in_a_message_is_an_option_of_the_command_line() -> None:
    commands = typer.main.get_command(command_line()).commands  # type: ignore[attr-defined]
    options = {name for command in commands.values() for item in command.params for name in item.opts}
    named = {as_option(name) for _, _, text in messages() for name in PARAMETER.findall(text)}
    assert {"--box", "--layout", "--alphabet"} <= named
    assert named - options == set()


def messages() -> Iterator[tuple[str, int, str]]:
    """Yield the file, the line and the text of each string of the library that is not documentation."""
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
                    yield path.relative_to(PACKAGE).as_posix(), node.lineno, node.value
