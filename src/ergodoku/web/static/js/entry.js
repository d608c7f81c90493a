/** Typing into a board, and copying from it. */

import { announce } from "./announce.js";
import { asNumbers, digitOfKey } from "./grid.js";

/** @typedef {import("./board.js").Board} Board */

const TOGETHER = 1200; // milliseconds: 1 and 2 typed within this time become 12

/**
 * @param {Board} board
 * @param {(grid: number[]) => void} changed
 */
export function enterInto(board, changed) {
  let typedAt = 0;
  let typedIn = -1;

  /** @param {number} cell @param {number} digit */
  function put(cell, digit) {
    const grid = board.shown.slice();
    grid[cell] = digit;
    board.givens = grid;
    board.draw(grid);
    if (digit && board.conflicts[cell]) announce(`${digit} conflicts with another ${digit}`);
    changed(grid);
  }

  /** @param {number} digit @param {string} key */
  function type(digit, key) {
    const cell = board.cursor;
    const now = performance.now();
    let value = digit;
    const before = board.shown[cell];
    if (board.size > 9 && /\d/.test(key) && typedIn === cell && now - typedAt < TOGETHER && before > 0 && before < 10) {
      if (before * 10 + digit <= board.size) value = before * 10 + digit;
      else announce(`${before * 10 + digit} does not fit: digits go from 1 to ${board.size}`);
    }
    typedAt = now;
    typedIn = cell;
    if (value > board.size) {
      announce(`${key.toUpperCase()} does not fit: digits go from 1 to ${board.size}`);
      return;
    }
    put(cell, value);
  }

  board.grid.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (["Backspace", "Delete", " ", "."].includes(event.key)) {
      event.preventDefault();
      const wasEmpty = !board.shown[board.cursor];
      if (event.key === "Backspace" && wasEmpty && board.cursor > 0) board.setCursor(board.cursor - 1, true);
      else put(board.cursor, 0);
      return;
    }
    const digit = digitOfKey(event.key, board.size);
    if (digit === null) return;
    event.preventDefault();
    type(digit, event.key);
  });

  board.grid.addEventListener("digit", (event) => put(board.cursor, Number(/** @type {CustomEvent} */ (event).detail)));

  board.grid.addEventListener("copy", (/** @type {ClipboardEvent} */ event) => {
    event.preventDefault();
    event.clipboardData?.setData("text/plain", asNumbers(board.shown));
  });

  board.grid.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const cell = board.cells.indexOf(/** @type {HTMLElement} */ (event.target));
    if (cell >= 0) board.setCursor(cell, true);
  });
}
