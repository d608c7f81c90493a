/** The dialog to share a run: its link, its card as PNG, its film, and the command that does the same as the page. */

import { announce } from "./announce.js";
import { exportLink, fetchExport, Refusal } from "./api.js";
import { drawCard } from "./card.js";
import { byId, el } from "./dom.js";

/**
 * Everything that can be shared.
 *
 * @typedef {{card: (name: string) => import("./card.js").Card, link: (extra: Record<string, string>) => string, note: string,
 *   command: string, run: {id: string, token: string}|null, ended: boolean, unsteered: boolean, contender: string, file: string, at: string, name: string, plain: string}} Shared
 *   ended: whether the run has ended; unsteered: whether the link leaves out temperature changes, because the run is not over; plain: the text that replaces a missing name
 */

const UNSTEERED = "Your temperature changes become part of the link and the command when the search has ended.";
const SAID = 2500; // milliseconds for which a button shows that it has done its work

export class ShareDialog {
  /** @param {() => Shared} shared Called when the dialog opens, and while it follows a run. @param {(name: string) => void} onname Called with the new name of the puzzle. */
  constructor(shared, onname) {
    this.shared = shared;
    this.onname = onname;
    /** @type {Shared|null} */
    this.now = null;
    this.dialog = byId("share");
    byId("share-button").addEventListener("click", () => this.open());
    byId("copy-link").addEventListener("click", () => this.#copyLink());
    byId("share-name").addEventListener("input", () => this.#draw());
    byId("share-name").addEventListener("change", () => this.onname(this.#name === this.now?.plain ? "" : this.#name));
    for (const id of ["share-play", "share-at"]) byId(id).addEventListener("change", () => this.#draw());
    byId("share-copy").addEventListener("click", () => this.#copy("share-copy", byId("share-link").value));
    byId("share-command-copy").addEventListener("click", () => this.#copy("share-command-copy", byId("share-command").textContent));
    byId("share-png").addEventListener("click", () => this.#take("share-png", async () => this.#png(), "png"));
    byId("share-gif").addEventListener("click", () => this.#take("share-gif", () => this.#gif(), "gif"));
    byId("share-send").addEventListener("click", () => this.#send());
  }

  open() {
    this.now = this.shared();
    const { at, name } = this.now;
    byId("share-name").value = name;
    byId("share-at").checked = Boolean(at);
    byId("share-problem").hidden = true;
    byId("share-send").hidden = !("canShare" in navigator);
    this.#show();
    this.dialog.showModal();
  }

  /** Follow the run until it ends. After that, the dialog keeps the position of the replay at which it was opened. */
  refresh() {
    if (!this.dialog.open || this.now?.ended) return;
    this.now = this.shared();
    this.#show();
  }

  #show() {
    if (!this.now) return;
    const { run, at, command, note, unsteered } = this.now;
    byId("share-note").textContent = unsteered ? `${note} ${UNSTEERED}`.trim() : note;
    byId("share-at-row").hidden = !at;
    byId("share-gif").hidden = !run;
    if (byId("share-command").textContent !== command) byId("share-command").textContent = command; // setting the same text again would undo a selection
    this.#draw();
  }

  #draw() {
    if (!this.now) return;
    const card = this.now.card(this.#name);
    drawCard(byId("share-card"), card);
    byId("share-card").setAttribute("aria-label", `Card: ${[card.name, card.title, ...card.lines].join(", ")}`);
    const extra = named(this.#name, this.now);
    if (byId("share-at").checked && this.now.at) extra.at = this.now.at;
    else if (byId("share-play").checked) extra.play = "1";
    byId("share-link").value = this.now.link(extra);
  }

  get #name() {
    return byId("share-name").value.trim() || (this.now?.plain ?? "");
  }

  /** Copy the link without opening the dialog. */
  async #copyLink() {
    const now = this.shared();
    try {
      await navigator.clipboard.writeText(now.link(named(now.name, now)));
      const without = now.note ? " without the puzzle, which is too large" : now.unsteered ? " without your temperature changes: first end the search" : "";
      this.#say("copy-link", `Link copied${without}`);
    } catch {
      this.#say("copy-link", "Copy the link from the address bar"); // a page can use the clipboard only with https or on localhost
    }
  }

  /** @param {string} id @param {string} text */
  async #copy(id, text) {
    try {
      await navigator.clipboard.writeText(text);
      this.#say(id, "Copied");
    } catch {
      this.#complain("This browser does not let the page copy. Select the text and copy it yourself.");
    }
  }

  /** @param {string} id @param {() => Promise<Blob>} make @param {string} kind */
  async #take(id, make, kind) {
    const button = byId(id);
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    announce(`Making the ${kind.toUpperCase()}`);
    try {
      const url = URL.createObjectURL(await make());
      el("a", { href: url, download: `${this.now?.file}.${kind}` }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
      this.#say(id, "Saved");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#complain(error.sentence);
    } finally {
      button.removeAttribute("aria-busy");
    }
  }

  /** @returns {Promise<Blob>} */
  #png() {
    return new Promise((resolve, reject) => byId("share-card").toBlob((/** @type {Blob|null} */ blob) => (blob ? resolve(blob) : reject(new Refusal("the picture could not be made")))));
  }

  #gif() {
    const { run, contender } = /** @type {Shared} */ (this.now);
    if (!run) throw new Refusal("there is no run to film");
    return fetchExport(`${exportLink(run, "gif", contender)}&name=${encodeURIComponent(this.#name)}`);
  }

  /** Share with the dialog of the operating system. */
  async #send() {
    const files = [new File([await this.#png()], `${this.now?.file}.png`, { type: "image/png" })];
    const words = { title: "Ergodoku", url: byId("share-link").value };
    const all = navigator.canShare?.({ ...words, files }) ? { ...words, files } : words;
    await navigator.share(all).catch(() => undefined); // the visitor closed the system's dialog
  }

  /** @param {string} words */
  #complain(words) {
    byId("share-problem").textContent = words;
    byId("share-problem").hidden = false;
  }

  /** @param {string} id @param {string} words */
  #say(id, words) {
    const button = byId(id);
    button.dataset.words ??= button.textContent;
    button.textContent = words;
    announce(words);
    setTimeout(() => (button.textContent = button.dataset.words), SAID);
  }
}

/** The name as a part of the link; empty if the puzzle has no name. @param {string} name @param {Shared} shared @returns {Record<string, string>} */
const named = (name, shared) => (name === shared.plain ? {} : { name });
