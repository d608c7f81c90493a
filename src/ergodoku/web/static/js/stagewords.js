/** What stands beside the boards about a run: its title, and one line about how it goes or how it went. */

import { sentence } from "./api.js";
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

/** Short enough for the room beside the title. @param {Runner} runner @param {Plan} plan */
export function noteOf(runner, plan) {
  const { status, contenders } = runner;
  if (status === "queued" && runner.position) return `position ${runner.position}`;
  if (runner.message && !FINAL.has(status)) return runner.message;
  if (contenders.length > 1) return raceNote(runner, plan);
  const [only] = contenders;
  if (only.status === "solved" && only.result) {
    if (only.byLogic) return `by logic alone, before ${only.method} had to search`;
    return `found by ${only.result.found_by}; seed ${plan.seed}${aside(runner)}`;
  }
  if (only.ended && only.status !== "error") {
    if ((only.status === "gave_up" || only.status === "interrupted") && only.frame) return `best energy ${only.best} after ${seconds(only.frame?.seconds)}${aside(runner)}`;
    if (only.message) return only.message; // why there is no solution, say
  }
  return `${only.method}; seed ${plan.seed}${aside(runner)}`;
}

/** Before a run: what to do. @param {Plan} plan */
export function invitation(plan) {
  const [{ method }] = plan.contenders;
  const count = plan.contenders.length;
  const what = count > 1 ? `see which of ${count} methods is first` : `watch ${method} search`;
  return `Press Start to ${what}, or type a puzzle of your own.`;
}

/** After a run: what to do next. @param {Runner} runner @param {Plan} plan @param {number} longest Seconds that a search may take here. */
export function hintOf(runner, plan, longest) {
  const { status, contenders } = runner;
  if (!FINAL.has(status)) return "";
  if (contenders.some((contender) => contender.byLogic)) return "Logic alone filled the board.";
  const searched = contenders.some((contender) => contender.result?.iterations > 0);
  const replay = searched ? "Drag along the chart, or press ▶, to see how it went." : "";
  if (status !== "gave_up") return replay;
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
