/** One contender of a run on the page: its board, its status and its readings. */

import { Board } from "./board.js";
import { CanvasBoard } from "./canvasboard.js";
import { LETTERS } from "./curves.js";
import { el } from "./dom.js";
import { count, FINAL, iterations, seconds, STATUS_WORDS } from "./format.js";
import { place } from "./grid.js";
import { contenderSwatch } from "./swatch.js";

/** @typedef {import("./types.js").Geometry} Geometry */
/** @typedef {import("./types.js").Frame} Frame */

const LARGEST_OF_CELLS = 16;

/** Whether a board of this size is drawn on a canvas, possibly as a heat map. @param {number} size */
export const isLarge = (size) => size > LARGEST_OF_CELLS;

export class ContenderView {
  /** @param {number} number @param {string} method @param {Geometry} geometry @param {number[]} givens @param {boolean} race */
  constructor(number, method, geometry, givens, race) {
    this.number = number;
    this.method = method;
    this.status = "queued";
    /** @type {Frame|null} */
    this.frame = null;
    /** @type {any} */
    this.result = null;
    this.message = "";
    this.steered = false; // whether the visitor changed the temperature by hand
    this.withoutLogic = false; // whether logic was left out, because it alone would have solved the puzzle
    /** @type {number[]} */
    this.swap = []; // the cells of the last swap that was seen
    this.story = ""; // a sentence about the last swap
    /** @type {Frame|null} */
    this.past = null; // the frame of a replay, shown instead of the newest frame
    const Kind = isLarge(geometry.size) ? CanvasBoard : Board;
    this.board = new Kind(geometry, givens, { label: `Board of ${method}` });
    this.board.draw(givens);
    this.badge = el("span", { class: "badge", "data-status": "queued" });
    this.numbers = el("p", { class: "contender-numbers" }, el("span", {}, "–"), el("span", { class: "effort" }));
    this.element = el("article", { class: race ? "contender racing" : "contender", "aria-label": race ? `${LETTERS[number]} ${method}` : method });
    if (race) {
      this.element.append(
        el("div", { class: "contender-head" }, contenderSwatch(number), el("h3", {}, `${LETTERS[number]} ${method}`)),
      );
    }
    this.element.append(this.board.element);
    if (race) this.element.append(el("div", { class: "contender-foot" }, this.badge, this.numbers));
  }

  get ended() {
    return FINAL.has(this.status);
  }

  /** Take a new frame; if it differs from the previous one by a single swap, remember the swap. @param {Frame} frame */
  take(frame) {
    const before = this.frame;
    this.frame = frame;
    if (!before || frame.iteration === before.iteration) return;
    const { changed } = frame;
    if (!changed || (!frame.tried && frame.iteration - before.iteration > 3)) {
      this.story = "";
      this.swap = [];
    } else if (changed.length) {
      this.swap = changed;
      this.story = tell(frame, before.energy, this.board.size);
    } else {
      const tried = frame.tried ?? 1;
      this.story = `Iteration ${count(frame.iteration)}: ${tried > 1 ? `${count(tried)} moves rejected` : "move rejected"}; the board does not change.`;
    }
  }

  /** @param {string} status @param {any} result @param {string} message */
  setStatus(status, result, message) {
    this.status = status;
    this.result = result ?? this.result;
    this.message = message;
  }

  /** Draw the newest frame, or the frame of a replay. @param {boolean} slow Whether the visitor can follow single swaps. */
  draw(slow) {
    const grid = this.shownGrid;
    if (grid) this.board.draw(grid, this.past ? followed(this.past) : this.ended || !slow ? [] : this.swap);
    this.board.celebrate(this.status === "solved" && !this.past);
    const status = this.past ? "running" : this.status;
    this.badge.textContent = this.byLogic ? "solved by logic" : this.past ? STATUS_WORDS.running : this.word;
    this.badge.dataset.status = status;
    if (this.frame) {
      const f = this.past ?? this.frame;
      this.numbers.replaceChildren(
        el("span", {}, "energy ", el("b", {}, String(this.energy)), el("span", { class: "best" }, ", best ", el("b", {}, String(this.best)))),
        el("span", { class: "effort" }, `${iterations(f.iteration)}, ${seconds(f.seconds)}`),
      );
    }
  }

  /** Whether this contender stopped because the race ended, not because of a limit. */
  get stopped() {
    return this.status === "gave_up" && / (was first|proved that there is no solution|was stopped)$/.test(this.message);
  }

  /** The status in words. */
  get word() {
    return this.stopped ? "not finished" : (STATUS_WORDS[this.status] ?? this.status);
  }

  /** The digits on the board; undefined before the first frame. */
  get shownGrid() {
    return this.past?.grid ?? (this.ended && this.result ? flat(this.result.grid) : this.frame?.grid);
  }

  /** Whether logic alone solved the puzzle, without a search. */
  get byLogic() {
    return this.status === "solved" && this.result?.found_by === "logic";
  }

  get energy() {
    if (this.past) return this.past.energy;
    return this.ended && this.result ? this.result.energy : this.frame?.energy;
  }

  get best() {
    return this.past ? this.past.best : this.reached;
  }

  /** The best energy of the whole run, whatever position a replay shows. */
  get reached() {
    return this.status === "solved" ? 0 : this.frame?.best;
  }
}

const FOLLOWED = 8; // the eye cannot follow more changed cells

/** The changed cells, if they are few enough to be marked. @param {Frame} frame */
const followed = (frame) => (frame.changed && frame.changed.length <= FOLLOWED ? frame.changed : []);

/** @param {Frame} frame @param {number} energy The energy before this frame. @param {number} size */
function tell(frame, energy, size) {
  const cells = (frame.changed ?? []).map((cell) => `${frame.grid[cell]} to ${place(cell, size)}`);
  const what = cells.length > 2 ? `${cells.length} cells changed` : cells.join(", ");
  const rejected = (frame.tried ?? 1) - 1;
  const after = rejected ? `after ${count(rejected)} rejected ${rejected === 1 ? "move" : "moves"}, ` : "";
  return `Iteration ${count(frame.iteration)}: ${after}${what}; energy ${energy} → ${frame.energy}.`;
}

/** The cells of a result's grid: the server sends a line of digits up to 9x9, and rows for larger grids. @param {string|number[][]} grid @returns {number[]} */
const flat = (grid) => (typeof grid === "string" ? [...grid].map((s) => Number(s) || 0) : grid.flat());
