"""A room (sub-package) imports only from rooms above it, and each name is imported from one place.

Only web and cli may use all rooms. Other code imports a name from the sub-package that exports it, not from
the module that defines it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ergodoku

ROOT = Path(__file__).parent.parent
ROOMS = ["base", "puzzle", "landscape", "methods", "engine", "views", "lab"]
DOORS = ["web", "cli"]
# Late imports that the design allows: a result draws itself, and a watched run displays itself.
DRAWN = {"Result.plot", "Result.save_gif", "Trace.plot"}
LAZY = {("engine", "views"): {*DRAWN, "Watch._ipython_display_", "Watch._display_"}}


def test_rooms_import_only_from_rooms_above() -> None:
    assert list(violations(Path(ergodoku.__file__).parent)) == []


def test_the_package_has_no_other_rooms() -> None:
    found = {path.parent.name for path in Path(ergodoku.__file__).parent.glob("*/*.py")}
    assert found - {*ROOMS, *DOORS} == set()


def test_every_form_of_import_from_a_room_below_is_found(tmp_path: Path) -> None:
    bad = {
        "absolute": "import ergodoku.lab.study.study",
        "from": "from ergodoku.lab.study.study import Study",
        "package": "from ergodoku import lab",
        "relative": "from ..lab import study",
        "relative_package": "from .. import lab",
        "door": "from ergodoku.cli.main import main",
        "lazy": "def later():\n    import ergodoku.lab",
        "typing": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ergodoku.lab import study",
        "by_name": "import importlib\nimportlib.import_module('ergodoku.lab.study')",
        "public_name": "from ergodoku import _not_a_name_of_a_room_above",
        "whole": "import ergodoku",
    }
    room = tmp_path / "puzzle"
    room.mkdir()
    for name, text in bad.items():
        (room / f"{name}.py").write_text(text, encoding="utf-8")
    assert sorted(Path(v.split(":")[0]).stem for v in violations(tmp_path)) == sorted(bad)


def test_imports_from_rooms_above_are_allowed(tmp_path: Path) -> None:
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "good.py").write_text(
        "import numpy\nfrom ergodoku import Puzzle, __version__\nfrom ergodoku.views import plots\n"
        "from ..puzzle.layout import Layout\nfrom . import study\nimport ergodoku.lab.study.store\n",
        encoding="utf-8",
    )
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "good.py").write_text("from ergodoku.web import server\n", encoding="utf-8")
    assert list(violations(tmp_path)) == []


def test_only_the_listed_methods_may_import_views(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "trace.py").write_text(
        "class Trace:\n    def plot(self):\n        from ergodoku.views import plots\n"
        "    def other(self):\n        from ergodoku.views import plots\n",
        encoding="utf-8",
    )
    assert [v.split(":")[1] for v in violations(tmp_path)] == ["5"]


def test_exported_names_are_imported_from_their_sub_package() -> None:
    package = Path(ergodoku.__file__).parent
    assert len(exported(package)) > 10
    assert list(detours(package)) == []


def test_an_import_from_a_module_is_found_outside_its_sub_package_and_allowed_inside(tmp_path: Path) -> None:
    files = {
        "puzzle/logic/__init__.py": "from ergodoku.puzzle.logic.rules import Rule\n__all__ = ['Rule']\n",
        "puzzle/logic/reduction.py": "from ergodoku.puzzle.logic.rules import Rule\n",
        "engine/run.py": "from ergodoku.puzzle.logic import Rule\n",
        "engine/trace.py": "from ergodoku.puzzle.logic.rules import not_exported\n",
        "engine/stop.py": "def later():\n    from ergodoku.puzzle.logic.rules import Rule\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert exported(tmp_path) == {"ergodoku.puzzle.logic": {"Rule"}}
    found = "import Rule from ergodoku.puzzle.logic"
    assert list(detours(tmp_path)) == [f"{tmp_path / 'engine' / 'stop.py'}:2: {found}"]


def exported(package: Path) -> dict[str, set[str]]:
    """Return the names in ``__all__`` of every sub-package."""
    found = {}
    for path in package.glob("*/**/__init__.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                name = ".".join(("ergodoku", *path.parent.relative_to(package).parts))
                found[name] = set(ast.literal_eval(node.value))
    return found


def detours(package: Path) -> Iterator[str]:
    """Yield ``file:line: what`` for every name imported from a module whose sub-package exports the name."""
    exports = exported(package)
    for path in sorted(package.rglob("*.py")):
        here = ".".join(("ergodoku", *path.parent.relative_to(package).parts, ""))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                home = (node.module or "").rpartition(".")[0]
                for name in exports.get(home, set()) & {alias.name for alias in node.names}:
                    if not here.startswith(f"{home}."):
                        yield f"{path}:{node.lineno}: import {name} from {home}"


@pytest.mark.parametrize("page", ["docs/how.md", "CONTRIBUTING.md"])
def test_every_file_named_in_the_descriptions_of_the_code_exists(page: str) -> None:
    named = set(re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.py)?)`", (ROOT / page).read_text(encoding="utf-8")))
    assert len(named) > 5
    package = Path(ergodoku.__file__).parent
    assert {name for name in named if not (package / name).exists() and not (ROOT / name).exists()} == set()


def violations(package: Path) -> Iterator[str]:
    """Yield ``file:line: what`` for every import that the order of the rooms forbids."""
    for room in ROOMS:
        above = {"__version__", "_version", *ROOMS[: ROOMS.index(room) + 1]}
        for path in sorted((package / room).rglob("*.py")):
            parents = ["ergodoku", *path.relative_to(package).parent.parts]
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for line, where, target in imported(tree, "", parents):
                if target not in above and where not in LAZY.get((room, target), ()):
                    yield f"{path}:{line}: {room} imports from {target or 'the whole package'}"


def imported(node: ast.AST, where: str, parents: list[str]) -> Iterator[tuple[int, str, str]]:
    """Yield (line, enclosing definition, room) for everything imported from our package."""
    for child in ast.iter_child_nodes(node):
        inside = where
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            inside = f"{where}.{child.name}".strip(".")
        for module in modules(child, parents):
            first, *rest = module.split(".")
            if first == "ergodoku":
                yield child.lineno, where, rest[0] if rest else ""  # type: ignore[attr-defined]
        yield from imported(child, inside, parents)


def modules(node: ast.AST, parents: list[str]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        start = parents[: len(parents) - node.level + 1] if node.level else []
        module = ".".join([*start, *([node.module] if node.module else [])])
        if module == "ergodoku":
            yield from (ergodoku._HOME.get(alias.name, f"ergodoku.{alias.name}") for alias in node.names)
        else:
            yield module
    elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "__import__")):
        yield from (
            a.value for a in node.args[:1] if isinstance(a, ast.Constant) and isinstance(a.value, str)
        )
