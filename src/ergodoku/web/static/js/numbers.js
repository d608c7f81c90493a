/** The readings of a single run. */

import { el } from "./dom.js";
import { compact, count, percent, seconds, temperature } from "./format.js";

const ACCEPTED = "The share of all moves so far that were accepted; the chart shows the share since its previous point";
const NAMES = ["Energy", "Best", "Temperature", "Accepted", "Iterations", "Iterations/s", "Search time", "Restarts"];

/** @param {HTMLElement} home */
export function numbers(home) {
  const values = NAMES.map((name, k) => {
    const value = el("dd", {}, "–");
    home.append(el("div", { class: k < 2 ? "big" : "", title: name === "Accepted" ? ACCEPTED : null }, el("dt", {}, name), value));
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

/** Iterations per second: the latest rate while the search runs, 0 while it is paused or waits, and afterwards the average up to the board shown. @param {import("./contender.js").ContenderView} contender @param {{iteration: number, seconds: number}} shown */
function rateOf(contender, { iteration, seconds: passed }) {
  if (contender.ended && passed > 0) return iteration / passed;
  return contender.status === "running" || contender.ended ? contender.frame?.rate : 0;
}
