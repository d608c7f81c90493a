/** The speed slider: from one iteration per second to full speed. */

import { byId } from "./dom.js";
import { compact } from "./format.js";
import { recall, remember } from "./memory.js";

const KEY = "ergodoku-speed";
/** @type {(number|null)[]} */
const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, null];
const FOLLOWED = 20; // iterations per second up to which the eye can follow single swaps
const QUIET = 150; // milliseconds without movement before a message is sent: the server accepts 20 per second
const FIRST = 14; // 50,000 per second: slow enough to watch

export class Speed {
  /** @param {(speed: number|null) => void} onchange */
  constructor(onchange) {
    this.onchange = onchange;
    this.slider = byId("speed");
    this.timer = 0;
    this.slider.max = String(SPEEDS.length - 1);
    const kept = Number(recall(KEY) ?? FIRST);
    this.slider.value = String(kept >= 0 && kept < SPEEDS.length ? kept : FIRST);
    this.slider.addEventListener("input", () => {
      this.#tell();
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => {
        remember(KEY, this.slider.value);
        onchange(this.value);
      }, QUIET);
    });
    this.#tell();
  }

  /** Iterations per second; null for full speed. @returns {number|null} */
  get value() {
    return SPEEDS[Number(this.slider.value)];
  }

  /** The slowest speed. */
  get slowest() {
    return SPEEDS[0];
  }

  /** Move the slider to a speed; the next visit starts with the visitor's last speed, not with this one. @param {number|null} speed */
  set(speed) {
    clearTimeout(this.timer);
    this.slider.value = String(Math.max(0, SPEEDS.indexOf(speed)));
    this.#tell();
    this.onchange(this.value);
  }

  get slow() {
    return this.value !== null && this.value <= FOLLOWED;
  }

  #tell() {
    const speed = this.value;
    const text = speed === null ? "full speed" : `${compact(speed)} ${speed === 1 ? "iteration" : "iterations"}/s`;
    byId("speed-label").textContent = text;
    this.slider.setAttribute("aria-valuetext", text.replace("/s", " per second"));
  }
}
