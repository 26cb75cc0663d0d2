/**
 * A QR code (ISO/IEC 18004) of a text: bytes, error correction M, versions 1 to 20, so up to 666 bytes.
 *
 *     ■■■■■■■ · ■■■■■■■      three finders in the corners, timing lines between them, alignment marks inside;
 *     ■     ■ ·  ■     ■      the data goes up and down in columns of two, and a mask breaks up what it draws
 *
 * @typedef {(row: number, column: number, dark: unknown) => void} SetModule
 */

const SVG = "http://www.w3.org/2000/svg";
/** For each version: bytes of correction in a block, and how many blocks there are. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
/** @type {((row: number, column: number) => number)[]} */
const MASKS = [
  (row, column) => (row + column) % 2, (row) => row % 2, (_, column) => column % 3, (row, column) => (row + column) % 3,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2, (row, column) => ((row * column) % 2) + ((row * column) % 3),
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2, (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2,
];
const { EXP, LOG } = powers();

/** @param {string} text @param {number} [mask] - from 0 to 7; the best one where it is left out @returns {number[][] | null} rows of 1 and 0, or null where the text is too long */
export function qrCode(text, mask) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex((_, index) => bytes.length <= room(index + 1)) + 1;
  if (!version) return null;
  const frame = framed(version);
  const bits = corrected(packed(bytes, version), version);
  const masks = mask === undefined ? [0, 1, 2, 3, 4, 5, 6, 7] : [mask];
  const codes = masks.map((number) => drawn(frame, bits, number));
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}

/** How many bytes of text a version holds. @param {number} version */
function room(version) {
  return dataBytes(version) - (version < 10 ? 2 : 3);
}

/** @param {number} version */
function dataBytes(version) {
  return Math.floor(freeBits(version) / 8) - CORRECTION[version - 1] * BLOCKS[version - 1];
}

/** The modules that are left for data and correction. @param {number} version */
function freeBits(version) {
  const marks = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const aligned = marks ? 25 * marks * marks - 10 * marks - 55 : 0;
  return (16 * version + 128) * version + 64 - aligned - (version >= 7 ? 36 : 0);
}

/** The text with its length before and its padding after it, as bytes. @param {number[]} bytes @param {number} version */
function packed(bytes, version) {
  const bits = [0, 1, 0, 0, ...bitsOf(bytes.length, version < 10 ? 8 : 16), ...bytes.flatMap((byte) => bitsOf(byte, 8))];
  const total = 8 * dataBytes(version);
  bits.push(...new Array(Math.min(4, total - bits.length)).fill(0));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < total; pad ^= 0xec ^ 0x11) bits.push(...bitsOf(pad, 8));
  return Array.from({ length: total / 8 }, (_, index) => numberOf(bits.slice(8 * index, 8 * index + 8)));
}

/** Data and correction of all blocks, interleaved, as bits. @param {number[]} data @param {number} version */
function corrected(data, version) {
  const count = BLOCKS[version - 1];
  const short = Math.floor(data.length / count);
  const long = data.length % count;
  const start = (/** @type {any} */ block) => block * short + Math.max(0, block - (count - long));
  const blocks = Array.from({ length: count }, (_, block) => data.slice(start(block), start(block + 1)));
  const corrections = blocks.map((block) => remainder(block, CORRECTION[version - 1]));
  return [...interleaved(blocks), ...interleaved(corrections)].flatMap((byte) => bitsOf(byte, 8));
}

/** @param {number[][]} blocks */
function interleaved(blocks) {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, index) => blocks.flatMap((block) => block.slice(index, index + 1))).flat();
}

/** The correction of a block: what is left after dividing by the generator of Reed and Solomon. @param {number[]} block @param {number} degree */
function remainder(block, degree) {
  const generator = Array.from({ length: degree }).reduce((poly, _, power) => times(poly, EXP[power]), [1]);
  return block.reduce((rest, byte) => {
    const factor = byte ^ rest[0];
    return [...rest.slice(1), 0].map((value, index) => value ^ product(generator[index + 1], factor));
  }, new Array(degree).fill(0));
}

/** A polynomial times (x + root). @param {number[]} poly @param {number} root */
function times(poly, root) {
  return [...poly, 0].map((value, index) => value ^ (index ? product(poly[index - 1], root) : 0));
}

/** @param {number} one @param {number} other */
function product(one, other) {
  return one && other ? EXP[(LOG[one] + LOG[other]) % 255] : 0;
}

function powers() {
  const all = [1];
  while (all.length < 255) all.push((all[all.length - 1] << 1) ^ (all[all.length - 1] >> 7 ? 0x11d : 0));
  return { EXP: all, LOG: Object.fromEntries(all.map((value, power) => [value, power])) };
}

