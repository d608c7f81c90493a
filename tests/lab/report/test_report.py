"""A report is complete, repeatable and honest for any study."""

import csv
import html
import json
import re
import shlex
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import polars
import pytest
from matplotlib.axes import Axes

import ergodoku as eg
from ergodoku.base.errors import StudyError
from ergodoku.cli.studies import all_puzzles
from ergodoku.lab.analysis import Runs, by_puzzle
from ergodoku.lab.report import Report, write_report
from ergodoku.lab.report.data import named, puzzle_table
from ergodoku.lab.report.drawing import draw_figure
from ergodoku.lab.report.repeat import write_repeat
from ergodoku.lab.study import Study, load_study
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.views.colours import colour_of
from tests.cli.run import ergodoku
from tests.faults import little_room
from tests.lab.analysis.test_comparison import quick_and_slow
from tests.lab.report.test_paper import checked as check_latex
from tests.lab.studies import columns_of, study_in
from tests.lab.synthetic import LIMIT, Outcome, made_up, puzzles, quick_report
from tests.samples import EASY, sample

FROM_DEFINITION = "ergodoku study repeat . --study again"
VOID = {"meta", "br"}
# For two contenders on two puzzles, a report has seven kinds of figures, each in time and in iterations.
DRAWN = 14


class Checked(HTMLParser):
    """Checks that all tags are closed in order, and collects the links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.links += [v or "" for k, v in attrs if k in ("href", "src", "xlink:href")]
        self.ids += [v or "" for k, v in attrs if k == "id"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [v or "" for k, v in attrs if k == "id"]
        self.links += [v or "" for k, v in attrs if k in ("href", "src", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def checked(page: Path) -> Checked:
    parser = Checked()
    parser.feed(page.read_text(encoding="utf-8"))
    parser.close()
    assert parser.open == []
    return parser


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The report of two contenders on two puzzles."""
    study = made_up(tmp_path_factory.mktemp("report") / "s", quick_and_slow, count=2)
    return write_report(study.folder)


def test_every_file_of_the_report_is_written(report: Report) -> None:
    assert report.html.parent.parent.name == "s"
    assert report.notes == ()
    found = {
        path.relative_to(report.folder).as_posix() for path in report.folder.rglob("*") if path.is_file()
    }
    figures = {f"{kind}-{m}" for kind in ("run-lengths", "boxes", "ranks") for m in ("seconds", "iterations")}
    figures |= {
        f"{kind}-{m}" for kind in ("anytime", "targets", "restarts") for m in ("seconds", "iterations")
    }
    endings = ("svg", "png", "pdf", "csv")
    assert found >= {f"figures/{name}.{ending}" for name in figures for ending in endings}
    tables = {f"{kind}-{m}" for kind in ("standings", "pairs") for m in ("seconds", "iterations")} | {"ranks"}
    assert found >= {f"tables/{name}.{ending}" for name in tables for ending in ("tex", "md")}
    assert found >= {"report.md", "comparison.json", "runs.csv", "runs.parquet", "puzzles.csv"}
    assert found >= {"repeat/puzzles.txt", "repeat/first.toml", "repeat/second.toml"}
    assert "iohprofiler/first/IOHprofiler_f1_puzzle1.json" in found


