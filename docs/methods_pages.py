"""Write one page for each method and preset of the registry, when the documentation is built.

The summary, idea, formula, parameters and references come from the code. The figure is drawn from a run of
the code that the page shows (`methods_runs`). Everything else is in ``notes/NAME.md``, written by hand.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
from pathlib import Path
from typing import Any

import methods_benchmark
import methods_runs

from ergodoku.methods.parameters import flatten
from ergodoku.methods.registry import ENTRIES, Entry

DOI = re.compile(r"(doi:)(10\.\S+?)(?=[.,;]?(?:\s|$))")
PLAIN = "### In plain words\n"
ARXIV = re.compile(r"arXiv:(\d{4}\.\d{4,5})")


def write(docs: Path) -> None:
    """Write the pages, their figures, and the page that lists them."""
    folder = docs / "methods"
    folder.mkdir(exist_ok=True)
    entries = [ENTRIES[name] for name in ENTRIES]
    for entry in entries:
        notes = docs / "notes" / f"{entry.name}.md"
        said = notes.read_text(encoding="utf-8") if notes.exists() else ""
        _save(folder / f"{entry.name}.md", page(entry, said, folder))
    _save(folder / "index.md", index(entries, (docs / "notes" / "index.md").read_text(encoding="utf-8")))


def page(entry: Entry, notes: str, folder: Path) -> str:
    """Return the page of one method, after drawing its figure."""
    code = methods_runs.code_of(entry.name)
    caption = methods_runs.draw(code, folder, entry.name)
    plain, notes = _plain_words(notes)
    parts = [
        f"# {entry.name}",
        _escaped(entry.summary),
        _figure(entry.name, caption),
        "## Idea",
        plain or _idea(entry),
        _idea(entry) if plain else "",
        "## Formula",
        f"```{{code-block}} text\n:class: formula\n\n{entry.formula}\n```",
        "## When to use it",
        f"Good for {_escaped(entry.when)}.",
        notes.strip(),
        methods_benchmark.fares(entry.name),
        "## Parameters",
        _set_one(entry),
        _parameters(entry.method),
        _aliases(entry),
        *_kinds(entry),
        "## The run in the figure",
        f"```python\n{code}result.plot()\n```",
        "## References",
        "\n".join(f"- {reference}" for reference in _references(entry)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def index(entries: list[Entry], notes: str) -> str:
    """Return the page that lists all methods."""
    rows = [
        f"| [{e.name}]({e.name}.md) | {_cell(e.summary)} | {_cell(e.landscape)} | {_cell(e.when)} |"
        for e in entries
    ]
    table = "\n".join(["| name | what it does | landscape | good for |", "|---|---|---|---|", *rows])
    trees = [
        _tree(caption, [entry.name for entry in entries if _is_preset(entry) == preset])
        for caption, preset in (("Methods", False), ("Presets", True))
    ]
    return "\n\n".join(["# The methods", notes.strip(), table, *trees]) + "\n"


def _is_preset(entry: Entry) -> bool:
    return entry.name != entry.method.name


def _tree(caption: str, names: list[str]) -> str:
    return "\n".join(["```{toctree}", ":hidden:", f":caption: {caption}", "", *names, "```"])


def _figure(name: str, caption: str) -> str:
    images = [
        f"```{{image}} {name}-{theme}.png\n:alt: {caption}\n:class: only-{theme} run\n```"
        for theme in ("light", "dark")
    ]
    return "\n\n".join([*images, f"*{caption}*"])


def _plain_words(notes: str) -> tuple[str, str]:
    """Return the section "In plain words", if the notes start with it, and the remaining notes."""
    if not notes.startswith(PLAIN):
        return "", notes
    plain, heading, rest = notes[len(PLAIN) :].partition("\n### ")
    return plain.strip(), (heading + rest).strip()


def _idea(entry: Entry) -> str:
    if _is_preset(entry):
        base = entry.method.name
        return f"A preset of [{base}]({base}.md): the same algorithm with the parameters below."
    # Code in a docstring becomes code in Markdown; nothing else in a docstring is markup.
    return _escaped(entry.description).replace("``", "`")


def _set_one(entry: Entry) -> str:
    listed = flatten(entry.method)
    if not listed:
        return "This method has no parameters."
    kind = type(entry.method).__name__
    shown = next((item for item in listed if item.value is not None), listed[0])
    return (
        f"In Python, pass the parameters to {{py:class}}`ergodoku.{kind}`. On the command line, use `--set`, "
        f"for example `--method {entry.name} --set {shown.name}={_shown(shown.value)}`."
    )


def _parameters(owner: Any) -> str:
    rows = [
        f"| `{p.name}` | {_shown(p.value)} | {_cell(p.range)} | {_cell(p.help)} |" for p in flatten(owner)
    ]
    return (
        "\n".join(["| parameter | default | range | meaning |", "|---|---|---|---|", *rows]) if rows else ""
    )


def _aliases(entry: Entry) -> str:
    """Return the table of other names for parameters; an empty text if there are none."""
    rows = [f"| `{alias.name}` | `{alias.meaning}` |" for alias in entry.aliases]
    if not rows:
        return ""
    heading = "`--set` also accepts these names, which are common in other programs:"
    return "\n".join([heading, "", "| name | same as |", "|---|---|", *rows])


def _kinds(entry: Entry) -> list[str]:
    """Return a section for each schedule or other object that a parameter can be; none for presets."""
    parts = []
    for field in dataclasses.fields(entry.method) if not _is_preset(entry) else ():  # type: ignore[arg-type]
        for name, kind in (field.metadata.get("kinds") or {}).items():
            if kind is not None:
                summary = (inspect.getdoc(kind) or "").partition("\n")[0]
                parts += [f"### {field.name}={name}", _escaped(summary), _parameters(kind())]
    return parts


def _references(entry: Entry) -> list[str]:
    """Return the references in the method's file.

    For a preset, return only those that the preset names. If none of these is in the file, return the
    preset's own reference and then all references in the file.
    """
    text = inspect.getdoc(sys.modules[type(entry.method).__module__]) or ""
    lines = text.partition("\nReferences\n")[2].splitlines()[1:]
    listed = [" ".join(item.split()) for item in re.split(r"(?<=\.)\n", "\n".join(lines)) if item.strip()]
    named = [
        item for item in listed if _authors(item) in {_authors(part) for part in entry.reference.split("; ")}
    ]
    if not _is_preset(entry):
        chosen = listed or [entry.reference]
    else:
        chosen = named or [entry.reference, *listed]
    return [_linked(_escaped(item)) for item in chosen]


def _authors(reference: str) -> str:
    return reference.partition(",")[0].strip()


def _linked(text: str) -> str:
    text = DOI.sub(r"[doi:\2](https://doi.org/\2)", text)
    text = ARXIV.sub(r"[arXiv:\1](https://arxiv.org/abs/\1)", text)
    return re.sub(r"\bsee (\w+) and (\w+)$", r"see [\1](\1.md) and [\2](\2.md)", text)


def _shown(value: object) -> str:
    return "none" if value is None else str(value).lower()


def _cell(text: str) -> str:
    return _escaped(text).replace("|", "\\|")


def _escaped(text: str) -> str:
    """Escape Markdown characters, such as asterisks and underscores, outside of code."""
    pieces = re.split(r"(`+[^`]+`+)", text)
    return "".join(p if p.startswith("`") else re.sub(r"([*_<\[])", r"\\\1", p) for p in pieces)


def _save(path: Path, text: str) -> None:
    """Write a page if it has changed, so that Sphinx reads only changed pages again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8", newline="\n")
