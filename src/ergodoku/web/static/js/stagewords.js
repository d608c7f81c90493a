/** The texts about a run, next to its boards: the title, and one line about the progress or the outcome. */

import { ANOTHER } from "./another.js";
import { sentence } from "./api.js";
import { byId } from "./dom.js";
import { FINAL, seconds, STATUS_WORDS } from "./format.js";
import { storyOf } from "./racestory.js";

/** @typedef {import("./runner.js").Runner} Runner */
/** @typedef {import("./types.js").Plan} Plan */

/** @param {Runner} runner */
export function titleOf(runner) {
  const ended = FINAL.has(runner.status);
  if (runner.contenders.length > 1) return ended ? "The race is over" : "A race";
  const word = STATUS_WORDS[runner.status] ?? runner.status;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Show the line next to the title. If it is cut off, pointing at it shows the whole line. @param {string} words */
export function showNote(words) {
  const note = byId("stage-note");
  note.textContent = note.title = words;
}

/** The line next to the title; it must be short. @param {Runner} runner @param {Plan} plan */
export function noteOf(runner, plan) {
  const { status, contenders } = runner;
  if (status === "queued" && runner.position) return `position ${runner.position}`;
  if (runner.message && !FINAL.has(status)) return runner.message;
  if (contenders.length > 1) return raceNote(runner, plan);
  const [only] = contenders;
  if (only.status === "solved" && only.result) {
    if (only.byLogic) return `by logic alone; ${only.method} did not have to search`;
    return `found by ${only.result.found_by}; seed ${plan.seed}${aside(runner)}`;
  }
  if (only.ended && only.status !== "error") {
    if ((only.status === "gave_up" || only.status === "interrupted") && only.frame) return `best energy ${only.best} after ${seconds(only.frame?.seconds)}${aside(runner)}`;
    if (only.message) return only.message; // for example, why there is no solution
  }
  return `${only.method}; seed ${plan.seed}${aside(runner)}`;
}

/** What to do before a run. @param {Plan} plan */
export function invitation(plan) {
  const [{ method }] = plan.contenders;
  const count = plan.contenders.length;
  const what = count > 1 ? `see which of ${count} methods is fastest` : `watch ${method} search`;
  return `Press Start to ${what}, or type a puzzle of your own.`;
}

/** What to do after a run. @param {Runner} runner @param {Plan} plan @param {number} longest Time limit of the server, in seconds. */
export function hintOf(runner, plan, longest) {
  const { status, contenders } = runner;
  if (!FINAL.has(status)) return "";
  if (contenders.some((contender) => contender.byLogic)) return "Logic alone solved the puzzle.";
  const searched = contenders.some((contender) => contender.result?.iterations > 0);
  const replay = searched ? "Drag along the chart, or press ▶, to see how it went." : "";
  if (status !== "gave_up") return `${runner.oneOfMany ? ANOTHER : ""} ${replay}`.trim();
  const [only] = contenders;
  const why = contenders.length === 1 && only.message ? sentence(only.message) : "";
  const more = plan.time_limit < longest ? "Try more time, or another seed or method." : "Try another seed or method.";
  return `${why} ${more} ${replay}`.trim();
}

/** @param {Runner} runner @param {Plan} plan */
function raceNote(runner, plan) {
  if (FINAL.has(runner.status)) return `${storyOf(runner.contenders)}${aside(runner)}`;
  return `${runner.contenders.map((contender) => contender.method).join(", ")}; seed ${plan.seed}${aside(runner)}`;
}

/** @param {Runner} runner */
function aside(runner) {
  const some = (/** @type {"withoutLogic"|"steered"} */ what) => runner.contenders.some((contender) => contender[what]);
  return `${some("withoutLogic") ? "; logic left out" : ""}${some("steered") ? "; steered by hand" : ""}`;
}
