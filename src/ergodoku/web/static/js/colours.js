/** Each contender has the colour of its method, which the server names. Dashes and letters tell two of the same method apart. */

/** Set the colours as the custom properties `--contender-0` and so on. @param {string[]} colours One for each contender. */
export function applyColours(colours) {
  colours.forEach((colour, k) => document.documentElement.style.setProperty(`--contender-${k}`, colour));
}
