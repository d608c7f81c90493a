/** The guided tour: what energy is, one swap, why a worse swap is accepted, and the temperature. */

import { announce } from "./announce.js";
import { byId, el } from "./dom.js";
import { temperature as words } from "./format.js";

/** @typedef {import("./runner.js").Runner} Runner */
/** @typedef {import("./types.js").Frame} Frame */

const MOST_STEPS = 400; // maximum number of steps in the search for a worse swap
const WIDE = "(min-width: 900px)"; // from this width on, the page has two columns
const PATIENCE = 60_000; // time limit for one step, in milliseconds
const COMPILING = 600_000; // time limit for the start, in milliseconds: the server may have to compile first
const PACE = 2000; // iterations per second while the temperature is dragged

export class Tour {
  /** @param {Runner} runner @param {import("./handle.js").TemperatureHandle} handle
   * @param {{begin: () => Promise<void>, pace: (speed: number) => void, end: () => void}} page
   * begin: starts a paused search that takes a long time; pace: sets the speed; end: brings back what the visitor had before. */
  constructor(runner, handle, page) {
    this.runner = runner;
    this.handle = handle;
    this.page = page;
    this.step = -1;
    this.busy = false;
    this.beginning = false; // true from the click that begins the tour until its run exists
    this.swaps = ""; // the text about the last swap
    /** @type {{id: string, token: string}|null} */
    this.run = null;
    this.home = byId("tour");
    byId("tour-button").addEventListener("click", () => this.begin());
  }

  get open() {
    return this.step >= 0;
  }

