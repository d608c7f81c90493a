/** The speed slider: from one iteration a second to as fast as it goes. */

import { byId } from "./dom.js";
import { compact } from "./format.js";
import { recall, remember } from "./memory.js";

const KEY = "ergodoku-speed";
/** @type {(number|null)[]} */
const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, null];
const FOLLOWED = 20; // iterations a second up to which the eye follows single swaps
const QUIET = 150; // milliseconds between messages while the slider is dragged: the server takes 20 a second
const FIRST = 14; // 50,000 a second: a search that can be watched

export class Speed {
  /** @param {(speed: number|null) => void} onchange */
  constructor(onchange) {
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

  /** Iterations a second; null is full speed. @returns {number|null} */
  get value() {
    return SPEEDS[Number(this.slider.value)];
  }

  /** The slowest there is. */
  get slowest() {
    return SPEEDS[0];
  }

  /** Go to a speed of the slider, as if somebody had. @param {number} speed */
  set(speed) {
    this.slider.value = String(Math.max(0, SPEEDS.indexOf(speed)));
    this.slider.dispatchEvent(new Event("input"));
  }

  get slow() {
    return this.value !== null && this.value <= FOLLOWED;
  }

  #tell() {
    const speed = this.value;
    const text = speed === null ? "full speed" : `${compact(speed)} ${speed === 1 ? "iteration" : "iterations"}/s`;
    byId("speed-label").textContent = text;
    this.slider.setAttribute("aria-valuetext", text.replace("/s", " a second"));
  }
}
