"""The packages of the lab in order: each imports only from earlier ones, and only exported names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import ergodoku.lab

PARTS = ("study", "analysis", "tuning", "report")
FILES = sorted(Path(ergodoku.lab.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("part", PARTS)
def test_a_package_imports_only_from_earlier_packages(part: str) -> None:
    before = set(PARTS[: PARTS.index(part)])
    imports = [name for path in FILES if path.parent.name == part for name in _imports(path)]
    assert imports, "there is something to check"
    assert {name.split(".")[2] for name in imports} <= before | {part}
    others = {name for name in imports if name.split(".")[2] != part}
    assert others <= {f"ergodoku.lab.{name}" for name in before}


def _imports(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return [name for name in names if name.startswith("ergodoku.lab.")]