def test_the_data_match_the_store(report: Report) -> None:
    with (report.folder / "runs.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    table = polars.read_parquet(report.folder / "runs.parquet")
    assert len(rows) == len(table) == 80
    assert [int(row["iterations"]) for row in rows] == table["iterations"].to_list()
    solved = table.filter(polars.col("status") == "solved").group_by("contender").len().sort("contender")
    assert solved.rows() == [("first", 40), ("second", 30)]
    assert json.loads((report.folder / "comparison.json").read_text())["contenders"][1]["solved"] == 30


def test_times_are_written_exactly(report: Report) -> None:
    with Study.open(report.folder.parent).store() as store:
        exact = store.columns()["seconds"].tolist()
    with (report.folder / "runs.csv").open(encoding="utf-8", newline="") as stream:
        assert [float(row["seconds"]) for row in csv.DictReader(stream)] == exact


def test_a_column_of_the_input_that_divides_the_puzzles_is_in_the_data(tmp_path: Path) -> None:
    named_after = [
        Puzzle(p.layout, p.flat, f"clues 26, source {w}") for p, w in zip(puzzles(2), "ab", strict=True)
    ]
    Study.create(tmp_path / "s", named_after, ["focused"], runs=2, max_iterations=100).run(workers=1).close()
    folder = quick_report(tmp_path / "s", by="source").folder
    for name in ("runs.csv", "puzzles.csv"):
        with (folder / name).open(encoding="utf-8", newline="") as stream:
            assert {(row["puzzle"], row["source"]) for row in csv.DictReader(stream)} == {
                ("1", "a"),
                ("2", "b"),
            }


def test_without_picture_files_the_markdown_has_no_headings_of_figures(
    report: Report, tmp_path: Path
) -> None:
    text = (quick_report(report.folder.parent, tmp_path).folder / "report.md").read_text(encoding="utf-8")
    assert "The figures are in `report.html`" in text
    assert "### Quartiles" not in text
    assert "### Traces" in text, "the report says how to get a missing figure"


def test_the_table_of_puzzles_has_the_numbers_of_the_puzzles_because_names_may_repeat(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", quick_and_slow, count=2, labels=("one",), runs=2)
    alike = [Puzzle(puzzle.layout, puzzle.flat, "clues 26") for puzzle in study.puzzles]
    with study.store() as store:
        numbers = by_puzzle(Runs.read(store), 1)
    table, _ = puzzle_table(named(replace(study, puzzles=tuple(alike)), numbers))
    assert [row[:3] for row in table.rows] == [("1", "clues 26", "one"), ("2", "clues 26", "one")]


def test_tables_for_a_paper_match_the_report(report: Report) -> None:
    for path in (report.folder / "tables").glob("*.tex"):
        check_latex(path.read_text(encoding="utf-8"))
    latex = (report.folder / "tables" / "standings-iterations.tex").read_text(encoding="utf-8")
    plain = (report.folder / "tables" / "standings-iterations.md").read_text(encoding="utf-8")
    assert "first & 40/40 & 100" in latex
    assert "| first | 40/40 | 100 %" in plain
    assert "@software{ergodoku," in (report.folder / "ergodoku.bib").read_text(encoding="utf-8")


def test_the_page_needs_no_other_file_and_no_network(report: Report) -> None:
    page, text = checked(report.html), report.html.read_text(encoding="utf-8")
    assert all(link.startswith("#") for link in page.links), page.links
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert not re.findall(r"url\((?!#)|@import|<link|<img", text)
    assert text.count("<svg") == DRAWN
    assert "prefers-color-scheme: dark" in text


def test_every_figure_in_the_markdown_exists(report: Report) -> None:
    text = (report.folder / "report.md").read_text(encoding="utf-8")
    pictures = re.findall(r"!\[.*?\]\((.*?)\)", text)
    assert len(pictures) == DRAWN
    assert all((report.folder / picture).is_file() for picture in pictures)
    assert "first needs fewer iterations than second" in text


def test_figures_only_use_the_colours_of_the_page_and_of_the_methods(report: Report) -> None:
    drawings = re.findall(r"<svg.*?</svg>", report.html.read_text(encoding="utf-8"), re.DOTALL)
    assert len(drawings) == DRAWN
    for drawing in drawings:
        colours = re.findall(r"#[0-9a-fA-F]{6}\b", drawing)
        assert {colour.upper() for colour in colours} == {colour_of("focused")}
        assert "var(--ink)" in drawing
        ElementTree.fromstring(drawing)


@pytest.mark.parametrize(
    ("outcome", "changes", "told"),
    [
        (lambda p, c, r: None, {}, ["None of the 40 runs has ended yet"]),
        (lambda p, c, r: ("solved", 5 + r), {"labels": ("<b>&'</b>",)}, ["There is one contender"]),
        (lambda p, c, r: ("gave_up", LIMIT), {}, ["No run was solved"]),
        (lambda p, c, r: ("solved", 0), {}, ["Logic alone solved every run"]),
        (
            lambda p, c, r: ("solved", 5 + r) if c == 0 and r < 3 else None,
            {},
            ["3 of 40 runs so far; planned: 1 puzzle, 20 runs of each contender", "second has only 0 runs"],
        ),
    ],
    ids=["none", "alone", "unsolved", "logic", "running"],
)
def test_special_cases_give_a_complete_report_with_a_note(  # type: ignore[no-untyped-def]
    tmp_path: Path, outcome, changes, told: list[str]
) -> None:
    made_up(tmp_path / "s", outcome, **changes)
    report = quick_report(tmp_path / "s", tmp_path / "out")
    page = checked(report.html)
    assert all(sentence.lower() in page.text.lower() for sentence in told)
    assert all(label in page.text for label in changes.get("labels", ()))  # markup in a name is shown as text
    assert not re.search(r"\bnan\b", page.text)
    assert (report.folder / "runs.parquet").exists()


def test_a_second_report_is_the_same_byte_for_byte(report: Report, tmp_path: Path) -> None:
    again = quick_report(report.folder.parent, tmp_path, formats="svg,png").folder
    for name in ("report.html", "report.md", "runs.csv", "figures/boxes-seconds.svg"):
        assert (report.folder / name).read_bytes() == (again / name).read_bytes()


def test_curves_are_thinned_so_that_the_page_stays_small_even_with_very_many_runs(tmp_path: Path) -> None:
    def outcome(puzzle: int, contender: int, repetition: int) -> Outcome:
        return "solved", 10 + 7919 * repetition % 5003

    study = made_up(tmp_path / "s", outcome, runs=2500, max_iterations=10_000, labels=("alone",))
    assert quick_report(study.folder).html.stat().st_size < 400_000


def test_a_full_disk_does_not_change_the_tables_of_an_older_report(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", lambda p, c, r: ("solved", 10 + r), runs=1000, labels=("alone",))
    table = quick_report(study.folder).folder / "runs.csv"
    old, others = table.read_bytes(), sorted(table.parent.iterdir())
    with little_room(len(old) - 1), pytest.raises(StudyError, match="File too large"):
        quick_report(study.folder)
    assert table.read_bytes() == old
    assert sorted(table.parent.iterdir()) == others


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_full_disk_does_not_change_an_older_figure(tmp_path: Path, ending: str) -> None:
    def draw(ax: Axes, theme: str) -> Axes:
        ax.plot(range(1000), [k % 7 for k in range(1000)])
        return ax

    draw_figure(tmp_path, "figure", "seconds", "A figure", "", draw, (4.0, 3.0))
    figure, files = tmp_path / f"figure.{ending}", sorted(tmp_path.iterdir())
    old = figure.read_bytes()
    with little_room(len(old) - 1), pytest.raises(OSError, match="too large"):
        draw_figure(tmp_path, "figure", "seconds", "A figure", "", draw, (4.0, 3.0))
    assert figure.read_bytes() == old
    assert sorted(tmp_path.iterdir()) == files


def test_the_page_says_how_to_repeat_the_study(report: Report) -> None:
    block = re.search(r"<pre>(.*?)</pre>", report.html.read_text(encoding="utf-8"), re.DOTALL)
    assert block
    commands = html.unescape(block[1]).splitlines()
    version = eg.__version__
    assert commands[0] == (
        f'# with ergodoku {version}: pip install "ergodoku[lab]=={version}", or ".[lab]" in its source'
    )
    assert commands[1].startswith("ergodoku compare puzzles.txt --box 3x3 --methods first.toml,second.toml")


def test_the_commands_repeat_the_study_run_for_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = study_in(tmp_path / "s", runs=3)
    expected = columns_of(study.run())
    words = shlex.split(write_repeat(study, {}, tmp_path / "repeat").commands[1])
    monkeypatch.chdir(tmp_path / "repeat")
    assert ergodoku(*words[1:]).returncode == 0
    assert columns_of(Study.open("again").store()) == expected


@pytest.mark.parametrize(
    "name", ["diagonal-9", "windows-2x3", "latin-7", "jigsaw-9", "classic-16", "rectangular-2x5"]
)
def test_the_command_reproduces_puzzles_of_any_layout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    study = Study.create(tmp_path / "s", [sample(name), sample(name, 0.4)], ["focused"], runs=1)
    words = shlex.split(write_repeat(study, {}, tmp_path / "repeat").commands[1])
    assert words[:3] == ["ergodoku", "compare", "puzzles.txt"]
    given = dict(zip(words[3::2], words[4::2], strict=False))
    monkeypatch.chdir(tmp_path / "repeat")
    layout = given.get("--layout", "classic")
    assert tuple(all_puzzles(words[2:3], given.get("--box"), layout, None, quiet=True)[0]) == study.puzzles


@pytest.mark.parametrize("label", ["a,b", "a=b", " a "])
def test_a_study_with_labels_that_a_command_would_misread_is_repeated_from_its_definition(
    tmp_path: Path, label: str
) -> None:
    study = made_up(tmp_path / "s", lambda p, c, r: None, labels=(label,))
    assert write_repeat(study, {}, tmp_path / "repeat").commands[1] == FROM_DEFINITION


@pytest.mark.parametrize(("limit", "written"), [(10.0, "10"), (0.125, "0.125"), (1234567.25, "1234567.25")])
def test_the_command_has_the_time_limit_of_the_study(tmp_path: Path, limit: float, written: str) -> None:
    study = made_up(tmp_path / "s", lambda p, c, r: None, time_limit=limit)
    words = shlex.split(write_repeat(study, {}, tmp_path / "repeat").commands[1])
    assert words[words.index("--time-limit") + 1] == written


def test_puzzles_of_several_sizes_get_one_file_per_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = study_in(tmp_path / "s", puzzles=[Puzzle.parse(EASY), sample("classic-4", 0.3)], runs=2)
    expected = columns_of(study.run())
    words = shlex.split(write_repeat(study, {}, tmp_path / "repeat").commands[1])
    assert words[2:4] == ["puzzles-9x9.txt", "puzzles-4x4.txt"]
    monkeypatch.chdir(tmp_path / "repeat")
    assert ergodoku(*words[1:]).returncode == 0
    assert columns_of(Study.open("again").store()) == expected


def test_a_study_with_layouts_that_no_command_can_name_is_repeated_from_its_definition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = study_in(tmp_path / "s", puzzles=[Puzzle.parse(EASY), sample("diagonal-9", 0.3)], runs=2)
    expected = columns_of(study.run())
    command = write_repeat(study, load_study(study.folder)[1], tmp_path / "repeat").commands[1]
    assert command == FROM_DEFINITION
    monkeypatch.chdir(tmp_path / "repeat")
    done = ergodoku(*command.split()[1:])
    assert (done.returncode, done.stdout) == (
        0,
        "again: 8 runs; there are no original runs to compare with\n",
    )
    assert columns_of(Study.open("again").store()) == expected


def test_without_optional_packages_the_other_files_are_written_and_a_note_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_up(tmp_path / "s", quick_and_slow)
    monkeypatch.setitem(sys.modules, "polars", None)
    assert quick_report(tmp_path / "s").notes == ('Parquet needs polars: pip install "ergodoku[lab]"',)
    assert (tmp_path / "s" / "report" / "report.html").exists()
    assert not (tmp_path / "s" / "report" / "runs.parquet").exists()


def test_a_report_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    made_up(tmp_path / "s", quick_and_slow)
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StudyError, match=r"cannot write the report .* choose another `output`"):
        quick_report(tmp_path / "s", tmp_path / "file")
