/** A board of cells: an accessible grid with one tab stop and arrow keys. Used for entry, and for runs up to 16x16. */

import { el } from "./dom.js";
import { countConflicts, place, unitsOf } from "./grid.js";

/** @typedef {import("./types.js").Geometry} Geometry */

// Size of a cell that is easy to type in, in pixels; fingers need larger cells. A board that is larger than its frame scrolls.
const LARGER_CELL = matchMedia("(pointer: coarse)").matches ? 34 : 24;

export class Board {
  /** @param {Geometry} geometry @param {number[]} givens @param {{editable?: boolean, label?: string}} [options] */
  constructor(geometry, givens, options = {}) {
    this.geometry = geometry;
    this.givens = givens;
    this.size = geometry.size;
    this.units = unitsOf(geometry);
    this.editable = options.editable ?? false;
    this.cursor = 0;
    /** @type {number[]} */
    this.shown = [];
    /** @type {Uint8Array} */
    this.conflicts = new Uint8Array(givens.length);
    /** @type {number[]} */
    this.swapped = [];
    this.label = options.label ?? "Sudoku board";
    this.grid = el("div", {
      class: "grid", role: "grid", "aria-label": this.label, "aria-readonly": String(!this.editable),
      "aria-rowcount": this.size, "aria-colcount": this.size,
    });
    this.grid.style.setProperty("--n", String(this.size));
    this.element = el("div", { class: "frame" }, this.grid);
    /** @type {HTMLElement[]} */
    this.cells = this.#makeCells();
    this.grid.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#move(event));
    this.grid.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
      const cell = this.cells.indexOf(/** @type {HTMLElement} */ (event.target));
      if (cell >= 0) this.setCursor(cell);
    });
    this.draw(givens);
  }

  /** Show digits. @param {number[]} grid @param {number[]} [swapped] Cells of the last swap. */
  draw(grid, swapped = []) {
    const conflicts = countConflicts(this.units, grid, this.size);
    const marked = new Set([...swapped, ...this.swapped]);
    for (let cell = 0; cell < grid.length; cell++) {
      const same = grid[cell] === this.shown[cell] && conflicts[cell] === this.conflicts[cell];
      if (same && !marked.has(cell)) continue;
      const node = this.cells[cell];
      const text = grid[cell] ? String(grid[cell]) : "";
      if (node.textContent !== text) node.textContent = text;
      node.classList.toggle("given", this.givens[cell] > 0);
      node.classList.toggle("conflict", conflicts[cell] > 0);
      node.classList.toggle("swapped", swapped.includes(cell));
      this.#describe(cell, grid[cell], conflicts[cell] > 0);
    }
    this.shown = grid.slice();
    this.conflicts = conflicts;
    this.swapped = swapped;
  }

  /** Mark the cells that are at fault according to the server, in addition to the conflicts. @param {number[]} cells */
  fault(cells) {
    this.cells.forEach((node, cell) => {
      node.classList.toggle("fault", cells.includes(cell));
      if (cells.includes(cell)) node.setAttribute("aria-invalid", "true");
    });
  }

  /** Whether the cells are too small for typing when the whole board is shown. */
  get cramped() {
    return this.editable && this.element.clientWidth > 0 && this.element.clientWidth < this.size * (LARGER_CELL - 2);
  }

  /** @param {boolean} larger Whether to show larger cells, so that the frame shows only a part of the board. */
  enlarge(larger) {
    this.grid.style.setProperty("--cell-min", larger ? `${LARGER_CELL}px` : "0px");
  }

  /** @param {boolean} solved */
  celebrate(solved) {
    this.element.classList.toggle("solved", solved);
  }

  /** @param {number} cell @param {boolean} [focus] */
  setCursor(cell, focus = false) {
    this.cells[this.cursor].tabIndex = -1;
    this.cursor = cell;
    this.cells[cell].tabIndex = 0;
    if (focus) this.cells[cell].focus();
  }

  /** @param {number} cell @param {number} digit @param {boolean} conflict */
  #describe(cell, digit, conflict) {
    const words = [place(cell, this.size), digit ? String(digit) : "empty"];
    if (digit && this.givens[cell] && !this.editable) words.push("given");
    if (conflict) words.push("conflict");
    this.cells[cell].setAttribute("aria-label", words.join(", "));
    if (conflict) this.cells[cell].setAttribute("aria-invalid", "true");
    else this.cells[cell].removeAttribute("aria-invalid");
  }

  #makeCells() {
    const { size, regions } = this.geometry;
    const extra = new Set(this.geometry.extra.flat());
    const cells = [];
    for (let r = 0; r < size; r++) {
      const row = el("div", { role: "row", "aria-rowindex": r + 1 });
      for (let c = 0; c < size; c++) {
        const k = r * size + c;
        const names = ["cell"];
        if (c + 1 < size && regions[k] !== regions[k + 1]) names.push("thick-right");
        if (r + 1 < size && regions[k] !== regions[k + size]) names.push("thick-below");
        if (c + 1 === size) names.push("last-column");
        if (r + 1 === size) names.push("last-row");
        if (extra.has(k)) names.push("extra");
        const cell = el("div", { class: names.join(" "), role: "gridcell", "aria-colindex": c + 1, tabIndex: k === 0 ? 0 : -1 });
        cell.style.setProperty("--wave", String(Math.round(((r + c) / (2 * size)) * 26)));
        cells.push(cell);
        row.append(cell);
      }
      this.grid.append(row);
    }
    return cells;
  }

  /** Move the cursor with arrows, Home, End, Page Up, Page Down and Enter, as in a spreadsheet. @param {KeyboardEvent} event */
  #move(event) {
    if (event.altKey || event.metaKey) return;
    const n = this.size;
    const row = Math.floor(this.cursor / n);
    const column = this.cursor % n;
    const whole = event.ctrlKey;
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowLeft: [row, whole ? 0 : column - 1], ArrowRight: [row, whole ? n - 1 : column + 1],
      ArrowUp: [whole ? 0 : row - 1, column], ArrowDown: [whole ? n - 1 : row + 1, column],
      Home: [whole ? 0 : row, 0], End: [whole ? n - 1 : row, n - 1],
      PageUp: [0, column], PageDown: [n - 1, column], Enter: [event.shiftKey ? row - 1 : row + 1, column],
    };
    const to = moves[event.key];
    if (!to || (event.key === "Enter" && (whole || !this.editable))) return;
    event.preventDefault();
    const clamp = (/** @type {number} */ x) => Math.max(0, Math.min(n - 1, x));
    this.setCursor(clamp(to[0]) * n + clamp(to[1]), true);
  }
}
