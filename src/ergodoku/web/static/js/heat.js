/** What the colours of a large board mean. */

import { el } from "./dom.js";

/** @type {[string, string][]} */
const KINDS = [
  ["given", "given"], ["found", "filled"], ["one", "twice in a row, column or box"], ["many", "in three of them"],
];

export const heatLegend = () =>
  el("ul", { class: "legend-heat", "aria-label": "Colours of the cells" },
    ...KINDS.map(([kind, words]) => el("li", {}, el("span", { class: "heat", "data-kind": kind, "aria-hidden": "true" }), words)));
