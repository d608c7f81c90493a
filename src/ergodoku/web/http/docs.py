"""The page that describes the HTTP interface, made from the OpenAPI document.

It loads nothing from other sites.
"""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

METHODS = ("get", "post", "delete")
ALWAYS = ("400", "408", "413", "421")  # errors that any request may get: described once, at the top


def docs_page(document: dict[str, Any]) -> str:
    """Return the OpenAPI document as HTML."""
    info, paths = document["info"], document["paths"]
    calls = [(path, m, item[m]) for path, item in paths.items() for m in METHODS if m in item]
    links = "".join(f'<li><a href="#{_anchor(m, p)}">{m.upper()} {escape(p)}</a></li>' for p, m, _ in calls)
    shapes = document.get("components", {}).get("schemas", {})
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(info['title'])}: the HTTP interface</title>"
        '<link rel="icon" href="/static/favicon.svg" type="image/svg+xml">'
        '<link rel="stylesheet" href="/docs/style.css"></head><body><main>'
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1><p>{escape(info.get('summary', ''))}</p>"
        "<p>Every error is a <a href='#Fault'>Fault</a>. Any request may fail with 400 (it cannot be read), "
        "408 (it took too long), 413 (its body is too large) "
        "or 421 (unknown host name; see --allow-host).</p>"
        '<p><a href="/">The page</a> · <a href="/openapi.json">OpenAPI document</a></p>'
        f"<nav><ul>{links}<li><a href='#live'>WebSocket /api/live</a></li></ul></nav>"
        + "".join(_call(*call) for call in calls)
        + LIVE
        + "<h2>Data types</h2>"
        + "".join(_shape(name, shape) for name, shape in shapes.items())
        + "</main></body></html>"
    )


def _call(path: str, method: str, call: dict[str, Any]) -> str:
    rows = [
        (p["name"], f"in {p['in']}{', required' if p.get('required') else ''}", p.get("description", ""))
        for p in call.get("parameters", [])
    ]
    body = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body:
        rows.append(("body", "JSON", _type(body)))
    responses = [
        (code, response["description"].replace("Successful Response", "Done."))
        for code, response in sorted(call["responses"].items())
        if code not in ALWAYS
    ]
    return (
        f'<section id="{_anchor(method, path)}"><h2><code>{method.upper()} {escape(path)}</code></h2>'
        f"<p>{escape(call.get('description', call.get('summary', '')))}</p>"
        + _table(("Parameter", "Where", "Meaning"), rows)
        + _table(("Status", "Meaning"), responses)
        + "</section>"
    )


def _shape(name: str, shape: dict[str, Any]) -> str:
    needed = shape.get("required", [])
    rows = [
        (field, _type(schema) + (", required" if field in needed else ""), schema.get("description", ""))
        for field, schema in shape.get("properties", {}).items()
    ]
    return (
        f'<section id="{escape(name)}"><h3>{escape(name)}</h3><p>{escape(shape.get("description", ""))}</p>'
        + _table(("Field", "Type", "Meaning"), rows)
        + "</section>"
    )


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    kind = str(schema.get("type", "any"))
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    limits = [
        f"{word} {schema[key]}"
        for key, word in (("minimum", "from"), ("exclusiveMinimum", "above"), ("maximum", "to"))
        if key in schema
    ]
    words = [" | ".join(map(str, schema["enum"]))] if "enum" in schema else []
    default = [f"default {json.dumps(schema['default'])}"] if schema.get("default") is not None else []
    return ", ".join([kind, *words, *limits, *default])


def _table(heads: tuple[str, ...], rows: list[Any]) -> str:
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    lines = "".join(
        f"<tr><td><code>{escape(str(row[0]))}</code></td>"
        + "".join(f"<td>{_linked(str(cell))}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'


def _linked(text: str) -> str:
    """Return a text in which the name of each request type is a link to its description."""
    return re.sub(r"\b([A-Z][a-z]+(?:Asked))\b", r'<a href="#\1">\1</a>', escape(text))


def _anchor(method: str, path: str) -> str:
    return method + "".join(c if c.isalnum() else "-" for c in path)


LIVE = """<section id="live"><h2><code>WebSocket /api/live</code></h2>
<p>One socket serves all runs of a page. Messages are JSON objects. Subscribe to a run before you send any
other message about it. Messages to the server:</p>
<pre>{"type": "subscribe", "run": ID, "token": TOKEN}
{"type": "unsubscribe", "run": ID}
{"type": "pause", "run": ID}
{"type": "resume", "run": ID}
{"type": "step", "run": ID, "count": 1, "change": true}   (change: step to the next change of the board)
{"type": "speed", "run": ID, "speed": iterations per second, or null for full speed}
{"type": "steer", "run": ID, "temperature": temperature to hold, or null to return to the schedule}
{"type": "cancel", "run": ID}</pre>
<p>Messages from the server; a grid is a flat list of digits, with 0 for an empty cell:</p>
<pre>{"type": "frame", "run", "contender", "iteration", "seconds", "energy", "best", "temperature",
 "acceptance", "restarts", "rate", "progress", "active", "grid",
 "changed": cells that differ from the previous frame,
 "tried": iterations that a step to the next change took; only after such a step}
{"type": "curve", "run", "contender", "reset": whether these points replace the earlier ones,
 "points": [[iteration, seconds, energy, best, temperature, acceptance], ...]}
{"type": "status", "run", "contender": number, or null for the whole run,
 "status": queued | running | paused | solved | gave_up | unsolvable | interrupted | error,
 "position": position in the queue, "message": the reason as text,
 "without_logic": true if logic alone would solve the puzzle and was left out; see RunAsked.watchable,
 "result": the outcome of a contender, as ergodoku solve --json prints it}
{"type": "error", "message",
 "run": run that the faulty message is about; missing if that message was not read,
 "refused": type of a message that was ignored because it came too fast,
 "retry": seconds after which to send it again; every ignored "subscribe" gets such an error}</pre>
<p>A subscription ends by itself after the last status of the run.</p></section>"""

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: Canvas; color: CanvasText; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1 { margin: 0; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .25rem; }
h2 code { font-size: 1.05rem; font-weight: 650; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
p { margin: .25rem 0 .75rem; }
nav ul { padding-left: 1.2rem; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { padding: .75rem; border: 1px solid color-mix(in srgb, CanvasText 25%, Canvas); border-radius: .4rem;
  white-space: pre-wrap; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin-bottom: .75rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0;
  border-bottom: 1px solid color-mix(in srgb, CanvasText 15%, Canvas); }
th { font-weight: 600; font-size: .85rem; }
th:first-child, td:first-child { width: 10rem; }
"""
