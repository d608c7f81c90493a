"""`authoring`: to write your own method, you need few names from few modules."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from ergodoku.methods import authoring

PAGE = Path(__file__).parents[2] / "docs" / "new-method.md"


def test_the_page_on_new_methods_needs_at_most_eight_names_from_three_modules() -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]
    imports = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ImportFrom)]
    assert not any(isinstance(node, ast.Import) for node in ast.walk(ast.parse(code)))
    assert len({node.module for node in imports}) <= 3
    assert 1 <= sum(len(node.names) for node in imports) <= 8


def test_every_exported_name_exists() -> None:
    assert all(hasattr(authoring, name) for name in authoring.__all__)
