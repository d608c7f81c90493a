/** How much the times of many seeds vary: numbers, a histogram, a table of all runs. */

import { contenderColour } from "./curves.js";
import { seconds } from "./format.js";
import { colour } from "./theme.js";

/**
 * One run of one method.
 *
 * @typedef {{seed: string, contender: number, method: string, status: string, iterations: number, seconds: number, energy: number}} Row
 */

const BINS = 28;
const ROW = 104; // height of the histogram of one method, in pixels
const TAIL = 0.9;

/** Statistics of the times; a run without a solution counts as slower than all others. @param {Row[]} rows */
export function spreadOf(rows) {
  const solved = rows.filter((row) => row.status === "solved").map((row) => row.seconds).sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => {
    const k = Math.ceil(share * rows.length) - 1; // index among all runs, not only the solved ones
    return k >= 0 && k < solved.length ? solved[k] : null;
  };
  return { solved: solved.length, runs: rows.length, median: at(0.5), tail: at(TAIL), slowest: solved.at(-1) ?? null };
}

/** @param {Row[]} rows */
export function toCsv(rows) {
  const lines = rows.map((row) => [row.seed, row.method, row.status, row.iterations, row.seconds, row.energy].join());
  return ["seed,method,status,iterations,seconds,energy", ...lines, ""].join("\n");
}

/** @param {HTMLCanvasElement} canvas @param {Row[][]} byMethod @param {string[]} names */
export function drawSpread(canvas, byMethod, names) {
  const width = canvas.clientWidth;
  if (!width) return;
  const scale = Math.min(window.devicePixelRatio || 1, 3);
  const height = ROW * names.length + 30;
  canvas.style.height = `${height}px`;
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  const times = byMethod.flat().filter((row) => row.status === "solved").map((row) => Math.max(1e-6, row.seconds));
  const low = Math.floor(Math.log10(Math.min(...times, 1)) * 2) / 2;
  const high = Math.max(low + 0.5, Math.ceil(Math.log10(Math.max(...times, 1e-6)) * 2) / 2);
  const unsolved = byMethod.some((rows) => rows.some((row) => row.status !== "solved"));
  const right = width - (unsolved ? 54 : 12);
  const x = (/** @type {number} */ time) => 10 + ((Math.log10(Math.max(1e-6, time)) - low) / (high - low)) * (right - 20);
  pen.font = `12px ${colour("sans")}`;
  byMethod.forEach((rows, k) => drawRow(pen, rows, k, names[k], { x, low, high, right, width, unsolved }));
  pen.fillStyle = colour("muted");
  pen.textAlign = "center";
  for (let power = Math.ceil(low); power <= high; power++) pen.fillText(seconds(10 ** power), Math.max(24, Math.min(right - 20, x(10 ** power))), height - 8);
  if (unsolved) pen.fillText("unsolved", width - 28, height - 8);
}

/** @param {CanvasRenderingContext2D} pen @param {Row[]} rows @param {number} k @param {string} name
 * @param {{x: (time: number) => number, low: number, high: number, right: number, width: number, unsolved: boolean}} axis */
function drawRow(pen, rows, k, name, { x, low, high, right, width, unsolved }) {
  const [top, base] = [k * ROW + 38, (k + 1) * ROW - 4];
  const counts = new Array(BINS).fill(0);
  for (const row of rows) {
    if (row.status !== "solved") continue;
    const share = (Math.log10(Math.max(1e-6, row.seconds)) - low) / (high - low);
    counts[Math.max(0, Math.min(BINS - 1, Math.floor(share * BINS)))]++;
  }
  const failed = rows.filter((row) => row.status !== "solved").length;
  const most = Math.max(4, failed, ...counts);
  const wide = (right - 20) / BINS;
  pen.fillStyle = contenderColour(k);
  counts.forEach((count, bin) => pen.fillRect(10 + bin * wide + 0.5, base - (count / most) * (base - top), wide - 1, (count / most) * (base - top)));
  if (unsolved) {
    pen.globalAlpha = 0.45;
    pen.fillRect(width - 44, base - (failed / most) * (base - top), 32, (failed / most) * (base - top));
    pen.globalAlpha = 1;
  }
  pen.strokeStyle = colour("hair");
  pen.lineWidth = 1;
  pen.strokeRect(9.5, base + 0.5, right - 19, 0);
  pen.fillStyle = colour("ink");
  pen.textAlign = "left";
  pen.fillText(name, 10, k * ROW + 14);
  const { median, tail } = spreadOf(rows);
  const close = median !== null && tail !== null && x(tail) - x(median) < 40; // too close for two labels
  for (const [time, dash, words] of /** @type {[number|null, number[], string][]} */ ([[median, [], close ? "" : "median"], [tail, [4, 3], close ? "median, 90 %" : "90 %"]])) {
    if (time === null) continue;
    pen.strokeStyle = colour("ink");
    pen.lineWidth = 1.5;
    pen.setLineDash(dash);
    pen.beginPath();
    pen.moveTo(x(time), top - 14);
    pen.lineTo(x(time), base);
    pen.stroke();
    pen.setLineDash([]);
    pen.textAlign = (words === "median" && x(time) > 60) || x(time) > right - 90 ? "right" : "left";
    pen.fillText(words, x(time) + (pen.textAlign === "left" ? 4 : -4), top - 4);
  }
}
