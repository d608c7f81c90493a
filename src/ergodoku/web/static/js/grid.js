/** Functions on grids: symbols, text, units and conflicts. They work without the server. */

/** @typedef {import("./types.js").Geometry} Geometry */

const SYMBOLS = ".123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The largest size that `pack` can write. */
export const LARGEST_PACKED = SYMBOLS.length - 1;

/** The size of a grid with boxes such as "2x3". @param {string} box */
export const sizeOf = (box) => box.split("x").map(Number).reduce((a, b) => a * b);

/** One character per cell, for links. @param {number[]} cells */
export const pack = (cells) => cells.map((d) => SYMBOLS[d] ?? ".").join("");

/** Whether `pack` writes this character for a grid of some size. @param {string} symbol @param {number} size */
export const isSymbol = (symbol, size) => SYMBOLS.slice(0, size + 1).includes(symbol);

/** The cells in a text from `pack`; other characters are empty cells. @param {string} text @param {number} size @returns {number[]} */
export const unpack = (text, size) => [...text].map((s) => (isSymbol(s, size) ? SYMBOLS.indexOf(s) : 0));

/** A grid as text: one line up to 9x9, and rows of numbers for larger grids, so that no alphabet is needed. @param {number[]} cells */
export function asNumbers(cells) {
  const size = Math.sqrt(cells.length);
  if (size <= 9) return cells.map((d) => d || ".").join("");
  const rows = [];
  for (let r = 0; r < size; r++) rows.push(cells.slice(r * size, (r + 1) * size).join(" "));
  return rows.join("\n");
}

/** The number that a key stands for, or null: digits as they are, letters from A = 10.
 * @param {string} key @param {number} size */
export function digitOfKey(key, size) {
  if (/^[0-9]$/.test(key)) return Number(key);
  if (size > 9 && /^[a-z]$/i.test(key)) return key.toLowerCase().charCodeAt(0) - 87;
  return null;
}

/** @type {WeakMap<Geometry, number[][]>} */
const known = new WeakMap();

/** All units: rows, columns, regions and extra units. @param {Geometry} g @returns {number[][]} */
export function unitsOf(g) {
  const before = known.get(g);
  if (before) return before;
  const n = g.size;
  const rows = Array.from({ length: n }, (_, r) => Array.from({ length: n }, (_, c) => r * n + c));
  const columns = Array.from({ length: n }, (_, c) => Array.from({ length: n }, (_, r) => r * n + c));
  /** @type {Map<number, number[]>} */
  const regions = new Map();
  if (g.layout !== "latin") g.regions.forEach((region, cell) => {
    if (!regions.has(region)) regions.set(region, []);
    regions.get(region)?.push(cell);
  });
  const units = [...rows, ...columns, ...regions.values(), ...g.extra];
  known.set(g, units);
  return units;
}

/** For each cell, in how many units its digit appears more than once.
 * @param {number[][]} units @param {number[]} grid @param {number} size @returns {Uint8Array} */
export function countConflicts(units, grid, size) {
  const found = new Uint8Array(grid.length);
  const seen = new Int32Array(size + 1);
  for (const unit of units) {
    seen.fill(-1);
    for (const cell of unit) {
      const digit = grid[cell];
      if (!digit) continue;
      const first = seen[digit];
      if (first === -1) seen[digit] = cell;
      else {
        if (first >= 0) { found[first]++; seen[digit] = -2; }
        found[cell]++;
      }
    }
  }
  return found;
}

/** "row 3, column 5". @param {number} cell @param {number} size */
export const place = (cell, size) => `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`;
