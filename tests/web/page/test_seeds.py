"""The page in a real browser: the same search with many seeds, and how the times spread."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from playwright.sync_api import Page, expect

import ergodoku as eg
from tests.samples import EASY
from tests.web.page.browsing import open_page


def test_many_seeds_build_a_histogram_that_can_be_taken_away_and_repeated(
    page: Page, address: str, tmp_path: Path
) -> None:
    open_page(page, address, f"#box=3x3&puzzle={EASY}&method=cool&method=lewis&seed=1&time_limit=5")
    page.get_by_role("button", name="Run 100 seeds").click()
    panel = page.locator("#seeds")
    status = panel.get_by_role("status")
    expect(status).to_have_text(re.compile(r"^([5-9]|\d\d) of 100 seeds"))
    panel.get_by_role("button", name="Stop").click()
    expect(status).to_have_text(re.compile(r"^Stopped: \d+ of 100 seeds"))
    expect(
        panel.get_by_role("img", name=re.compile("cool: .* median .* ms.*; lewis: .* median"))
    ).to_be_visible()
    expect(panel.locator("tbody tr").first).to_have_text(re.compile(r"^cool\d+/\d+[\d.]+ m?s"))
    with page.expect_download() as download:
        panel.get_by_role("button", name="CSV").click()
    download.value.save_as(tmp_path / "seeds.csv")
    with (tmp_path / "seeds.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) >= 10
    assert {row["method"] for row in rows} == {"cool", "lewis"}
    for row in rows[:2]:
        again = eg.solve(EASY, row["method"], seed=int(row["seed"]))
        assert (again.iterations, again.status) == (int(row["iterations"]), row["status"])
    expect(panel.get_by_label("Command")).to_have_text(
        f"ergodoku compare {EASY} --methods cool,lewis --runs 100 --seed 1 --time-limit 5"
    )


def test_the_median_and_the_tail_count_runs_without_a_solution(page: Page, address: str) -> None:
    open_page(page, address)
    code = """async times => {
        const { spreadOf } = await import("/static/js/spread.js");
        const row = time => ({ status: time === null ? "gave_up" : "solved", seconds: time });
        return spreadOf(times.map(row)); }"""
    assert page.evaluate(code, [[4, 2, None, 1, 3]][0]) == {
        "solved": 4, "runs": 5, "median": 3, "tail": None, "slowest": 4,
    }  # fmt: skip
    assert page.evaluate(code, list(range(1, 11)))["tail"] == 9
    assert page.evaluate(code, [])["median"] is None
