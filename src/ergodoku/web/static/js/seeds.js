/** Run the same search with a hundred seeds, and show how much the times vary. */

import { announce } from "./announce.js";
import { deleteRun, getSeeds, postRun, Refusal, sentence } from "./api.js";
import { compareCommandOf } from "./command.js";
import { byId, el } from "./dom.js";
import { FINAL, seconds } from "./format.js";
import { Live } from "./live.js";
import { drawSpread, spreadOf, toCsv } from "./spread.js";
import { onTheme } from "./theme.js";

/** @typedef {import("./types.js").Plan} Plan */
/** @typedef {{request: Record<string, any>, geometry: import("./types.js").Geometry, givens: number[], plan: Plan}} Asked */

const RUNS = 100;
const LONGEST = 10; // time limit for one search, in seconds
const PATIENCE = 1500; // milliseconds between two requests to a busy server
const TRIES = 60;
const ATTEMPTS = 3; // number of attempts for one seed: a server that restarts, for example, loses the run

export class SeedsPanel {
  /** @param {() => Promise<Asked|null>} asked Returns the puzzle and the plan of the page; null if they are invalid. */
  constructor(asked) {
    this.asked = asked;
    /** @type {Asked|null} */
    this.now = null;
    /** @type {import("./spread.js").Row[]} */
    this.rows = [];
    this.done = 0;
    this.turn = 0; // counts starts and stops, so that answers to an earlier start are ignored
    this.limit = LONGEST;
    /** @type {boolean[]} */
    this.withoutLogic = [];
    /** @type {((message: any) => void)|null} */
    this.heard = null;
    this.leave = () => {};
    this.live = new Live((message) => this.heard?.(message), () => undefined);
    this.canvas = el("canvas", { class: "spread", role: "img", "aria-label": "Histogram of the times" });
    this.table = el("table", { class: "spread-table" });
    this.status = el("p", { class: "muted", id: "seeds-status" }); // not read out, because it changes too often: see #take
    this.start = el("button", { type: "button", id: "seeds-start", onclick: () => this.#toggle() }, `Run ${RUNS} seeds`);
    this.csv = el("button", { type: "button", id: "seeds-csv", onclick: () => this.#save() }, "CSV");
    this.command = el("pre", { class: "command", id: "seeds-command", tabIndex: 0, "aria-label": "Command that repeats these runs" });
    this.results = el("div", { class: "seeds-results", hidden: true }, this.canvas, this.table,
      el("div", { class: "actions" }, this.csv), el("p", { class: "small muted" }, "The same runs on the command line, with more statistics:"), this.command);
    byId("seeds").append(
      el("h2", {}, "A hundred seeds"),
      el("p", { class: "muted" }, `A single run says little, because chance decides. Run ${RUNS} seeds, and see how much the times vary.`),
      el("div", { class: "actions" }, this.start), this.status, this.results,
    );
    new ResizeObserver(() => this.#draw()).observe(this.canvas.parentElement ?? byId("seeds"));
    onTheme(() => this.#draw());
  }

  #toggle() {
    if (this.now && this.start.dataset.running) return this.#stop("Stopped", true);
    this.#run().catch((error) => {
      this.#stop(error instanceof Refusal ? error.sentence : "The runs failed", true);
      if (!(error instanceof Refusal)) throw error;
    });
  }

  /** @param {string} words @param {boolean} [tell] Whether to announce the words to screen readers. */
  #stop(words, tell = false) {
    this.turn++;
    this.leave();
    delete this.start.dataset.running;
    this.start.textContent = `Run ${RUNS} seeds`;
    this.status.textContent = `${words.replace(/\.$/, "")}: ${this.done} of ${RUNS} seeds.`;
    if (tell) announce(this.status.textContent);
  }

  async #run() {
    const now = await this.asked();
    if (!now) return;
    const turn = ++this.turn;
    // Copy the plan, because the visitor may change it meanwhile.
    this.now = { ...now, plan: structuredClone(now.plan) };
    this.limit = Math.min(LONGEST, now.plan.time_limit);
    [this.rows, this.done, this.withoutLogic] = [[], 0, now.plan.contenders.map(() => false)];
    this.start.dataset.running = "true";
    this.start.textContent = "Stop";
    this.results.hidden = false;
    this.#draw();
    const ignoreIfStopped = (/** @type {unknown} */ error) => { // an error from a start that was stopped must not stop a later start
      if (turn === this.turn) throw error;
      return null;
    };
    const drawn = await getSeeds({ ...now.request, seed: now.plan.seed, runs: RUNS }).catch(ignoreIfStopped);
    for (const seed of drawn?.seeds ?? []) {
      const statuses = await this.#one(seed, turn).catch(ignoreIfStopped);
      if (turn !== this.turn) return;
      if (!statuses) return this.#stop("The server lost the same run several times", true);
      const failed = statuses.find((status) => !status.result);
      if (failed) return this.#stop(sentence(failed.message || "a search ended without a result"), true);
      this.#take(seed, statuses);
    }
    if (turn !== this.turn) return;
    this.#stop("Done");
    announce(`${RUNS} seeds done. ${this.#summary()}`);
  }

  /** Run one seed to its end; run it again if the server loses the run. @param {string} seed @param {number} turn
   * @returns {Promise<any[]|null>} The last status of each contender; null if every attempt was lost, or the runs were stopped. */
  async #one(seed, turn) {
    for (let attempt = 0; attempt < ATTEMPTS && turn === this.turn; attempt++) {
      const statuses = await this.#attempt(seed, turn);
      if (statuses.every((status) => status)) return statuses;
    }
    return null;
  }

