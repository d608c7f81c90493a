"""The contenders of ``race`` and ``compare``: methods by name, each with its label and parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.base.errors import ParameterError

if TYPE_CHECKING:
    from ergodoku.methods.contender import Contender

METHODS = "Methods, presets or TOML files. LABEL=NAME gives a method a label."
ContenderSettings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="[LABEL.]KEY=VALUE",
        help="Set a parameter of the method with this label; without a label, of every method that has this "
        "parameter.",
    ),
]


def contenders_of(methods: str, settings: list[str] | None) -> list[Contender]:
    """Return the contenders that ``--methods A,LABEL=B`` and ``--set LABEL.KEY=VALUE`` ask for.

    ``--set KEY=VALUE`` applies to every method that has the parameter.
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
                f"--set {setting!r} fits none of the methods",
                f"write LABEL.KEY=VALUE, starting with {starts}, or give a parameter that one of the "
                "methods has",
            )
        for label in having:
            own[label].setdefault(key, value)
    return [Contender.of(name, own[label], label) for label, (_, name) in zip(labels, parts, strict=True)]


def _labels(parts: list[tuple[str, str]]) -> list[str]:
    """Return distinct labels. Labels made from names may get a number; labels chosen by the user do not."""
    from ergodoku.methods.contender import default_label, distinct_labels

    called = [given or default_label(name) for given, name in parts]
    labels = distinct_labels(called)
    for (given, _), label in zip(parts, labels, strict=True):
        if given and (label != given or called.count(given) > 1):
            raise ParameterError(f"the label {given!r} is used twice", "give each method a different label")
    return labels


def _settings_by_label(
    settings: list[str], labels: list[str]
) -> tuple[dict[str, dict[str, str]], dict[str, tuple[str, str]]]:
    """Return the settings of each label, and the settings without a label, keyed by their original text."""
    found: dict[str, dict[str, str]] = {label: {} for label in labels}
    common: dict[str, tuple[str, str]] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        # Take the longest matching label, because one label may begin with another.
        label = max((label for label in labels if key.startswith(f"{label}.")), key=len, default="")
        parameter = key[len(label) + 1 :].strip() if label else key.strip()
        if label and equals and parameter:
            found[label][parameter] = value
        else:
            common[setting] = parameter if equals else "", value
    return found, common
