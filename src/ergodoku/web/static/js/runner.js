/** A run on the page: start it, follow it through the socket, and control it. */

import { announce, announceSometimes } from "./announce.js";
import { deleteRun, postRun } from "./api.js";
import { Curves, ITERATION } from "./curves.js";
import { byId } from "./dom.js";
import { FINAL, iterations, seconds } from "./format.js";
import { ContenderView, isLarge } from "./contender.js";
import { heatLegend } from "./heat.js";
import { Live } from "./live.js";
import { onTheme } from "./theme.js";

/** @typedef {import("./types.js").Plan} Plan */

export class Runner {
  /** @param {{speed: import("./speed.js").Speed, chart: import("./chartpanel.js").ChartPanel,
   *   handle: import("./handle.js").TemperatureHandle, numbers: (contender: ContenderView|null) => void, onstatus: () => void, ondraw: () => void}} parts */
  constructor(parts) {
    this.parts = parts;
    /** @type {{id: string, token: string}|null} */
    this.run = null;
    this.turn = 0; // goes up when a run is started or left: the page must not follow a run that was left before the server answered
    this.status = "idle";
    this.position = 0;
    this.message = ""; // the server's message about the whole run
    /** @type {ContenderView[]} */
    this.contenders = [];
    this.curves = new Curves(1);
    this.pastWords = ""; // the text about the current position of the replay
    this.hint = ""; // what to do after the run
    this.oneOfMany = false; // whether the server found a second solution
    this.newSteering = false; // whether the visitor made temperature changes that the plan does not contain yet
    this.quiet = false; // true during the tour, which makes its own announcements
    this.dirty = 0;
    this.told = "";
    this.lost = 0; // milliseconds until the next attempt to connect; 0 while connected
    this.live = new Live((message) => this.#hear(message), (connected, wait) => this.#line(connected, wait));
    onTheme(() => this.#paint());
    this.#paint();
  }

  get active() {
    return this.run !== null && !FINAL.has(this.status);
  }

  /** Post a run and follow it; return false if it was left before the server answered. @param {Record<string, any>} puzzle @param {Plan} plan
   * @param {import("./types.js").Geometry} geometry @param {number[]} givens
   * @param {number|null} speed Iterations per second; null for full speed. @param {boolean} [paused] Start paused.
   * @returns {Promise<boolean>} */
  async start(puzzle, plan, geometry, givens, speed, paused = false) {
    await this.leave();
    const { turn } = this;
    const made = await postRun({
      ...puzzle, ...plan, speed, paused,
    });
    if (turn !== this.turn) {
      await drop(made);
      return false;
    }
    this.run = { id: made.id, token: made.token };
    // A quick run may have ended already: its last frame and its end still arrive through the socket.
    this.status = FINAL.has(made.status) ? "running" : made.status;
    this.position = made.position ?? 0;
    const race = plan.contenders.length > 1;
    this.contenders = plan.contenders.map((contender, k) => new ContenderView(k, contender.method, geometry, givens, race));
    for (const contender of this.contenders) contender.status = this.status;
    if (plan.steering.length) this.contenders[0].steered = true;
    this.curves = new Curves(this.contenders.length);
    byId("boards").dataset.contenders = String(this.contenders.length);
    byId("boards").replaceChildren(...this.contenders.map((contender) => contender.element), ...(isLarge(geometry.size) ? [heatLegend()] : []));
    this.parts.chart.show(this.curves, this.contenders.map((contender) => contender.method));
    this.live.subscribe(made.id, made.token);
    announce(this.status === "queued" ? `Waiting in the queue, position ${this.position}` : "The search has begun");
    this.#draw();
    this.parts.onstatus();
    return true;
  }

  /** Show frames of a replay. @param {(import("./types.js").Frame|null)[]} frames One frame per contender; null shows how the contender ended.
   * @param {string} words Text about the frames. */
  replay(frames, words) {
    this.contenders.forEach((contender, k) => { contender.past = frames[k]; });
    this.pastWords = words;
    this.#draw();
  }

  /** The server found a second solution of the puzzle. */
  foundAnother() {
    this.oneOfMany = true;
    this.parts.onstatus();
    this.#draw();
  }

  pause() {
    const kind = this.status === "paused" ? "resume" : "pause";
    if (this.live.withdraw(kind)) this.#tellLine(); // pressed twice while there was no connection
    else this.#command(kind);
  }

  step() {
    if (this.status !== "paused") this.#command("pause");
    this.#command("step", { count: 1, change: true });
  }

  /** @param {number|null} speed */
  setSpeed(speed) {
    this.#command("speed", { speed });
  }

  /** @param {number|null} temperature The temperature to hold; null returns to the schedule. */
  steer(temperature) {
    if (!this.run || !this.active || this.contenders.length > 1) return;
    this.contenders[0].steered = this.newSteering = true;
    this.#command("steer", { temperature });
    this.parts.onstatus();
  }

  cancel() {
    this.#command("cancel");
  }

  /** Send a command; without a connection it waits, and the banner says so. @param {string} type @param {Record<string, any>} [more] */
  #command(type, more = {}) {
    if (!this.run || !this.active) return;
    this.live.send({ type, run: this.run.id, ...more });
    if (this.lost) this.#tellLine();
  }

  /** Leave the run, so that another one can begin. */
  async leave() {
    this.turn++;
    this.pastWords = "";
    this.hint = "";
    this.oneOfMany = this.newSteering = false;
    const run = this.run;
    if (!run) return;
    this.#line(true, 0); // hide the banner: a lost connection only matters during a run
    this.live.unsubscribe(run.id);
    const active = this.active;
    this.run = null;
    this.status = "idle";
    if (active) await drop(run);
  }

  /** Remove from the page everything about the run that the visitor left. */
  clear() {
    this.contenders = [];
    this.curves = new Curves(1);
    this.message = "";
    this.parts.chart.show(this.curves, []);
    this.#paint();
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "error") return this.#refused(message);
    if (!this.run || message.run !== this.run.id) return;
    if (message.type === "frame" && this.contenders[message.contender]) this.contenders[message.contender].take(message);
    if (message.type === "curve") this.curves.add(message.contender, message.reset, message.points);
    if (message.type === "status") this.#enter(message);
    this.#draw();
  }