/** Everything but data: 1 and 0, and null where data goes. @param {number} version */
function framed(version) {
  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => new Array(size).fill(null));
  /** @type {SetModule} */
  const set = (row, column, dark) => {
    if (grid[row]?.[column] !== undefined) grid[row][column] = dark ? 1 : 0;
  };
  for (let at = 0; at < size; at += 1) set(6, at, at % 2 === 0), set(at, 6, at % 2 === 0);
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) square(row, column, 4, (ring) => ring !== 2 && ring !== 4, set);
  for (const [row, column] of alignments(version, size)) square(row, column, 2, (ring) => ring !== 1, set);
  for (const at of [0, 1, 2, 3, 4, 5, 7, 8]) set(8, at, 0), set(at, 8, 0);
  for (const at of [0, 1, 2, 3, 4, 5, 6, 7]) set(8, size - 1 - at, 0), set(size - 1 - at, 8, 0);
  set(size - 8, 8, 1);
  if (version >= 7) numbered(version, size, set);
  return grid;
}

/** @param {number} row @param {number} column @param {number} reach @param {(ring: number) => boolean} dark @param {SetModule} set */
function square(row, column, reach, dark, set) {
  for (let down = -reach; down <= reach; down += 1) for (let right = -reach; right <= reach; right += 1) set(row + down, column + right, dark(Math.max(Math.abs(down), Math.abs(right))));
}

/** @param {number} version @param {number} size */
function alignments(version, size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (2 * count - 2)) * 2;
  const places = [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - step * (count - 2 - index))];
  const corner = (/** @type {any} */ one, /** @type {any} */ other) => [one, other].every((at) => at === 6 || at === size - 7) && !(one === size - 7 && other === size - 7);
  return places.flatMap((one) => places.filter((other) => !corner(one, other)).map((other) => [one, other]));
}

/** @param {number} version @param {number} size @param {SetModule} set */
function numbered(version, size, set) {
  const bits = bitsOf((version << 12) | checked(version, 12, 0x1f25), 18).reverse();
  bits.forEach((bit, index) => {
    const [one, other] = [Math.floor(index / 3), size - 11 + (index % 3)];
    set(one, other, bit);
    set(other, one, bit);
  });
}

/** A number's check digits: what is left after dividing by a generator. @param {number} value @param {number} width @param {number} generator */
function checked(value, width, generator) {
  let rest = value;
  for (let bit = 0; bit < width; bit += 1) rest = (rest << 1) ^ ((rest >> (width - 1)) & 1 ? generator : 0);
  return rest;
}

/** The code with its data and one of the masks. @param {(number | null)[][]} frame @param {number[]} bits @param {number} mask */
function drawn(frame, bits, mask) {
  const size = frame.length;
  const grid = frame.map((row) => [...row]);
  let next = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) if (frame[row][column] === null) grid[row][column] = (bits[next++] ?? 0) ^ Number(MASKS[mask](row, column) === 0);
    }
  }
  return formatted(/** @type {number[][]} */ (grid), mask);
}

/** @param {number[][]} grid @param {number} mask */
function formatted(grid, mask) {
  const size = grid.length;
  const bits = bitsOf(((mask << 10) | checked(mask, 10, 0x537)) ^ 0x5412, 15).reverse();
  const around = [...[0, 1, 2, 3, 4, 5, 7, 8].map((at) => [at, 8]), ...[7, 5, 4, 3, 2, 1, 0].map((at) => [8, at])];
  bits.forEach((bit, index) => {
    const [row, column] = around[index];
    grid[row][column] = bit;
    if (index < 8) grid[8][size - 1 - index] = bit;
    else grid[size - 15 + index][8] = bit;
  });
  return grid;
}

/** How hard a code is to read: long runs, blocks, false finders, and too much of one colour. @param {number[][]} grid */
function penalty(grid) {
  const lines = [...grid, ...grid.map((_, column) => grid.map((row) => row[column]))].map((line) => line.join(""));
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? []).reduce((sum, run) => sum + run.length - 2, 0);
  const blocks = grid.flatMap((row, at) => row.map((dark, column) => at && column && dark === row[column - 1] && dark === grid[at - 1][column] && dark === grid[at - 1][column - 1])).filter(Boolean).length;
  const finders = lines.reduce((sum, line) => sum + (line.match(/(?=10111010000|00001011101)/g) ?? []).length, 0);
  const share = grid.flat().reduce((sum, dark) => sum + dark, 0) / grid.length ** 2;
  return runs + 3 * blocks + 40 * finders + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

/** @param {number} value @param {number} count */
function bitsOf(value, count) {
  return Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1);
}

/** @param {number[]} bits */
function numberOf(bits) {
  return bits.reduce((value, bit) => 2 * value + bit, 0);
}

/** @param {number[][]} code @returns {SVGElement} it as a picture, with the quiet zone that readers need */
export function picture(code) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  const dark = code.flatMap((row, y) => row.map((on, x) => (on ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  for (const [name, value] of [["viewBox", `0 0 ${code.length + 8} ${code.length + 8}`], ["class", "qr"], ["role", "img"], ["aria-label", "The link as a QR code"]]) svg.setAttribute(name, value);
  path.setAttribute("d", dark);
  svg.append(path);
  return svg;
}