  async begin() {
    if (this.beginning) return;
    this.beginning = true;
    await this.page.begin().finally(() => { this.beginning = false; });
    this.run = this.runner.run;
    if (!this.run) return this.page.end();
    if (matchMedia(WIDE).matches) byId("right").prepend(this.home); // next to the board
    else byId("transport").before(this.home); // below the board
    byId("stage").scrollIntoView({ block: matchMedia(WIDE).matches ? "nearest" : "start" });
    if (!(await this.#until(() => this.#frame !== null, COMPILING))) return;
    this.#go(0);
  }

  /** Close the tour if its run was left or replaced. */
  check() {
    if (this.open && this.runner.run !== this.run) this.close();
  }

  close() {
    this.step = -1;
    this.runner.quiet = false;
    delete document.body.dataset.touring;
    this.home.hidden = true;
    this.home.replaceChildren();
  }

  /** @param {number} step */
  #go(step) {
    this.step = step;
    this.runner.quiet = true; // hundreds of swaps may pass: the tour announces only the one that it shows
    document.body.dataset.touring = String(step);
    this.swaps = "";
    if (step === 1) this.#swap();
    if (step === 3) {
      this.page.pace(PACE);
      if (this.runner.status === "paused") this.runner.pause(); // resumes a paused run
    }
    this.#draw(true);
  }

  /** @param {boolean} [turned] Whether another page of the tour is shown. */
  #draw(turned = false) {
    const pages = [() => this.#energy(), () => this.#oneSwap(), () => this.#worse(), () => this.#temperature()];
    const [title, ...body] = pages[this.step]();
    const heading = el("h3", { id: "tour-title", tabIndex: -1 }, title);
    const last = this.step === pages.length - 1;
    const back = el("button", { type: "button", disabled: this.step === 0, onclick: () => this.#go(this.step - 1) }, "Back");
    const next = el("button", { type: "button", class: "primary", onclick: () => (last ? this.page.end() : this.#go(this.step + 1)) }, last ? "Done" : "Next");
    const leave = el("button", { type: "button", class: "quiet", onclick: () => this.page.end() }, "End tour");
    const focused = this.home.contains(document.activeElement) ? document.activeElement?.textContent : "";
    this.home.replaceChildren(
      el("p", { class: "muted small" }, `${this.step + 1} of ${pages.length}`), heading, ...body, el("div", { class: "actions" }, next, back, leave),
    );
    this.home.hidden = false;
    if (turned) heading.focus({ preventScroll: true });
    else [...this.home.querySelectorAll("button")].find((button) => button.textContent === focused)?.focus();
  }

  /** @returns {[string, ...Node[]]} */
  #energy() {
    return ["What energy is",
      text("The boxes are filled at random, so that each box holds every digit once. Only rows and columns can be wrong."),
      text("Every digit that is missing from a row or a column adds 1. The sum is the energy: ", el("b", {}, String(this.#frame?.energy)), " now. The marked cells are in conflict. At energy 0 the puzzle is solved."),
    ];
  }

  /** @returns {[string, ...Node[]]} */
  #oneSwap() {
    return ["One swap",
      text("A move swaps two digits of one box, so the box still holds every digit once. Only the rows and columns of the two cells change."),
      el("p", { class: "tour-swap" }, this.swaps || "…"),
      text("A swap that lowers the energy, or does not change it, is always accepted."),
      el("div", { class: "actions" }, el("button", { type: "button", onclick: () => this.#swap() }, "Another swap")),
    ];
  }

  /** @returns {[string, ...Node[]]} */
  #worse() {
    const warm = this.#frame?.temperature ?? 0;
    const chance = warm > 0 ? `exp(−1/${words(warm)}) = ${(100 * Math.exp(-1 / warm)).toFixed(1)} %` : "small";
    return ["Why a worse swap is accepted",
      text("If only better swaps were accepted, the search would get stuck in the first valley, where every swap makes the energy worse."),
      text(`So a swap that raises the energy by 1 is sometimes accepted: with probability ${chance}.`),
      el("p", { class: "tour-swap" }, this.swaps || "Find one:"),
      el("div", { class: "actions" }, el("button", { type: "button", onclick: () => this.#findWorse() }, "Next worse swap")),
    ];
  }

  /** @returns {[string, ...Node[]]} */
  #temperature() {
    const act = (/** @type {string} */ name, /** @type {() => void} */ onclick) => el("button", { type: "button", onclick }, name);
    return ["The temperature",
      text("At a high temperature, worse swaps are often accepted; at a low one, almost never. Drag the temperature while the search runs, and see the board freeze and melt."),
      el("div", { class: "actions" }, act("Freeze", () => this.handle.holdAt(0.1)), act("Melt", () => this.handle.holdAt(10)), act("Follow the schedule", () => this.handle.release())),
      text("You can do the same in a run of your own. It is then marked as steered by hand, and after its end, “Copy link” copies a link that repeats your changes."),
    ];
  }

  /** @returns {Frame|null} */
  get #frame() {
    return this.runner.contenders[0]?.frame ?? null;
  }

  async #swap() {
    if (!(await this.#until(() => !this.busy))) return;
    const before = this.#frame?.energy ?? 0;
    if (await this.#stepOnce()) this.#say(before);
  }

  /** Step until a swap that raises the energy is accepted. */
  async #findWorse() {
    if (!(await this.#until(() => !this.busy))) return;
    for (let count = 0; count < MOST_STEPS && this.step === 2; count++) {
      const before = this.#frame?.energy ?? 0;
      if (!(await this.#stepOnce())) return;
      if ((this.#frame?.energy ?? 0) > before) return this.#say(before);
    }
  }

  /** @param {number} before The energy before the swap. */
  #say(before) {
    const now = this.#frame?.energy ?? 0;
    const way = now < before ? "better" : now > before ? "worse" : "neither better nor worse";
    this.swaps = `${this.runner.contenders[0]?.story} ${way.charAt(0).toUpperCase()}${way.slice(1)}, and accepted.`;
    this.#draw();
    announce(this.swaps);
  }

  /** Step to the next change of the board; return whether it happened in time. */
  async #stepOnce() {
    const before = this.#frame?.iteration ?? 0;
    this.busy = true;
    this.runner.step();
    const done = await this.#until(() => (this.#frame?.iteration ?? 0) > before);
    this.busy = false;
    return done;
  }

  /** @param {() => boolean} done @param {number} [patience] */
  async #until(done, patience = PATIENCE) {
    const deadline = performance.now() + patience;
    while (this.runner.run === this.run) {
      if (done()) return true; // checked first: on a stalled page, a single wait may exceed the time limit
      if (performance.now() >= deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    return false;
  }
}

/** @param {...(Node|string)} parts */
const text = (...parts) => el("p", {}, ...parts);
