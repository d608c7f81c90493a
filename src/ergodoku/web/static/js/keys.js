/** Keyboard shortcuts of the page, and the dialog that lists them. Single-key shortcuts can be switched off. */

import { byId, el } from "./dom.js";
import { recall, remember } from "./memory.js";

const KEY = "ergodoku-keys";
/** @type {[string[], string][]} */
const LISTED = [
  [["←", "→", "↑", "↓"], "move on the board, or read the chart when it has the focus"],
  [["1", "…", "9"], "enter a digit; above 9×9 type 1 2 for 12, or letters from A = 10"],
  [["Backspace"], "clear a cell"],
  [["Home", "End", "Page Up", "Page Down"], "go to either end of a row or column"],
  [["Ctrl V"], "paste a puzzle, in any format"],
  [["Ctrl Z"], "undo the last change of the puzzle"],
  [["Tab"], "leave the board"],
  [["Ctrl Enter"], "start; during a run, start again with the same seed"],
  [["Space"], "pause or resume; after a run, play the replay"],
  [["."], "step to the next move that changes the board; in a replay, one board forward"],
  [[","], "in a replay, one board back"],
  [["Esc"], "cancel the run, or end the tour"],
  [["?"], "show this list"],
];

/** @param {{start: () => void, undo: () => void, pause: () => void, step: () => void, back: () => void, cancel: () => void, running: () => boolean}} on */
export function keys(on) {
  const dialog = byId("help");
  const single = el("input", { type: "checkbox", id: "single-keys", checked: recall(KEY) !== "off" });
  single.addEventListener("change", () => remember(KEY, single.checked ? "on" : "off"));
  const list = el("dl", { class: "keys" });
  for (const [names, text] of LISTED) list.append(el("dt", {}, ...names.map((n) => el("kbd", {}, n))), el("dd", {}, text));
  byId("help-body").append(list, el("div", { class: "check" }, single, el("label", { for: "single-keys" }, "Use single-key shortcuts (Space, period, comma, Esc, ?)")));
  byId("help-button").addEventListener("click", () => dialog.showModal());

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return on.start();
    }
    if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
      if (on.running() || /** @type {HTMLElement} */ (event.target).closest("input, select, textarea")) return;
      event.preventDefault();
      return on.undo();
    }
    if (!single.checked || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input:not([type=range]), select, textarea")) return;
    if (event.key !== "?" && target.closest("summary, [aria-readonly=false]")) return;
    if (event.key === " " && target.closest("button, a")) return; // here Space presses the button
    /** @type {Record<string, () => void>} */
    const acts = on.running() ? { " ": on.pause, ".": on.step, ",": on.back, Escape: on.cancel } : {};
    const act = event.key === "?" ? () => dialog.showModal() : acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
