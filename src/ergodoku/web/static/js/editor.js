/** Entering a puzzle: the board, and the server's check of the puzzle after each change. */

import { announce } from "./announce.js";
import { check, generate, Refusal, sentence } from "./api.js";
import { Board } from "./board.js";
import { byId } from "./dom.js";
import { enterInto } from "./entry.js";
import { clues } from "./format.js";
import { asNumbers, sizeOf } from "./grid.js";
import { keypad } from "./keypad.js";
import { showNote } from "./stagewords.js";

/** @typedef {import("./types.js").Geometry} Geometry */

const WAIT = 250; // milliseconds without typing before the server checks the puzzle
const MOST_UNDONE = 200; // number of changes that can be undone
const UNDO_SHOWN = 12_000; // milliseconds for which the Undo button is shown after the board was cleared, and after each change while it is shown

export class Editor {
  /** @param {() => void} onchange Called when the puzzle has changed. */
  constructor(onchange) {
    this.onchange = onchange;
    /** @type {Geometry} */
    this.geometry = { size: 9, box: [3, 3], layout: "classic", regions: [], extra: [] };
    /** @type {number[]} */
    this.givens = [];
    this.valid = false;
    this.timer = 0;
    this.asked = 0; // counts requests for a puzzle, so that late answers to older ones are ignored
    /** @type {Board|null} */
    this.board = null;
    /** @type {{geometry: Geometry, givens: number[]}[]} */
    this.past = []; // earlier boards, for undo
    this.undoTimer = 0;
    this.cleared = 0; // the number of earlier boards when the board was cleared
    this.larger = false;
    new ResizeObserver(() => this.#offerLarger()).observe(byId("boards"));
  }

  /** The puzzle as a request to the server. */
  get request() {
    const { box, layout } = this.geometry;
    return asked(asNumbers(this.givens), box?.join("x"), layout);
  }

  /** Draw the board for entry. */
  show() {
    const { size } = this.geometry;
    const board = new Board(this.geometry, this.givens, { editable: true, label: `Sudoku board, ${size} by ${size}, for entry` });
    enterInto(board, (grid) => this.#typed(grid));
    this.board = board;
    byId("boards").dataset.contenders = "1";
    byId("boards").replaceChildren(board.element, keypad(board));
    this.#offerLarger();
    this.#note();
  }

  /** Show a pasted puzzle; return whether there is something new on the board.
   * @param {string} text @param {(words: string) => void} [complain] Called with the problem if nothing can be shown on the board.
   * @param {() => Promise<any>} [before] Called before the board changes. */
  async paste(text, complain = (words) => this.complain(words), before = async () => undefined) {
    clearTimeout(this.timer); // a pending check of typed digits must not erase the message about the pasted text
    const said = await this.#ask(() => check({ puzzle: text }), ++this.asked, complain);
    if (!said) return false;
    if (!said.givens) {
      complain(sentence(said.error, said.remedy));
      return false;
    }
    await before();
    if (said.valid) this.#take(said, "Pasted");
    else {
      await this.#takeFaulty(said);
      this.#complain(said);
    }
    return true;
  }

  /** Show a sample; return whether it is shown. @param {import("./types.js").Sample} sample */
  async sample(sample) {
    const said = await this.#ask(() => check(asked(sample.puzzle, sample.box, sample.layout)));
    if (said?.valid) this.#take(said, sample.name);
    else if (said) this.#complain(said);
    return Boolean(said?.valid);
  }

  /** Show a new puzzle; return whether it is shown. @param {Record<string, any>} recipe @param {(words: string) => void} complain */
  async generate(recipe, complain) {
    const said = await this.#ask(() => generate(recipe), ++this.asked, complain);
    if (said) this.#take(said, "Generated");
    return Boolean(said);
  }

  /** @param {string} box @param {string} layout */
  async blank(box, layout) {
    await this.restore(new Array(sizeOf(box) ** 2).fill(0), box, layout);
  }

  clear() {
    const empty = this.givens.map(() => 0);
    this.cleared = Math.min(this.past.length, MOST_UNDONE - 1);
    this.#remember();
    this.givens = empty;
    this.show();
    this.#typed(empty);
    this.board?.setCursor(0, true);
    this.#offerUndo();
  }

  /** Undo the last change. */
  undo() {
    const before = this.past.pop();
    if (!before) return announce("Nothing to undo");
    const focused = byId("boards").contains(document.activeElement) || document.activeElement === byId("undo");
    const cursor = before.givens.length === this.givens.length ? this.board?.cursor ?? 0 : 0;
    this.geometry = before.geometry;
    this.givens = before.givens;
    this.show();
    this.#typed(before.givens);
    this.board?.setCursor(cursor, focused);
    if (this.past.length <= this.cleared) this.#hideUndo();
    announce("Undone");
  }

  /** Show larger cells, or the whole board again. */
  toggleLarger() {
    this.larger = !this.larger;
    this.#offerLarger();
  }

  /** Show a puzzle from a link, even if its givens contradict each other. @param {number[]} givens @param {string} box @param {string} layout */
  async restore(givens, box, layout) {
    const said = await this.#ask(() => check(asked(asNumbers(givens), box, layout)));
    if (!said) return false;
    if (said.valid) this.#take(said, "");
    else {
      if (said.givens) await this.#takeFaulty({ ...said, box, layout });
      this.#complain(said);
    }
    return true;
  }

  /** Return a function that brings back the current puzzle. */
  keep() {
    const { geometry, givens, valid } = this;
    const past = [...this.past];
    return () => {
      this.asked++; // a puzzle that is still loading is no longer wanted
      clearTimeout(this.timer);
      Object.assign(this, { geometry, givens, valid, past });
      this.show();
      this.onchange();
      if (!valid) this.#recheck(); // shows what is wrong
    };
  }

  /** @param {string} text @param {number[]} [cells] */
  complain(text, cells = []) {
    byId("problem").textContent = text;
    byId("problem").hidden = !text;
    this.board?.fault(cells);
  }

  /** Ask the server; return null if it refuses, or if a newer request was made meanwhile: only the last request counts.
   * @param {() => Promise<any>} question @param {number} number The number of the request; a new one by default.
   * @param {((words: string) => void)} [complain] */
  async #ask(question, number = ++this.asked, complain) {
    try {
      const said = await question();
      return number === this.asked ? said : null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (number !== this.asked) return null;
      if (complain) complain(error.sentence);
      else this.complain(error.sentence, error.cells);
      return null;
    }
  }

  /** @param {any} said @param {string} origin */
  #take(said, origin) {
    if (this.givens.length) this.#remember();
    this.geometry = { size: said.size, box: said.box, layout: said.layout, regions: said.regions, extra: said.extra };
    this.givens = said.givens;
    this.valid = true;
    this.complain("");
    const focused = byId("boards").contains(document.activeElement);
    this.show();
    if (focused) this.board?.setCursor(0, true);
    if (origin) announce(`${origin}: ${said.size} by ${said.size}, ${clues(said.clues)}`);
    this.onchange();
  }

