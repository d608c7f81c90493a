/** Seeds have 63 bits, and a number in JavaScript holds 53: so they are kept as text. */

const LARGEST = 2n ** 63n - 1n;

/** What is written in the field for a seed, and in a link. @param {string} text */
export const isSeed = (text) => /^\d{1,19}$/.test(text) && BigInt(text) <= LARGEST;

/** Without zeros in front. @param {string} text Of a seed. */
export const plainSeed = (text) => String(BigInt(text));

/** @param {string} seed */
export const seedAfter = (seed) => (BigInt(seed) < LARGEST ? String(BigInt(seed) + 1n) : "0");

export const SEED_WORDS = `a whole number from 0 to ${LARGEST}`;
