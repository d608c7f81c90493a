/** The history of a run: one list of points per contender, and how each contender's line looks. */

import { colour } from "./theme.js";

/** @typedef {import("./types.js").Point} Point */

export const ITERATION = 0;
export const SECONDS = 1;
export const ENERGY = 2;
export const BEST = 3;
export const TEMPERATURE = 4;
export const ACCEPTANCE = 5;

/** Dashes distinguish lines without relying on colour. */
export const DASHES = [[], [9, 4], [2, 3], [10, 3, 2, 3], [5, 3], [16, 5]];
export const LETTERS = "ABCDEF";

/** @param {number} contender */
export const contenderColour = (contender) => colour(`contender-${contender}`);

export class Curves {
  /** @param {number} contenders */
  constructor(contenders) {
    /** @type {Point[][]} */
    this.contenders = Array.from({ length: contenders }, () => []);
  }

  /** @param {number} contender @param {boolean} reset @param {Point[]} points */
  add(contender, reset, points) {
    if (!this.contenders[contender]) return;
    if (reset) this.contenders[contender] = points.slice();
    else this.contenders[contender].push(...points);
  }

  get empty() {
    return this.contenders.every((points) => points.length === 0);
  }

  /** The last point at or before x, by binary search. @param {number} contender @param {number} column @param {number} x */
  at(contender, column, x) {
    const points = this.contenders[contender];
    let low = 0;
    let high = points.length - 1;
    if (high < 0) return null;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (/** @type {number} */ (points[middle][column]) <= x) low = middle;
      else high = middle - 1;
    }
    return points[low];
  }

  /** @param {number} column */
  highest(column) {
    let high = 0;
    for (const points of this.contenders) for (const p of points) high = Math.max(high, p[column] ?? 0);
    return high;
  }
}
