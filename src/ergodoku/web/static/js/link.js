/** The URL's fragment: puzzle, methods, parameters and seed, so that a link restores them. */

import { isSymbol, LARGEST_PACKED, pack, sizeOf, unpack } from "./grid.js";
import { isSeed, plainSeed } from "./seed.js";

/** @typedef {import("./types.js").Plan} Plan */
/** @typedef {import("./types.js").Geometry} Geometry */

/** @param {Geometry} geometry @param {number[]} givens @param {Plan} plan @param {Record<string, string>} [extra] Additional parts of the link. */
export function toFragment(geometry, givens, plan, extra = {}) {
  const words = new URLSearchParams();
  if (geometry.layout === "latin") words.set("box", `1x${geometry.size}`); // a Latin square has no boxes: this only gives its size
  else if (geometry.box) words.set("box", geometry.box.join("x")); // a jigsaw has no box
  if (geometry.layout !== "classic") words.set("layout", geometry.layout);
  if (geometry.size <= LARGEST_PACKED) words.set("puzzle", pack(givens)); // after the shape, so that a truncated puzzle is recognised
  for (const contender of plan.contenders) words.append("method", contenderToText(contender));
  words.set("seed", plan.seed);
  words.set("time_limit", String(plan.time_limit));
  if (plan.contenders.length > 1) words.set("until", plan.until);
  if (!plan.watchable) words.set("logic", "first");
  if (plan.steering.length) words.set("steer", steeringText(plan.steering));
  for (const [name, value] of Object.entries(extra)) words.set(name, value);
  return `#${words}`;
}

/** The temperature changes that were made by hand, as text for a link or a command. @param {import("./types.js").Steering} steering */
export const steeringText = (steering) => steering.map(([at, t]) => `${at}:${t ?? "-"}`).join(",");

/**
 * The readable contents of a link, and its faults.
 *
 * @typedef {{givens: number[]|null, box: string, layout: string, plan: Partial<Plan>, faults: string[], name: string,
 *   play: boolean, at: string}} Link
 *   givens: null if not even the shape of the board is known; play: the search starts automatically; at: the position of the
 *   replay to show after the search
 */

const WORDS = ["box", "layout", "puzzle", "method", "seed", "time_limit", "until", "logic", "steer", "name", "play", "at"];

