/** Light and dark: as the system has it, unless the visitor chose; the choice is remembered. */

import { recall, remember } from "./memory.js";

const KEY = "ergodoku-theme";
const system = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener Called when the colours have changed. */
export const onTheme = (listener) => listeners.add(listener);

export function toggleTheme() {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  remember(KEY, next);
  apply();
}

function apply() {
  const theme = recall(KEY) ?? (system.matches ? "dark" : "light");
  document.documentElement.dataset.theme = theme;
  const button = document.getElementById("theme-button");
  if (button) button.textContent = theme === "dark" ? "Light" : "Dark"; // what a press gives
  for (const listener of listeners) listener();
}

/** @param {string} name Of a custom property, without dashes. */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

system.addEventListener("change", apply);
apply();
