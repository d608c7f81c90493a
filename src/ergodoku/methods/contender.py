"""A method as somebody asked for it: by which name, with which settings, and what to call it.

The command line, batches, races, studies and the web page all name methods through this class, so a result
names its method in the same way everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ergodoku.base.errors import ParameterError
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import flatten
from ergodoku.methods.registry import method_of


@dataclass(frozen=True)
class Contender:
    """A method with the name it was asked for by.

    Attributes
    ----------
    label : str
        What to call it; among several contenders no two have the same. Results carry it as ``label``.
    method : Method
        The method with all its parameters.
    preset : str
        The name in the registry, or the TOML file, that it was made from; empty for a method object.
    settings : mapping
        The parameters that were set by name on top of it.

    Examples
    --------
    >>> Contender.of("lewis", {"cooling": 0.99}, label="slow").name
    'lewis'
    """

    label: str
    method: Method
    preset: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        spec: str | Method | Contender,
        settings: Mapping[str, Any] | None = None,
        label: str = "",
    ) -> Contender:
        """Return the contender for a name, a TOML file, a method, or a contender.

        Without a label it is called by the name of the preset, of the file, or of the method.
        """
        if isinstance(spec, Contender):
            if not settings and not label:
                return spec
            method = method_of(spec.method, settings, spec.name)
            both = {**spec.settings, **(settings or {})}
            return cls(label or spec.label, method, spec.preset, both)
        method = method_of(spec, settings)
        if not isinstance(spec, str):
            return cls(label or method.name, method, "", dict(settings or {}))
        return cls(label or default_label(spec), method, spec, dict(settings or {}))

    @property
    def name(self) -> str:
        """The name to look it up by: the preset's if it is one, otherwise the method's own."""
        return self.preset if self.preset and not _is_file(self.preset) else self.method.name

    def name_of(self, method: str) -> str:
        """Return what to call the method that did the work: this one by its preset, any other as it is."""
        return self.name if method == self.method.name else method


def unaided(contender: Contender) -> Contender:
    """Return a contender that leaves logic out, so that there is a search to see.

    One stays as it is if it has no such parameter, if its logic was asked for, or if it comes from a file or
    from a method object, which say themselves what they want.
    """
    by_name = contender.preset and not _is_file(contender.preset)
    if not by_name or "logic" in contender.settings:
        return contender
    return without_logic(contender)


def without_logic(contender: Contender) -> Contender:
    """Return a contender whose logic is switched off; the same one if it has no such parameter."""
    if all(parameter.name != "logic" for parameter in flatten(contender.method)):
        return contender
    return Contender.of(contender, {"logic": "none"})


def default_label(spec: str) -> str:
    """Return the label of a method or preset by name, or of a TOML file, if nobody gave it one."""
    return Path(spec).stem if _is_file(spec) else spec


def contenders(
    specs: Sequence[str | Method | Contender], labels: Sequence[str] | None = None
) -> list[Contender]:
    """Return contenders with distinct labels: ``annealing``, ``annealing 2``.

    Parameters
    ----------
    specs : sequence of str, Method or Contender
        As for `Contender.of`.
    labels : sequence of str, optional
        What to call them, one for each.

    Examples
    --------
    >>> [contender.label for contender in contenders(["lewis", "lewis", "tabu"])]
    ['lewis', 'lewis 2', 'tabu']
    """
    if labels is not None and len(labels) != len(specs):
        raise ParameterError(f"{len(labels)} labels for {len(specs)} methods", "give one label for each")
    asked = [
        Contender.of(spec, label=label)
        for spec, label in zip(specs, labels or [""] * len(specs), strict=True)
    ]
    distinct = distinct_labels([contender.label for contender in asked])
    return [replace(contender, label=label) for contender, label in zip(asked, distinct, strict=True)]


def distinct_labels(labels: Sequence[str]) -> list[str]:
    """Return labels of which no two are the same: from the second on they get a number.

    Examples
    --------
    >>> distinct_labels(["lewis", "lewis", "tabu"])
    ['lewis', 'lewis 2', 'tabu']
    """
    distinct: list[str] = []
    for asked in labels:
        label, number = asked, 1
        while label in distinct:
            number += 1
            label = f"{asked} {number}"
        distinct.append(label)
    return distinct


def _is_file(spec: str) -> bool:
    return spec.endswith(".toml")