/** @param {string} fragment @returns {Link|null} Null if the fragment is empty. */
export function fromFragment(fragment) {
  const text = fragment.replace(/^#/, "");
  if (!text) return null;
  const words = new URLSearchParams(text);
  /** @type {string[]} */
  const faults = [];
  for (const word of new Set(words.keys())) if (!WORDS.includes(word)) faults.push(`“${word.slice(0, 40)}” is not a part of a link`);
  const [box, layout] = [words.get("box") ?? "", words.get("layout") ?? "classic"];
  const givens = readGivens(words.get("puzzle"), cellsOf(box, layout, faults), faults);
  const at = words.get("at") ?? "";
  if (at && !(Number(at) >= 0)) faults.push(`its position in the replay, “${at}”, is not a number of 0 or more`);
  const plan = readPlan(words, faults);
  return { givens, box, layout, plan, faults, name: (words.get("name") ?? "").slice(0, 60), play: words.has("play") || at !== "", at };
}

/** The number of cells of the board; 0 if the link does not give it. @param {string} box @param {string} layout @param {string[]} faults */
function cellsOf(box, layout, faults) {
  const map = layout.startsWith("jigsaw:") ? layout.slice("jigsaw:".length) : "";
  const cells = map ? map.length : /^\d{1,2}x\d{1,2}$/.test(box) ? sizeOf(box) ** 2 : 0;
  if (isBoard(cells)) return cells;
  if (map) faults.push(`its region map has ${cells} cells, which do not form a board`);
  else if (cells > LARGEST_PACKED ** 2) faults.push("its board is too large for a link");
  else if (box) faults.push(`the shape of its boxes is “${box}”`);
  return 0;
}

/** @param {number} cells */
const isBoard = (cells) => Number.isInteger(Math.sqrt(cells)) && cells >= 4 && cells <= LARGEST_PACKED ** 2;

/** The cells in the link; missing cells are empty. @param {string|null} text @param {number} wanted @param {string[]} faults */
function readGivens(text, wanted, faults) {
  if (!text) {
    faults.push("its puzzle is missing");
    return wanted ? new Array(wanted).fill(0) : null;
  }
  const cells = text.length;
  const size = isBoard(wanted || cells) ? Math.sqrt(wanted || cells) : LARGEST_PACKED;
  const strange = [...text].find((symbol) => !isSymbol(symbol, size));
  if (strange) faults.push(`its puzzle has the character “${strange}”`);
  if (cells < wanted) faults.push(`it holds ${cells} of the ${wanted} cells of its puzzle`);
  else if (wanted && cells > wanted) faults.push(`its puzzle has ${cells} cells, but its board has ${wanted}`);
  else if (!isBoard(cells)) faults.push(`its puzzle has ${cells} cells, which do not form a board`);
  if (!wanted && !isBoard(cells)) return null;
  return unpack(text.slice(0, wanted || cells).padEnd(wanted, "."), size);
}

/** @param {URLSearchParams} words @param {string[]} faults @returns {Partial<Plan>} */
function readPlan(words, faults) {
  /** @type {Partial<Plan>} */
  const plan = {};
  const contenders = words.getAll("method").slice(0, 6).map((text) => textToContender(text, faults));
  if (contenders.length) plan.contenders = contenders;
  const [seed, limit, until] = ["seed", "time_limit", "until"].map((name) => words.get(name));
  if (seed !== null && isSeed(seed)) plan.seed = plainSeed(seed);
  else if (seed !== null) faults.push(`its seed is “${seed}”`);
  if (Number(limit) > 0) plan.time_limit = Number(limit);
  else if (limit !== null) faults.push(`its time limit is “${limit}”`);
  if (until === "all" || until === "first") plan.until = until;
  else if (until !== null) faults.push(`the end of its race, “${until}”, is neither “first” nor “all”`);
  plan.steering = readSteering(words.get("steer") ?? "", faults);
  if (words.has("logic")) plan.watchable = words.get("logic") !== "first";
  return plan;
}

/** @param {string} text @param {string[]} faults @returns {import("./types.js").Steering} */
function readSteering(text, faults) {
  if (!text) return [];
  const changes = text.split(",").map((word) => /^(\d+):(-|[\d.e+-]+)$/.exec(word));
  const steering = changes.map((found) => /** @type {[number, number|null]} */ ([Number(found?.[1]), found?.[2] === "-" ? null : Number(found?.[2])]));
  if (steering.every(([at, t]) => Number.isSafeInteger(at) && (t === null || t > 0))) return steering;
  faults.push("its recorded temperature changes cannot be read");
  return [];
}

/** The message about a damaged link: its faults, and what is shown. @param {Link} link @param {boolean} sample Whether a sample replaces its puzzle. */
export function damaged({ faults, givens }, sample) {
  const shown = givens ? "The readable part is shown" : sample ? "A sample is shown instead" : "The puzzle stays as it was";
  return `This link is damaged: ${faults.join(", and ")}. ${shown}; ask for a new copy of the link.`;
}

/** @param {import("./types.js").ContenderSpec} contender */
function contenderToText(contender) {
  const settings = Object.entries(contender.parameters).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [contender.method, ...settings].join("|");
}

/** @param {string} text @param {string[]} faults @returns {import("./types.js").ContenderSpec} */
function textToContender(text, faults) {
  const [method, ...settings] = text.split("|");
  /** @type {Record<string, any>} */
  const parameters = {};
  for (const setting of settings) {
    const at = setting.indexOf("=");
    try {
      if (at < 1) throw new SyntaxError();
      parameters[setting.slice(0, at)] = JSON.parse(setting.slice(at + 1));
    } catch {
      faults.push(`the setting “${setting}” of ${method} cannot be read`);
    }
  }
  return { method, parameters };
}
