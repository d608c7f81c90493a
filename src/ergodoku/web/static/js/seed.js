/** Seeds have 63 bits, but a JavaScript number holds only 53, so seeds are kept as text. */

const LARGEST = 2n ** 63n - 1n;

/** Whether a text from the seed field or from a link is a valid seed. @param {string} text */
export const isSeed = (text) => /^\d{1,19}$/.test(text) && BigInt(text) <= LARGEST;

/** A seed without leading zeros. @param {string} text */
export const plainSeed = (text) => String(BigInt(text));

/** @param {string} seed */
export const seedAfter = (seed) => (BigInt(seed) < LARGEST ? String(BigInt(seed) + 1n) : "0");

export const SEED_WORDS = `a whole number from 0 to ${LARGEST}`;
