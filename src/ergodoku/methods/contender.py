"""A contender: a method with its label, the name it was chosen by, and its settings.

The command line, batches, races, studies and the web page all name methods through this class. So a method
has the same name everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ergodoku.base.errors import ParameterError
from ergodoku.base.numbers import counted
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import flatten
from ergodoku.methods.registry import method_of


@dataclass(frozen=True)
class Contender:
    """A method with its label, and the name and settings that it was made from.

    Attributes
    ----------
    label : str
        The display name, unique among several contenders. Results carry it as ``label``.
    method : Method
        The method with all its parameters.
    preset : str
        The name in the registry or the TOML file that the method was made from; empty for a method object.
    settings : mapping
        The parameters that were set by name, in addition to those of the preset.

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

        The default label is the name of the preset, of the file, or of the method.
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
        """The name in the registry: of the preset if there is one, otherwise of the method."""
        return self.preset if self.preset and not _is_file(self.preset) else self.method.name

    def name_of(self, method: str) -> str:
        """Return the contender's name if ``method`` names its method; otherwise ``method`` unchanged."""
        return self.name if method == self.method.name else method


def unaided(contender: Contender) -> Contender:
    """Return the contender without logic, so that there is a search to see.

    The contender is returned unchanged if it has no parameter ``logic``, if that parameter was set, or if the
    contender comes from a file or a method object, because these already have a value for ``logic``.
    """
    by_name = contender.preset and not _is_file(contender.preset)
    if not by_name or "logic" in contender.settings:
        return contender
    return without_logic(contender)


def without_logic(contender: Contender) -> Contender:
    """Return the contender with logic switched off; unchanged if it has no parameter ``logic``."""
    if all(parameter.name != "logic" for parameter in flatten(contender.method)):
        return contender
    return Contender.of(contender, {"logic": "none"})


def default_label(spec: str) -> str:
    """Return the default label of a method name, a preset name, or a TOML file."""
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
        The labels, one per contender.

    Examples
    --------
    >>> [contender.label for contender in contenders(["lewis", "lewis", "tabu"])]
    ['lewis', 'lewis 2', 'tabu']
    """
    if labels is not None and not (_is_list(labels) and all(isinstance(label, str) for label in labels)):
        raise ParameterError(f"labels is {labels!r}", 'give a list of texts, such as ["slow", "fast"]')
    if labels is not None and len(labels) != len(specs):
        raise ParameterError(
            f"{counted(len(labels), 'label')} for {counted(len(specs), 'method')}", "give one label for each"
        )
    asked = [
        Contender.of(spec, label=label)
        for spec, label in zip(specs, labels or [""] * len(specs), strict=True)
    ]
    distinct = distinct_labels([contender.label for contender in asked])
    return [replace(contender, label=label) for contender, label in zip(asked, distinct, strict=True)]


def distinct_labels(labels: Sequence[str]) -> list[str]:
    """Return distinct labels: repeated labels get a number.

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


def _is_list(thing: object) -> bool:
    return isinstance(thing, Collection) and not isinstance(thing, str)


def _is_file(spec: str) -> bool:
    return spec.endswith(".toml")
