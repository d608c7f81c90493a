/** The URL's fragment: puzzle, methods, parameters and seed, so that a link restores them. */

import { isSymbol, LARGEST_PACKED, pack, sizeOf, unpack } from "./grid.js";

/** @typedef {import("./types.js").Plan} Plan */
/** @typedef {import("./types.js").Geometry} Geometry */

/** @param {Geometry} geometry @param {number[]} givens @param {Plan} plan @param {Record<string, string>} [extra] What else it says. */
export function toFragment(geometry, givens, plan, extra = {}) {
  const words = new URLSearchParams();
  if (geometry.box) words.set("box", geometry.box.join("x")); // a jigsaw has none
  if (geometry.layout !== "classic") words.set("layout", geometry.layout);
  if (geometry.size <= LARGEST_PACKED) words.set("puzzle", pack(givens)); // after its shape: so a part of it is known as one
  for (const contender of plan.contenders) words.append("method", contenderToText(contender));
  words.set("seed", String(plan.seed));
  words.set("time_limit", String(plan.time_limit));
  if (plan.contenders.length > 1) words.set("until", plan.until);
  if (!plan.watchable) words.set("logic", "first");
  if (plan.steering.length) words.set("steer", steeringText(plan.steering));
  for (const [name, value] of Object.entries(extra)) words.set(name, value);
  return `#${words}`;
}

/** What a hand did, as a link and a command say it. @param {import("./types.js").Steering} steering */
export const steeringText = (steering) => steering.map(([at, t]) => `${at}:${t ?? "-"}`).join(",");

/** What is said when a link was copied. @param {Geometry} geometry */
export const copied = (geometry) =>
  (geometry.size <= LARGEST_PACKED ? "Link copied" : "Link copied, without this large puzzle");

/**
 * What a link says, as far as it can be read, and what is wrong with it.
 *
 * @typedef {{givens: number[]|null, box: string, layout: string, plan: Partial<Plan>, faults: string[], name: string,
 *   play: boolean, at: string}} Link
 *   play: it starts by itself; at: the place of the replay that it shows then
 */

/** @param {string} fragment @returns {Link|null} Null if it is not a link to a puzzle. */
export function fromFragment(fragment) {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!words.has("puzzle") && !words.has("method")) return null;
  /** @type {string[]} */
  const faults = [];
  const [box, layout] = [words.get("box") ?? "", words.get("layout") ?? "classic"];
  const givens = readGivens(words.get("puzzle"), box, layout, faults);
  const at = words.get("at") ?? "";
  if (at && !(Number(at) >= 0)) faults.push(`its place in the replay is “${at}”`);
  const plan = readPlan(words, faults);
  return { givens, box, layout, plan, faults, name: (words.get("name") ?? "").slice(0, 60), play: words.has("play") || at !== "", at };
}

/** @param {string|null} text @param {string} box @param {string} layout @param {string[]} faults @returns {number[]|null} */
function readGivens(text, box, layout, faults) {
  if (text === null) return null;
  const strange = [...text].find((symbol) => !isSymbol(symbol));
  if (strange) faults.push(`its puzzle has the character “${strange}”`);
  const cells = text.length;
  const size = Math.sqrt(cells);
  const wanted = layout.startsWith("jigsaw:") ? layout.length - "jigsaw:".length : box ? sizeOf(box) ** 2 : 0;
  if (wanted && wanted !== cells) faults.push(`it holds ${cells} of the ${wanted} cells of its puzzle`);
  else if (!Number.isInteger(size) || size < 2 || size > LARGEST_PACKED) faults.push(`its puzzle has ${cells} cells, which make no board`);
  return faults.length ? null : unpack(text);
}

/** @param {URLSearchParams} words @param {string[]} faults @returns {Partial<Plan>} */
function readPlan(words, faults) {
  /** @type {Partial<Plan>} */
  const plan = {};
  const contenders = words.getAll("method").slice(0, 6).map((text) => textToContender(text, faults));
  if (contenders.length) plan.contenders = contenders;
  const seed = Number(words.get("seed"));
  if (Number.isSafeInteger(seed) && seed >= 0) { if (words.get("seed")) plan.seed = seed; }
  else faults.push(`its seed is “${words.get("seed")}”`);
  const limit = Number(words.get("time_limit"));
  if (limit > 0) plan.time_limit = limit;
  else if (words.has("time_limit")) faults.push(`its time limit is “${words.get("time_limit")}”`);
  if (words.get("until") === "all" || words.get("until") === "first") plan.until = /** @type {any} */ (words.get("until"));
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
  faults.push("what a hand did to its temperature cannot be read");
  return [];
}

/** What is wrong with a link, in a sentence. @param {string[]} faults */
export const damaged = (faults) =>
  `This link is damaged: ${faults.join(", and ")}. What could be read is shown; ask for the link again.`;

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
