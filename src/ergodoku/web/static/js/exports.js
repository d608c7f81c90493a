/** Links to what can be taken away from a finished run. */

import { exportLink } from "./api.js";
import { LETTERS } from "./curves.js";
import { byId, el, select } from "./dom.js";

const KINDS = ["gif", "png", "csv", "json"];

/** @param {{id: string, token: string}|null} run @param {string[]} names Of the lanes; none hides the links. */
export function showExports(run, names) {
  const home = byId("exports");
  home.hidden = !run || names.length === 0;
  home.replaceChildren();
  if (!run || home.hidden) return;
  const links = KINDS.map((kind) => el("a", { download: `ergodoku.${kind}`, "data-kind": kind }, kind.toUpperCase()));
  const aim = (/** @type {number} */ lane) => links.forEach((a, k) => (a.href = exportLink(run, KINDS[k], lane)));
  aim(0);
  home.append(el("span", { class: "muted" }, "Export"));
  if (names.length > 1) {
    const pick = select(names.map((name, k) => [String(k), `${LETTERS[k]} ${name}`]), "0");
    pick.setAttribute("aria-label", "Which method to export");
    pick.addEventListener("change", () => aim(Number(pick.value)));
    home.append(pick);
  }
  home.append(...links);
}
