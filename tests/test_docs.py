"""The code and the commands in the documentation run exactly as written."""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from ergodoku.cli.commands import command_line
from ergodoku.methods import registry
from ergodoku.web.limits import Limits

README = Path(__file__).parent.parent / "README.md"
DOCS = README.parent / "docs"
PAGE = DOCS / "new-method.md"
NAMES = [path.stem for path in sorted(DOCS.glob("*.md"))]
PAGES = (
    "faq",
    "formats",
    "how",
    "index",
    "latin",
    "lesson",
    "many",
    "new-schedule",
    "racing",
    "solving",
    "start",
    "studies",
    "watching",
)
ELSEWHERE = (
    "new-method",
    "benchmarks",
    "hard",
    "records",
)  # the first is tested below, the others in test_benchmarks and test_hard
# Words of the glossary that have no other meaning in the documentation.
WORDS = (
    "contenders?", r"CPU\s+time", "energy", "epochs?", "evaluations?", r"freezing\s+point", "iterations?",
    "kernels?", "landscapes?", "oracle", "populations?", "presets?", "replicas?", "schedules?", "seeds?",
    "slices?", "snapshots?", "temperatures?",
)  # fmt: skip
# Pages with commands that are shown but not run, because they need a cluster or a browser, or take minutes.
SHOWN = ("latin", "published", "serving", "studies", "web")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The Python code of the page about new methods, as one module."""
    text = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL))
    path = tmp_path_factory.mktemp("page") / "descent_page.py"
    path.write_text(text)
    module = ModuleType("descent_page")
    module.__file__ = str(path)
    sys.modules["descent_page"] = module
    exec(compile(text, str(path), "exec"), module.__dict__)
    return module


def test_the_example_method_solves_a_puzzle(page: ModuleType) -> None:
    assert page.result.solved
    assert page.result.found_by == "descent"


def test_the_example_method_passes_the_conformance_suite(page: ModuleType) -> None:
    suite = page.TestDescent()
    tests = [name for name in dir(suite) if name.startswith("test_")]
    assert len(tests) >= 9
    for name in tests:
        getattr(suite, name)()


def test_the_example_method_has_fewer_than_60_lines_of_code(page: ModuleType) -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)[0]
    lines = [line for line in code.splitlines() if line.strip() and not line.startswith(("from ", "import "))]
    assert len(lines) < 60


def test_the_example_package_registers_the_example_method(page: ModuleType) -> None:
    package = tomllib.loads(blocks("new-method", "toml")[0])
    assert package["tool"]["setuptools"]["py-modules"] == ["descent"]
    assert package["project"]["entry-points"] == {registry.GROUP: {page.ENTRY.name: "descent:ENTRY"}}
    assert isinstance(page.ENTRY, registry.Entry)


def test_an_entry_point_makes_the_method_available_by_its_name(
    page: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = EntryPoint("descent", "descent_page:ENTRY", registry.GROUP)
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda group: [point] if group == registry.GROUP else []
    )
    assert registry.find("descent").method == page.Descent()
    assert "descent" in list(registry.ENTRIES)
    broken = EntryPoint("broken", "no_such_module:ENTRY", registry.GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [broken])
    with pytest.raises(registry.ParameterError, match="cannot load the method"):
        registry.find("broken")


def test_every_page_with_code_or_commands_is_listed() -> None:
    assert {name for name in NAMES if blocks(name, "sh") or blocks(name, "python")} == {*PAGES, *ELSEWHERE}
    assert {name for name in NAMES if "$ ergodoku " in "".join(blocks(name, "console"))} == {*SHOWN}


@pytest.mark.parametrize("name", PAGES)
def test_the_commands_and_the_code_of_a_page_run_as_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run the commands, then the Python code, in one folder, because code may read what a command wrote."""
    import matplotlib.pyplot as plt

    monkeypatch.chdir(tmp_path)
    commands = "".join(blocks(name, "sh")).splitlines()
    code = "\n".join(blocks(name, "python"))
    assert commands or code
    for line in commands:
        run_line(line)
    exec(compile(code, f"{name}.md", "exec"), {"__name__": name})
    plt.close("all")


