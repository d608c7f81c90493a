/** Numbers in a readable form. */

const whole = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en-GB", { notation: "compact", maximumSignificantDigits: 3 });
const brief = (/** @type {number} */ n) => short.format(n).replace("m", "M").replace("bn", "G"); // SI prefixes

/** @param {number|null|undefined} n */
export const count = (n) => (n === null || n === undefined ? "–" : n < 1e6 ? whole.format(n) : brief(n));

/** "1 iteration", "2,000 iterations". @param {number|null|undefined} n */
export const iterations = (n) => `${count(n)} ${n === 1 ? "iteration" : "iterations"}`;

/** "1 clue", "30 clues". @param {number} n */
export const clues = (n) => `${n} ${n === 1 ? "clue" : "clues"}`;

/** @param {number|null|undefined} n */
export const compact = (n) => (n === null || n === undefined ? "–" : brief(n));

/** @param {number|null|undefined} s */
export function seconds(s) {
  if (s === null || s === undefined) return "–";
  if (s === 0) return "0 s";
  if (s < 1e-4) return `${(s * 1e6).toFixed(0)} µs`;
  if (s < 1) return `${s < 0.00995 ? (s * 1000).toPrecision(2) : (s * 1000).toFixed(0)} ms`;
  return `${s.toFixed(s < 10 ? 2 : 1)} s`;
}

/** The unit for an axis of time: its name, and how many make a second. @param {number} longest In seconds. */
export function timeUnit(longest) {
  if (longest < 1e-3) return { name: "microseconds", per: 1e6 };
  return longest < 0.1 ? { name: "milliseconds", per: 1e3 } : { name: "seconds", per: 1 };
}

/** @param {number|null|undefined} t */
export function temperature(t) {
  if (t === null || t === undefined || !Number.isFinite(t)) return "–";
  if (t === 0) return "0";
  return t < 0.001 || t >= 1e5 ? t.toExponential(1) : String(Number(t.toPrecision(3)));
}

/** @param {number|null|undefined} x */
export const percent = (x) =>
  x === null || x === undefined || !Number.isFinite(x) ? "–" : `${(100 * x).toFixed(x < 0.0995 ? 1 : 0)} %`;

/** @type {Record<string, string>} */
export const STATUS_WORDS = {
  queued: "queued", running: "searching", paused: "paused", solved: "solved", gave_up: "gave up",
  unsolvable: "no solution", interrupted: "interrupted", error: "failed",
};

export const FINAL = new Set(["solved", "gave_up", "unsolvable", "interrupted", "error"]);
