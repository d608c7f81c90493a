"""The help has complete summaries and examples, and each option means the same in every command."""

from __future__ import annotations

import re
from functools import cache

import pytest
from click import Context
from typer.main import get_command
from typer.testing import CliRunner

from ergodoku.base.numbers import either
from ergodoku.cli.commands import COMMANDS, ROOT_OPTIONS, command_line
from ergodoku.lab.analysis import MEASURES
from tests.cli.run import ergodoku


@cache
def help_of(*command: str) -> str:
    done = ergodoku(*command, "--help")
    assert done.returncode == 0
    return done.stdout


def test_all_commands_are_listed_in_order_and_no_summary_is_cut_off() -> None:
    lines = help_of().partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in lines] == [*COMMANDS]
    assert all(line.endswith(".") and not line.endswith("...") for line in lines)


@pytest.mark.parametrize("option", ROOT_OPTIONS)
def test_the_list_of_commands_is_complete_without_reading_their_options(option: str) -> None:
    quick, whole = (CliRunner().invoke(command_line(*words), [option]) for words in ((option,), ()))
    assert quick.exit_code == whole.exit_code == 0
    assert quick.output == whole.output


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_examples(command: str) -> None:
    assert f"Examples:\n    ergodoku {command}" in help_of(command)


def test_tune_names_every_measure() -> None:
    assert f"Quantity to minimise: {either(MEASURES)}." in " ".join(help_of("tune").split())


@pytest.mark.parametrize("command", ["list", "show", "merge", "export", "repeat"])
def test_every_study_command_has_an_example(command: str) -> None:
    assert re.search(rf"^  Examples?:\n    ergodoku study {command}", help_of("study", command), re.M)


@pytest.mark.parametrize(
    "option",
    ["method", "methods", "seed", "time-limit", "max-iterations", "workers", "study", "box", "layout"],
)
def test_an_option_takes_the_same_kind_of_value_in_every_command(option: str) -> None:
    found = [re.findall(rf"^  (?:-\w, )?--{option} (\S+)", help_of(command), re.M) for command in COMMANDS]
    kinds = {kind for kinds in found for kind in kinds}
    assert len(kinds) == 1, kinds
    assert not any(kind.startswith("<") for kind in kinds)


def test_the_shell_completes_method_names_in_every_option_that_takes_a_method() -> None:
    root = get_command(command_line())
    asked = {
        (name, parameter.name): [item.value for item in parameter.shell_complete(Context(command), "tab")]
        for name, command in root.commands.items()  # type: ignore[attr-defined]
        for parameter in command.params
        if parameter.name in ("method", "methods") or (name, parameter.name) == ("methods", "name")
    }
    assert {name for name, _ in asked} == {"solve", "watch", "race", "compare", "explore", "tune", "methods"}
    assert all(found == ["tabu"] for found in asked.values())
