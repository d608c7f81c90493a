/** The chart with its legend and switches; a point can be read with the pointer or with keys. */

import { drawChart } from "./chart.js";
import { ACCEPTANCE, BEST, Curves, ENERGY, ITERATION, LETTERS, SECONDS, TEMPERATURE } from "./curves.js";
import { el, segmented } from "./dom.js";
import { count, percent, seconds, temperature } from "./format.js";
import { contenderSwatch, swatch } from "./swatch.js";
import { onTheme } from "./theme.js";

export class ChartPanel {
  /** @param {HTMLElement} home */
  constructor(home) {
    this.curves = new Curves(1);
    /** @type {string[]} */
    this.names = [];
    this.view = { log: false, against: /** @type {"iterations"|"seconds"} */ ("iterations"), cursor: /** @type {number|null} */ (null), mark: /** @type {number|null} */ (null) };
    /** @type {ReturnType<typeof drawChart>} */
    this.axis = null;
    this.pending = 0;
    /** @type {((x: number, against: "iterations"|"seconds") => void)|null} */
    this.onseek = null; // called when a point is chosen; only set while there is a replay
    this.legend = el("ul", { class: "legend", "aria-label": "Lines of the chart" });
    this.canvas = el("canvas", { "aria-hidden": "true" });
    this.readout = el("p", { class: "chart-readout" });
    this.words = el("p", { class: "chart-words" });
    this.box = el(
      "div",
      {
        class: "chart", role: "slider", tabIndex: 0, "aria-label": "Curves of the energy; use the arrow keys to read a point",
        "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 0, "aria-valuetext": "no search yet",
      },
      this.canvas,
    );
    this.axisPick = segmented("Horizontal axis", [["iterations", "iterations"], ["seconds", "seconds"]], "iterations", (v) => {
      this.view.against = /** @type {any} */ (v);
      this.view.cursor = null;
      this.draw();
    });
    this.scalePick = segmented("Vertical scale", [["linear", "linear"], ["log", "log"]], "linear", (v) => {
      this.view.log = v === "log";
      this.draw();
    });
    this.head = el("div", { class: "chart-head" }, this.legend, el("div", { class: "actions" }, this.axisPick, this.scalePick));
    home.append(this.head, el("div", { class: "chart-place" }, this.box, this.words), this.readout);
    this.box.addEventListener("pointermove", (/** @type {PointerEvent} */ e) => this.#point(e, (e.buttons & 1) === 1));
    this.box.addEventListener("pointerdown", (/** @type {PointerEvent} */ e) => {
      this.box.setPointerCapture(e.pointerId);
      this.#point(e, true);
    });
    this.box.addEventListener("pointerleave", () => this.#read(null));
    this.box.addEventListener("blur", () => this.#read(null));
    this.box.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => this.#key(e));
    new ResizeObserver(() => this.draw()).observe(this.box);
    onTheme(() => this.#paint());
    this.show(new Curves(1), []);
  }

  /** @param {Curves} curves @param {string[]} names The names of the methods. */
  show(curves, names) {
    this.curves = curves;
    this.names = names;
    this.view.cursor = null;
    this.view.mark = null;
    const race = names.length > 1;
    this.view.against = race ? "seconds" : "iterations";
    this.view.log = race; // otherwise the high energy of one contender would flatten the curves of the others
    this.axisPick.press(this.view.against);
    this.scalePick.press(race ? "log" : "linear");
    const items = race
      ? names.map((name, contender) => [contenderSwatch(contender), `${LETTERS[contender]} ${name}`])
      : [[swatch("series-energy", [], 1.6), "energy"], [swatch("series-best", [], 3), "best"], [swatch("series-temperature", [6, 4]), "temperature"]];
    this.legend.replaceChildren(...items.map(([sign, text]) => el("li", {}, sign, text)));
    this.#read(null);
  }

  /** @param {string} words Text to show instead of the chart; "" shows the chart. */
  say(words) {
    if (this.words.textContent !== words) this.words.textContent = words;
    for (const part of [this.head, this.box, this.readout]) part.classList.toggle("absent", words !== "");
  }

  draw() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.#paint();
    });
  }

  #paint() {
    this.axis = drawChart(this.canvas, this.curves, this.view);
  }

  /** Let the visitor choose the position of a replay on the chart; with null, points can only be read. @param {((x: number, against: "iterations"|"seconds") => void)|null} onseek */
  letSeek(onseek) {
    this.onseek = onseek;
    this.#read(onseek ? this.view.cursor : null); // a replay may arrive while the visitor reads a point
  }

  /** Mark the position of a replay. @param {number|null} at @param {number} column The axis of the position. */
  mark(at, column) {
    const own = this.view.against === "seconds" ? SECONDS : ITERATION;
    const point = at === null || own === column ? null : this.curves.at(0, column, at);
    this.view.mark = point ? /** @type {number} */ (point[own]) : at;
    this.draw();
  }

  /** @param {PointerEvent} event @param {boolean} pressed Whether the point is chosen, and not only read. */
  #point(event, pressed) {
    const x = this.axis;
    if (!x || this.curves.empty) return;
    const at = event.clientX - this.box.getBoundingClientRect().left;
    this.#read(Math.max(0, Math.min(x.high, ((at - x.from) / (x.to - x.from)) * x.high)));
    if (pressed) this.#seek();
  }

  #seek() {
    if (this.view.cursor !== null) this.onseek?.(this.view.cursor, this.view.against);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.axis || this.curves.empty) return;
    const { high } = this.axis;
    const now = this.view.cursor ?? high;
    const step = high / (event.shiftKey ? 10 : 60);
    /** @type {Record<string, number|null>} */
    const moves = {
      ArrowLeft: now - step, ArrowDown: now - step, ArrowRight: now + step, ArrowUp: now + step,
      PageDown: now - high / 6, PageUp: now + high / 6, Home: 0, End: high, Escape: null,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    event.stopPropagation();
    const to = moves[event.key];
    this.#read(to === null ? null : Math.max(0, Math.min(high, to)));
    this.#seek();
  }

  /** @param {number|null} x */
  #read(x) {
    this.view.cursor = x;
    const text = x === null ? "" : this.#describe(x);
    this.readout.textContent = text || (this.onseek ? "Drag along the chart, or focus it and use the arrow keys: the board follows." : "Point at the chart, or focus it and use the arrow keys, to read the curves.");
    this.box.setAttribute("aria-valuetext", text || "no point chosen");
    this.box.setAttribute("aria-valuenow", x === null ? "0" : String(Math.round((100 * x) / (this.axis?.high || 1))));
    this.draw();
  }

  /** @param {number} x */
  #describe(x) {
    const column = this.view.against === "seconds" ? SECONDS : ITERATION;
    if (this.curves.contenders.length > 1) {
      const contenders = this.names.map((name, k) => {
        const p = this.curves.at(k, column, x);
        return p ? `${LETTERS[k]} ${name} ${p[BEST]}` : `${LETTERS[k]} ${name} –`;
      });
      return `${column === SECONDS ? seconds(x) : `${count(x)} iterations`}: best ${contenders.join(", ")}`;
    }
    const p = this.curves.at(0, column, x);
    if (!p) return "";
    const warm = p[TEMPERATURE] === null ? "" : `, temperature ${temperature(p[TEMPERATURE])}`;
    return `Iteration ${count(p[ITERATION])} (${seconds(p[SECONDS])}): energy ${p[ENERGY]}, best ${p[BEST]}${warm}, ${percent(p[ACCEPTANCE])} accepted since the previous point`;
  }
}
