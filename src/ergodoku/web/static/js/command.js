/** The `ergodoku` command that does the same as the page. */

import { asNumbers } from "./grid.js";
import { steeringText } from "./link.js";

/** @typedef {import("./types.js").Plan} Plan */
/** @typedef {import("./types.js").Geometry} Geometry */

/**
 * @param {Geometry} geometry
 * @param {number[]} givens
 * @param {Plan} plan
 * @param {boolean[]} withoutLogic For each contender, whether its logic was left out.
 * @returns {string} The command for a shell.
 */
export function commandOf(geometry, givens, plan, withoutLogic = []) {
  const settings = settingsOf(plan, withoutLogic);
  if (plan.contenders.length === 1) {
    const steered = plan.steering.length > 0; // only `watch` can repeat temperature changes made by hand
    const steering = steered ? [`--steering ${steeringText(plan.steering)}`] : [];
    return written(geometry, givens, plan, steered ? "watch" : "solve", [...soloWords(plan, settings[0]), ...steering]);
  }
  return written(geometry, givens, plan, "race", [...groupWords(plan, settings), ...(plan.until === "all" ? ["--until all"] : [])]);
}

/** The command that repeats runs with many seeds. @param {Geometry} geometry @param {number[]} givens @param {Plan} plan
 * @param {boolean[]} withoutLogic @param {number} runs */
export const compareCommandOf = (geometry, givens, plan, withoutLogic, runs) =>
  written(geometry, givens, plan, "compare", [...groupWords(plan, settingsOf(plan, withoutLogic)), `--runs ${runs}`]);

/** @param {Plan} plan @param {boolean[]} withoutLogic */
const settingsOf = (plan, withoutLogic) =>
  plan.contenders.map((contender, k) => ({ ...contender.parameters, ...(withoutLogic[k] ? { logic: "none" } : {}) }));

/** @param {Geometry} geometry @param {number[]} givens @param {Plan} plan @param {string} verb @param {string[]} words */
function written(geometry, givens, plan, verb, words) {
  const options = [...words];
  const jigsaw = geometry.layout.startsWith("jigsaw");
  if (geometry.box && !usual(geometry.box)) options.push(`--box ${geometry.box.join("x")}`);
  if (!jigsaw && geometry.layout !== "classic") options.push(`--layout ${geometry.layout}`);
  return [`ergodoku ${verb} ${quoted(jigsaw ? asJson(geometry, givens) : asNumbers(givens))}`, ...options, `--seed ${plan.seed}`, `--time-limit ${plan.time_limit}`].join(" ");
}

/** A jigsaw as JSON, with its regions. @param {Geometry} geometry @param {number[]} givens */
function asJson(geometry, givens) {
  const rows = (/** @type {number[]} */ cells) => Array.from({ length: geometry.size }, (_, r) => cells.slice(r * geometry.size, (r + 1) * geometry.size));
  return JSON.stringify({ ergodoku: 1, layout: "jigsaw", regions: rows(geometry.regions), givens: rows(givens) });
}

/** @param {Plan} plan @param {Record<string, any>} settings */
function soloWords(plan, settings) {
  return [`--method ${quoted(plan.contenders[0].method)}`, ...entries(settings).map(([name, value]) => `--set ${quoted(`${name}=${value}`)}`)];
}

/** @param {Plan} plan @param {Record<string, any>[]} settings */
function groupWords(plan, settings) {
  const methods = plan.contenders.map((contender) => contender.method);
  const twice = new Set(methods).size < methods.length; // if a method occurs twice, every contender needs a label
  const labels = methods.map((method, k) => (twice ? "ABCDEF"[k] : method));
  const names = methods.map((method, k) => (twice ? `${labels[k]}=${method}` : method));
  const set = settings.flatMap((own, k) => entries(own).map(([name, value]) => `--set ${quoted(`${labels[k]}.${name}=${value}`)}`));
  return [`--methods ${quoted(names.join(","))}`, ...set];
}

/** Parameters as words of a command: a schedule comes before its own parameters. @param {Record<string, any>} settings @returns {[string, string][]} */
function entries(settings) {
  const words = Object.entries(settings).map(([name, value]) => /** @type {[string, string]} */ ([name, value === null ? "none" : String(value)]));
  return words.sort(([a], [b]) => Number(a.includes(".")) - Number(b.includes(".")));
}

/** Whether boxes have the default shape for their size: as square as possible, and not taller than wide. @param {number[]} box */
function usual([rows, columns]) {
  const size = rows * columns;
  let best = 1;
  for (let r = 1; r * r <= size; r++) if (size % r === 0) best = r;
  return rows === best;
}

/** @param {string} word */
const quoted = (word) => (/^[\w.,=/:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