  /** Show a board with contradictions. The server gives no geometry for it, so ask for the geometry of the empty board. @param {any} said */
  async #takeFaulty(said) {
    const blank = asNumbers(said.givens.map(() => 0));
    const empty = await this.#ask(() => check(asked(blank, said.box, said.layout)));
    if (!empty?.valid) return;
    this.#take({ ...empty, givens: said.givens }, "");
    this.valid = false;
  }

  /** @param {any} said */
  #complain(said) {
    this.valid = false;
    this.complain(sentence(said.error, said.remedy), said.cells ?? []);
  }

  /** @param {number[]} grid */
  #typed(grid) {
    if (grid !== this.givens) this.#remember();
    this.givens = grid.slice();
    this.valid = false;
    if (!byId("undo").hidden) this.#offerUndo();
    this.#note();
    this.onchange();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.#recheck(), WAIT);
  }

  #remember() {
    this.past.push({ geometry: this.geometry, givens: this.givens });
    if (this.past.length > MOST_UNDONE) this.past.shift();
  }

  /** Show the Undo button for some seconds. */
  #offerUndo() {
    byId("undo").hidden = false;
    clearTimeout(this.undoTimer);
    this.undoTimer = window.setTimeout(() => this.#hideUndo(), UNDO_SHOWN);
  }

  #hideUndo() {
    const button = byId("undo");
    if (document.activeElement === button) this.board?.setCursor(this.board.cursor, true);
    button.hidden = true;
  }

  /** Offer larger cells if the cells of the whole board are small. */
  #offerLarger() {
    const button = byId("larger");
    button.hidden = !this.board?.cramped;
    button.setAttribute("aria-pressed", String(this.larger));
    this.board?.enlarge(this.larger && !button.hidden);
  }

  /** Return whether a search can start; show what is wrong otherwise. */
  async isValid() {
    clearTimeout(this.timer);
    if (!this.valid) await this.#recheck();
    return this.valid;
  }

  async #recheck() {
    const { givens } = this;
    const said = await this.#ask(() => check(this.request), this.asked);
    if (!said || givens !== this.givens) return; // the visitor has typed more
    if (!said.valid) return this.#complain(said);
    this.valid = true;
    this.complain("");
  }

  /** A short description of the puzzle. */
  get description() {
    const { size, layout } = this.geometry;
    const given = this.givens.filter((d) => d > 0).length;
    return `${size} × ${size}${layout === "classic" ? "" : `, ${layout.split(":")[0]}`}, ${clues(given)}`;
  }

  #note() {
    showNote(this.description);
  }
}

/** A puzzle as a request to the server; a jigsaw and a Latin square have no box.
 * @param {string} puzzle @param {string|null} [box] @param {string} [layout] */
const asked = (puzzle, box, layout = "classic") =>
  (box && layout !== "latin" && !layout.startsWith("jigsaw") ? { puzzle, layout, box } : { puzzle, layout });
