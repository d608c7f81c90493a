/** The curves on a canvas: energy, best and temperature of a single run, or energy and best of each contender in a race. */

import { BEST, contenderColour, DASHES, ENERGY, ITERATION, SECONDS, TEMPERATURE } from "./curves.js";
import { compact, temperature, timeUnit } from "./format.js";
import { colour } from "./theme.js";
import { ticks, toPixel } from "./ticks.js";

/** @typedef {import("./ticks.js").Axis} Axis */
/** @typedef {import("./curves.js").Curves} Curves */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Curves} curves
 * @param {{log: boolean, against: "iterations"|"seconds", cursor: number|null, mark: number|null}} view
 * @returns {Axis|null} The horizontal axis, for reading points with the pointer.
 */
export function drawChart(canvas, curves, view) {
  const pen = sharpPen(canvas);
  if (!pen) return null;
  const letters = 0.78 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  pen.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
  return curves.empty ? null : paintChart(pen, canvas.clientWidth, canvas.clientHeight, letters, curves, view);
}

/**
 * Paint curves at the origin of a pen.
 *
 * @param {CanvasRenderingContext2D} pen @param {number} width @param {number} height @param {number} letters Letter height in pixels.
 * @param {Curves} curves @param {Parameters<typeof drawChart>[2]} view
 */
export function paintChart(pen, width, height, letters, curves, view) {
  const race = curves.contenders.length > 1;
  const column = view.against === "seconds" ? SECONDS : ITERATION;
  const hottest = race ? 0 : curves.highest(TEMPERATURE);
  const below = height - 3.2 * letters;
  const right = width - (hottest > 0 ? 3.8 * letters : 12);
  /** @type {Axis} */
  const x = { low: 0, high: curves.highest(column) || 1, log: false, from: 3.6 * letters, to: right };
  const most = Math.max(4, curves.highest(ENERGY));
  /** @type {Axis} */
  const y = { low: 0, high: most * 1.05, log: view.log, from: below, to: 12 };
  /** @type {Axis} */
  const t = { low: 0, high: hottest * 1.05 || 1, log: false, from: below, to: 12 };
  pen.font = `${letters}px ${colour("sans")}`;
  drawAxes(pen, x, y, hottest > 0 ? t : null, view.against, view.log);
  pen.save();
  pen.beginPath();
  pen.rect(x.from - 6, 6, right - x.from + 7, below - 4); // wide enough for a dot at the start
  pen.clip();
  pen.lineJoin = "round";
  if (race) {
    curves.contenders.forEach((points, contender) => {
      line(pen, points, column, ENERGY, x, y, contenderColour(contender), 1, [], 0.28);
      line(pen, points, column, BEST, x, y, contenderColour(contender), 2.4, DASHES[contender], 1, true);
    });
  } else {
    const points = curves.contenders[0];
    if (hottest > 0) line(pen, points, column, TEMPERATURE, x, t, colour("series-temperature"), 1.8, [6, 4], 1);
    line(pen, points, column, ENERGY, x, y, colour("series-energy"), 1.2, [], 0.9, true);
    line(pen, points, column, BEST, x, y, colour("series-best"), 2.4, [], 1, true);
  }
  curves.contenders.forEach((points, contender) => {
    const last = points.at(-1);
    if (last && last[column] === points[0][column]) dot(pen, last, column, x, y, race ? contenderColour(contender) : colour("series-best"));
  });
  if (view.mark !== null) crosshair(pen, curves, column, view.mark, x, y, true);
  if (view.cursor !== null) crosshair(pen, curves, column, view.cursor, x, y);
  pen.restore();
  return x;
}

/** @param {HTMLCanvasElement} canvas @returns {CanvasRenderingContext2D|null} A context that draws sharply on any screen. */
function sharpPen(canvas) {
  const scale = Math.min(window.devicePixelRatio || 1, 3);
  const [w, h] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
  if (!w || !h) return null;
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const pen = canvas.getContext("2d");
  pen?.setTransform(scale, 0, 0, scale, 0, 0);
  return pen;
}

/** @param {CanvasRenderingContext2D} pen @param {Axis} x @param {Axis} y @param {Axis|null} t
 * @param {string} against @param {boolean} log */
