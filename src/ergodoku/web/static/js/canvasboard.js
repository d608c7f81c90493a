/** A large board during a run, on a canvas: digits if they are readable, otherwise a heat map of the conflicts. */

import { el } from "./dom.js";
import { countConflicts, unitsOf } from "./grid.js";
import { colour } from "./theme.js";

/** @typedef {import("./types.js").Geometry} Geometry */

const READABLE = 15; // smallest cell, in pixels, in which a number with two digits is readable

export class CanvasBoard {
  /** @param {Geometry} geometry @param {number[]} givens @param {{label?: string}} [options] */
  constructor(geometry, givens, options = {}) {
    this.geometry = geometry;
    this.givens = givens;
    this.size = geometry.size;
    this.label = options.label ?? "Sudoku board";
    this.shown = givens;
    /** @type {number[]} */
    this.swapped = [];
    this.solved = false;
    this.canvas = el("canvas", { role: "img", "aria-label": this.label });
    this.element = el("div", { class: "frame" }, this.canvas);
    new ResizeObserver(() => this.#resize()).observe(this.canvas);
  }

  /** @param {number[]} grid @param {number[]} [swapped] */
  draw(grid, swapped = []) {
    this.shown = grid;
    this.swapped = swapped;
    this.#paint();
  }

  /** @param {boolean} solved */
  celebrate(solved) {
    if (solved === this.solved) return;
    this.solved = solved;
    this.element.classList.toggle("solved", solved);
    this.#paint();
  }

  #resize() {
    const width = this.canvas.clientWidth;
    if (!width) return;
    this.scale = Math.min(window.devicePixelRatio || 1, 3);
    this.canvas.width = Math.round(width * this.scale);
    this.canvas.height = this.canvas.width;
    this.element.classList.toggle("heat-map", width / this.size < READABLE);
    this.#paint();
  }

  #paint() {
    const width = this.canvas.clientWidth;
    const pen = this.canvas.getContext("2d");
    if (!width || !pen || !this.scale) return;
    pen.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    const bad = paintBoard(pen, width, this);
    this.canvas.setAttribute("aria-label", `${this.label}: ${bad} of ${this.shown.length} cells in conflict`);
  }
}

/**
 * Paint a board of the given width at the origin of the pen; return how many cells are in conflict.
 *
 * @typedef {{geometry: Geometry, givens: number[], shown: number[], swapped: number[], solved: boolean}} Painted
 * @param {CanvasRenderingContext2D} pen @param {number} width @param {Painted} board
 */
export function paintBoard(pen, width, board) {
  const ink = inks();
  const { size } = board.geometry;
  const cell = width / size;
  const conflicts = countConflicts(unitsOf(board.geometry), board.shown, size);
  pen.fillStyle = ink.card;
  pen.fillRect(0, 0, width, width);
  for (let k = 0; k < board.shown.length; k++) paintCell(pen, ink, board, k, cell, conflicts[k]);
  paintLines(pen, ink, board.geometry, cell, width);
  paintRings(pen, ink, board, cell);
  return conflicts.reduce((sum, c) => sum + (c > 0 ? 1 : 0), 0);
}

/** @param {CanvasRenderingContext2D} pen @param {ReturnType<typeof inks>} ink @param {Painted} board @param {number} k
 * @param {number} cell @param {number} heat */
function paintCell(pen, ink, board, k, cell, heat) {
  const { size } = board.geometry;
  const x = (k % size) * cell;
  const y = Math.floor(k / size) * cell;
  const digit = board.shown[k];
  const given = board.givens[k] > 0;
  const digits = cell >= READABLE;
  const found = board.solved ? ink.good : ink.found;
  if (heat) {
    pen.globalAlpha = digits ? 0.16 + 0.16 * heat : 0.3 + 0.23 * Math.min(heat, 3);
    pen.fillStyle = ink.conflict;
    pen.fillRect(x, y, cell, cell);
  } else if (!digits && digit) {
    pen.globalAlpha = given ? 0.2 : 0.42;
    pen.fillStyle = given ? ink.ink : found;
    pen.fillRect(x, y, cell, cell);
  }
  pen.globalAlpha = 1;
  if (digits && digit) {
    pen.fillStyle = heat ? ink.conflictInk : given ? ink.ink : found;
    pen.font = `${given ? 700 : 400} ${(cell * 0.54).toFixed(1)}px ${ink.sans}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(String(digit), x + cell / 2, y + cell * 0.54);
  }
  if (heat) {
    // A second sign besides the colour: a bar below the digit, or a dot in the heat map.
    pen.fillStyle = ink.conflictInk;
    if (digits) pen.fillRect(x + cell * 0.22, y + cell * 0.84, cell * 0.56, Math.max(1, cell * 0.06));
    else pen.fillRect(x + cell * 0.36, y + cell * 0.36, cell * 0.28, cell * 0.28);
  }
}

/** Paint rings around the cells of the last swap. Small cells are filled with colours, and only rings in the colour of
 * text stand out from these.
 * @param {CanvasRenderingContext2D} pen @param {ReturnType<typeof inks>} ink @param {Painted} board @param {number} cell */
function paintRings(pen, ink, board, cell) {
  const { size } = board.geometry;
  const small = cell < READABLE;
  const inset = small ? -2 : 1.5;
  pen.strokeStyle = small ? ink.ink : ink.swap;
  pen.lineWidth = Math.max(small ? 2.5 : 2, cell * 0.1);
  for (const k of board.swapped) {
    const [x, y] = [(k % size) * cell, Math.floor(k / size) * cell];
    pen.strokeRect(x + inset, y + inset, cell - 2 * inset, cell - 2 * inset);
  }
}

/** @param {CanvasRenderingContext2D} pen @param {ReturnType<typeof inks>} ink @param {Geometry} geometry @param {number} cell
 * @param {number} width */
function paintLines(pen, ink, geometry, cell, width) {
  const { size, regions } = geometry;
  for (const thick of [false, true]) {
    pen.beginPath();
    for (let r = 0; r < size; r++) {
      for (let c = 0; c < size; c++) {
        const k = r * size + c;
        if (c + 1 < size && (regions[k] !== regions[k + 1]) === thick) {
          pen.moveTo((c + 1) * cell, r * cell);
          pen.lineTo((c + 1) * cell, (r + 1) * cell);
        }
        if (r + 1 < size && (regions[k] !== regions[k + size]) === thick) {
          pen.moveTo(c * cell, (r + 1) * cell);
          pen.lineTo((c + 1) * cell, (r + 1) * cell);
        }
      }
    }
    pen.strokeStyle = thick ? ink.line : ink.cellLine;
    pen.lineWidth = thick ? (width > 420 ? 2 : 1.4) : 0.7;
    pen.stroke();
  }
}

const inks = () => ({
  card: colour("card"), ink: colour("ink"), found: colour("found"), good: colour("good"), line: colour("line"),
  cellLine: colour("cell-line"), conflict: colour("conflict"), conflictInk: colour("conflict-ink"),
  swap: colour("swap"), sans: colour("sans"),
});
