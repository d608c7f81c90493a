/** The dialog that gives a run away: its link, its card as PNG, its film, and the command that does the same. */

import { announce } from "./announce.js";
import { exportLink, fetchExport, Refusal } from "./api.js";
import { drawCard } from "./card.js";
import { byId, el } from "./dom.js";

/**
 * What there is to share.
 *
 * @typedef {{card: (name: string) => import("./card.js").Card, link: (extra: Record<string, string>) => string, note: string,
 *   command: string, run: {id: string, token: string}|null, contender: number, file: string, at: string, name: string}} Shared
 */

const SAID = 2500; // milliseconds for which a button says that it is done

export class ShareDialog {
  /** @param {() => Shared} shared Asked when the dialog opens. */
  constructor(shared) {
    this.shared = shared;
    /** @type {Shared|null} */
    this.now = null;
    this.dialog = byId("share");
    byId("share-button").addEventListener("click", () => this.open());
    byId("share-name").addEventListener("input", () => this.#draw());
    for (const id of ["share-play", "share-at"]) byId(id).addEventListener("change", () => this.#draw());
    byId("share-copy").addEventListener("click", () => this.#copy("share-copy", byId("share-link").value));
    byId("share-command-copy").addEventListener("click", () => this.#copy("share-command-copy", byId("share-command").textContent));
    byId("share-png").addEventListener("click", () => this.#take("share-png", async () => this.#png(), "png"));
    byId("share-gif").addEventListener("click", () => this.#take("share-gif", () => this.#gif(), "gif"));
    byId("share-send").addEventListener("click", () => this.#send());
  }

  open() {
    this.now = this.shared();
    const { run, at, name, note, command } = this.now;
    byId("share-name").value = name;
    byId("share-at-row").hidden = !at;
    byId("share-at").checked = Boolean(at);
    byId("share-note").textContent = note;
    byId("share-problem").hidden = true;
    byId("share-gif").hidden = !run;
    byId("share-send").hidden = !("canShare" in navigator);
    byId("share-command").textContent = command;
    this.#draw();
    this.dialog.showModal();
  }

  #draw() {
    if (!this.now) return;
    const card = this.now.card(this.#name);
    drawCard(byId("share-card"), card);
    byId("share-card").setAttribute("aria-label", `Card: ${[card.name, card.title, ...card.lines].join(", ")}`);
    /** @type {Record<string, string>} */
    const extra = {};
    if (this.#name !== this.now.name) extra.name = this.#name;
    if (byId("share-at").checked && this.now.at) extra.at = this.now.at;
    else if (byId("share-play").checked) extra.play = "1";
    byId("share-link").value = this.now.link(extra);
  }

  get #name() {
    return byId("share-name").value.trim() || (this.now?.name ?? "");
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

  /** Hand it to the system, where it has a way to share. */
  async #send() {
    const files = [new File([await this.#png()], `${this.now?.file}.png`, { type: "image/png" })];
    const words = { title: "Ergodoku", url: byId("share-link").value };
    const all = navigator.canShare?.({ ...words, files }) ? { ...words, files } : words;
    await navigator.share(all).catch(() => undefined); // it was called off
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
