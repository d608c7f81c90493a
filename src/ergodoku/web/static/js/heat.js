/** The legend for the colours of a large board. */

import { el } from "./dom.js";

/** @type {[string, string][]} */
const KINDS = [
  ["given", "given"], ["found", "filled"], ["one", "conflict in one row, column or box"], ["many", "conflict in three"],
];

export const heatLegend = () =>
  el("ul", { class: "legend-heat", "aria-label": "Colours of the cells" },
    ...KINDS.map(([kind, words]) => el("li", {}, el("span", { class: "heat", "data-kind": kind, "aria-hidden": "true" }), words)));
