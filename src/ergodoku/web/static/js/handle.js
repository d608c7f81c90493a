/** The temperature slider: drag it while a search runs, and see the board freeze and melt. */

import { announce } from "./announce.js";
import { byId } from "./dom.js";
import { temperature as words } from "./format.js";

const MIDDLE = 50; // slider position of the temperature at the start of the search
const DECADES = 1.5; // powers of ten from the middle to either end
const QUIET = 120; // milliseconds without movement before a message is sent

export class TemperatureHandle {
  /** @param {(temperature: number|null) => void} onsteer */
  constructor(onsteer) {
    this.onsteer = onsteer;
    this.slider = byId("steer-slider");
    this.label = byId("steer-label");
    this.reference = 0; // the temperature at the start of the search
    /** @type {number|null} */
    this.held = null;
    this.timer = 0;
    this.slider.addEventListener("input", () => this.hold(this.#temperature(Number(this.slider.value))));
    byId("steer-release").addEventListener("click", () => this.release());
  }

  /** Reset for another run. @param {boolean} steerable Whether its method has a temperature to hold. */
  begin(steerable) {
    this.reference = 0;
    this.held = null;
    clearTimeout(this.timer);
    byId("steer").hidden = !steerable;
    byId("steer-release").hidden = true;
    this.slider.value = String(MIDDLE);
    this.#tell("–");
  }

  /** Show the temperature of a search, unless the visitor holds it. @param {number|null|undefined} now */
  follow(now) {
    if (now === null || now === undefined || !(now > 0)) return;
    this.reference ||= now;
    if (this.held !== null) return;
    this.slider.value = String(Math.round(MIDDLE + (MIDDLE / DECADES) * Math.log10(now / this.reference)));
    this.#tell(words(now));
  }

  /** @param {number} temperature */
  hold(temperature) {
    if (!this.reference) return;
    this.held = Number(temperature.toPrecision(4));
    byId("steer-release").hidden = false;
    this.slider.value = String(Math.round(MIDDLE + (MIDDLE / DECADES) * Math.log10(temperature / this.reference)));
    this.#tell(words(this.held), ", held by hand");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.onsteer(this.held), QUIET);
  }

  /** Hold this multiple of the starting temperature. @param {number} factor */
  holdAt(factor) {
    this.hold(this.reference * factor);
  }

  /** Return to the schedule. */
  release() {
    clearTimeout(this.timer);
    this.held = null;
    if (document.activeElement === byId("steer-release")) this.slider.focus();
    byId("steer-release").hidden = true;
    announce("The temperature follows the schedule again");
    this.onsteer(null);
  }

  /** @param {number} place */
  #temperature(place) {
    return this.reference * 10 ** (((place - MIDDLE) / MIDDLE) * DECADES);
  }

  /** @param {string} text @param {string} [more] Additional text for screen readers. */
  #tell(text, more = "") {
    this.label.textContent = text;
    this.slider.setAttribute("aria-valuetext", `temperature ${text}${more}`);
  }
}
