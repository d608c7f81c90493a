/** The boards of a finished run, and which board belongs to each position of the replay. */

import { ACCEPTANCE, BEST, ITERATION, SECONDS, TEMPERATURE } from "./curves.js";

/** @typedef {import("./types.js").Frame} Frame */

export class Film {
  /** @param {{size: number, iterations: number[], energies: number[], deltas: string}} data The boards from the server, each as
   * its difference from the previous board. */
  constructor(data) {
    this.cells = data.size ** 2;
    this.iterations = data.iterations;
    this.energies = data.energies;
    this.digits = Uint8Array.from(atob(data.deltas), (letter) => letter.charCodeAt(0));
    for (let k = this.cells; k < this.digits.length; k++) this.digits[k] += this.digits[k - this.cells]; // modulo 256
    let best = Infinity;
    this.best = data.energies.map((energy) => (best = Math.min(best, energy)));
  }

  get length() {
    return this.iterations.length;
  }

  /** @param {number} k @returns {number[]} */
  board(k) {
    return Array.from(this.digits.subarray(k * this.cells, (k + 1) * this.cells));
  }
}

/** The films of all contenders on one axis: iterations for a single search, seconds for a race. */
export class Replay {
  /** @param {(Film|null)[]} films One film per contender; null for a contender without boards. @param {import("./curves.js").Curves} curves */
  constructor(films, curves) {
    this.films = films;
    this.curves = curves;
    this.column = films.length > 1 ? SECONDS : ITERATION;
    this.seconds = films.map((film, k) => film?.iterations.map((iteration) => secondsAt(curves.contenders[k], iteration)) ?? []);
    const times = films.flatMap((_, k) => this.#timesOf(k));
    this.times = [...new Set(times)].sort((a, b) => a - b);
  }

  get length() {
    return this.times.length;
  }

  /** The position of the replay that is nearest to a value on the axis. @param {number} time */
  placeOf(time) {
    const before = lastAtOrBefore(this.times, time);
    const after = Math.min(before + 1, this.length - 1);
    return time - this.times[before] <= this.times[after] - time ? before : after;
  }

  /** The frame of a contender at a position; null if it has ended by then, or has no boards. @param {number} contender @param {number} place @returns {Frame|null} */
  frame(contender, place) {
    const film = this.films[contender];
    if (!film?.length) return null;
    const own = this.#timesOf(contender);
    if (this.times[place] >= own[own.length - 1]) return null;
    const k = lastAtOrBefore(own, this.times[place]);
    const iteration = film.iterations[k];
    const point = this.curves.at(contender, ITERATION, iteration);
    const grid = film.board(k);
    const before = k > 0 ? film.board(k - 1) : grid;
    const changed = grid.flatMap((digit, cell) => (digit !== before[cell] ? [cell] : []));
    return {
      run: "", contender, iteration, seconds: this.seconds[contender][k], energy: film.energies[k], best: Math.min(film.best[k], point?.[BEST] ?? Infinity),
      temperature: point?.[TEMPERATURE] ?? null, acceptance: acceptedBy(this.curves.contenders[contender], iteration), restarts: 0, rate: 0, active: "", grid, changed,
    };
  }

  /** The positions of a contender's boards on the axis: iterations or seconds. @param {number} contender */
  #timesOf(contender) {
    return this.column === ITERATION ? this.films[contender]?.iterations ?? [] : this.seconds[contender];
  }
}

/** The time of an iteration in seconds, interpolated between two points of the curve.
 * @param {import("./types.js").Point[]} points @param {number} iteration */
function secondsAt(points, iteration) {
  if (!points.length) return 0;
  let k = 0;
  for (let [low, high] = [0, points.length - 1]; low <= high;) {
    const middle = (low + high) >> 1;
    if (points[middle][ITERATION] <= iteration) [k, low] = [middle, middle + 1];
    else high = middle - 1;
  }
  const [a, b] = [points[k], points[Math.min(k + 1, points.length - 1)]];
  const share = b[ITERATION] > a[ITERATION] ? (iteration - a[ITERATION]) / (b[ITERATION] - a[ITERATION]) : 0;
  return a[SECONDS] + Math.max(0, Math.min(1, share)) * (b[SECONDS] - a[SECONDS]);
}

/** The share of all moves up to an iteration that were accepted; null without a curve. Each point of a curve has the share since the point before it.
 * @param {import("./types.js").Point[]} points @param {number} iteration */
function acceptedBy(points, iteration) {
  let [before, accepted] = [0, 0];
  for (const point of points) {
    const until = Math.min(point[ITERATION], iteration);
    accepted += (point[ACCEPTANCE] ?? 0) * Math.max(0, until - before);
    before = until;
  }
  return points.length ? accepted / Math.max(1, before) : null;
}

/** @param {number[]} rising @param {number} value */
function lastAtOrBefore(rising, value) {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rising[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