def test_the_examples_of_the_readme_run_in_order_in_an_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run everything except the server, with fewer and shorter runs in studies."""
    import matplotlib.pyplot as plt

    monkeypatch.chdir(tmp_path)
    lines = "".join(fenced(README, "sh")).splitlines()
    commands = [line.partition("  #")[0].rstrip() for line in lines if line.startswith("ergodoku ")]
    assert "ergodoku serve" in commands
    for line in commands:
        short = re.sub(r"--(runs|trials) \d+", r"--\1 2 --max-iterations 2000", line)
        if line != "ergodoku serve":
            run_line(short)
    exec(compile("".join(fenced(README, "python")), "README.md", "exec"), {"__name__": "readme"})
    plt.close("all")


@pytest.mark.parametrize(
    "name", [name for name in NAMES if name not in ("api", "glossary", "guide", "index")]
)
def test_a_page_links_a_word_of_the_glossary_where_it_first_uses_it(name: str) -> None:
    text = prose(name)
    uses = [re.search(rf"(\{{term\}}`)?(?<![\w-]){word}(?![\w-])", text, re.IGNORECASE) for word in WORDS]
    assert [use[0] for use in uses if use and not use[1]] == []


@pytest.mark.parametrize("name", SHOWN)
def test_commands_that_are_shown_but_not_run_have_existing_options(name: str) -> None:
    root = get_command(command_line())
    lines = [shlex.split(line.removeprefix("$ ")) for line in "".join(blocks(name, "console")).splitlines()]
    commands = [words[1:] for words in lines if words[0] == "ergodoku"]
    assert commands
    for command, *options in commands:
        root.commands[command].make_context(command, options)  # type: ignore[attr-defined]


def test_the_tests_and_limits_in_the_security_page_exist() -> None:
    text = (README.parent / "SECURITY.md").read_text(encoding="utf-8")
    tests = re.findall(r"`(tests/[^`]+)`", text)
    limits = re.findall(r"`--limit-(\w+)`", text)
    assert tests
    assert limits
    assert [name for name in tests if not (README.parent / name).is_file()] == []
    assert set(limits) <= set(Limits.__dataclass_fields__)


def blocks(name: str, language: str) -> list[str]:
    """Return the fenced blocks of a page in one language."""
    return fenced(DOCS / f"{name}.md", language)


def prose(name: str) -> str:
    """Return the text of a page without code, headings, directives and links."""
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```$|<!-- \w+ -->.*?<!-- end -->", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^[#:].*$", "", text, flags=re.MULTILINE)
    return re.sub(r"(\{term\}`[^`]*`)|(?:\{\S+\})?`[^`]+`|\[[^\]]*\]\([^)]*\)", r"\1", text)


def fenced(path: Path, language: str) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


STUDIES = {"compare", "explore", "tune"}


def run_line(line: str) -> None:
    """Run a line as a shell would, with pipes and an output file, but without new processes.

    Studies use threads instead of processes, and reports write no figure files. Other tests cover
    processes and figure files.
    """
    line, _, file = line.partition(" > ")
    text = ""
    for part in line.split(" | "):
        words = shlex.split(part, comments=True)
        assert words[0] == "ergodoku"
        words += ["--threads"] if words[1] in STUDIES or words[1:3] == ["study", "repeat"] else []
        words += ["--formats", "none"] if words[1] == "report" else []
        done = CliRunner().invoke(command_line(), words[1:], input=text, catch_exceptions=False)
        limited = {"--max-iterations", "--time-limit"} & set(words)  # giving up is expected then
        assert done.exit_code == 0 or (done.exit_code == 1 and limited), f"{part}\n{done.output}"
        text = done.stdout
    if file:
        Path(file).write_text(text, encoding="utf-8")
