"""``ergodoku watch``, run in a pseudo-terminal."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

import ergodoku as eg
from ergodoku.views.terminal.view import _length
from tests.cli.run import ergodoku
from tests.samples import EASY, HARD, general, trap
from tests.views.pseudo import SHELL, Terminal

SLOW = ["watch", HARD, "--seed", "1", "--speed", "15"]
# A puzzle without a solution, and no logic to prove it: the search never ends.
ENDLESS = ["watch", trap().to("line"), "--seed", "1", "--set", "logic=none", "--speed", "full"]
COLOURED = re.compile(rb"\x1b\[[\d;]*3[0-7][\d;]*m")
FOUR = "1" + "." * 15
HEXADECIMAL = str.maketrans("123456789ABCDEFG", "0123456789ABCDEF")  # from our alphabet for 16x16
# This script runs the command line with a clock that jumps an hour ahead when s is pressed.
AN_HOUR_LATER = """
import time
from ergodoku.cli.main import main
from ergodoku.views.terminal.keys import Keys

clock, read, hours = time.perf_counter, Keys.read, []

def read_late(keys, wait=0.0):
    pressed = read(keys, wait)
    hours.extend(key for key in pressed if key == "s")
    return pressed

time.perf_counter, Keys.read = lambda: clock() + 3600 * len(hours), read_late
main()
"""


def number(name: str, text: str) -> int:
    found = re.search(rf"{name} +([\d,]+)", text)
    assert found, text
    return int(found[1].replace(",", ""))


def pause(terminal: Terminal) -> int:
    """Pause, and return the iteration that is shown.

    A frame is drawn from the top, so "paused" may be read before the counters. The help replaces the whole
    screen: when it is closed and the last line is back, all lines are from the same frame.
    """
    terminal.press(" ")
    terminal.until("paused")
    terminal.press("?")
    terminal.until("any key: back to the board")
    terminal.press("x")
    return number("iterations", terminal.until("paused", "q quit"))


def test_the_view_shows_board_counters_curves_and_keys_and_then_the_solution() -> None:
    with Terminal("watch", FOUR, "--speed", "0.02", "--seed", "1") as terminal:
        terminal.until(
            "annealing  4x4, 1 clue, seed 1", "0.02/s", "energy", "iterations", "temperature", "q quit"
        )
        terminal.press("+" * 20)
        terminal.until("  solved", "Enter closes the view")
        terminal.press("ns +-")  # keys for the last iterations do not close the view
        terminal.pump(0.5)
        assert "Enter closes the view" in terminal.text
        assert number("per second", terminal.text) > 0  # of the whole search
        terminal.press("\n")
        assert terminal.end() == 0
        assert terminal.restored
        assert "solved by annealing" in terminal.text
        assert COLOURED.search(terminal.sent)
        assert "╭" in terminal.text  # the solution stays on the usual screen


def test_a_search_that_ends_during_a_pause_with_the_help_open_shows_its_solution() -> None:
    with Terminal("watch", FOUR, "--speed", "0.02", "--seed", "1") as terminal:
        terminal.until("0.02/s")
        terminal.press(" " + "n" * 20 + "?")
        text = terminal.until("  solved", "Enter closes the view")
        assert "paused" not in text
        assert number("per second", text) > 0
        terminal.press("\n")
        assert terminal.end() == 0


def test_space_pauses_and_s_and_n_step() -> None:
    with Terminal(*SLOW) as terminal:
        terminal.until("15/s")
        before = pause(terminal)
        terminal.press("s")
        terminal.until(f"iterations  {before + 1}\n")
        terminal.press("\x1b[C")
        terminal.until(f"iterations  {before + 2}\n")
        terminal.press("ns")
        terminal.until(f"iterations  {before + 103}\n", "paused")
        terminal.press(" ")
        terminal.until("15/s")
        terminal.until_true(lambda text: f"iterations  {before + 103}\n" not in text)  # the search continues
        assert pause(terminal) > before + 103
        terminal.press("q")
        assert terminal.end() == 130


def test_a_pause_does_not_count_towards_the_time_limit() -> None:
    with Terminal("-c", AN_HOUR_LATER, *ENDLESS, "--time-limit", "300", python=True) as terminal:
        terminal.until("energy")
        paused = pause(terminal)
        terminal.press("s")
        terminal.until(f"iterations  {paused + 1:,}\n", "paused")
        terminal.press(" ")
        terminal.until("full speed")  # if the hour counted, the time limit would have ended the search
        terminal.press("q")
        assert terminal.end() == 130


def test_plus_and_minus_change_the_speed_from_a_few_iterations_per_second_to_full_speed() -> None:
    with Terminal(*SLOW) as terminal:
        terminal.until(" 15/s")
        terminal.press("+")
        terminal.until(" 45/s")
        terminal.press("+")
        terminal.until(" 150/s")
        terminal.press("-----")
        assert " 150/s" not in terminal.until(" 1.5/s")
        terminal.press("q")
        assert terminal.end() == 130
    with Terminal(*ENDLESS) as terminal:
        terminal.until("full speed")
        terminal.press("-")
        terminal.until("/s")
        terminal.press("+" * 15)
        terminal.until("full speed")
        terminal.press("q")
        assert terminal.end() == 130


def test_the_speed_can_be_lower_than_the_frame_rate() -> None:
    with Terminal("watch", HARD, "--speed", "0.01") as terminal:
        terminal.until("0.01/s", "iterations")
        terminal.pump(0.5)  # much less than the 100 seconds between two iterations
        assert pause(terminal) <= 2
        terminal.press("q")
        terminal.end()


def test_question_mark_shows_help_and_any_key_closes_it() -> None:
    with Terminal(*SLOW) as terminal:
        terminal.until("? help")
        terminal.press("?")
        terminal.until("faster, slower", "any key")
        terminal.press("x")
        assert "any key" not in terminal.until("? help", "energy")
        terminal.press("q")
        assert terminal.end() == 130


@pytest.mark.parametrize(("how", "paused"), [("q", True), ("\x03", False)])
def test_q_and_ctrl_c_leave_a_clean_terminal_and_print_the_best_state(how: str, paused: bool) -> None:
    with Terminal(*SLOW) as terminal:
        terminal.until("15/s")
        if paused:
            terminal.press(" ")
            terminal.until("paused")
        terminal.press(how)
        assert terminal.end() == 130
        assert terminal.restored
        assert "interrupted at energy" in terminal.text
        assert "│ 8 " in terminal.text
        assert "Traceback" not in terminal.text
        assert "space pause" not in terminal.text


def test_an_error_leaves_a_clean_terminal_too() -> None:
    script = """
