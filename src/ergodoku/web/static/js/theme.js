/** Light and dark colours: they follow the system until the visitor chooses; the choice is kept. Prints are light. */

import { recall, remember } from "./memory.js";

const KEY = "ergodoku-theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const print = matchMedia("print");
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener Called when the colours have changed, also before the page is printed. */
export const onTheme = (listener) => listeners.add(listener);

export function toggleTheme() {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  remember(KEY, next);
  apply();
}

function apply() {
  const theme = recall(KEY) ?? (system.matches ? "dark" : "light");
  wear(theme);
  const button = document.getElementById("theme-button");
  if (button) button.textContent = theme === "dark" ? "Light" : "Dark"; // the button names the other theme
}

/** @param {string} theme */
function wear(theme) {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** @param {string} name A custom property, without the leading dashes. */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

system.addEventListener("change", apply);
print.addEventListener("change", () => (print.matches ? wear("light") : apply())); // canvases must be redrawn
window.addEventListener("beforeprint", () => wear("light"));
window.addEventListener("afterprint", apply);
apply();
