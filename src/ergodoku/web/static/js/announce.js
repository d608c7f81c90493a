/** Texts for screen readers: changes are announced at once, running values at most every few seconds. */

import { byId } from "./dom.js";

const PAUSE = 6000;
let last = 0;

/** @param {string} text */
export function announce(text) {
  byId("announcer").textContent = text;
  last = performance.now();
}

/** @param {() => string} describe Called only when it is time to announce. */
export function announceSometimes(describe) {
  if (performance.now() - last >= PAUSE) announce(describe());
}