import ergodoku as eg
from rich.console import Console
from ergodoku.views.terminal import View
class Broken:
    def on_snapshot(self, snapshot):
        raise RuntimeError("broken")
run = eg.Run("1" + "." * 15, "annealing", seed=1, callbacks=[Broken()])
with View(run, Console()) as view:
    view.play()
"""
    with Terminal("-c", script, python=True) as terminal:
        assert terminal.end() == 1
        assert terminal.restored
        assert "RuntimeError: broken" in terminal.text


@pytest.mark.parametrize("arguments", [SLOW, ENDLESS])
def test_sigterm_leaves_a_clean_terminal(arguments: list[str]) -> None:
    with Terminal(*arguments) as terminal:
        terminal.until("energy", "q quit")
        terminal.child.send_signal(signal.SIGTERM)
        assert terminal.end() == 128 + signal.SIGTERM
        assert terminal.restored


@pytest.mark.parametrize("paused", [False, True])
def test_ctrl_z_restores_the_terminal_until_the_search_is_resumed(paused: bool) -> None:
    with Terminal("-c", SHELL, *SLOW, python=True) as terminal:
        terminal.until("15/s")
        if paused:
            terminal.press(" ")
            terminal.until("paused")
        terminal.press("\x1a")
        shell = terminal.until("stopped: press Enter")
        assert "energy" not in shell
        assert terminal.restored
        terminal.press("\n")
        terminal.until("paused" if paused else "15/s", "energy", "q quit")
        assert not terminal.restored
        terminal.press("q")
        assert terminal.end() == 130
        assert "interrupted at energy" in terminal.text


def test_the_view_follows_the_size_of_the_terminal() -> None:
    with Terminal(*SLOW, columns=80, lines=24) as terminal:
        terminal.until("acceptance,", "? help")
        terminal.resize(40, 15)
        narrow = terminal.until("space pause  s step  + -  q quit  ?\n"[:-1], "iter.")
        assert "acceptance," not in narrow
        assert "│ 8 " in narrow
        terminal.press(" ")
        terminal.until("paused")
        terminal.resize(100, 30)  # during a pause as well
        terminal.until("acceptance,", "? help")
        terminal.press("q")
        assert terminal.end() == 130


def test_a_board_that_does_not_fit_is_shown_as_a_heat_map(tmp_path: Path) -> None:
    file = tmp_path / "large.json"
    file.write_text(general(25, 0.45).to("json"))
    with Terminal("watch", file, "--speed", "15") as terminal:
        assert "▀" * 25 in terminal.until("▀" * 25, "energy", "q quit")
        terminal.press("q")
        terminal.end()
    with Terminal("watch", file, "--speed", "15", NO_COLOR="1") as terminal:
        marks = re.findall(r"^[·▀▄█]{25}(?: |$)", terminal.until("energy", "q quit"), re.MULTILINE)
        assert len(marks) == 13
        assert len(set("".join(marks))) > 2
        terminal.press("q")
        terminal.end()


def test_the_variable_no_color_is_honoured() -> None:
    with Terminal(*SLOW, NO_COLOR="1") as terminal:
        terminal.until("energy", "q quit")
        terminal.press("q")
        terminal.end()
        assert not COLOURED.search(terminal.sent)
        assert re.search(rb"\x1b\[[\d;]*4[\d;]*m", terminal.sent)  # conflicts stay underlined


def test_without_a_terminal_there_are_plain_lines_on_stderr_and_the_grid_on_stdout() -> None:
    done = ergodoku("watch", HARD, "--method", "auto", "--seed", "1")
    assert done.returncode == 0
    assert done.stdout == "".join(map(str, eg.solve(HARD, seed=1).grid.ravel())) + "\n"
    assert "best" in done.stderr
    assert "solved by probing" in done.stderr
    assert "\x1b" not in done.stdout + done.stderr


def test_watching_never_changes_the_walk() -> None:
    asked = ["--seed", "3", "--max-iterations", "300", "--speed", "3000", "--close"]
    with Terminal("watch", HARD, *asked) as terminal:
        assert terminal.end() == 1
        shown = terminal.text
    result = eg.solve(HARD, "annealing", seed=3, stop=eg.Iterations(300))
    assert f"gave up at energy {result.energy}: 300 iterations" in shown
    digits = [int(d) for line in shown.splitlines() if line.startswith("│") for d in re.findall(r"\d", line)]
    assert digits == result.grid.ravel().tolist()


def test_a_puzzle_from_stdin_is_watched_with_keys_from_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(HARD)
    script = f"""
