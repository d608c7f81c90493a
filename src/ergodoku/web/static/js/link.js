/** The URL's fragment: puzzle, methods, parameters and seed, so that a link restores them. */

import { LARGEST_PACKED, pack, unpack } from "./grid.js";

/** @typedef {import("./types.js").Plan} Plan */
/** @typedef {import("./types.js").Geometry} Geometry */

/** @param {Geometry} geometry @param {number[]} givens @param {Plan} plan */
export function toFragment(geometry, givens, plan) {
  const words = new URLSearchParams();
  if (geometry.size <= LARGEST_PACKED) words.set("p", pack(givens));
  if (geometry.box) words.set("box", geometry.box.join("x")); // a jigsaw has none
  if (geometry.layout !== "classic") words.set("layout", geometry.layout);
  for (const lane of plan.lanes) words.append("m", laneToText(lane));
  words.set("seed", String(plan.seed));
  words.set("limit", String(plan.limit));
  if (plan.lanes.length > 1) words.set("until", plan.until);
  return `#${words}`;
}

/** @param {string} fragment
 * @returns {null | {givens: number[], box: string, layout: string, plan: Partial<Plan>}} */
export function fromFragment(fragment) {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const givens = unpack(words.get("p") ?? "");
  const size = Math.sqrt(givens.length);
  if (!Number.isInteger(size) || size < 2 || size > LARGEST_PACKED) return null;
  /** @type {Partial<Plan>} */
  const plan = {};
  const lanes = words.getAll("m").slice(0, 6).map(textToLane);
  if (lanes.length) plan.lanes = lanes;
  const seed = Number(words.get("seed"));
  if (words.has("seed") && Number.isSafeInteger(seed) && seed >= 0) plan.seed = seed;
  const limit = Number(words.get("limit"));
  if (limit > 0) plan.limit = limit;
  if (words.get("until") === "all" || words.get("until") === "first") plan.until = /** @type {any} */ (words.get("until"));
  return { givens, box: words.get("box") ?? "", layout: words.get("layout") ?? "classic", plan };
}

/** @param {import("./types.js").LaneSpec} lane */
function laneToText(lane) {
  const settings = Object.entries(lane.parameters).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [lane.method, ...settings].join("|");
}

/** @param {string} text @returns {import("./types.js").LaneSpec} */
function textToLane(text) {
  const [method, ...settings] = text.split("|");
  /** @type {Record<string, any>} */
  const parameters = {};
  for (const setting of settings) {
    const at = setting.indexOf("=");
    try {
      parameters[setting.slice(0, at)] = JSON.parse(setting.slice(at + 1));
    } catch {
      // A setting that was damaged on its way is left out.
    }
  }
  return { method, parameters };
}
