/** The result of a race: the order of its contenders, and a summary in one line. */

import { FINAL, seconds } from "./format.js";

/** @typedef {import("./contender.js").ContenderView} ContenderView */

/** The contenders that found a solution, the fastest first; then the others, by their best energy. @param {ContenderView[]} contenders */
export function ranked(contenders) {
  const time = (/** @type {ContenderView} */ c) => (isSolved(c) ? c.result.seconds : Infinity);
  return [...contenders].sort((a, b) => time(a) - time(b) || (a.reached ?? Infinity) - (b.reached ?? Infinity) || a.number - b.number);
}

/** "annealing 13 ms; tabu 6 times as long; genetic gave up at energy 4". @param {ContenderView[]} contenders */
export function storyOf(contenders) {
  const order = ranked(contenders);
  const first = isSolved(order[0]) ? order[0].result.seconds : 0;
  const told = order.map((contender) => `${contender.method} ${outcome(contender, contender === order[0] ? 0 : first)}`);
  return (told.length > 3 ? [told[0], told[1], `last ${told[told.length - 1]}`] : told).join("; "); // the podium shows all contenders
}

/** @param {ContenderView} contender @param {number} first Seconds of the winner; 0 to return the contender's own time. */
export function outcome(contender, first = 0) {
  if (contender.byLogic) return "by logic alone";
  if (isSolved(contender)) return first ? asLong(contender.result.seconds / first) : seconds(contender.result.seconds);
  if (contender.status === "error") return "failed";
  if (contender.status === "unsolvable") return "proved that there is no solution";
  if (!FINAL.has(contender.status)) return `at energy ${contender.energy ?? "–"}`;
  if (contender.status === "interrupted" || contender.stopped) return `was at energy ${contender.reached ?? "–"}`;
  return `gave up at energy ${contender.reached ?? "–"}`;
}

/** @param {number} ratio */
function asLong(ratio) {
  if (ratio < 1.05) return "just as long";
  const shown = ratio < 3 ? ratio.toFixed(1) : ratio < 1000 ? String(Math.round(ratio)) : "over 1,000";
  return `${shown} times as long`;
}

/** @param {ContenderView} contender */
const isSolved = (contender) => contender.status === "solved" && contender.result;
