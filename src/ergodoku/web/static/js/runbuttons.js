/** The buttons of a run: which ones are shown, and their texts. */

import { byId } from "./dom.js";
import { FINAL } from "./format.js";

/** @param {import("./runner.js").Runner} runner @param {boolean} withoutLogic Whether to offer the same run without logic. */
export function showButtons(runner, withoutLogic) {
  const { status } = runner;
  const ended = FINAL.has(status);
  const focused = document.activeElement;
  const idle = [document.body, byId("pause"), byId("step"), byId("cancel")].includes(focused) || !!focused?.closest(".speed");
  byId("transport").dataset.ended = String(ended); // hides the sliders
  for (const id of ["pause", "step", "cancel"]) byId(id).hidden = ended;
  byId("another").hidden = !ended || status === "unsolvable"; // no seed can help then
  byId("pause").textContent = status === "paused" ? "Resume" : "Pause";
  for (const id of ["pause", "step"]) byId(id).disabled = ended || status === "queued";
  byId("cancel").disabled = ended;
  byId("no-logic").hidden = !(ended && withoutLogic);
  byId("again").classList.toggle("primary", ended);
  byId("pause").classList.toggle("primary", !ended);
  if (ended && idle) focusNext(runner); // the button or slider that had the focus is hidden now
}

/** Focus the button that is most likely pressed next. @param {import("./runner.js").Runner} runner */
export function focusNext(runner) {
  byId(runner.active ? "pause" : "again").focus({ preventScroll: true });
}
