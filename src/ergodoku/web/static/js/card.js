/** The card of a run: board, curves and text in one picture, in the usual size of link previews. */

import { paintBoard } from "./canvasboard.js";
import { paintChart } from "./chart.js";
import { contenderColour, LETTERS } from "./curves.js";
import { colour } from "./theme.js";

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 42];

/**
 * The contents of a card.
 *
 * @typedef {{name: string, title: string, lines: string[], board: import("./canvasboard.js").Painted,
 *   curves: import("./curves.js").Curves, names: string[]}} Card
 */

/** @param {HTMLCanvasElement} canvas @param {Card} card */
export function drawCard(canvas, card) {
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const [sans, serif] = [colour("sans"), colour("serif")];
  const side = HEIGHT - 2 * MARGIN;
  const left = side + 2 * MARGIN;
  const width = WIDTH - left - MARGIN;
  pen.fillStyle = colour("paper");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.save();
  pen.translate(MARGIN, MARGIN);
  paintBoard(pen, side, card.board);
  pen.strokeStyle = card.board.solved ? colour("good") : colour("line");
  pen.lineWidth = 4;
  pen.strokeRect(0, 0, side, side);
  pen.restore();
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  let y = MARGIN;
  /** @param {string} text @param {number} size @param {string} font @param {string} ink */
  const write = (text, size, font, ink) => {
    pen.fillStyle = colour(ink);
    let fitting = size;
    pen.font = font.replace("SIZE", String(fitting));
    while (fitting > 12 && pen.measureText(text).width > width) pen.font = font.replace("SIZE", String(--fitting));
    y += size * 1.12;
    pen.fillText(text, left, y);
    y += size * 0.24;
  };
  write(card.name, 27, `400 SIZEpx ${sans}`, "muted");
  write(card.title, 50, `600 SIZEpx ${serif}`, card.board.solved ? "good" : "ink");
  for (const line of card.lines) write(line, 25, `400 SIZEpx ${sans}`, "ink");
  y = legend(pen, card.names, left, y + 8, width, sans);
  const below = HEIGHT - MARGIN - 34;
  pen.save();
  pen.translate(left - 8, y + 6);
  const race = card.names.length > 1;
  if (!card.curves.empty && below - y > 90) {
    paintChart(pen, width + 16, below - y - 6, 16, card.curves, { log: race, against: race ? "seconds" : "iterations", cursor: null, mark: null });
  }
  pen.restore();
  pen.fillStyle = colour("muted");
  pen.font = `italic 24px ${serif}`;
  pen.textAlign = "right";
  pen.textBaseline = "alphabetic";
  pen.fillText("Ergodoku: watch chance solve a Sudoku", WIDTH - MARGIN, HEIGHT - MARGIN);
}

/** The methods of a race in their colours. @param {CanvasRenderingContext2D} pen @param {string[]} names @param {number} x
 * @param {number} y @param {number} width @param {string} sans */
function legend(pen, names, x, y, width, sans) {
  if (names.length < 2) return y;
  pen.font = `600 20px ${sans}`;
  let at = x;
  y += 20;
  names.forEach((name, k) => {
    const words = `${LETTERS[k]} ${name}`;
    const wide = pen.measureText(words).width + 26;
    if (at > x && at + wide > x + width) [at, y] = [x, y + 28];
    pen.fillStyle = contenderColour(k);
    pen.fillText(words, at, y);
    at += wide;
  });
  return y + 8;
}
