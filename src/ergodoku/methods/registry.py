"""All methods and presets by name. A file is loaded when one of its methods is first used.

Each method's file has a tuple ``ENTRIES`` that describes its methods and presets. Other packages add methods
through the entry point ``ergodoku.methods``: its name is the name of the method, and its value is an `Entry`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from ergodoku.base.errors import ParameterError
from ergodoku.base.interrupts import uninterrupted
from ergodoku.methods.aliases import Alias, alias_called, without_aliases
from ergodoku.methods.method import Entry, Method
from ergodoku.methods.parameters import as_dict, configure, resolve
from ergodoku.methods.toml import dump

LONGEST_FILE = 2**20  # size of the largest file for a method, in bytes
# The module of each method, in the order in which methods are listed.
HOMES = {
    "auto": "auto",
    "focused": "focused",
    "probing": "probing",
    "annealing": "annealing",
    "reheat": "annealing.presets",
    "lewis": "annealing.presets",
    "cool": "annealing.presets",
    "hyperbolic": "annealing.presets",
    "tempering": "tempering",
    "ants": "ants",
    "tabu": "tabu",
    "genetic": "genetic",
    "genes": "genetic",
    "evolution": "evolution",
    "evolve": "evolution",
    "portfolio": "portfolio",
    "external": "external",
    "differential_evolution": "external",
    "dual_annealing": "external",
}
GROUP = "ergodoku.methods"

__all__ = ["ENTRIES", "Entry", "Method", "find", "method_of", "to_toml"]


class Registry(Mapping[str, Entry]):
    """Methods and presets by name, each loaded when it is first used."""

    def __init__(self) -> None:
        self.loaded: dict[str, Entry] = {}

    def __getitem__(self, name: str) -> Entry:
        if name in self.loaded:
            return self.loaded[name]
        if name in HOMES:
            with uninterrupted():
                home = import_module(f"ergodoku.methods.{HOMES[name]}")
            self.loaded |= {entry.name: entry for entry in home.ENTRIES}
            return self.loaded[name]
        return _plugin(name)

    def __iter__(self) -> Iterator[str]:
        yield from HOMES
        yield from (name for name in _plugins() if name not in HOMES)

    def __len__(self) -> int:
        return sum(1 for _ in self)


ENTRIES = Registry()


def find(name: str) -> Entry:
    """Return the method or preset with this name."""
    if name in ENTRIES:
        return ENTRIES[name]
    if name.endswith(".py"):
        raise ParameterError(
            f"there is no method {name!r}",
            "give the name of a method; to use your own by its name, register it as an entry point, "
            "see docs/new-method.md",
        )
    import difflib

    near = difflib.get_close_matches(name, ENTRIES, 1, 0.5)
    hint = f"did you mean {near[0]!r}? Or " if near else ""
    raise ParameterError(f"there is no method {name!r}", f"{hint}choose one of {', '.join(ENTRIES)}")


def method_of(method: str | Method, settings: Mapping[str, Any] | None = None, preset: str = "") -> Method:
    """Return a method given by name, as a TOML file or as an object, with parameters set by name.

    ``preset`` is the name of the preset from which a method object was made, if any.
    """
    if isinstance(method, str):
        if not method.endswith(".toml"):
            return configured(find(method), settings)
        chosen = _from_toml(Path(method))
    elif Method in type(method).__mro__ or (isinstance(method, Method) and not isinstance(method, type)):
        chosen = method
    else:
        raise ParameterError(
            f"{method!r} is not a method",
            "give a name, or an object whose class inherits Method, such as Annealing()",
        )
    if preset and preset in ENTRIES:
        return configured(replace(find(preset), method=chosen), settings)
    changed: Method = configure(chosen, settings) if settings else chosen
    return changed


def configured(entry: Entry, settings: Mapping[str, Any] | None) -> Method:
    """Return the method of an entry with parameters set by name or by alias; errors name the entry."""
    if not settings:
        return entry.method
    with errors_that_name(entry.name, entry.method):
        changed: Method = configure(
            entry.method,
            without_aliases(entry.name, settings, entry.aliases),
            aliases=[alias.name for alias in entry.aliases],
        )
    return changed


@contextmanager
def errors_that_name(name: str, method: Method) -> Iterator[None]:
    """Make errors about parameters name the preset instead of its method."""
    own = type(method).name
    try:
        yield
    except ParameterError as error:
        if error.what.startswith(f"{own} "):
            error.what = f"{name}{error.what.removeprefix(own)}"
        elif not error.what.startswith(f"{name} "):
            error.what = f"{name}: {error.what}"
        raise


def aliases_of(name: str) -> tuple[Alias, ...]:
    """Return the aliases of a method's parameters; an empty tuple if the method is not in the registry."""
    return ENTRIES[name].aliases if name in ENTRIES else ()


def accepts(method: str, parameter: str) -> bool:
    """Return whether a method (a name or a TOML file) has a parameter with this name or alias."""
    chosen, alias = method_of(method), alias_called(parameter, aliases_of(method))
    try:
        resolve(chosen, parameter if alias is None else alias.parameter)
    except ParameterError:
        return False
    return True


def to_toml(method: Method) -> str:
    """Return a method with all its parameters as TOML text that `method_of` can read.

    Examples
    --------
    >>> from ergodoku.methods.annealing.annealing import Annealing
    >>> print(to_toml(Annealing()).splitlines()[0])
    method = "annealing"
    """
    return dump({"method": method.name, "parameters": as_dict(method)})


def _from_toml(path: Path) -> Method:
    try:
        with path.open("rb") as stream:
            content = stream.read(LONGEST_FILE + 1)
        if len(content) > LONGEST_FILE:
            raise ParameterError(
                f"{str(path)!r} is too long for a method: it has more than {LONGEST_FILE:,} bytes",
                "give a file with one parameter per line, such as cooling = 0.99",
            )
        text = tomllib.loads(content.decode())
    except OSError as error:
        raise ParameterError(
            f"cannot read {str(path)!r}: {error.strerror}", "check the name of the file"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ParameterError(
            f"{str(path)!r} is not TOML: {error}", "write one parameter per line, such as cooling = 0.99"
        ) from None
    unknown = text.keys() - {"method", "parameters"}
    if unknown or not isinstance(text.get("method"), str) or not isinstance(text.get("parameters", {}), dict):
        raise ParameterError(
            f"{str(path)!r} does not describe a method", 'write method = "NAME" and a table [parameters]'
        )
    return configured(find(text["method"]), text.get("parameters", {}))


def _plugins() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def _plugin(name: str) -> Entry:
    point = _plugins().get(name)
    if point is None:
        raise KeyError(name)
    try:
        entry = point.load()
    except Exception as error:
        raise ParameterError(
            f"cannot load the method {name!r} from {point.value!r}: {error}",
            "update or remove that package",
        ) from error
    if not isinstance(entry, Entry):
        raise ParameterError(f"{point.value!r} is not an ergodoku Entry", "see docs/new-method.md")
    return entry
