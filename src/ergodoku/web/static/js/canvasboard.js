/** A large board while it runs, on a canvas: digits where they can be read, else a heat map of the conflicts. */

import { el } from "./dom.js";
import { countConflicts, unitsOf } from "./grid.js";
import { colour } from "./theme.js";

/** @typedef {import("./types.js").Geometry} Geometry */

const READABLE = 15; // pixels of a cell in which a number of two digits can be read

export class CanvasBoard {
  /** @param {Geometry} geometry @param {number[]} givens @param {{label?: string}} [options] */
  constructor(geometry, givens, options = {}) {
    this.geometry = geometry;
    this.givens = givens;
    this.size = geometry.size;
    this.units = unitsOf(geometry);
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
    this.#paint();
  }

  #paint() {
    const width = this.canvas.clientWidth;
    const pen = this.canvas.getContext("2d");
    if (!width || !pen || !this.scale) return;
    const ink = inks();
    const cell = width / this.size;
    const conflicts = countConflicts(this.units, this.shown, this.size);
    pen.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    pen.fillStyle = ink.card;
    pen.fillRect(0, 0, width, width);
    for (let k = 0; k < this.shown.length; k++) this.#cell(pen, ink, k, cell, conflicts[k]);
    this.#lines(pen, ink, cell, width);
    this.#rings(pen, ink, cell);
    const bad = conflicts.reduce((sum, c) => sum + (c > 0 ? 1 : 0), 0);
    this.canvas.setAttribute("aria-label", `${this.label}: ${bad} of ${this.shown.length} cells in conflict`);
  }

  /** @param {any} pen @param {ReturnType<typeof inks>} ink @param {number} k @param {number} cell @param {number} heat */
  #cell(pen, ink, k, cell, heat) {
    const x = (k % this.size) * cell;
    const y = Math.floor(k / this.size) * cell;
    const digit = this.shown[k];
    const given = this.givens[k] > 0;
    const digits = cell >= READABLE;
    if (heat) {
      pen.globalAlpha = digits ? 0.16 + 0.16 * heat : 0.3 + 0.23 * Math.min(heat, 3);
      pen.fillStyle = ink.conflict;
      pen.fillRect(x, y, cell, cell);
    } else if (!digits && digit) {
      pen.globalAlpha = given ? 0.2 : 0.42;
      pen.fillStyle = given ? ink.ink : this.solved ? ink.good : ink.found;
      pen.fillRect(x, y, cell, cell);
    }
    pen.globalAlpha = 1;
    if (digits && digit) {
      pen.fillStyle = heat ? ink.conflictInk : given ? ink.ink : this.solved ? ink.good : ink.found;
      pen.font = `${given ? 700 : 400} ${(cell * 0.54).toFixed(1)}px ${ink.sans}`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(String(digit), x + cell / 2, y + cell * 0.54);
    }
    if (heat) {
      // The second sign: a bar below the digit, or a dot in the heat map.
      pen.fillStyle = ink.conflictInk;
      if (digits) pen.fillRect(x + cell * 0.22, y + cell * 0.84, cell * 0.56, Math.max(1, cell * 0.06));
      else pen.fillRect(x + cell * 0.36, y + cell * 0.36, cell * 0.28, cell * 0.28);
    }
  }

  /** The cells of the last swap; around small ones a ring of ink, since among warm cells a warm one is lost.
   * @param {any} pen @param {ReturnType<typeof inks>} ink @param {number} cell */
  #rings(pen, ink, cell) {
    const small = cell < READABLE;
    const inset = small ? -2 : 1.5;
    pen.strokeStyle = small ? ink.ink : ink.swap;
    pen.lineWidth = Math.max(small ? 2.5 : 2, cell * 0.1);
    for (const k of this.swapped) {
      const [x, y] = [(k % this.size) * cell, Math.floor(k / this.size) * cell];
      pen.strokeRect(x + inset, y + inset, cell - 2 * inset, cell - 2 * inset);
    }
  }

  /** @param {any} pen @param {ReturnType<typeof inks>} ink @param {number} cell @param {number} width */
  #lines(pen, ink, cell, width) {
    const { size, regions } = this.geometry;
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
}

const inks = () => ({
  card: colour("card"), ink: colour("ink"), found: colour("found"), good: colour("good"), line: colour("line"),
  cellLine: colour("cell-line"), conflict: colour("conflict"), conflictInk: colour("conflict-ink"),
  swap: colour("swap"), sans: colour("sans"),
});
