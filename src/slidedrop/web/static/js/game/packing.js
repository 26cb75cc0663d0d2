/**
 * Whole numbers as few bytes, for codes in links.
 *
 *     number   300     AC 02                  seven bits a byte, the lowest first; the high bit says that more follow
 *     signed    -1     FF FF FF FF FF FF FF FF    always eight bytes
 *     choices  0 3 2   03 38                  how many there are, then each in a few bits: 00 11 10 and zeros
 */
import { NotationError } from "./errors.js";
import { t } from "../language.js";

/** Bytes being written, one value after the other. */
export class Packing {
  /** @type {number[]} */
  bytes = [];

  /** @param {number} value - a whole number from 0 to 2^53 - 1 */
  number(value) {
    if (!Number.isSafeInteger(value) || value < 0) throw new NotationError(t("error.code large"));
    for (; value > 0x7f; value = Math.floor(value / 128)) this.bytes.push((value % 128) + 128);
    this.bytes.push(value);
  }

  /** @param {bigint} value - a signed number of 64 bits */
  signed(value) {
    for (let shift = 56n; shift >= 0n; shift -= 8n) this.bytes.push(Number((value >> shift) & 0xffn));
  }

  /** @param {number[]} values @param {number} bits - how many each takes */
  choices(values, bits) {
    this.number(values.length);
    const digits = values.map((value) => value.toString(2).padStart(bits, "0")).join("");
    for (const byte of digits.match(/.{1,8}/g) ?? []) this.bytes.push(parseInt(byte.padEnd(8, "0"), 2));
  }
}

/** The same bytes being read in the same order. */
export class Unpacking {
  /** @param {Uint8Array} content */
  constructor(content) {
    this.content = content;
    this.place = 0;
  }

  /** How many bytes have not been read yet. */
  get rest() {
    return this.content.length - this.place;
  }

  /** @returns {number} */
  number() {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const [byte] = this.#take(1);
      value += (byte & 0x7f) * factor;
      if (value > Number.MAX_SAFE_INTEGER) throw new NotationError(t("error.code large"));
      if (byte < 0x80) return value;
    }
  }

  /** @returns {bigint} */
  signed() {
    const value = this.#take(8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    return BigInt.asIntN(64, value);
  }

  /** @param {number} bits @returns {number[]} */
  choices(bits) {
    const count = this.number();
    const digits = this.#take(Math.ceil((count * bits) / 8)).map((byte) => byte.toString(2).padStart(8, "0")).join("");
    return Array.from({ length: count }, (_, index) => parseInt(digits.slice(index * bits, (index + 1) * bits), 2));
  }

  /** @param {number} count */
  #take(count) {
    if (count > this.rest) throw new NotationError(t("error.code strange"));
    this.place += count;
    return [...this.content.subarray(this.place - count, this.place)];
  }
}