  /** @param {any} message A new status of a contender, or of the whole run. */
  #enter(message) {
    const whole = message.contender === null || message.contender === undefined;
    for (const contender of whole ? this.contenders : [this.contenders[message.contender]]) {
      if (contender && message.without_logic) contender.withoutLogic = true;
      if (contender && !(whole && contender.ended)) contender.setStatus(message.status, whole && this.contenders.length > 1 ? null : message.result, message.message ?? "");
    }
    const before = this.status;
    if (whole) [this.status, this.message] = [message.status, message.message ?? ""];
    else if (this.contenders.every((contender) => contender.ended)) this.status = this.contenders.some((l) => l.status === "solved") ? "solved" : this.contenders[0].status;
    if (whole && FINAL.has(message.status) && this.run) this.live.forget(this.run.id); // no more messages will come
    if (message.position !== undefined) this.position = message.position;
    if (message.status === "solved") for (const contender of this.contenders) this.#finish(contender);
    if (this.status !== before) announce(this.summary);
    this.parts.onstatus();
  }

  /** @param {{message: string, run?: string}} message The server's error about a message of this page. */
  #refused({ message: words, run }) {
    if (run && (run !== this.run?.id || !this.active)) return; // about a run that has ended or was left
    if (/no such run/.test(words)) {
      const message = "The server no longer has this run; start it again.";
      this.#enter({ contender: null, status: "error", message });
    } else announce(words);
  }

  /** Curves have points only now and then, so add the last step down to energy 0. @param {ContenderView} contender */
  #finish(contender) {
    const last = this.curves.contenders[contender.number].at(-1);
    if (contender.status !== "solved" || !contender.result || !last || last[3] === 0) return;
    const { iterations, seconds: time } = contender.result;
    this.curves.add(contender.number, false, [[Math.max(iterations, last[0]), Math.max(time, last[1]), 0, 0, last[4], last[5]]]);
  }

  /** The run in one sentence. */
  get summary() {
    if (this.status === "queued") return `Waiting in the queue${this.position ? `, position ${this.position}` : ""}.`;
    const told = this.contenders.map((contender) => {
      const f = contender.frame;
      if (!f) return `${contender.method}: ${contender.word}`;
      const how = contender.status === "solved" ? ` by ${f.active || contender.method}` : `, energy ${contender.energy}, best ${contender.best}`;
      return `${contender.method}: ${contender.word}${how}, ${iterations(f.iteration)}, ${seconds(f.seconds)}`;
    });
    return `${told.join("; ")}.`;
  }

  #draw() {
    if (this.dirty) return;
    this.dirty = requestAnimationFrame(() => {
      this.dirty = 0;
      this.#paint();
      this.parts.ondraw();
      if (this.status === "running") announceSometimes(() => this.summary);
    });
  }

  #paint() {
    const slow = this.parts.speed.slow || this.status === "paused";
    for (const contender of this.contenders) contender.draw(slow);
    if (this.active && this.contenders.length === 1) this.parts.handle.follow(this.contenders[0].frame?.temperature);
    this.#narrate(slow);
    this.parts.numbers(this.contenders.length === 1 ? this.contenders[0] : null);
    this.parts.chart.say(this.#withoutCurves());
    this.parts.chart.draw();
  }

  /** The text to show instead of the chart while there are no curves. */
  #withoutCurves() {
    if (!this.run) return this.contenders.length ? "" : "Press Start, and watch the energy fall.";
    if (!FINAL.has(this.status)) return this.curves.empty ? "The curves appear when the search begins." : "";
    if (this.curves.highest(ITERATION) > 0) return "";
    if (this.contenders.some((contender) => contender.byLogic)) return "Solved by logic: no search was needed.";
    return this.status === "unsolvable" ? "Logic proved that there is no solution." : "There was no search.";
  }

  /** Describe the last change, if the visitor can follow iterations one by one. @param {boolean} slow */
  #narrate(slow) {
    if (!this.run) return;
    const story = slow && this.contenders.length === 1 && this.active ? this.contenders[0].story : "";
    byId("story").textContent = this.active ? story : this.pastWords || this.hint;
    if (story && this.status === "paused" && story !== this.told && !this.quiet) announce(story);
    this.told = story;
  }

  /** @param {boolean} connected @param {number} wait */
  #line(connected, wait) {
    this.lost = connected ? 0 : wait;
    this.#tellLine();
  }

  #tellLine() {
    const { waiting } = this.live;
    const told = waiting ? ` ${COMMANDS[waiting]} when the connection is back.` : "";
    byId("banner").hidden = !this.lost;
    byId("banner").textContent = this.lost ? `The connection is lost. Trying again in ${Math.ceil(this.lost / 1000)} s …${told}` : "";
  }
}

/** The text for a command that waits for the connection. @type {Record<string, string>} */
const COMMANDS = {
  pause: "The search will pause", resume: "The search will resume", step: "The search will do one step", cancel: "The search will be cancelled",
  speed: "The speed will change", steer: "The temperature will change",
};

/** @param {{id: string, token: string}} run */
const drop = (run) => deleteRun(run).catch(() => undefined); // the run may have ended already
