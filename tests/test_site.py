"""The documentation builds without a warning, is complete, and loads nothing from another host."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import ergodoku
from ergodoku.methods.parameters import flatten
from ergodoku.methods.registry import HOMES, find

ROOT = Path(__file__).parent.parent
BUILT = ("_build", "api", "gallery", "lesson", "methods", "__pycache__")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as in ``make docs``, from sources without files of earlier builds."""
    root = tmp_path_factory.mktemp("project")
    shutil.copytree(ROOT / "docs", root / "docs", ignore=lambda _, names: set(BUILT) & set(names))
    for name in ("benchmarks", "examples"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "docs", "site"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return root / "site"


def test_every_public_name_has_a_page(site: Path) -> None:
    names = set(ergodoku.__all__) - {"__version__"}
    assert {name for name in names if not (site / "api" / f"ergodoku.{name}.html").exists()} == set()


@pytest.mark.parametrize("name", HOMES)
def test_the_page_of_a_method_lists_all_its_parameters(site: Path, name: str) -> None:
    text = words_of(site / "methods" / f"{name}.html")
    entry = find(name)
    for parameter in flatten(entry.method):
        assert parameter.name in text
        assert " ".join(parameter.help.split()) in text
    assert all(" ".join(line.split()) in text for line in entry.formula.splitlines())
    assert "Where it comes from" in text
    for theme in ("light", "dark"):
        assert list((site / "_images").glob(f"{name}-{theme}*.png"))


@pytest.mark.parametrize("name", ["Annealing", "Geometric", "Tabu", "Reheat"])
def test_the_reference_lists_the_parameters_of_methods_and_schedules(site: Path, name: str) -> None:
    text = words_of(site / "api" / f"ergodoku.{name}.html")
    for parameter in flatten(getattr(ergodoku, name)()):
        assert "." in parameter.name or parameter.help in text


def test_every_method_that_cites_a_paper_links_it(site: Path) -> None:
    without = {name for name in HOMES if "https://doi.org/10." not in read(site / "methods" / f"{name}.html")}
    # These cite other pages, or proceedings and books that have no DOI.
    assert without <= {"auto", "probing"}


def test_the_lesson_is_linked_and_has_its_formulas_figures_and_notebooks(site: Path) -> None:
    page = site / "lesson.html"
    text, links = read(page), links_of(page)
    assert {"lesson.html", "../lesson.html"} <= {
        url.partition("#")[0]
        for name in ("guide.html", "methods/annealing.html")
        for url in links_of(site / name)
    }
    assert text.count('<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">') == 3
    assert "<math" in read(site / "methods" / "annealing.html")
    for name in ("sketch", "cooling", "energies", "acceptance", "valley", "tail"):
        for theme in ("light", "dark"):
            assert any(url.endswith(f"{name}-{theme}.png") for _, url in _urls(page))
    for name in ("boltzmann", "acceptance", "valley", "tail"):
        assert f"gallery/plot_{name}.html" in links
    downloads = {Path(url).name for url in links if "_downloads" in url}
    assert downloads == {"annealing.ipynb", "annealing_marimo.py"}


def test_the_gallery_has_figures(site: Path) -> None:
    examples = sorted((ROOT / "docs" / "examples").glob("plot_*.py"))
    assert len(examples) >= 3
    for example in examples:
        assert (site / "_images" / f"sphx_glr_{example.stem}_001.png").exists()


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    pages = pages_of(site)
    assert len(pages) > 60
    fetched = {(page.name, url) for page in pages for url in resources_of(page)}
    assert {url for _, url in fetched}
    assert {(page, url) for page, url in fetched if is_elsewhere(url)} == set()
    for style in site.rglob("*.css"):
        urls = re.findall(r"""(?:url\(|@import)\s*["']?([^"')\s;]+)""", read(style))
        assert [url for url in urls if is_elsewhere(url)] == []


def test_no_link_inside_the_site_is_broken(site: Path) -> None:
    broken = set()
    for page in pages_of(site):
        for url in links_of(page):
            if "://" in url or url.startswith(("mailto:", "data:", "#")):
                continue
            target = url.partition("#")[0].partition("?")[0]
            if target and not (page.parent / target).exists():
                broken.add((str(page.relative_to(site)), url))
    assert broken == set()


def pages_of(site: Path) -> list[Path]:
    """Return all pages, except a template among the static files of the theme."""
    return sorted(page for page in site.rglob("*.html") if "_static" not in page.parts)


def is_elsewhere(url: str) -> bool:
    return url.startswith(("http:", "https:", "//"))


def resources_of(page: Path) -> list[str]:
    """Return the addresses that a browser loads to show a page."""
    return [url for tag, url in _urls(page) if tag != "a"]


def links_of(page: Path) -> list[str]:
    return [url for _, url in _urls(page)]


def words_of(page: Path) -> str:
    collector = Collector()
    collector.feed(read(page))
    return " ".join("".join(collector.text).split())


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _urls(page: Path) -> list[tuple[str, str]]:
    collector = Collector()
    collector.feed(read(page))
    return collector.urls


class Collector(HTMLParser):
    """Collects addresses and text."""

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[tuple[str, str]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.urls += [(tag, value) for name, value in attrs if name in ("src", "href") and value]

    def handle_data(self, data: str) -> None:
        self.text.append(data)
