"""Keys are read one by one, without waiting, and leave the terminal as it was."""

from __future__ import annotations

import os
import pty
import select
import sys
import termios

import pytest

from ergodoku.views.terminal.controls import closes
from ergodoku.views.terminal.keys import Keys, split


@pytest.mark.parametrize(
    ("sent", "keys", "rest"),
    [
        ("", [], ""),
        (" q", ["space", "q"], ""),
        ("+-?", ["+", "-", "?"], ""),
        ("\x1b[C", ["right"], ""),
        ("\x1bOC", ["right"], ""),
        ("\x1b[A\x1b[B\x1b[D", ["up", "down", "left"], ""),
        ("\x1b[1;5Cs", ["s"], ""),
        ("\x1b[5~s", ["s"], ""),
        ("s\x1b", ["s"], "\x1b"),
        ("s\x1b[", ["s"], "\x1b["),
        ("\x1bq", ["escape", "q"], ""),
    ],
)
def test_the_input_from_a_terminal_is_split_into_keys(sent: str, keys: list[str], rest: str) -> None:
    assert split(sent) == (keys, rest)


def test_keys_are_read_without_enter_and_the_terminal_is_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    with os.fdopen(theirs) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with Keys() as keys:
            assert keys.read() == []
            os.write(ours, b"s\x1b[C")
            assert keys.read(5.0) == ["s", "right"]
            os.write(ours, b"\x1b")
            assert keys.read(5.0) == []
            assert keys.read() == ["escape"]  # no sequence followed
            assert not termios.tcgetattr(theirs)[3] & termios.ICANON
        assert termios.tcgetattr(theirs) == before
    os.close(ours)


def test_a_sequence_that_arrives_in_two_parts_is_one_key(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with Keys() as keys:
            os.write(ours, b"\x1b[")
            assert keys.read(5.0) == []
            os.write(ours, b"C")
            assert keys.read(5.0) == ["right"]
    os.close(ours)


def test_keys_that_nobody_read_do_not_reach_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with Keys():
            os.write(ours, b"nnn\n")
            assert select.select([theirs], [], [], 5.0)[0]
        assert not select.select([theirs], [], [], 0)[0]
    os.close(ours)


@pytest.mark.parametrize(
    ("keys", "found"), [(["n", "space", "s", "+"], False), (["n", "enter"], True), ([], False)]
)
def test_keys_that_control_the_search_do_not_close_the_view_of_an_ended_one(
    keys: list[str], found: bool
) -> None:
    assert closes(keys) == found


def test_the_terminal_is_restored_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    with os.fdopen(theirs) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(ZeroDivisionError), Keys():
            raise ZeroDivisionError
        assert termios.tcgetattr(theirs) == before
    os.close(ours)
