/**
 * The network of 2048: a built program for its shape, and the weights of its file.
 *
 *     SLDNET01 | length of the header (4 bytes) | header, JSON | gzip | SHA-256 of all before (32 bytes)
 *
 * The stream holds gaps and codes, which the program scatters; those of the small network are turned ("scattered").
 */
import { DIRECTIONS } from "../games/twenty48/twenty48-board.js";
import { GameError } from "../game/errors.js";
import { Program } from "./program.js";

const MAGIC = "SLDNET01";
const SEAL = 32;
const UNITS = 32767;
const CELLS = 16;
const FRAME = 3 * (1 << 18);
const LARGEST_WIDE_RANK = 31;

/** @param {any} rules @returns {boolean} whether the networks can judge them */
export function isLearned({ size, tiles_per_move, spawn_weights }) {
  return size === 4 && tiles_per_move === 1 && !spawn_weights.slice(2).some(Boolean);
}

/** A network that looks ahead; it remembers what it saw from one move of a game to the next. */
export class Network {
  #odds = "";

  /** @param {string} wasm @param {string} weights @param {(file: string) => Promise<Uint8Array>} load */
  static async open(wasm, weights, load) {
    const program = await Program.open(await load(wasm));
    return new Network(program, await fill(program, await load(weights)));
  }

  constructor(program, about) {
    this.program = program;
    this.largest = about.largest_known;
  }

  /** @returns {Map<string, number> | null} the points still to come after every legal slide; null where a tile is too large */
  slides(board, rules, plies) {
    const words = this.#words(board, rules);
    if (!words || !this.program.call("slides", ...words, this.largest, plies)) return null;
    const worths = this.program.read("answers", DIRECTIONS.length).map((worth) => (worth * rules.base) / 2);
    return new Map(DIRECTIONS.map((way, at) => /** @type {[string, number]} */ ([way, worths[at]])).filter(([, worth]) => worth > -Infinity));
  }

  /** @returns {{place: number, tile: number, chance: number, value: number}[] | null} the tiles that may fall after a slide */
  falls(board, rules, direction, plies) {
    const words = this.#words(board, rules);
    const way = DIRECTIONS.indexOf(direction) | (Math.max(1, plies - 1) << 4);
    if (!words || !this.program.call("falls", ...words, this.largest, way)) return null;
    const worths = this.program.read("falls", 2 * CELLS);
    const empty = worths.slice(0, CELLS).filter((worth) => worth >= 0).length || worths.filter((worth) => worth >= 0).length;
    const odds = oddsOf(rules);
    const fall = (worth, at) => ({ place: at % CELLS, tile: rules.base * (1 + Math.floor(at / CELLS)), chance: odds[1 + Math.floor(at / CELLS)] / empty, value: (worth * rules.base) / 2 });
    return worths.map(fall).filter((_, at) => worths[at] >= 0);
  }

  /** The words of a board, with the program told of these rules; null where a tile is beyond any word. */
  #words(board, rules) {
    const odds = oddsOf(rules);
    if (this.#odds !== odds.join()) {
      this.#odds = odds.join();
      this.program.array("odds").set(odds);
      this.program.call("forget");
    }
    const ranks = board.map((tile) => (tile ? Math.log2(tile / rules.base) + 1 : 0));
    if (Math.max(...ranks) > LARGEST_WIDE_RANK) return null;
    const word = (bits) => ranks.reduce((sum, rank, cell) => sum | (BigInt(bits(rank)) << BigInt(4 * cell)), 0n);
    return [word((rank) => rank & 15), word((rank) => rank >> 4)];
  }
}

function oddsOf({ spawn_weights: weights }) {
  const four = (weights[1] ?? 0) / weights.reduce((sum, weight) => sum + weight, 0);
  return [0, 1 - four, four];
}

/** Write the weights of a file into the program; returns what the file says of itself. */
async function fill(program, content) {
  const length = new DataView(content.buffer, content.byteOffset).getUint32(MAGIC.length);
  const start = MAGIC.length + 4 + length;
  const text = new TextDecoder().decode(content.subarray(0, start));
  if (!text.startsWith(MAGIC)) throw new GameError("the weights of the network cannot be read");
  const about = JSON.parse(text.slice(MAGIC.length + 4));
  program.call("set_up");
  program.array("unit")[0] = about.scale / UNITS;
  program.call("read_codes", about.steps, about.law ?? 2);
  let at = 0;
  const turned = about.packing === "scattered" ? 1 : 0;
  await unpackInto(program.array("planes").subarray(0, FRAME), content.subarray(start, -SEAL), () => (at = program.call("scatter", at, turned)));
  return about;
}

/** Unpack gzip into a place, again and again: `take` is called each time that it is full. */
async function unpackInto(room, packed, take) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  let filled = 0;
  for (let part = await stream.read(); !part.done; part = await stream.read()) {
    for (let { value } = part; value.length; ) {
      const piece = value.subarray(0, room.length - filled);
      room.set(piece, filled);
      filled += piece.length;
      value = value.subarray(piece.length);
      if (filled === room.length) filled = take() * 0;
    }
  }
  if (filled) throw new GameError("the weights of the network are cut short");
}
