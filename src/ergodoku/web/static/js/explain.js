/** The explanation of a method, with its formula, for teachers and students. */

import { LETTERS } from "./curves.js";
import { el, segmented } from "./dom.js";

/** @typedef {import("./types.js").Method} Method */

/** What a state and its energy are in each landscape. @type {Record<string, string>} */
const LANDSCAPES = {
  "box permutation": "Every box holds each digit once. A move swaps two digits of a box; the energy counts the digits missing from rows and columns.",
  "cell vector": "Every free cell has a number, chosen independently. The energy counts the digits missing from rows, columns and boxes.",
  construction: "The grid is filled cell by cell, and logic applies the consequences at once. The energy counts the cells that are not filled.",
};

/** @param {HTMLElement} home @param {Method[]} methods One method per contender. */
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
  /** @type {HTMLElement[]} */
  const nodes = [el("h3", {}, method.name), el("p", { class: "explain-about" }, plain(method.summary))];
  for (const paragraph of method.description.split("\n\n")) {
    nodes.push(el("p", { class: "explain-about muted" }, plain(paragraph)));
  }
  if (method.formula) nodes.push(el("pre", { class: "formula", tabIndex: 0, "aria-label": `Formula of ${method.name}` }, method.formula));
  const facts = el("dl", { class: "facts" });
  const landscape = [method.landscape, LANDSCAPES[method.landscape]].filter(Boolean).join(": ");
  for (const [name, text] of [["Landscape", landscape], ["Good for", method.when], ["Reference", method.reference]]) {
    if (text) facts.append(el("dt", {}, name), el("dd", {}, text));
  }
  nodes.push(facts);
  return nodes;
}

/** A docstring without its markup. @param {string} text */
const plain = (text) => text.replace(/``?/g, "").replace(/(\S)\n(?=\S)/g, "$1 ");
