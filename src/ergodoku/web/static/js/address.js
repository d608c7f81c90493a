/** The address of the page is a link to the current puzzle and plan. A damaged link stays in the address bar until the visitor changes something. */

import { toFragment } from "./link.js";

const TITLE = document.title;

export class Address {
  constructor() {
    this.name = ""; // the name of the puzzle, from a link or from the visitor
    this.kept = false; // true while a damaged link is read, so that it stays in the address bar
    this.written = ""; // the fragment that this page wrote; any other fragment is a link that was followed
  }

  /** Whether the visitor followed another link. */
  get followed() {
    return location.hash !== this.written;
  }

  /** @param {string} name */
  call(name) {
    this.name = name;
    document.title = name ? `${name} · Ergodoku` : TITLE;
  }

  /** Write the current puzzle and plan into the address. @param {import("./types.js").Geometry} geometry @param {number[]} givens @param {import("./types.js").Plan} plan */
  write(geometry, givens, plan) {
    if (!givens.length || this.kept) return;
    this.written = toFragment(geometry, givens, plan, this.words);
    history.replaceState(null, "", this.written);
  }

  /** The parts of a link besides the puzzle and the plan. @returns {Record<string, string>} */
  get words() {
    return this.name ? { name: this.name } : {};
  }
}
