/** The buttons of a run: which of them there are, and what they say. */

import { byId } from "./dom.js";
import { FINAL } from "./format.js";

/** @param {import("./runner.js").Runner} runner @param {boolean} withoutLogic Whether to offer the same run without logic. */
export function showButtons(runner, withoutLogic) {
  const { status } = runner;
  const ended = FINAL.has(status);
  const idle = [document.body, byId("pause"), byId("step"), byId("cancel")].includes(document.activeElement);
  for (const id of ["pause", "step", "cancel"]) byId(id).hidden = ended;
  byId("another").hidden = !ended;
  byId("pause").textContent = status === "paused" ? "Go on" : "Pause";
  for (const id of ["pause", "step"]) byId(id).disabled = ended || status === "queued";
  byId("cancel").disabled = ended;
  byId("no-logic").hidden = !(ended && withoutLogic);
  byId("again").classList.toggle("primary", ended);
  byId("pause").classList.toggle("primary", !ended);
  if (ended && idle) focusNext(runner); // what had the focus can not be pressed any more
}

/** Give the keyboard what is pressed next. @param {import("./runner.js").Runner} runner */
export function focusNext(runner) {
  byId(runner.active ? "pause" : "again").focus({ preventScroll: true });
}
