"""The contenders of ``race`` and ``compare``: methods by name, with labels and parameters of their own."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer

from ergodoku.base.errors import ParameterError

METHODS = "Methods, presets or TOML files; LABEL=NAME names one."
ContenderSettings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="LABEL.KEY=VALUE", help="Set a parameter of one of them."),
]


class Asked(NamedTuple):
    """A method by name, what to call it, and the parameters that ``--set`` gives it."""

    label: str
    name: str
    settings: dict[str, str]


def contenders_of(methods: str, settings: list[str] | None) -> list[Asked]:
    """Return what ``--methods A,LABEL=B`` and ``--set LABEL.KEY=VALUE`` ask for; labels are distinct."""
    from ergodoku.engine.racer import labels_of

    words = [word.strip() for word in methods.split(",") if word.strip()]
    named = [(label.strip(), name.strip()) for label, _, name in (word.rpartition("=") for word in words)]
    called = [label or labels_of([name])[0] for label, name in named]
    labels = labels_of(called, called)
    for (given, _), label in zip(named, labels, strict=True):
        if given and (label != given or called.count(given) > 1):
            raise ParameterError(f"the label {given!r} is there twice", "give each method a label of its own")
    asked = {label: Asked(label, name, {}) for label, (_, name) in zip(labels, named, strict=True)}
    for setting in settings or []:
        key, equals, value = setting.partition("=")
        # The longest label that fits: one may begin like another.
        label = max((label for label in asked if key.startswith(f"{label}.")), key=len, default="")
        parameter = key[len(label) + 1 :].strip()
        if not equals or not label or not parameter:
            raise ParameterError(
                f"--set {setting!r} is not LABEL.KEY=VALUE with one of the methods",
                f"begin with one of {', '.join(f'{label}.' for label in asked)}",
            )
        asked[label].settings[parameter] = value
    return list(asked.values())
