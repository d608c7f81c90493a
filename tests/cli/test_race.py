"""``ergodoku race``: its output on stdout, stderr and a terminal, and its exit codes."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pytest

from tests.cli.run import ergodoku
from tests.samples import EASY, HARD, general, trap
from tests.views.pseudo import SHELL, Terminal

QUICK = ["--methods", "annealing,probing", "--seed", "1"]
# Annealing too hot to find a solution: the race goes on until it is stopped.
ENDLESS = [
    "--methods",
    "annealing,annealing",
    "--set",
    "annealing.schedule=constant",
    "--set",
    "annealing.start=50",
    "--set",
    "annealing 2.schedule=constant",
    "--set",
    "annealing 2.start=50",
]

# This script runs the command line. When it prepares the race, it prints whether the terminal echoes keys.
TELLS_ECHO = """
import termios
from ergodoku.cli.main import main
from ergodoku.engine.race import Race

prepare = Race.prepare

def prepare_and_tell(race):
    print("echo is", "on" if termios.tcgetattr(0)[3] & termios.ECHO else "off", flush=True)
    prepare(race)

Race.prepare = prepare_and_tell
main()
"""


def test_the_table_goes_to_stdout_and_marks_the_winner() -> None:
    done = ergodoku("race", HARD, *QUICK, "--until", "all")
    head, *rows = done.stdout.splitlines()
    assert done.returncode == 0
    assert head.split() == ["method", "status", "energy", "iterations", "seconds", "iterations/s"]
    assert sorted(row.split()[0] for row in rows) == ["annealing", "probing"]
    assert rows[0].split()[1] == "*"
    assert [row.split().count("*") for row in rows] == [1, 0]
    assert "probing: solved" in done.stderr


def test_json_has_one_object_per_contender_in_the_given_order() -> None:
    done = ergodoku("race", HARD, *QUICK, "--until", "all", "--json", "--quiet")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["contender"] for record in records] == ["annealing", "probing"]
    assert [record["status"] for record in records] == ["solved", "solved"]
    assert [record["first"] for record in records].count(True) == 1
    assert records[0]["grid"] == records[1]["grid"]
    assert all(record["puzzle"] == HARD and record["seed"] == 1 for record in records)
    assert done.stderr == ""


def test_a_parameter_can_be_set_for_one_of_two_contenders_with_the_same_method() -> None:
    settings = ["--set", "annealing.end=0.5", "--set", "annealing 2.schedule=constant"]
    options = ["--max-iterations", "100", "--json", "--quiet"]
    done = ergodoku("race", HARD, "-m", "annealing,annealing", *settings, *options)
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert done.returncode == 1
    assert [first["method"], first["contender"]] == ["annealing", "annealing"]
    assert [second["method"], second["contender"]] == ["annealing", "annealing 2"]
    assert [first["parameters"]["end"], second["parameters"]["end"]] == [0.5, 0.0]
    assert [r["parameters"]["schedule"]["name"] for r in (first, second)] == ["freezing", "constant"]


def test_a_contender_can_have_a_label() -> None:
    settings = ["--set", "slow.cooling=0.995", "--max-iterations", "100", "--json", "--quiet"]
    done = ergodoku("race", HARD, "-m", "lewis,slow=lewis", *settings)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(r["method"], r["contender"]) for r in records] == [("lewis", "lewis"), ("lewis", "slow")]
    assert [r["parameters"]["schedule"]["cooling"] for r in records] == [0.98855, 0.995]


def test_found_by_names_the_preset_and_not_the_label() -> None:
    options = ["--set", "slow.cooling=0.995", "--max-iterations", "100", "--json", "--quiet"]
    done = ergodoku("race", HARD, "-m", "lewis,slow=lewis,cool=lewis", *options)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(r["contender"], r["found_by"]) for r in records] == [
        ("lewis", "lewis"),
        ("slow", "lewis"),
        ("cool", "lewis"),
    ]


def test_a_label_can_be_the_same_as_the_name_of_its_method() -> None:
    options = ["--max-iterations", "100", "--json", "--quiet"]
    done = ergodoku("race", HARD, "-m", "lewis=lewis,slow=lewis", *options)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [r["contender"] for r in records] == ["lewis", "slow"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--methods", "annealing"], "a race needs two methods or more"),
        (["--methods", "a=annealing,a=tabu"], "the label 'a' is used twice"),
        (["--methods", "lewis,lewis=cool"], "the label 'lewis' is used twice"),
        (["--methods", "lewis=cool,lewis"], "the label 'lewis' is used twice"),
        (["--methods", "mine.toml,mine=cool"], "the label 'mine' is used twice"),
        (["--methods", "lewis,lewis,lewis 2=cool"], "the label 'lewis 2' is used twice"),
        (["--methods", "annealing,lewsi"], "there is no method 'lewsi'; did you mean 'lewis'?"),
        (["--until", "last"], "until is 'last'; choose first | all"),
        (["--set", "cooling=0.9"], "starting with annealing., genetic."),
        (["--set", "annealing.colour=1"], "annealing has no parameter 'colour'"),
        (["--plot", "race.gif"], "end the name in .png, .svg or .pdf"),
        (["--plot", "no/such/folder/race.png"], "cannot write to"),
    ],
)
def test_errors_are_reported_in_one_line_before_the_race(arguments: list[str], message: str) -> None:
    done = ergodoku("race", EASY, *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr.splitlines()[-1]


def test_a_race_needs_a_single_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "two.sdm"
    file.write_text(f"{EASY}\n{HARD}\n")
    done = ergodoku("race", file, *QUICK)
    assert done.returncode == 2
    assert "there is more than one puzzle in the input" in done.stderr


def test_the_figure_shows_every_contender(tmp_path: Path) -> None:
    file = tmp_path / "race.svg"
    done = ergodoku("race", HARD, *QUICK, "--until", "all", "--plot", file, "--quiet")
    assert done.returncode == 0
    text = file.read_text()
    assert text.startswith("<?xml")
    assert all(name in text for name in ("annealing: solved", "probing: solved"))


@pytest.mark.parametrize(("methods", "noted"), [("lewis,cool", True), ("lewis,genes", False)])
def test_a_note_says_if_a_figure_over_generations_has_no_curves(
    tmp_path: Path, methods: str, noted: bool
) -> None:
    file = tmp_path / "race.svg"
    words = ["--methods", methods, "--max-iterations", "300", "--until", "all", "--axis", "generations"]
    done = ergodoku("race", HARD, *words, "--plot", file)
    note = f"note: no run has generations, so {file} shows no curves; choose --axis seconds or iterations\n"
    assert (note in done.stderr) == noted
    assert file.exists()


def test_a_named_figure_has_a_panel_for_each_contender(tmp_path: Path) -> None:
    file = tmp_path / "race.svg"
    done = ergodoku("race", HARD, *QUICK, "--until", "all", "--plot", f"{file}:temperature", "--quiet")
    assert done.returncode == 0
    text = file.read_text()
    assert all(name in text for name in ("annealing: solved", "probing: solved", "no temperature"))


def test_an_overview_shows_each_contender_with_the_curves_of_its_method(tmp_path: Path) -> None:
    file = tmp_path / "race.svg"
    words = ["--methods", "cool,genes", "--max-iterations", "300", "--until", "all", "--quiet"]
    done = ergodoku("race", HARD, *words, "--plot", f"{file}:overview")
    assert done.returncode == 1
    text = file.read_text()
    assert all(f"<!-- {name} -->" in text for name in ("temperature", "mutation rate", "generation"))


def test_a_race_that_hits_the_time_limit_exits_1_and_says_so_on_stderr() -> None:
    done = ergodoku("race", HARD, *ENDLESS, "--time-limit", "0.2")
    assert done.returncode == 1
    assert "annealing 2: gave up at energy" in done.stderr
    assert done.stdout.count("gave up") == 2


def test_a_puzzle_without_a_solution_exits_3() -> None:
    done = ergodoku("race", trap().to("line"), "--methods", "annealing,probing", "--quiet")
    assert done.returncode == 3
    assert "no solution" in done.stdout


def test_a_race_can_have_far_more_contenders_than_cores() -> None:
    done = ergodoku("race", HARD, "--methods", ",".join(["probing"] * 70), "--until", "all")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 71


def test_the_speed_never_changes_the_winner() -> None:
    asked = ["race", HARD, "--methods", "annealing,tabu", "--json", "--quiet"]
    for seed in ("1", "2", "3"):
        runs = [ergodoku(*asked, "--seed", seed, *more) for more in ([], ["--speed", "full"])]
        kept = [[json.loads(line) for line in done.stdout.splitlines()] for done in runs]
        told = [
            [(r["first"], r["iterations"], r["energy"], r["seconds"]) for r in records] for records in kept
        ]
        assert told[0] == told[1]


def test_contenders_search_without_logic_unless_their_parameter_logic_is_set() -> None:
    options = ["race", EASY, "--methods", "annealing,tabu", "--seed", "1", "--until", "all", "--json"]
    alone = [json.loads(line) for line in ergodoku(*options).stdout.splitlines()]
    assert [record["parameters"]["logic"] for record in alone] == ["none", "none"]
    assert all(record["iterations"] > 0 for record in alone)
    helped = ergodoku(*options, "--set", "logic=pairs")
    assert [json.loads(line)["iterations"] for line in helped.stdout.splitlines()] == [0, 0]
    hint = "logic left nothing to search: use --set logic=none to leave everything to the method"
    assert hint in helped.stderr
    one = ergodoku(*options, "--set", "tabu.logic=pairs")
    assert [json.loads(line)["iterations"] > 0 for line in one.stdout.splitlines()] == [True, False]


def test_a_setting_without_a_label_applies_to_every_method_that_has_the_parameter() -> None:
    asked = ["race", HARD, "--methods", "annealing,genetic", "--max-iterations", "1", "--json", "--quiet"]
    done = ergodoku(*asked, "--set", "climb=7", "--set", "logic=singles", "--set", "annealing.logic=locked")
    first, second = (json.loads(line)["parameters"] for line in done.stdout.splitlines())
    assert (first["logic"], second["logic"], second["climb"]) == ("locked", "singles", 7)


def test_a_race_has_the_same_keys_as_watch_and_stays_open_at_the_end() -> None:
    asked = ["--methods", "cool,tabu", "--seed", "1", "--speed", "15"]
    with Terminal("race", HARD, *asked, columns=100, lines=30) as terminal:
        terminal.until("cool: searching", "tabu: searching", "slow motion: 15/s", "curves over seconds")
        terminal.press(" ")
        terminal.until("   paused")
        terminal.press("snx")
        terminal.until("curves over iterations")
        terminal.press("x")
        terminal.until("curves over generations", "no generations")
        terminal.press("?")
        terminal.until("faster, slower", "any key: back to the race")
        terminal.press("?+")
        terminal.until("space pause")
        terminal.press(" " + "+" * 20)
        terminal.until("Enter closes", "1. ", "solved, first")
        terminal.until_true(lambda text: "(its best grid)" in text or text.count(": solved") == 2)
        terminal.press("k")
        assert terminal.end() == 0
        assert terminal.restored
        assert "shown in slow motion" in terminal.text


def test_a_very_short_race_is_shown_in_slow_motion() -> None:
    with Terminal("race", "1... ..3. .4.. ...2", *QUICK, columns=100, lines=30) as terminal:
        terminal.until("searching", "slow motion: ")
        terminal.until("Enter closes")
        terminal.press("\n")
        assert terminal.end() == 0
        assert "shown in slow motion" in terminal.text


def test_ctrl_c_exits_130_with_the_table_of_best_states_on_a_clean_terminal() -> None:
    with Terminal("race", HARD, *ENDLESS, columns=100, lines=30) as terminal:
        terminal.until("annealing 2: searching")
        terminal.interrupt()
        assert terminal.end() == 130
        text = terminal.text
        assert text.count("interrupted") == 2
        assert "searching" not in text
        assert "Traceback" not in text
        assert terminal.sent.rindex(b"\x1b[?1049l") > terminal.sent.rindex(b"\x1b[?1049h")
        assert terminal.sent.rindex(b"\x1b[?25h") > terminal.sent.rindex(b"\x1b[?25l")


def test_sigterm_leaves_a_clean_terminal() -> None:
    with Terminal("race", HARD, *ENDLESS, columns=100, lines=30) as terminal:
        terminal.until("annealing 2: searching")
        terminal.child.send_signal(signal.SIGTERM)
        assert terminal.end() == 128 + signal.SIGTERM
        assert terminal.restored


def test_ctrl_z_restores_the_terminal_until_the_race_is_resumed() -> None:
    with Terminal("-c", SHELL, "race", HARD, *ENDLESS, python=True, columns=100, lines=30) as terminal:
        terminal.until("annealing 2: searching")
        terminal.press("\x1a")
        assert "searching" not in terminal.until("stopped: press Enter")
        assert terminal.restored
        terminal.press("\n")
        terminal.until("annealing 2: searching")
        terminal.press("q")
        assert terminal.end() == 130
        assert terminal.restored


def test_on_a_terminal_the_winner_is_shown_with_its_board() -> None:
    words = ["race", HARD, *QUICK, "--until", "all", "--speed", "full", "--close"]
    with Terminal(*words, columns=100, lines=30) as terminal:
        assert terminal.end() == 0
        text = terminal.text
    assert "│ 8 1 2 │ 7 5 3 │ 6 4 9 │" in text
    assert "iterations/s" in text
    assert text.count("solved") == 2


def test_a_puzzle_written_with_letters_keeps_its_letters_in_the_view_and_in_the_final_grid() -> None:
    ours_to_hexadecimal = str.maketrans("123456789ABCDEFG", "0123456789ABCDEF")
    puzzle = general(16, 0.6).to("line").translate(ours_to_hexadecimal)
    words = ["race", puzzle, "--methods", "auto,probing", "--set", "logic=pairs"]
    with Terminal(*words, columns=160, lines=45) as terminal:
        live = terminal.until("Enter closes")
        terminal.press("\n")
        assert terminal.end() == 0
        row = re.compile(r"│(?:(?: +[0-9A-F·]){4} │){4}")
        assert row.search(live), live
        assert len(row.findall(terminal.text)) == 16, terminal.text


def test_keys_are_not_echoed_while_kernels_compile_before_the_first_frame() -> None:
    with Terminal("-c", TELLS_ECHO, "race", HARD, *ENDLESS, python=True) as terminal:
        terminal.until("q quit")
        terminal.press("q")
        assert terminal.end() == 130
        assert terminal.restored
        assert b"echo is off" in terminal.sent
        assert b"echo is on" not in terminal.sent
