/** Each contender has the colour of its method, which the server sends. Dashes and letters distinguish contenders with the same method. */

/** Set the colours as the custom properties `--contender-0` and so on. @param {string[]} colours One colour per contender. */
export function applyColours(colours) {
  colours.forEach((colour, k) => document.documentElement.style.setProperty(`--contender-${k}`, colour));
}
