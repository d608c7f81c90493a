/** What stands beside the boards about a run: its title, and one line about how it goes or how it went. */

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

/** @param {Runner} runner @param {Plan} plan @param {number} longest Seconds that a search may take here. */
export function noteOf(runner, plan, longest) {
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
    if (only.message) return only.message; // why there is no solution, say
    const advice = plan.time_limit < longest ? "try more time, or another seed or method" : "try another seed or method";
    if (only.status === "gave_up") return `best energy ${only.best} after ${seconds(only.frame?.seconds)}; ${advice}${aside(runner)}`;
  }
  return `${only.method}; seed ${plan.seed}${aside(runner)}`;
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
