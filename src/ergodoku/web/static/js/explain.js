/** What the running method does, with its formula, for those who teach or learn it. */

import { LETTERS } from "./curves.js";
import { el, segmented } from "./dom.js";

/** @typedef {import("./types.js").Method} Method */

/** @param {HTMLElement} home @param {Method[]} methods One per lane. */
export function explain(home, methods) {
  const body = el("div", { class: "explain-body" });
  const show = (/** @type {string} */ k) => body.replaceChildren(...describe(methods[Number(k)]));
  const parts = [el("h2", {}, "How it works")];
  if (methods.length > 1) {
    const options = methods.map((m, k) => /** @type {[string, string]} */ ([String(k), `${LETTERS[k]} ${m.name}`]));
    parts.push(segmented("Explain", options, "0", show));
  }
  home.replaceChildren(...parts, body);
  show("0");
}

/** @param {Method} method */
function describe(method) {
  const nodes = [el("h3", {}, method.name), el("p", { class: "explain-about" }, plain(method.about || method.summary))];
  if (method.formula) nodes.push(el("pre", { class: "formula", tabIndex: 0, "aria-label": `Formula of ${method.name}` }, method.formula));
  const facts = el("dl", { class: "facts" });
  for (const [name, text] of [["Landscape", method.landscape], ["Use it", method.when], ["Reference", method.reference]]) {
    if (text) facts.append(el("dt", {}, name), el("dd", {}, text));
  }
  nodes.push(facts);
  return nodes;
}

/** A docstring without its marks. @param {string} text */
const plain = (text) => text.replace(/``?/g, "").replace(/(\S)\n(?=\S)/g, "$1 ");