function drawAxes(pen, x, y, t, against, log) {
  const [muted, hair] = [colour("muted"), colour("hair")];
  const lineHeight = parseFloat(pen.font);
  pen.lineWidth = 1;
  pen.textBaseline = "middle";
  pen.textAlign = "right";
  for (const v of ticks(y, 5)) {
    const at = Math.round(toPixel(y, v)) + 0.5;
    pen.strokeStyle = hair;
    pen.beginPath();
    pen.moveTo(x.from, at);
    pen.lineTo(x.to, at);
    pen.stroke();
    pen.fillStyle = muted;
    pen.fillText(compact(v), x.from - 7, at);
  }
  pen.textAlign = "center";
  const unit = against === "seconds" ? timeUnit(x.high) : { name: "iterations", per: 1 };
  for (const v of ticks(x, Math.max(2, (x.to - x.from) / 90))) {
    if (against === "iterations" && !Number.isInteger(v)) continue;
    pen.fillStyle = muted;
    pen.fillText(compact(v * unit.per), toPixel(x, v), y.from + 1.1 * lineHeight);
  }
  pen.fillText(unit.name, (x.from + x.to) / 2, y.from + 2.5 * lineHeight);
  pen.textAlign = "left";
  pen.fillText(log ? "energy (log)" : "energy", 2, y.from + 2.5 * lineHeight);
  if (!t) return;
  for (const v of ticks(t, 4)) pen.fillText(temperature(v), x.to + 7, toPixel(t, v));
  pen.textAlign = "right";
  pen.fillText("temperature", x.to + 3.7 * lineHeight, y.from + 2.5 * lineHeight);
}

/** @param {CanvasRenderingContext2D} pen @param {import("./types.js").Point[]} points @param {number} column
 * @param {number} row @param {Axis} x @param {Axis} y @param {string} ink @param {number} width
 * @param {number[]} dash @param {number} alpha @param {boolean} [steps] */
function line(pen, points, column, row, x, y, ink, width, dash, alpha, steps = false) {
  pen.beginPath();
  let before = null;
  for (const point of points) {
    const value = point[row];
    if (value === null || !Number.isFinite(value)) continue;
    const [px, py] = [toPixel(x, /** @type {number} */ (point[column])), toPixel(y, value)];
    if (before === null) pen.moveTo(px, py);
    else {
      if (steps && before !== py) pen.lineTo(px, before);
      pen.lineTo(px, py);
    }
    before = py;
  }
  pen.strokeStyle = ink;
  pen.lineWidth = width;
  pen.globalAlpha = alpha;
  pen.setLineDash(dash);
  pen.stroke();
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

/** Draw a dot for a contender that is still at its first board: its line has no width, so it would be invisible.
 * @param {CanvasRenderingContext2D} pen @param {import("./types.js").Point} point @param {number} column @param {Axis} x @param {Axis} y @param {string} ink */
function dot(pen, point, column, x, y, ink) {
  pen.fillStyle = ink;
  pen.beginPath();
  pen.arc(toPixel(x, /** @type {number} */ (point[column])), toPixel(y, point[BEST]), 5, 0, 2 * Math.PI);
  pen.fill();
}

/** @param {CanvasRenderingContext2D} pen @param {Curves} curves @param {number} column @param {number} value
 * @param {Axis} x @param {Axis} y @param {boolean} [bold] Whether the crosshair marks the position of a replay. */
function crosshair(pen, curves, column, value, x, y, bold = false) {
  const at = Math.round(toPixel(x, value)) + 0.5;
  pen.strokeStyle = colour(bold ? "swap" : "muted");
  pen.lineWidth = bold ? 3 : 1;
  pen.beginPath();
  pen.moveTo(at, y.from);
  pen.lineTo(at, y.to);
  pen.stroke();
  curves.contenders.forEach((_, contender) => {
    const point = curves.at(contender, column, value);
    if (!point) return;
    pen.fillStyle = curves.contenders.length > 1 ? contenderColour(contender) : colour("series-best");
    pen.beginPath();
    pen.arc(at, toPixel(y, point[BEST]), 4, 0, 2 * Math.PI);
    pen.fill();
  });
}
