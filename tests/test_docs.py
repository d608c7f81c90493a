"""The code in the documentation runs as it stands there."""

from __future__ import annotations

import re
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from ergodoku.methods import registry

PAGE = Path(__file__).parent.parent / "docs" / "new-method.md"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The page's Python code as one module."""
    text = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL))
    path = tmp_path_factory.mktemp("page") / "descent_page.py"
    path.write_text(text)
    module = ModuleType("descent_page")
    module.__file__ = str(path)
    sys.modules["descent_page"] = module
    exec(compile(text, str(path), "exec"), module.__dict__)
    return module


def test_the_page_solves_a_puzzle(page: ModuleType) -> None:
    assert page.result.solved
    assert page.result.found_by == "descent"


def test_the_method_of_the_page_passes_the_conformance_suite(page: ModuleType) -> None:
    suite = page.TestDescent()
    tests = [name for name in dir(suite) if name.startswith("test_")]
    assert len(tests) >= 9
    for name in tests:
        getattr(suite, name)()


def test_the_method_takes_less_than_60_lines_of_code(page: ModuleType) -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)[0]
    lines = [line for line in code.splitlines() if line.strip() and not line.startswith(("from ", "import "))]
    assert len(lines) < 60


def test_an_entry_point_makes_it_known_by_its_name(page: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("descent", "descent_page:ENTRY", registry.GROUP)
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda group: [point] if group == registry.GROUP else []
    )
    assert registry.find("descent").method == page.Descent()
    assert "descent" in list(registry.ENTRIES)
    broken = EntryPoint("broken", "no_such_module:ENTRY", registry.GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [broken])
    with pytest.raises(registry.ParameterError, match="cannot be loaded"):
        registry.find("broken")
