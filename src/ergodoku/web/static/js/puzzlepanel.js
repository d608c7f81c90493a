/** The sources of a puzzle: samples, the generator, pasted text. */

import { el, field, select } from "./dom.js";
import { sizeOf } from "./grid.js";

/** @typedef {import("./types.js").Sample} Sample */

const BOXES = ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "2x7", "3x5", "4x4", "3x6", "4x5", "4x6", "5x5", "5x6", "4x8", "6x6", "7x7"];
/** For each difficulty: its name in the generator, its text on the page, and the smallest size that has such puzzles. @type {[string, string, number][]} */
const DIFFICULTIES = [
  ["singles", "easy: singles", 4], ["locked candidates", "medium: locked candidates", 8],
  ["pairs", "hard: pairs", 8], ["beyond logic", "expert: beyond logic", 6],
];
const PATIENCE = 2000; // milliseconds until the button explains the delay: kernels may have to be compiled
const LARGEST_GRADED = 16; // for larger puzzles, grading takes too long

/**
 * @param {HTMLElement} home
 * @param {Sample[]} samples
 * @param {number} largest
 * @param {{sample: (k: number) => void, generate: (recipe: Record<string, any>, complain: (words: string) => void) => Promise<any>,
 *   blank: (box: string, layout: string) => void, paste: (text: string, complain: (words: string) => void) => Promise<any>}} on
 */
export function puzzlePanel(home, samples, largest, on) {
  const pick = select([["", "Choose one …"], ...samples.map((s, k) => /** @type {[string, string]} */ ([String(k), s.name]))], "");
  pick.id = "sample";
  pick.addEventListener("change", () => pick.value !== "" && on.sample(Number(pick.value)));
  home.append(el("h2", {}, "Puzzle"), field("Sample", pick), maker(largest, on), paster(on));
  return {
    forget: () => (pick.value = ""), choose: (/** @type {number|string} */ k) => (pick.value = String(k)),
    /** The number of the chosen sample; "" for any other puzzle. */
    get chosen() { return pick.value; },
    /** The name of the chosen sample; "" for any other puzzle. */
    get name() { return pick.value === "" ? "" : samples[Number(pick.value)].name; },
  };
}

/** @param {number} largest @param {any} on */
function maker(largest, on) {
  const boxes = BOXES.filter((box) => sizeOf(box) <= largest);
  const size = select(sized(boxes), "3x3");
  size.id = "generate-size";
  const layout = select([["classic", "classic"], ["diagonal", "diagonal"], ["windows", "windows"], ["latin", "latin: no boxes"]], "classic");
  layout.id = "generate-layout";
  const difficulty = select([], "");
  const share = el("input", { type: "number", min: "0", max: "100", step: "1", value: "40", required: true, inputMode: "numeric" });
  const shareField = field("Givens, % of cells", share);
  const suitDifficulty = () => { shareField.hidden = difficulty.value !== ""; };
  const suitSize = () => {
    const offered = difficultiesOf(sizeOf(size.value));
    const wished = difficulty.value;
    difficulty.replaceChildren(...select(offered, "").children);
    difficulty.value = offered.some(([name]) => name === wished) ? wished : "";
    difficulty.disabled = offered.length === 1;
    suitDifficulty();
  };
  const suitLayout = () => {
    const offered = layout.value === "latin" ? orders(largest) : sized(boxes);
    const wished = offered.find(([box]) => sizeOf(box) === sizeOf(size.value)) ?? offered[0];
    size.replaceChildren(...select(offered, wished[0]).children);
    size.value = wished[0];
    suitSize();
  };
  layout.addEventListener("change", suitLayout);
  size.addEventListener("change", suitSize);
  difficulty.addEventListener("change", suitDifficulty);
  const make = el("button", { type: "button", id: "generate", onclick: async () => {
    if (!share.reportValidity()) return;
    problem.say("");
    make.disabled = true;
    make.textContent = "Generating …";
    const patience = setTimeout(() => (make.textContent = "Generating … the first time takes longer"), PATIENCE);
    /** @type {Record<string, any>} */
    const recipe = { layout: layout.value, ...(layout.value === "latin" ? { size: sizeOf(size.value) } : { box: size.value }) };
    if (difficulty.value) Object.assign(recipe, { difficulty: difficulty.value, fraction: gradedShare(sizeOf(size.value), layout.value) });
    else recipe.fraction = Number(share.value) / 100;
    try {
      await on.generate(recipe, problem.say);
    } finally {
      clearTimeout(patience);
      make.disabled = false;
      make.textContent = "Generate";
    }
  } }, "Generate");
  const problem = problemLine();
  const blank = el("button", { type: "button", id: "blank", onclick: () => on.blank(size.value, layout.value) }, "Empty board");
  suitSize();
  return el(
    "details", { id: "generate-details" }, el("summary", {}, "Generate a puzzle, or start empty"),
    el("div", { class: "inside" },
      el("div", { class: "row" }, field("Size", size), field("Layout", layout)),
      el("div", { class: "row" }, field("Difficulty", difficulty), shareField),
      el("div", { class: "actions" }, make, blank), problem.element),
  );
}

/** A line of a form that says what is wrong; hidden while nothing is wrong. */
function problemLine() {
  const element = el("p", { class: "problem field-problem", role: "alert", hidden: true });
  const say = (/** @type {string} */ words) => {
    element.textContent = words;
    element.hidden = !words;
  };
  return { element, say };
}

/** Sizes to choose from, with the shape of their boxes. @param {string[]} boxes @returns {[string, string][]} */
const sized = (boxes) => boxes.map((b) => [b, `${sizeOf(b)}×${sizeOf(b)} (boxes ${b.replace("x", "×")})`]);

/** A Latin square can have any size; the size is written as one box, such as 1x7. @param {number} largest @returns {[string, string][]} */
const orders = (largest) => Array.from({ length: largest - 3 }, (_, k) => [`1x${k + 4}`, `${k + 4}×${k + 4}`]);

/** @param {number} size @returns {[string, string][]} */
function difficultiesOf(size) {
  const possible = DIFFICULTIES.filter(([, , smallest]) => smallest <= size && size <= LARGEST_GRADED);
  return [["", "any, with your share of givens"], ...possible.map(([name, words]) => /** @type {[string, string]} */ ([name, words]))];
}

/** The share of givens for graded puzzles: with more givens, nearly all puzzles are easy. @param {number} size @param {string} layout */
const gradedShare = (size, layout) => (size <= 12 || layout === "windows" ? 0.35 : 0.44);

/** @param {any} on */
function paster(on) {
  const text = el("textarea", { id: "paste-text", rows: 4, spellcheck: false, placeholder: "53..7....6..195.…" });
  const problem = problemLine();
  problem.element.id = "paste-problem";
  const say = (/** @type {string} */ words) => {
    problem.say(words);
    text.setAttribute("aria-invalid", String(words !== ""));
  };
  const use = el("button", { type: "button", id: "paste-use", onclick: () => {
    say("");
    return on.paste(text.value, say);
  } }, "Use this puzzle");
  return el(
    "details", { id: "paste-details" }, el("summary", {}, "Paste a puzzle"),
    el("div", { class: "inside" },
      field("Any format: a line, a grid, numbers, SDK, JSON …", text, "You can also press Ctrl V, or drop a file anywhere on the page."),
      problem.element,
      el("div", { class: "actions" }, use)),
  );
}
