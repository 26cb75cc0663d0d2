/**
 * java.util.Random, bit for bit: a linear congruential generator of 48 bits.
 *
 *     state := (state * 0x5DEECE66D + 0xB) mod 2^48        next(bits) = the upper bits of the state
 *
 * A seed is a signed 64-bit number, so it is a BigInt here and decimal text in JSON.
 */
import { NotationError, check, shown } from "./errors.js";
import { t } from "../language.js";

const MULTIPLIER = 0x5DEECE66Dn;
const INCREMENT = 0xBn;
const LARGEST_SEED = (1n << 63n) - 1n;

/** The generator of java.util.Random. */
export class JavaRandom {
  /** @param {bigint} seed */
  constructor(seed) {
    /** The 48 bits from which everything to come follows; setting it back draws the same numbers again. */
    this.state = BigInt.asUintN(48, seed ^ MULTIPLIER);
  }

  /** @param {number} bound @returns {number} from 0 to bound - 1 */
  nextInt(bound) {
    if ((bound & (bound - 1)) === 0) return Math.floor(this.#next31() / (2 ** 31 / bound));
    return this.#below(bound);
  }

  /** Draw until the number falls in the largest multiple of the bound, so that no remainder is favoured. @param {number} bound */
  #below(bound) {
    for (;;) {
      const bits = this.#next31();
      const value = bits % bound;
      if (bits - value + bound - 1 < 2 ** 31) return value;
    }
  }

  #next31() {
    this.state = BigInt.asUintN(48, this.state * MULTIPLIER + INCREMENT);
    return Number(this.state >> 17n);
  }
}

/** @param {unknown} text - a seed as people and records write it @returns {bigint} */
export function readSeed(text) {
  const seed = typeof text === "string" && /^-?\d{1,19}$/.test(text) ? BigInt(text) : null;
  const lawful = seed !== null && seed <= LARGEST_SEED && seed >= -LARGEST_SEED - 1n;
  check(lawful, t("error.seed", { least: -LARGEST_SEED - 1n, most: LARGEST_SEED, seed: shown(text) }), NotationError);
  return /** @type {bigint} */ (seed);
}

/** @returns {bigint} an unpredictable seed */
export function freshSeed() {
  return crypto.getRandomValues(new BigInt64Array(1))[0];
}
