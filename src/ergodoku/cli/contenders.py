"""The contenders of ``race`` and ``compare``: methods by name, with labels and parameters of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.base.errors import ParameterError

if TYPE_CHECKING:
    from ergodoku.methods.contender import Contender

METHODS = "Methods, presets or TOML files; LABEL=NAME names one."
ContenderSettings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="[LABEL.]KEY=VALUE", help="Set a parameter of one of them, or of all that have it."
    ),
]


def contenders_of(methods: str, settings: list[str] | None) -> list[Contender]:
    """Return the contenders that ``--methods A,LABEL=B`` and ``--set LABEL.KEY=VALUE`` ask for.

    ``--set KEY=VALUE`` is for all that have the parameter.
    """
    from ergodoku.methods.contender import Contender
    from ergodoku.methods.registry import accepts

    words = [word.strip() for word in methods.split(",") if word.strip()]
    parts = [(label.strip(), name.strip()) for label, _, name in (word.rpartition("=") for word in words)]
    labels = _labels(parts)
    own, common = _settings_by_label(settings or [], labels)
    for setting, (key, value) in common.items():
        having = [label for label, (_, name) in zip(labels, parts, strict=True) if accepts(name, key)]
        if not having:
            starts = ", ".join(f"{label}." for label in labels)
            raise ParameterError(
                f"--set {setting!r} is not LABEL.KEY=VALUE with one of the methods",
                f"begin with one of {starts}, or name a parameter that one of them has",
            )
        for label in having:
            own[label].setdefault(key, value)
    return [Contender.of(name, own[label], label) for label, (_, name) in zip(labels, parts, strict=True)]


def _labels(parts: list[tuple[str, str]]) -> list[str]:
    """Return distinct labels; only those made from names get a number, a given one stays as it is."""
    from ergodoku.methods.contender import default_label, distinct_labels

    called = [given or default_label(name) for given, name in parts]
    labels = distinct_labels(called)
    for (given, _), label in zip(parts, labels, strict=True):
        if given and (label != given or called.count(given) > 1):
            raise ParameterError(f"the label {given!r} is there twice", "give each method a label of its own")
    return labels


def _settings_by_label(
    settings: list[str], labels: list[str]
) -> tuple[dict[str, dict[str, str]], dict[str, tuple[str, str]]]:
    """Return the settings of each label, and those for all, as they were written."""
    found: dict[str, dict[str, str]] = {label: {} for label in labels}
    common: dict[str, tuple[str, str]] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        # The longest label that fits: one label may begin with another.
        label = max((label for label in labels if key.startswith(f"{label}.")), key=len, default="")
        parameter = key[len(label) + 1 :].strip() if label else key.strip()
        if label and equals and parameter:
            found[label][parameter] = value
        else:
            common[setting] = parameter if equals else "", value
    return found, common
