/** The readings of a single run. */

import { el } from "./dom.js";
import { compact, count, percent, seconds, temperature } from "./format.js";

const NAMES = ["Energy", "Best", "Temperature", "Accepted", "Iterations", "Iterations/s", "Search time", "Restarts"];

/** @param {HTMLElement} home */
export function numbers(home) {
  const values = NAMES.map((name, k) => {
    const value = el("dd", {}, "–");
    home.append(el("div", { class: k < 2 ? "big" : "" }, el("dt", {}, name), value));
    return value;
  });

  /** @param {import("./contender.js").ContenderView|null} contender */
  return (contender) => {
    const f = contender?.past ?? contender?.frame;
    const texts = contender && f
      ? [count(contender.energy), count(contender.best), temperature(f.temperature), percent(f.acceptance), count(f.iteration),
        compact(rateOf(contender, f)), seconds(f.seconds), contender.past ? "–" : count(f.restarts)]
      : NAMES.map(() => "–");
    values.forEach((node, k) => { if (node.textContent !== texts[k]) node.textContent = texts[k]; });
  };
}

/** Iterations per second: the latest rate while the search runs, and afterwards the average up to the board shown. @param {import("./contender.js").ContenderView} contender @param {{iteration: number, seconds: number}} shown */
function rateOf(contender, { iteration, seconds: passed }) {
  return contender.ended && passed > 0 ? iteration / passed : contender.frame?.rate;
}
