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
    typer.Option("--set", metavar="LABEL.KEY=VALUE", help="Set a parameter of one of them."),
]


def contenders_of(methods: str, settings: list[str] | None) -> list[Contender]:
    """Return the contenders that ``--methods A,LABEL=B`` and ``--set LABEL.KEY=VALUE`` ask for."""
    from ergodoku.methods.contender import Contender

    words = [word.strip() for word in methods.split(",") if word.strip()]
    parts = [(label.strip(), name.strip()) for label, _, name in (word.rpartition("=") for word in words)]
    labels = _labels(parts)
    own = _settings_by_label(settings or [], labels)
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


def _settings_by_label(settings: list[str], labels: list[str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {label: {} for label in labels}
    for setting in settings:
        key, equals, value = setting.partition("=")
        # The longest label that fits: one label may begin with another.
        label = max((label for label in labels if key.startswith(f"{label}.")), key=len, default="")
        parameter = key[len(label) + 1 :].strip()
        if not equals or not label or not parameter:
            raise ParameterError(
                f"--set {setting!r} is not LABEL.KEY=VALUE with one of the methods",
                f"begin with one of {', '.join(f'{label}.' for label in labels)}",
            )
        found[label][parameter] = value
    return found
