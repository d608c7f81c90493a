"""The live view of a race in a real pseudo-terminal: wide, narrow, small, plain, without colour."""

from __future__ import annotations

import io
import re
import termios
from functools import lru_cache
from pathlib import Path

import pytest
from rich.console import Console

import ergodoku as eg
from ergodoku.engine.race import Race
from ergodoku.views.board import DARK
from ergodoku.views.colours import colour_of
from ergodoku.views.race.live import is_live, race_view
from ergodoku.views.race.picture import RacePicture
from ergodoku.views.race.report import as_table, as_text, rows, save_figure
from tests.samples import HARD, general, sample
from tests.views.pseudo import Terminal

HOT = eg.Annealing(eg.Constant(50.0), logic="none")
# A small program with a race that only Ctrl-C or q can end.
ENDLESS = f"""
import ergodoku as eg
from ergodoku.views.race.live import race_view
hot = eg.Annealing(eg.Constant(50.0), logic="none")
with race_view() as show:
    results = eg.race("{HARD}", [hot, hot], labels=["left", "right"], on_frame=show)
print([str(result.status) for result in results])
"""
NAMES = ("left", "right", "third", "fourth")


def endless(**options: object) -> Terminal:
    return Terminal("-c", ENDLESS, python=True, **options)  # type: ignore[arg-type]


@lru_cache(maxsize=16)
def paused(puzzle: eg.Puzzle, count: int = 2) -> Race:
    """Return a race that has ended without a solution."""
    stop = eg.Iterations(200)
    race = Race(puzzle, [HOT] * count, labels=list(NAMES[:count]), stop=stop, until="all", seed=1)
    race.run()
    return race


def console(width: int, height: int, **environment: str) -> Console:
    """Return a console for a terminal with these environment variables."""
    size = {"width": width, "height": height}
    return Console(file=io.StringIO(), force_terminal=True, _environ=environment, **size)  # type: ignore[arg-type]


def shown(**environment: str) -> str:
    """Return the characters that draw a picture on a terminal."""
    terminal = console(100, 30, **environment)
    terminal.print(RacePicture(paused(sample("classic-9"))))
    return terminal.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def picture(race: Race, width: int, height: int, **options: bool) -> list[str]:
    lines = RacePicture(race).lines(width, height, **options)
    return ["".join(segment.text for segment in line) for line in lines]


def test_a_race_adapts_to_the_size_of_the_terminal_and_q_ends_it() -> None:
    with endless(columns=100, lines=30) as terminal:
        text = terminal.until("left: searching", "right: searching", "until one solves it", "q or Ctrl-C")
        title = next(line for line in text.splitlines() if "left: searching" in line)
        assert "right: searching" in title  # side by side
        assert any(line.count("│") == 12 for line in text.splitlines())  # two boards in two frames
        cells = [cell for row in terminal.screen.buffer.values() for cell in row.values()]
        drawn = {cell.fg for cell in cells if cell.data in "▁▂▃▄▅▆▇█●"}
        assert drawn == {"005faf"}  # the nearest of 256 colours to the colour of annealing
        terminal.resize(40, 44)
        lines = terminal.until("q ends the race").splitlines()
        first, second = (next(k for k, line in enumerate(lines) if name in line) for name in NAMES[:2])
        assert second > first + 13  # one above the other
        terminal.resize(50, 6)
        terminal.until("\nleft ", "\nright ")  # one line per contender
        terminal.press("q")
        assert terminal.end() == 0
        assert "['interrupted', 'interrupted']" in terminal.text
        assert "searching" not in terminal.text
        assert termios.tcgetattr(terminal.ours)[3] == terminal.before[3]
        assert terminal.sent.rindex(b"\x1b[?25h") > terminal.sent.rindex(b"\x1b[?25l")


def test_the_environment_variable_no_color_turns_colours_off() -> None:
    assert re.search(r"\x1b\[[\d;]*3\dm", shown(TERM="xterm"))
    assert not re.search(r"\x1b\[[\d;]*3\dm", shown(TERM="xterm", NO_COLOR="1"))


def test_without_a_terminal_progress_is_printed_line_by_line() -> None:
    stream = io.StringIO()
    with race_view(Console(file=stream)) as show:
        eg.race(HARD, ["annealing", "probing"], seed=1, until="all", on_frame=show)
    lines = stream.getvalue().splitlines()
    assert sorted(line.split(" s  ")[1] for line in lines) == ["annealing: solved", "probing: solved"]


def test_a_terminal_that_is_too_small_or_too_simple_gets_no_live_picture() -> None:
    assert is_live(console(80, 24, TERM="xterm"))
    assert not is_live(console(10, 3, TERM="xterm"))
    assert not is_live(console(80, 24, TERM="dumb"))


@pytest.mark.parametrize("name", ["classic-4", "classic-16", "jigsaw-9"])
@pytest.mark.parametrize("count", [2, 4])
def test_the_picture_never_exceeds_the_terminal(name: str, count: int) -> None:
    race = paused(sample(name), count)
    for width in (20, 33, 50, 80, 240):
        for height in (5, 8, 13, 24, 70):
            lines = picture(race, width, height)
            assert len(lines) <= height
            assert {len(line) for line in lines} == {width}
            assert sum(line.count("left") for line in lines) in (1, 2)  # perhaps also on the podium


def test_large_grids_are_heat_maps_if_digits_do_not_fit() -> None:
    race = paused(general(25, 0.45))
    small, large = picture(race, 80, 24), picture(race, 160, 50)
    assert any("▀" in line for line in small)
    assert not any("▀" in line for line in large)
    assert sum(line.count("Y") for line in large) > 20


def test_the_picture_can_be_drawn_in_plain_ascii() -> None:
    lines = picture(paused(sample("classic-9")), 100, 30, coloured=False, ascii_only=True)
    assert all(line.isascii() for line in lines)
    assert any("left: gave up" in line for line in lines)


def test_the_table_ranks_the_contenders() -> None:
    race = Race(HARD, [HOT, "probing"], labels=["hot", "cool"], seed=1)
    race.run()
    first, second = rows(race)
    assert first[:3] == ("cool *", "solved", "0")
    assert second[:2] == ("hot", "not finished")
    assert [result.outcome for result in race.results] == ["not finished", "solved"]
    plain = as_text(race).splitlines()
    assert [line.split()[0] for line in plain] == ["method", "cool", "hot"]
    terminal = console(100, 30)
    terminal.print(as_table(race))
    assert "cool *" in terminal.file.getvalue()  # type: ignore[attr-defined]
    narrow = console(40, 30)
    narrow.print(as_table(race, 40))
    text = narrow.file.getvalue()  # type: ignore[attr-defined]
    assert "cool *" in text
    assert "energy" in text
    assert "iterations/s" not in text


def test_the_figure_names_the_puzzle_and_uses_the_colours_of_its_theme(tmp_path: Path) -> None:
    save_figure(paused(sample("classic-9")), tmp_path / "race.svg", theme="dark")
    text = (tmp_path / "race.svg").read_text()
    assert "Race on 9x9, 24 clues" in text
    assert DARK.paper.lower() in text
    assert colour_of("annealing").lower() in text
