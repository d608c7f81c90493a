/** One colour per method, wherever it is shown; among several of the same kind the later ones take one that is free. */

const METHODS = ["annealing", "tabu", "genetic", "focused", "tempering", "ants", "probing", "evolution", "auto", "portfolio"];
const PALETTE = METHODS.map((name) => `method-${name}`);

/** Give each contender its colour, as the custom property `--contender-0` and so on. @param {string[]} methods Their names. */
export function assignColours(methods) {
  const taken = new Set(methods.map((method, k) => (methods.indexOf(method) === k ? `method-${method}` : "")));
  methods.forEach((method, k) => {
    const own = `method-${method}`;
    const first = PALETTE.includes(own) && methods.indexOf(method) === k;
    const chosen = first ? own : PALETTE.find((name) => !taken.has(name)) ?? PALETTE[k];
    taken.add(chosen);
    document.documentElement.style.setProperty(`--contender-${k}`, `var(--${chosen})`);
  });
}
