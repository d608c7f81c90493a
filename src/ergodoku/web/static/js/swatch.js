/** A sample of a line in its colour and dashes, for legends and headings. */

import { DASHES } from "./curves.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name The custom property with the colour. @param {number[]} dash @param {number} [width] */
export function swatch(name, dash, width = 2.5) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 32 14");
  svg.setAttribute("class", "swatch");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", "M1 7H31");
  line.setAttribute("fill", "none");
  line.setAttribute("stroke-width", String(width));
  if (dash.length) line.setAttribute("stroke-dasharray", dash.join(" "));
  line.style.stroke = `var(--${name})`;
  svg.append(line);
  return svg;
}

/** @param {number} contender */
export const contenderSwatch = (contender) => swatch(`contender-${contender}`, DASHES[contender], 3);
