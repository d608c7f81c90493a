/** The URL's fragment: puzzle, methods, parameters and seed, so that a link restores them. */

import { LARGEST_PACKED, pack, unpack } from "./grid.js";

/** @typedef {import("./types.js").Plan} Plan */
/** @typedef {import("./types.js").Geometry} Geometry */

/** @param {Geometry} geometry @param {number[]} givens @param {Plan} plan */
export function toFragment(geometry, givens, plan) {
  const words = new URLSearchParams();
  if (geometry.size <= LARGEST_PACKED) words.set("puzzle", pack(givens));
  if (geometry.box) words.set("box", geometry.box.join("x")); // a jigsaw has none
  if (geometry.layout !== "classic") words.set("layout", geometry.layout);
  for (const contender of plan.contenders) words.append("method", contenderToText(contender));
  words.set("seed", String(plan.seed));
  words.set("time_limit", String(plan.time_limit));
  if (plan.contenders.length > 1) words.set("until", plan.until);
  return `#${words}`;
}

/** What is said when a link was copied. @param {Geometry} geometry */
export const copied = (geometry) =>
  (geometry.size <= LARGEST_PACKED ? "Link copied" : "Link copied, without this large puzzle");

/** @param {string} fragment
 * @returns {null | {givens: number[], box: string, layout: string, plan: Partial<Plan>}} */
export function fromFragment(fragment) {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const givens = unpack(words.get("puzzle") ?? "");
  const size = Math.sqrt(givens.length);
  if (!Number.isInteger(size) || size < 2 || size > LARGEST_PACKED) return null;
  /** @type {Partial<Plan>} */
  const plan = {};
  const contenders = words.getAll("method").slice(0, 6).map(textToContender);
  if (contenders.length) plan.contenders = contenders;
  const seed = Number(words.get("seed"));
  if (words.has("seed") && Number.isSafeInteger(seed) && seed >= 0) plan.seed = seed;
  const limit = Number(words.get("time_limit"));
  if (limit > 0) plan.time_limit = limit;
  if (words.get("until") === "all" || words.get("until") === "first") plan.until = /** @type {any} */ (words.get("until"));
  return { givens, box: words.get("box") ?? "", layout: words.get("layout") ?? "classic", plan };
}

/** @param {import("./types.js").ContenderSpec} contender */
function contenderToText(contender) {
  const settings = Object.entries(contender.parameters).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [contender.method, ...settings].join("|");
}

/** @param {string} text @returns {import("./types.js").ContenderSpec} */
function textToContender(text) {
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
