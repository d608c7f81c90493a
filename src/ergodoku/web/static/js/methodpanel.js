/** The form for the methods of a run, their parameters, the seed and the limits. */

import { applyColours } from "./colours.js";
import { LETTERS } from "./curves.js";
import { el, field, select } from "./dom.js";
import { parameterForm } from "./form.js";
import { isSeed, plainSeed, SEED_WORDS } from "./seed.js";
import { contenderSwatch } from "./swatch.js";

/** @typedef {import("./types.js").Method} Method */
/** @typedef {import("./types.js").Plan} Plan */

const RIVALS = ["annealing", "genetic", "focused", "tabu", "tempering", "ants"];

export class MethodPanel {
  /** @param {HTMLElement} home @param {Method[]} methods @param {{seconds: number, contenders?: number}} limits
   * @param {Plan} plan @param {() => void} onchange */
  constructor(home, methods, limits, plan, onchange) {
    this.methods = methods;
    this.limits = limits;
    this.plan = plan;
    this.onchange = onchange;
    this.contenders = el("div", { class: "contender-forms" });
    this.add = el("button", { type: "button", onclick: () => this.#addContender() }, "Race another method");
    this.seed = el("input", { type: "text", required: true, inputMode: "numeric", autocomplete: "off" });
    this.limit = el("input", { type: "number", min: "0.1", max: String(limits.seconds), step: "any", required: true, inputMode: "decimal" });
    this.until = select([["first", "the first solves it"], ["all", "all have ended"]], plan.until);
    this.untilField = field("Race until", this.until);
    this.untilField.classList.add("whole");
    this.watchable = el("input", { type: "checkbox", id: "watchable" });
    home.append(
      el("h2", {}, "Method"),
      this.contenders,
      el("div", { class: "actions" }, this.add),
      el(
        "div",
        { class: "row" },
        field("Seed", this.seed, "The same seed gives the same walk."),
        field("Time limit, seconds", this.limit, `At most ${limits.seconds}.`),
        this.untilField,
      ),
      el("div", { class: "check" }, this.watchable,
        el("label", { for: "watchable" }, "Leave out logic if it alone would solve the puzzle, so that there is a search to watch")),
    );
    this.seed.addEventListener("input", () => this.seed.setCustomValidity(isSeed(this.seed.value.trim()) ? "" : `Please enter ${SEED_WORDS}.`));
    this.seed.addEventListener("change", () => this.#read());
    this.limit.addEventListener("change", () => this.#read());
    this.until.addEventListener("change", () => this.#read());
    this.watchable.addEventListener("change", () => this.#read());
    this.draw();
  }

  /** The first control with an invalid value. @returns {any} */
  get invalid() {
    return [this.seed, this.limit, ...this.contenders.querySelectorAll("input")].find((node) => !node.checkValidity());
  }

  /** @param {string} name @returns {Method} */
  method(name) {
    return this.methods.find((m) => m.name === name) ?? this.methods[0];
  }

  draw() {
    this.seed.value = this.plan.seed;
    this.seed.setCustomValidity("");
    this.plan.time_limit = Math.min(this.plan.time_limit, this.limits.seconds); // so that links and commands contain the value shown
    this.limit.value = String(this.plan.time_limit);
    this.until.value = this.plan.until;
    this.watchable.checked = this.plan.watchable;
    this.untilField.hidden = this.plan.contenders.length < 2;
    this.add.hidden = this.plan.contenders.length >= (this.limits.contenders ?? 6);
    applyColours(this.plan.contenders.map((contender) => this.method(contender.method).colour));
    this.contenders.replaceChildren(...this.plan.contenders.map((_, k) => this.#contender(k)));
  }

  /** @param {number} k */
  #contender(k) {
    const contender = this.plan.contenders[k];
    const alone = this.plan.contenders.length === 1;
    const method = this.method(contender.method);
    const pick = select(this.methods.map((m) => [m.name, m.name]), contender.method);
    pick.setAttribute("aria-label", alone ? "Method" : `Method ${LETTERS[k]}`);
    pick.dataset.contender = String(k);
    pick.addEventListener("change", () => {
      this.plan.contenders[k] = { method: pick.value, parameters: {} };
      this.#changed(`select[data-contender="${k}"]`);
    });
    const remove = el("button", {
      type: "button", class: "quiet", "aria-label": `Remove method ${LETTERS[k]}`, title: "Remove",
      onclick: () => { this.plan.contenders.splice(k, 1); this.#changed(`select[data-contender="${Math.max(0, k - 1)}"]`); },
    }, "×");
    const row = alone
      ? el("div", { class: "contender-pick alone" }, pick)
      : el("div", { class: "contender-pick" }, el("span", { class: "contender-letter" }, LETTERS[k], " ", contenderSwatch(k)), pick, remove);
    const about = alone ? [el("p", { class: "help" }, method.summary)] : []; // with several methods, the list must stay short
    return el("div", { class: "contender-form" }, row, ...about, this.#parameters(k, method));
  }

  /** @param {number} k @param {Method} method */
  #parameters(k, method) {
    const contender = this.plan.contenders[k];
    if (!method.parameters.length) return el("p", { class: "help" }, "This method has no parameters.");
    const title = el("summary");
    const tell = () => {
      const n = Object.keys(contender.parameters).length;
      title.textContent = n ? `Parameters (${n} changed)` : "Parameters";
      reset.disabled = n === 0;
    };
    const reset = el("button", { type: "button", onclick: () => {
      for (const name of Object.keys(contender.parameters)) delete contender.parameters[name];
      form.draw();
      tell();
      this.onchange();
    } }, "Reset to defaults");
    const form = parameterForm(method.parameters, contender.parameters, () => { tell(); this.onchange(); });
    tell();
    const details = el("details", {}, title, el("div", { class: "inside" }, form, el("div", { class: "actions" }, reset)));
    if (this.plan.contenders.length > 1) details.name = "parameters"; // only one of these sections is open at a time
    else details.open = Object.keys(contender.parameters).length > 0;
    return details;
  }

  #addContender() {
    const taken = this.plan.contenders.map((contender) => contender.method);
    const next = [...RIVALS, ...this.methods.map((m) => m.name)].find(
      (name) => !taken.includes(name) && this.methods.some((m) => m.name === name),
    );
    this.plan.contenders.push({ method: next ?? this.methods[0].name, parameters: {} });
    this.#changed(`select[data-contender="${this.plan.contenders.length - 1}"]`);
  }

  /** @param {string} focus The control that gets the focus after the form is redrawn. */
  #changed(focus) {
    this.draw();
    /** @type {HTMLElement|null} */ (this.contenders.querySelector(focus))?.focus();
    this.onchange();
  }

  #read() {
    if (this.seed.checkValidity()) this.plan.seed = plainSeed(this.seed.value.trim());
    if (this.limit.checkValidity()) this.plan.time_limit = Number(this.limit.value);
    this.plan.until = this.until.value === "all" ? "all" : "first";
    this.plan.watchable = this.watchable.checked;
    this.onchange();
  }
}
