/** The podium of a race: the order of the contenders, in the colours of the chart. */

import { LETTERS } from "./curves.js";
import { byId, el } from "./dom.js";
import { iterations } from "./format.js";
import { outcome, ranked } from "./racestory.js";
import { contenderSwatch } from "./swatch.js";

/** @typedef {import("./contender.js").ContenderView} ContenderView */

/** @param {ContenderView[]} contenders The contenders of a finished race; an empty list hides the podium. */
export function showPodium(contenders) {
  const home = byId("podium");
  home.hidden = contenders.length === 0;
  const order = ranked(contenders);
  const slowest = Math.max(1e-9, ...order.map((contender) => (contender.status === "solved" ? contender.result?.seconds ?? 0 : 0)));
  home.replaceChildren(...order.map((contender, k) => {
    const solved = contender.status === "solved" && contender.result;
    const share = solved ? Math.max(0.02, contender.result.seconds / slowest) : 1;
    const bar = el("span", { class: "bar", "aria-hidden": "true" });
    bar.style.setProperty("--share", String(share));
    bar.style.setProperty("--ink", `var(--contender-${contender.number})`);
    return el("li", { class: solved ? "placed" : "unplaced" },
      el("span", { class: "place" }, solved ? String(k + 1) : "–"), contenderSwatch(contender.number),
      el("span", { class: "who" }, `${LETTERS[contender.number]} ${contender.method}`),
      bar, el("span", { class: "time" }, outcome(contender)),
      el("span", { class: "steps muted" }, iterations(contender.frame?.iteration)));
  }));
}
