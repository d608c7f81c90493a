/** The parameters of a method as a form, made from the server's description. Only changed values are stored. */

import { el, field, select } from "./dom.js";

/** @typedef {import("./types.js").Parameter} Parameter */

/**
 * @param {Parameter[]} parameters
 * @param {Record<string, any>} changed Read and written: the values that differ from the defaults.
 * @param {() => void} onchange
 */
export function parameterForm(parameters, changed, onchange) {
  const home = el("div", { class: "parameters" });

  function draw() {
    home.replaceChildren(...shownOf(parameters, changed).map((p) => control(p)));
  }

  /** @param {Parameter} p */
  function control(p) {
    const value = p.name in changed ? changed[p.name] : p.default;
    const node = p.type === "bool" ? toggle(value) : p.choices ? choice(p, value) : entry(p, value);
    const words = [p.help, rangeOf(p), `default ${shown(p.default)}`].filter(Boolean).join(" · ");
    const wrapped = field(p.name.replace(".", " · "), node, words);
    node.name = p.name;
    wrapped.classList.add("parameter");
    wrapped.classList.toggle("nested", p.name.includes("."));
    wrapped.classList.toggle("changed", p.name in changed);
    node.addEventListener("change", () => {
      const invalid = !node.checkValidity();
      node.setAttribute("aria-invalid", String(invalid));
      if (invalid) return;
      const next = read(p, node);
      if (next === p.default || (next === null && p.default === null)) delete changed[p.name];
      else changed[p.name] = next;
      wrapped.classList.toggle("changed", p.name in changed);
      if (p.choices) {
        // Another schedule has other parameters: drop the changed values of the old one.
        for (const name of Object.keys(changed)) if (name.startsWith(`${p.name}.`)) delete changed[name];
        draw();
        /** @type {HTMLElement|null} */ (home.querySelector(`[name="${p.name}"]`))?.focus();
      }
      onchange();
    });
    return wrapped;
  }

  draw();
  return Object.assign(home, { draw });
}

/** The parameters to show: those of the chosen schedule replace those of the default schedule.
 * @param {Parameter[]} parameters @param {Record<string, any>} changed @returns {Parameter[]} */
export function shownOf(parameters, changed) {
  const replaced = parameters.filter((p) => p.choices && p.name in changed && changed[p.name] !== p.default);
  const shown = [];
  for (const p of parameters) {
    if (replaced.some((r) => p.name.startsWith(`${r.name}.`))) continue;
    shown.push(p);
    if (replaced.includes(p)) shown.push(...(p.kinds?.[changed[p.name]] ?? []));
  }
  return shown;
}

/** @param {Parameter} p @param {any} value */
const choice = (p, value) => select((p.choices ?? []).map((c) => [c, c]), String(value));

/** @param {any} value */
const toggle = (value) => el("input", { type: "checkbox", checked: Boolean(value) });

/** @param {Parameter} p @param {any} value */
function entry(p, value) {
  if (p.type === "str") return el("input", { type: "text", value: value ?? "" });
  const node = el("input", {
    type: "number", step: p.type === "int" ? "1" : "any", value: value ?? "", placeholder: p.default === null ? "none" : "",
    inputMode: p.type === "int" ? "numeric" : "decimal", required: p.default !== null,
  });
  if (p.low !== null && p.low !== undefined) node.min = String(p.low);
  if (p.high !== null && p.high !== undefined) node.max = String(p.high);
  return node;
}

/** @param {Parameter} p @param {any} node */
function read(p, node) {
  if (p.type === "bool") return node.checked;
  if (p.choices || p.type === "str") return node.value;
  return node.value === "" ? null : Number(node.value);
}

/** @param {Parameter} p */
function rangeOf(p) {
  if (p.choices || p.type === "bool") return "";
  const low = p.low === null || p.low === undefined ? "" : `from ${p.low}`;
  const high = p.high === null || p.high === undefined ? "" : `to ${p.high}`;
  return `${low} ${high}`.trim();
}

/** @param {any} value */
const shown = (value) => (value === null ? "none" : value === true ? "on" : value === false ? "off" : String(value));
