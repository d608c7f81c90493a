/** Buttons for digits, for devices without a keyboard: each enters its digit into the current cell. */

import { el } from "./dom.js";

/** @param {import("./board.js").Board} board */
export function keypad(board) {
  const home = el("div", { class: board.size < 10 ? "keypad few" : "keypad", role: "group", "aria-label": "Digits" });
  const send = (/** @type {string} */ key, /** @type {MouseEvent} */ event) => {
    board.grid.dispatchEvent(new CustomEvent("digit", { detail: key }));
    // After a tap, the focus marks the cell. A key press (a click with the detail 0) keeps the focus on the keypad.
    if (event.detail) board.cells[board.cursor].focus({ preventScroll: true });
  };
  for (let digit = 1; digit <= board.size; digit++) {
    home.append(el("button", { type: "button", onclick: (/** @type {MouseEvent} */ event) => send(String(digit), event) }, String(digit)));
  }
  home.append(el("button", { type: "button", "aria-label": "Erase", onclick: (/** @type {MouseEvent} */ event) => send("0", event) }, "⌫"));
  return home;
}