  /** Run one seed once. @param {string} seed @param {number} turn @returns {Promise<any[]>} For each contender, its last status; null if the run was lost or stopped before that. */
  async #attempt(seed, turn) {
    const { request, plan } = /** @type {Asked} */ (this.now);
    const wish = { ...request, contenders: plan.contenders, watchable: plan.watchable, seed, until: "all", time_limit: this.limit };
    const made = await this.#post(wish, turn);
    /** @type {any[]} */
    const statuses = plan.contenders.map(() => null);
    if (!made) return statuses;
    let ended = false;
    if (turn === this.turn) await new Promise((resolve) => { // otherwise Stop was pressed before the server answered
      this.heard = (message) => {
        if (turn !== this.turn) return resolve(null);
        if (message.run !== made.id) return; // about an earlier run
        if (message.type === "error") return resolve(null);
        if (message.type !== "status" || !FINAL.has(message.status)) return;
        if (message.contender === null) resolve(ended = true);
        else statuses[message.contender] = message;
      };
      this.leave = () => resolve(null); // called by #stop
      this.live.subscribe(made.id, made.token);
    });
    if (turn === this.turn) this.heard = null; // otherwise a later start may be listening
    if (ended) this.live.forget(made.id); // sends no message: the server accepts only a limited number per second
    else this.live.unsubscribe(made.id);
    await deleteRun(made).catch(() => undefined); // the server may have deleted the run already
    return statuses;
  }

  /** Post a run; try again while the server is busy. @param {Record<string, any>} wish @param {number} turn */
  async #post(wish, turn) {
    for (let tries = 0; turn === this.turn; tries++) {
      try {
        return await postRun(wish);
      } catch (error) {
        if (!(error instanceof Refusal) || ![429, 503].includes(error.status) || tries >= TRIES) throw error;
        if (turn !== this.turn) return null;
        this.status.textContent = `The server is busy; ${this.done} of ${RUNS} seeds so far …`;
        await new Promise((resolve) => setTimeout(resolve, PATIENCE));
      }
    }
    return null;
  }

  /** @param {string} seed @param {any[]} statuses */
  #take(seed, statuses) {
    statuses.forEach((status, contender) => {
      const { iterations, seconds: time, energy } = status.result;
      if (status.without_logic) this.withoutLogic[contender] = true;
      this.rows.push({ seed, contender, method: /** @type {Asked} */ (this.now).plan.contenders[contender].method, status: status.status, iterations, seconds: time, energy });
    });
    this.done++;
    this.status.textContent = `${this.done} of ${RUNS} seeds …`;
    if (this.done % 25 === 0) announce(`${this.done} of ${RUNS} seeds`);
    this.#draw();
  }

  #draw() {
    if (!this.now || this.results.hidden) return;
    const { contenders } = this.now.plan;
    const byMethod = contenders.map((_, k) => this.rows.filter((row) => row.contender === k));
    drawSpread(this.canvas, byMethod, contenders.map((contender) => contender.method));
    this.canvas.setAttribute("aria-label", `Histogram of the times: ${this.#summary()}`);
    const cells = (/** @type {string} */ tag, /** @type {string[]} */ words) => el("tr", {}, ...words.map((word) => el(/** @type {"td"} */ (tag), {}, word)));
    this.table.replaceChildren(
      el("thead", {}, cells("th", ["Method", "Solved", "Median", "90 % within", "Slowest"])),
      el("tbody", {}, ...byMethod.map((rows, k) => {
        const spread = spreadOf(rows);
        return cells("td", [contenders[k].method, `${spread.solved}/${spread.runs}`, seconds(spread.median), seconds(spread.tail), seconds(spread.slowest)]);
      })),
    );
    const { geometry, givens, plan } = this.now;
    this.command.textContent = compareCommandOf(geometry, givens, { ...plan, time_limit: this.limit }, this.withoutLogic, RUNS);
    this.csv.disabled = this.rows.length === 0;
  }

  #summary() {
    const { contenders } = /** @type {Asked} */ (this.now).plan;
    return contenders.map((contender, k) => {
      const { solved, runs, median, tail } = spreadOf(this.rows.filter((row) => row.contender === k));
      return `${contender.method}: ${solved} of ${runs} solved, median ${seconds(median)}, 90 % within ${seconds(tail)}`;
    }).join("; ");
  }

  #save() {
    const url = URL.createObjectURL(new Blob([toCsv(this.rows)], { type: "text/csv" }));
    el("a", { href: url, download: "ergodoku-seeds.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}
