/** Buttons for digits, for devices without a keyboard: each enters its digit into the current cell. */

import { el } from "./dom.js";

/** @param {import("./board.js").Board} board */
export function keypad(board) {
  const home = el("div", { class: board.size < 10 ? "keypad few" : "keypad", role: "group", "aria-label": "Digits" });
  const send = (/** @type {string} */ key) =>
    board.grid.dispatchEvent(new CustomEvent("digit", { detail: key }));
  for (let digit = 1; digit <= board.size; digit++) {
    home.append(el("button", { type: "button", onclick: () => send(String(digit)) }, String(digit)));
  }
  home.append(el("button", { type: "button", "aria-label": "Erase", onclick: () => send("0") }, "⌫"));
  return home;
}
