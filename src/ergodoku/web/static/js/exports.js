/** Links to the files that can be exported from a finished run. */

import { announce } from "./announce.js";
import { exportLink, fetchExport, Refusal } from "./api.js";
import { LETTERS } from "./curves.js";
import { byId, el, select } from "./dom.js";

let kinds = ["gif", "png", "csv", "json"];
let shown = "";

/** @param {string[]} offered The kinds of files that this server can make. */
export const offerExports = (offered) => { kinds = offered; };

/** @param {{id: string, token: string}|null} run
 * @param {string[]} names The names of the contenders; "" for one that has nothing to export.
 * @param {(words: string) => void} complain */
export function showExports(run, names, complain) {
  const home = byId("exports");
  const now = run ? [run.id, ...names].join() : "";
  if (now === shown) return; // redrawing would take the focus away from a link
  shown = now;
  const choices = names.map((name, k) => ({ name, k })).filter(({ name }) => name);
  home.hidden = !run || choices.length === 0;
  home.replaceChildren();
  if (!run || home.hidden) return;
  const links = kinds.map((kind) => el("a", { "data-kind": kind, onclick: (/** @type {Event} */ event) => {
    event.preventDefault();
    take(/** @type {HTMLAnchorElement} */ (event.currentTarget), kind).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
      complain(error.sentence);
    });
  } }, kind.toUpperCase()));
  const aim = (/** @type {string} */ contender) => links.forEach((a, k) => {
    a.href = exportLink(run, kinds[k], contender);
    a.download = `ergodoku-${contender === "all" ? "race" : names[Number(contender)]}.${kinds[k]}`;
  });
  home.append(el("span", { class: "muted" }, "Export"));
  if (names.length > 1) {
    const pick = select([["all", "the race"], ...choices.map(({ name, k }) => /** @type {[string, string]} */ ([String(k), `${LETTERS[k]} ${name}`]))], "all");
    pick.setAttribute("aria-label", "What to export: the race, or one method");
    pick.addEventListener("change", () => aim(pick.value));
    home.append(pick);
  }
  aim(names.length > 1 ? "all" : String(choices[0].k));
  home.append(...links);
}

/** Download a file and announce it: making a picture takes time, and the server may be busy with another one.
 * @param {HTMLAnchorElement} link @param {string} kind */
async function take(link, kind) {
  if (link.getAttribute("aria-busy") === "true") return;
  link.setAttribute("aria-busy", "true");
  announce(`Making the ${kind.toUpperCase()}`);
  try {
    const url = URL.createObjectURL(await fetchExport(link.href));
    el("a", { href: url, download: link.download }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } finally {
    link.removeAttribute("aria-busy");
  }
}
