/** CRC-32 as zlib computes it: eight steps of a shift register per byte, starting from a given value. */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** @param {Uint8Array} bytes @param {number} [before] - the sum of the bytes before these @returns {number} from 0 to 2^32 - 1 */
export function crc32(bytes, before = 0) {
  let rest = ~before;
  for (const byte of bytes) rest = TABLE[(rest ^ byte) & 0xff] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}