import os, sys
os.dup2(os.open({str(file)!r}, os.O_RDONLY), 0)
sys.argv = ["ergodoku", "watch", "-", "--speed", "15"]
from ergodoku.cli.main import main
main()
"""
    with Terminal("-c", script, python=True) as terminal:
        terminal.until("15/s")
        terminal.press("q")
        assert terminal.end() == 130
        assert terminal.restored


def test_the_view_closes_by_itself_when_logic_solves_the_puzzle() -> None:
    with Terminal("watch", EASY, "--method", "auto") as terminal:
        assert terminal.end() == 0
        assert "solved by logic" in terminal.text


def test_a_dumb_terminal_gets_plain_lines_and_the_best_state_after_ctrl_c() -> None:
    with Terminal(*ENDLESS, TERM="dumb") as terminal:
        terminal.until("annealing  energy")
        terminal.interrupt()
        assert terminal.end() == 130
        assert b"\x1b" not in terminal.sent
        assert "interrupted at energy" in terminal.text


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--speed", "fast"], "--speed 'fast' is not a speed"),
        (["--speed", "0"], "is not a speed"),
        (["--method", "anealing"], "did you mean 'annealing'"),
        (["--set", "x"], "is not KEY=VALUE"),
    ],
)
def test_wrong_arguments_are_reported_in_one_line(arguments: list[str], word: str) -> None:
    done = ergodoku("watch", HARD, *arguments)
    assert done.returncode == 2
    assert word in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_watch_refuses_more_than_one_puzzle() -> None:
    done = ergodoku("watch", "-", stdin=f"{HARD}\n{EASY}\n")
    assert done.returncode == 2
    assert "watch one at a time" in done.stderr


def test_a_puzzle_without_a_solution_exits_3() -> None:
    done = ergodoku("watch", "12345678." + "." * 35 + "9" + "." * 36, "--method", "auto")
    assert done.returncode == 3
    assert "there is no solution" in done.stderr


def test_the_option_steering_sets_the_same_temperatures_as_in_python() -> None:
    steered = [(200, 5.0), (900, 0.1), (1_500, None)]
    words = ["watch", HARD, "--seed", "1", "--max-iterations", "3000"]
    done = ergodoku(*words, "--steering", "200:5,900:0.1,1500:-")
    run = eg.watch(HARD, seed=1, max_iterations=3_000, steering=steered).run
    best = run.finish()
    assert done.returncode == (0 if best.solved else 1)
    assert re.sub(r"\D", "", done.stdout) == "".join(map(str, best.grid.ravel()))
    assert ergodoku(*words).stdout != done.stdout
    wrong = ergodoku(*words, "--steering", "200:hot")
    assert (wrong.returncode, "'200:hot'" in wrong.stderr) == (2, True)
    wrong = ergodoku(*words, "--method", "tabu", "--steering", "200:5")
    assert (wrong.returncode, "no temperature to steer" in wrong.stderr) == (2, True)


def test_the_initial_speed_takes_steering_into_account() -> None:
    hot = [(0, 1000.0)]
    long = eg.watch(FOUR, seed=1, steering=hot).run.finish().iterations
    assert _length(eg.watch(FOUR, seed=1, steering=hot).run) == long
    assert _length(eg.watch(FOUR, seed=1).run) < long


def test_a_puzzle_written_with_letters_keeps_its_letters_in_the_view_and_in_the_final_grid() -> None:
    puzzle = general(16, 0.6).to("line").translate(HEXADECIMAL)
    with Terminal("watch", puzzle, "--set", "logic=none", "--speed", "0.02", lines=40) as terminal:
        live = terminal.until("0.02/s", "q quit")
        terminal.press("q")
        assert terminal.end() == 130
        for text in (live, terminal.text):
            row = next(line for line in text.splitlines() if line.startswith("│"))
            assert len(re.findall(r"\b[0-9A-F]\b", row.partition("  energy")[0])) == 16, row


def test_an_empty_table_has_no_puzzle_to_watch(tmp_path: Path) -> None:
    (tmp_path / "empty.csv").write_text("puzzle,solution\n")
    done = ergodoku("watch", tmp_path / "empty.csv")
    assert (done.returncode, done.stderr) == (
        2,
        "error: there is no puzzle in the input; give at least one puzzle\n",
    )
