"""One meaning per name: no two public classes of the package have the same name."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import ergodoku

PACKAGE = Path(ergodoku.__file__).parent


def test_every_public_class_name_occurs_once() -> None:
    homes = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(path.relative_to(PACKAGE).as_posix())
    assert "Puzzle" in homes
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}
