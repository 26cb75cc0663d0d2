/**
 * A built program: the same kernels that answer in Python, as WebAssembly. Its section "slidedrop" says where its
 * arrays lie; docs/portable.md says what a question is.
 */

const PAGE = 1 << 16;
const KINDS = { b: Int8Array, B: Uint8Array, h: Int16Array, H: Uint16Array, i: Int32Array, f: Float32Array, d: Float64Array, q: BigInt64Array, Q: BigUint64Array };

/** One instance of a program, with a memory of its own. */
export class Program {
  /** @param {Uint8Array} code @returns {Promise<Program>} */
  static async open(code) {
    const module = await WebAssembly.compile(code);
    return new Program(module, await WebAssembly.instantiate(module, {}));
  }

  constructor(module, { exports }) {
    this.exports = exports;
    this.memory = exports.memory;
    this.about = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(module, "slidedrop")[0]));
  }

  /** @param {string} question @param {...(number | bigint)} numbers @returns {number} */
  call(question, ...numbers) {
    return Number(this.exports[question](...numbers.map((number) => BigInt.asIntN(64, BigInt(number)))));
  }

  /** @param {string} array @returns {any} the array where it lies; good until the memory grows */
  array(array) {
    const { arrays, growing } = this.about;
    if (array in arrays) return this.#at(...arrays[array]);
    const [slot, kind] = growing[array];
    const [start, count] = new BigUint64Array(this.memory.buffer, slot, 2);
    return this.#at(Number(start), kind, Number(count));
  }

  /** @param {string} array @param {number} count @returns {number[]} its first numbers */
  read(array, count) {
    return Array.from(this.array(array).subarray(0, count), Number);
  }

  /** Put an array of this length at the end of the memory, which is made larger for it. */
  grow(array, count) {
    const [slot, kind] = this.about.growing[array];
    const start = this.memory.buffer.byteLength;
    this.memory.grow(Math.ceil((count * KINDS[kind].BYTES_PER_ELEMENT) / PAGE));
    new BigUint64Array(this.memory.buffer, slot, 2).set([BigInt(start), BigInt(count)]);
  }

  #at(start, kind, count) {
    return new KINDS[kind](this.memory.buffer, start, count);
  }
}

/** @param {Uint8Array} packed - gzip @returns {Promise<Uint8Array>} */
export async function unpacked(packed) {
  const stream = new Blob([/** @type {any} */ (packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
