/** SHA-256 in a few lines: the browser's own version works only over https. */

const PRIMES = primes(64);
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {string} text @returns {Uint8Array} the 32 bytes of its hash */
export function sha256(text) {
  const bytes = padded(new TextEncoder().encode(text));
  const words = new DataView(bytes.buffer);
  let state = START;
  for (let at = 0; at < bytes.length; at += 64) state = block(state, words, at);
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => hash.setUint32(4 * index, word));
  return new Uint8Array(hash.buffer);
}

/** @param {number[]} before @param {DataView} bytes @param {number} at */
function block(before, bytes, at) {
  const words = Array.from({ length: 16 }, (_, index) => bytes.getUint32(at + 4 * index));
  let [a, b, c, d, e, f, g, h] = before;
  for (let round = 0; round < 64; round += 1) {
    if (round > 15) words[round] = (words[round - 16] + mixed(words[round - 15], 7, 18, 3, true) + words[round - 7] + mixed(words[round - 2], 17, 19, 10, true)) | 0;
    const first = (h + mixed(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + ROUNDS[round] + words[round]) | 0;
    const second = (mixed(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + before[index]) | 0);
}

/** @param {number} word @param {number} one @param {number} two @param {number} three @param {boolean} [isShift] - whether the third falls off instead of turning */
function mixed(word, one, two, three, isShift = false) {
  const turned = (/** @type {number} */ by) => (word >>> by) | (word << (32 - by));
  return turned(one) ^ turned(two) ^ (isShift ? word >>> three : turned(three));
}

/** The text, one bit, zeros, and its length in bits. @param {Uint8Array} bytes */
function padded(bytes) {
  const all = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  all.set(bytes);
  all[bytes.length] = 0x80;
  new DataView(all.buffer).setUint32(all.length - 4, 8 * bytes.length);
  return all;
}

/** @param {number} number @returns {number} the first 32 bits after its point */
function fraction(number) {
  return ((number % 1) * 2 ** 32) | 0;
}

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number += 1) if (found.every((prime) => number % prime)) found.push(number);
  return found;
}
