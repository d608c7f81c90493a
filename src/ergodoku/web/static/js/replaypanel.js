/** The controls of a replay: a slider, single steps, and playback at any speed. The boards, the readings and the chart follow. */

import { announce } from "./announce.js";
import { getReplay, Refusal } from "./api.js";
import { ITERATION } from "./curves.js";
import { byId } from "./dom.js";
import { count, seconds } from "./format.js";
import { Film, Replay } from "./replay.js";

/** @typedef {import("./runner.js").Runner} Runner */

const WHOLE = 10; // duration of a replay at speed 1, in seconds
const TRIES = 20; // maximum number of requests to a busy server
const PATIENCE = 1500; // milliseconds between two requests

export class ReplayPanel {
  /** @param {Runner} runner */
  constructor(runner) {
    this.runner = runner;
    /** @type {Replay|null} */
    this.replay = null;
    this.place = 0;
    this.exact = 0; // the position while the replay plays, with a fraction between two boards
    this.playing = 0; // the id of the requested animation frame; 0 if the replay is not playing
    this.asked = ""; // the run whose boards were requested
    this.slider = byId("replay-slider");
    this.slider.addEventListener("input", () => { this.stop(); this.show(Number(this.slider.value)); });
    byId("replay-play").addEventListener("click", () => this.toggle());
    byId("replay-back").addEventListener("click", () => this.step(-1));
    byId("replay-forth").addEventListener("click", () => this.step(1));
  }

  /** Fetch the boards of the finished run, once. @param {string} at The first position to show, from a link; "" for the end. */
  async load(at = "") {
    const { run, contenders, curves } = this.runner;
    if (!run || this.asked === run.id) return;
    this.asked = run.id;
    byId("replay").hidden = true;
    const films = [];
    for (const contender of contenders) {
      const film = contender.result?.iterations > 0 ? await this.#film(run, contender.number) : null;
      if (this.runner.run !== run) return; // another run was started
      films.push(film);
    }
    const replay = new Replay(films, curves);
    if (replay.length < 2) return;
    this.replay = replay;
    this.slider.max = String(replay.length - 1);
    byId("replay").hidden = false;
    this.runner.parts.chart.letSeek((x, against) => this.seek(x, against));
    this.show(at === "" ? replay.length - 1 : replay.placeOf(Number(at)), at !== "");
  }

  /** Forget the boards. */
  clear() {
    this.stop();
    this.replay = null;
    this.asked = "";
    this.runner.parts.chart.letSeek(null);
    byId("replay").hidden = true;
  }

  /** The current position, for a link; "" at the end. */
  get at() {
    if (!this.replay || this.place === this.replay.length - 1) return "";
    return String(Number(this.replay.times[this.place].toPrecision(6)));
  }

  /** Show the position nearest to a point on the chart's axis. @param {number} x @param {"iterations"|"seconds"} against */
  seek(x, against) {
    if (!this.replay) return;
    this.stop();
    const own = this.replay.column === ITERATION ? "iterations" : "seconds";
    this.show(this.replay.placeOf(own === against ? x : this.#convert(x, against)));
  }

  /** @param {number} by */
  step(by) {
    if (!this.replay) return;
    this.stop();
    this.show(Math.max(0, Math.min(this.replay.length - 1, this.place + by)), true);
  }

  toggle() {
    if (this.playing) return this.stop();
    if (!this.replay) return;
    if (this.place === this.replay.length - 1) this.show(0);
    this.exact = this.place;
    let before = performance.now();
    const go = (/** @type {number} */ now) => {
      if (!this.replay) return;
      const last = this.replay.length - 1;
      const speed = Number(byId("replay-speed").value);
      this.exact = Math.min(last, this.exact + (((now - before) / 1000) * speed * last) / WHOLE);
      before = now;
      this.playing = this.exact < last ? requestAnimationFrame(go) : 0;
      this.show(Math.floor(this.exact));
      if (!this.playing) this.#label();
    };
    this.playing = requestAnimationFrame(go);
    this.#label();
  }

  stop() {
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    this.#label();
  }

  /** @param {number} place @param {boolean} [tell] Whether to announce the position to screen readers. */
  show(place, tell = false) {
    const { replay } = this;
    if (!replay) return;
    this.place = place;
    this.slider.value = String(place);
    const end = place === replay.length - 1;
    const words = end ? "The end." : this.#words(replay);
    this.runner.replay(replay.films.map((_, k) => replay.frame(k, place)), end ? "" : words);
    this.runner.parts.chart.mark(end ? null : replay.times[place], replay.column);
    this.slider.setAttribute("aria-valuetext", words);
    if (tell) announce(end ? this.runner.summary : words);
  }

  /** @param {Replay} replay */
  #words(replay) {
    const { place } = this;
    if (replay.column !== ITERATION) return `After ${seconds(replay.times[place])} of ${seconds(replay.times[replay.length - 1])} of search.`;
    const film = replay.films[0];
    return `Iteration ${count(replay.times[place])}: energy ${film?.energies[place]}, best ${film?.best[place]}.`;
  }

  #label() {
    const button = byId("replay-play");
    button.textContent = this.playing ? "❚❚" : "▶";
    button.setAttribute("aria-label", this.playing ? "Pause the replay" : "Play the replay");
  }

  /** Convert a point on the chart's axis to the axis of the replay. @param {number} x @param {"iterations"|"seconds"} against */
  #convert(x, against) {
    const point = this.runner.curves.at(0, against === "seconds" ? 1 : 0, x);
    return point ? point[against === "seconds" ? 0 : 1] : 0;
  }

  /** Request a film, again and again while the server is busy. @param {{id: string, token: string}} run @param {number} contender */
  async #film(run, contender) {
    for (let tries = 0; tries < TRIES && this.runner.run === run; tries++) {
      try {
        return new Film(await getReplay(run, contender));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.status !== 503) return null;
        await new Promise((resolve) => setTimeout(resolve, PATIENCE));
      }
    }
    return null;
  }
}
