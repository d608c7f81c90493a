/** The address of the page: a link to what is on it. A damaged link stays there until the visitor changes something. */

import { toFragment } from "./link.js";

const TITLE = document.title;

export class Address {
  constructor() {
    this.name = ""; // what the puzzle is called by a link, or by the visitor
    this.kept = false; // while a damaged link is read
    this.written = ""; // the fragment that we wrote ourselves, to tell it from a link that was followed
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

  /** Say what is on the page. @param {import("./types.js").Geometry} geometry @param {number[]} givens @param {import("./types.js").Plan} plan */
  write(geometry, givens, plan) {
    if (!givens.length || this.kept) return;
    this.written = toFragment(geometry, givens, plan, this.words);
    history.replaceState(null, "", this.written);
  }

  /** What a link says besides the puzzle and the plan. @returns {Record<string, string>} */
  get words() {
    return this.name ? { name: this.name } : {};
  }
}
