/** Axes: round numbers for ticks, and the conversion of values to pixels. */

/** @typedef {{low: number, high: number, log: boolean, from: number, to: number}} Axis */

/** @param {Axis} axis @param {number} value */
export function toPixel(axis, value) {
  const [low, high, v] = axis.log ? [axis.low, axis.high, value].map(bend) : [axis.low, axis.high, value];
  return axis.from + ((v - low) / (high - low || 1)) * (axis.to - axis.from);
}

/** Logarithmic, but including zero: 0, 1, 10, 100 ... @param {number} v */
const bend = (v) => Math.log10(1 + Math.max(0, v));

/** Round numbers that cover an axis. @param {Axis} axis @param {number} wanted Approximate number of ticks. @returns {number[]} */
export function ticks(axis, wanted) {
  if (axis.log) return logTicks(axis.high);
  const step = niceStep((axis.high - axis.low) / Math.max(1, wanted));
  const found = [];
  for (let t = Math.ceil(axis.low / step) * step; t <= axis.high + step * 1e-9; t += step) {
    found.push(Number(t.toPrecision(12)));
  }
  return found;
}

/** @param {number} high */
function logTicks(high) {
  const found = [0];
  for (let t = 1; t <= high; t *= 10) found.push(...(high < 60 ? [t, 2 * t, 5 * t] : [t]).filter((v) => v <= high));
  return found;
}

/** @param {number} rough */
function niceStep(rough) {
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const digit = rough / power;
  return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
}
