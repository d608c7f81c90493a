/** Settings that the browser keeps for the next visit. Storage may be forbidden; the page works without it. */

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is forbidden or full: the setting is lost.
  }
}

/** @param {string} key @returns {string|null} */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
