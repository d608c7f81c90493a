/** Create an element. `class`, `for`, `role`, `list`, `aria-*` and `data-*` become attributes, `on...` become listeners, and all others become properties. */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node|string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (/^(class|for|role|list|aria-.*|data-.*)$/.test(name)) node.setAttribute(name, String(value));
    else /** @type {any} */ (node)[name] = value;
  }
  node.append(...children);
  return node;
}

/** @param {string} id @returns {any} */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`no element ${id}`);
  return node;
}

let count = 0;

/** A label with its control, and a line of help that screen readers read with the control.
 * @param {string} text @param {any} control @param {string} [help] */
export function field(text, control, help = "") {
  control.id ||= `field-${++count}`;
  const parts = [el("label", { for: control.id }, text), control];
  if (help) {
    parts.push(el("p", { class: "help", id: `${control.id}-help` }, help));
    control.setAttribute("aria-describedby", `${control.id}-help`);
  }
  return el("div", { class: "field" }, ...parts);
}

/** @param {[string, string][]} options @param {string} chosen */
export function select(options, chosen) {
  const node = el("select");
  for (const [value, text] of options) node.append(el("option", { value, selected: value === chosen }, text));
  return node;
}

/** A row of buttons, exactly one of which is pressed.
 * @param {string} label @param {[string, string][]} options @param {string} chosen
 * @param {(value: string) => void} onpick */
export function segmented(label, options, chosen, onpick) {
  const group = el("div", { class: "segmented", role: "group", "aria-label": label });
  const press = (/** @type {string} */ value) => {
    for (const b of group.children) b.setAttribute("aria-pressed", String(b.getAttribute("data-value") === value));
  };
  for (const [value, text] of options) {
    group.append(el("button", { type: "button", "data-value": value, onclick: () => { press(value); onpick(value); } }, text));
  }
  press(chosen);
  return Object.assign(group, { press });
}
