"""The benchmarks page of a release: run everything, store the figures, write docs/benchmarks.md.

    python benchmarks/release.py                   runs all parts, in an hour and a half on an idle machine
    python benchmarks/release.py --only growth     runs one part, and keeps the figures of the others
    python benchmarks/release.py --remake          runs nothing; writes page and figure from the record
    python benchmarks/release.py --quick --results FILE --page FILE --figure FILE     a quick test (3 minutes)

The record is benchmarks/results/VERSION.json. It is written after every part, and the page is made only
from the record.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from growth_figure import FIXED, draw
from hard import RECORD as MAP
from hard_points import as_growth
from machine import ROOT, about, told
from page import page

import ergodoku as eg

HERE = Path(__file__).resolve().parent
RECORDS = HERE / "results" / "records.json"  # the hard classes, measured by records.py
METHODS = {"limit": 5.0, "seeds": 5}
BARS = "kernel,hard9,clues17,largest,workers,memory,start"
PARTS = {
    "bars": f"bars.py --only {BARS}",
    "nine": "nine.py",
    "rows": "rows.py --turns 3",
    "million": "million.py",
    "load": "load.py viewers memory",
    "methods": f"methods.py --limit {METHODS['limit']:g} --seeds {METHODS['seeds']}",
    "against": "against.py",
    "growth": "growth.py",
}
QUICK = {
    "bars": "bars.py --only kernel,clues17",
    "nine": "nine.py --only easy",
    "rows": "rows.py --turns 1 --rows 100000",
    "million": "million.py 100000",
    "load": "load.py viewers --seconds 1",
    "methods": "methods.py --only auto,focused,probing --limit 1 --seeds 2",
    "against": "against.py --quick",
    "growth": "growth.py --quick",
}


def main() -> None:
    options = asked()
    record = load(options.results)
    if not options.remake:
        if options.quick and any(not part["quick"] for part in record["parts"].values()):
            raise eg.PuzzleError(
                f"{options.results.name} is the record of a full run", "name another file with --results"
            )
        for name in options.only:
            record["parts"][name] = run(name, options.quick, options.data)
            record["parts"] = {k: record["parts"][k] for k in PARTS if k in record["parts"]}
            options.results.write_text(written(record))
    if not record["parts"]:
        raise eg.PuzzleError(f"there is nothing in {options.results.name}", "run without --remake first")
    newer = None
    if growth := record["parts"].get("growth"):
        old, newer = {**growth["found"], "name": record["release"]}, newer_growth(growth)
        draw(newer or old, options.figure, before=old if newer else None)
    records = json.loads(RECORDS.read_text()) if RECORDS.exists() else None
    options.page.write_text(page(record, newer=newer is not None, records=records), encoding="utf-8")
    print(f"wrote {options.page.name} and {options.figure.name}", file=sys.stderr)


def asked() -> argparse.Namespace:
    release = re.sub(r"\.?(dev|a|b|rc)\d*$", "", eg.__version__)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", type=_parts, default=list(PARTS), help=f"some of {','.join(PARTS)}")
    parser.add_argument("--quick", action="store_true", help="quick tests of all parts")
    parser.add_argument("--remake", action="store_true", help="run nothing; make the page from the record")
    parser.add_argument("--data", type=Path, help="a folder with puzzle files, for bars.py")
    parser.add_argument(
        "--results", type=Path, default=HERE / "results" / f"{release}.json", help="the record"
    )
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "benchmarks.md")
    parser.add_argument("--figure", type=Path, default=ROOT / "docs" / "images" / "growth.svg")
    return parser.parse_args()


def load(path: Path) -> dict[str, Any]:
    if path.exists():
        record: dict[str, Any] = json.loads(path.read_text())
        return record
    path.parent.mkdir(parents=True, exist_ok=True)
    return {"release": re.sub(r"\.json$", "", path.name), "parts": {}}


def run(name: str, quick: bool, data: Path | None) -> dict[str, Any]:
    """Run one part in its own process, and return its figures with command, commit, date and machine."""
    script, *arguments = shlex.split((QUICK if quick else PARTS)[name])
    shown = f"python benchmarks/{script} {shlex.join(arguments)}".strip()
    if data and name in ("bars", "nine"):
        arguments += ["--data", str(data)]
        shown += " --data DIR"
    elif data and name == "rows":
        arguments.append(str(data / "17clue.sdm"))
        shown += " DIR/17clue.sdm"
    print(f"# {shown}", file=sys.stderr, flush=True)
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "found.json"
        command = [sys.executable, str(HERE / script), *arguments, "--json", str(file)]
        done = subprocess.run(command, check=False, stdout=sys.stderr)
        if not file.exists():  # an exit code above 0 may only mean that a bar was missed
            raise SystemExit(f"{script} ended with exit code {done.returncode} and wrote no figures")
        found = json.loads(file.read_text())
    if name == "methods":
        found = {"rows": [in_short(row) for row in found]}
    depends = found.pop("about", None) or about()
    minutes = round((time.perf_counter() - begin) / 60, 1)
    return {"command": shown, "quick": quick, "minutes": minutes, "about": depends, "found": found}


def newer_growth(part: dict[str, Any]) -> dict[str, Any] | None:
    """Return the curves of growth from the record of `hard`; None if they are not newer than this part."""
    sizes = {p["size"] for p in part["found"]["points"] if p["percent"] != FIXED}
    found = as_growth(MAP, sizes, FIXED)
    return found if found and not part["quick"] and found["date"] > part["about"]["date"] else None


def in_short(row: dict[str, Any]) -> dict[str, Any]:
    """Reduce a method's times to their median."""
    median, rate = (float(f"{value:.3g}") for value in (statistics.median(row["seconds"]), row["rate"]))
    names = {"method": row["method"], "puzzle": row["puzzle"], "solved": row["solved"]}
    return {**names, "runs": len(row["seconds"]), "median": median, "rate": rate}


def written(record: dict[str, Any]) -> str:
    """Return JSON with a line for each row, so that a diff of two records is readable."""
    text = json.dumps(record, indent=1, ensure_ascii=False)
    return re.sub(r"\{[^{}]*\}", lambda m: re.sub(r"\s*\n\s*", " ", m[0]), text) + "\n"


def _parts(text: str) -> list[str]:
    names = text.split(",")
    if unknown := [name for name in names if name not in PARTS]:
        raise argparse.ArgumentTypeError(f"there is no part {unknown[0]!r}; choose from {', '.join(PARTS)}")
    return names


if __name__ == "__main__":
    sys.exit(told(main))
