"""LaTeX tables are valid whatever names they contain, and the BibTeX entry agrees with the citation file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ergodoku as eg
from ergodoku.lab.analysis import Table
from ergodoku.lab.report.bibtex import bibtex
from ergodoku.lab.report.latex import latex_table

ROOT = Path(__file__).parents[3]
NASTY = r"50 % of a_b & {c} \d $e# ~^ <f> 'g' | " + '"h" µ'


def checked(text: str) -> None:
    """Check that braces and environments are closed, and that all special characters are escaped."""
    plain = re.sub(r"^% .*\n", "", text)
    bare = re.sub(r"\\[a-zA-Z]+|\\[%&_#${}\\]", "", plain)
    depth = 0
    for mark in bare:
        depth += (mark == "{") - (mark == "}")
        assert depth >= 0
    assert depth == 0
    assert re.findall(r"\\begin\{(\w+)\}", text) == re.findall(r"\\end\{(\w+)\}", text)[::-1]
    outside = re.sub(r"\$[^$]*\$", "", bare)
    assert "$" not in outside
    assert not set("#%_^~") & set(outside)
    rows = re.findall(r"^    (.*) \\\\$", plain, re.MULTILINE)
    columns = re.search(r"\\begin\{tabular\}\{([lr]+)\}", text)
    assert columns
    assert rows
    for row in rows:
        assert len(re.findall(r"(?<!\\)&", row)) == len(columns[1]) - 1


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=30))
def test_a_name_is_never_read_as_a_command(name: str) -> None:
    checked(latex_table(Table(name, ("contender", "ERT"), ((name, "1.2"),)), "any"))


def test_special_characters_of_latex_are_escaped() -> None:
    text = latex_table(Table(NASTY, (NASTY, "p"), ((NASTY, "-"),)), "nasty")
    checked(text)
    assert r"50 \% of a\_b \& \{c\} \textbackslash{}d \$e\#" in text


@pytest.mark.parametrize(
    ("cell", "set_as"),
    [
        ("-", "--"),
        ("0.1-0.3", "0.1--0.3"),
        ("4.68 .. 21", "4.68--21"),
        ("93.1 .. > 96.6", "93.1--$>$ 96.6"),
        ("26 % (19-36)", r"26 \% (19--36)"),
        ("4e-11", r"$4 \times 10^{-11}$"),
        ("< 1e-300", r"$<$ $1 \times 10^{-300}$"),
        ("12.3 M", "12.3 M"),
        ("not shown", "not shown"),
    ],
)
def test_numbers_are_typeset_as_numbers(cell: str, set_as: str) -> None:
    text = latex_table(Table("t", ("a", "b"), (("x", cell),)), "t")
    assert rf"    x & {set_as} \\" in text.splitlines()


def test_the_bibtex_entry_agrees_with_the_citation_file() -> None:
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    entry = bibtex()
    assert entry.count("@") == 1
    assert entry.count("{") == entry.count("}")
    assert f"version = {{{eg.__version__}}}" in entry
    for pattern in (r"name: (.*)", r'title: "(.*)"', r"date-released: (\d{4})"):
        found = re.search(pattern, cited)
        assert found
        assert found[1] in entry.replace("{Sudoku}", "Sudoku")
