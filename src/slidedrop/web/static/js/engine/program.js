/**
 * An engine prebuilt as WebAssembly from the same kernels as in Python. Its section "slidedrop" has the
 * addresses of its arrays. `exports.js` extends it by the functions and arrays of each engine; docs/project/portable.md says more.
 */

const PAGE = 1 << 16;
/** @type {Record<string, any>} the typed array of each element type */
const KINDS = { b: Int8Array, B: Uint8Array, h: Int16Array, H: Uint16Array, i: Int32Array, f: Float32Array, d: Float64Array, q: BigInt64Array, Q: BigUint64Array };

/** One instance of an engine, with its own memory. */
export class Program {
  /**
   * @template {typeof Program} T @this {T}
   * @param {Uint8Array} code @returns {Promise<InstanceType<T>>}
   */
  static async open(code) {
    const module = await WebAssembly.compile(/** @type {BufferSource} */ (code));
    return /** @type {InstanceType<T>} */ (new this(module, await WebAssembly.instantiate(module, {})));
  }

  /** @param {WebAssembly.Module} module @param {WebAssembly.Instance} instance */
  constructor(module, { exports }) {
    /** @type {Record<string, any>} the kernels; every argument and result is a 64-bit bigint */
    this.exports = exports;
    this.memory = /** @type {WebAssembly.Memory} */ (exports.memory);
    this.about = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(module, "slidedrop")[0]));
  }

  /** @param {string} array @returns {any} a view of the array; valid until the memory grows */
  array(array) {
    const { arrays, growing } = this.about;
    if (array in arrays) {
      const [start, kind, count] = arrays[array];
      return this.#at(start, kind, count);
    }
    const [slot, kind] = growing[array];
    const [start, count] = new BigUint64Array(this.memory.buffer, slot, 2);
    return this.#at(Number(start), kind, Number(count));
  }

  /** Put an array of this length at the end of the memory, which is made larger for it. @param {string} array @param {number} count */
  grow(array, count) {
    const [slot, kind] = this.about.growing[array];
    const start = this.memory.buffer.byteLength;
    this.memory.grow(Math.ceil((count * KINDS[kind].BYTES_PER_ELEMENT) / PAGE));
    new BigUint64Array(this.memory.buffer, slot, 2).set([BigInt(start), BigInt(count)]);
  }

  /** @param {number} start @param {string} kind @param {number} count */
  #at(start, kind, count) {
    return new KINDS[kind](this.memory.buffer, start, count);
  }
}

/** @param {Uint8Array} packed - gzip @returns {Promise<Uint8Array>} */
export async function unpacked(packed) {
  const stream = new Blob([/** @type {any} */ (packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
