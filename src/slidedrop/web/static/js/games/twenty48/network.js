/**
 * The network of 2048: an engine that was built for its shape, and the weights of its file.
 *
 *     SLDNET01 | length of the header (4 bytes) | header, JSON | gzip | SHA-256 of all before (32 bytes)
 *
 * The stream holds frames of gaps and codes, which `writeWeights` writes; those of the small network are turned ("scattered").
 *
 * @typedef {import("./twenty48-board.js").Direction} Direction
 */
import { DIRECTIONS } from "./twenty48-board.js";
import { GameError } from "../../game/errors.js";
import { SearchExports } from "../../engine/exports.js";
import { t } from "../../language.js";

const MAGIC = "SLDNET01";
const SEAL = 32;
const UNITS = 32767;
const CELLS = 16;
const LARGEST_WIDE_RANK = 31;

/** @param {any} rules @returns {boolean} whether the networks can judge them */
export function isLearned({ size, tiles_per_move, spawn_weights }) {
  return size === 4 && tiles_per_move === 1 && !spawn_weights.slice(2).some(Boolean);
}

/** A search with a network; its transposition table stays from one move of a game to the next. */
export class Network {
  #odds = "";

  /** @param {string} wasm @param {string} weights @param {(file: string) => Promise<Uint8Array>} load */
  static async open(wasm, weights, load) {
    const engine = await SearchExports.open(await load(wasm));
    return new Network(engine, await fill(engine, await load(weights)));
  }

  /** @param {SearchExports} engine @param {{largest_known: number}} about */
  constructor(engine, about) {
    this.engine = engine;
    this.largest = about.largest_known;
  }

  /**
   * @param {number[]} board @param {any} rules @param {number} plies
   * @returns {Map<Direction, number> | null} the expected points after every legal slide; null if a tile is too large
   */
  slides(board, rules, plies) {
    if (!this.#writeBoard(board, rules) || !this.engine.searchPlies(this.largest, plies)) return null;
    const worths = Array.from(this.engine.values, (worth) => (worth * rules.base) / 2);
    return new Map(DIRECTIONS.map((way, at) => /** @type {[Direction, number]} */ ([way, worths[at]])).filter(([, worth]) => worth > -Infinity));
  }

  /**
   * @param {number[]} board @param {any} rules @param {Direction} direction @param {number} plies
   * @returns {{place: number, tile: number, chance: number, value: number}[] | null} the tiles that can follow a slide
   */
  falls(board, rules, direction, plies) {
    const way = DIRECTIONS.indexOf(direction);
    if (!this.#writeBoard(board, rules) || !this.engine.valueSpawns(this.largest, way, Math.max(1, plies - 1))) return null;
    const worths = [...this.engine.spawnValues];
    const empty = worths.slice(0, CELLS).filter((worth) => worth >= 0).length || worths.filter((worth) => worth >= 0).length;
    const odds = oddsOf(rules);
    const fall = (/** @type {number} */ worth, /** @type {number} */ at) => ({ place: at % CELLS, tile: rules.base * (1 + Math.floor(at / CELLS)), chance: odds[1 + Math.floor(at / CELLS)] / empty, value: (worth * rules.base) / 2 });
    return worths.map(fall).filter((_, at) => worths[at] >= 0);
  }

  /** Write a board, and the rules if they changed. @param {number[]} board @param {any} rules @returns {boolean} false if a tile is too large to write */
  #writeBoard(board, rules) {
    const odds = oddsOf(rules);
    if (this.#odds !== odds.join()) {
      this.#odds = odds.join();
      this.engine.odds.set(odds);
      this.engine.clearTables();
    }
    const ranks = board.map((tile) => (tile ? Math.log2(tile / rules.base) + 1 : 0));
    if (Math.max(...ranks) > LARGEST_WIDE_RANK) return false;
    this.engine.ranks.set(ranks);
    return true;
  }
}

/** @param {{spawn_weights: number[]}} rules @returns {number[]} the probability of no tile, of the base tile and of the next */
function oddsOf({ spawn_weights: weights }) {
  const four = (weights[1] ?? 0) / weights.reduce((sum, weight) => sum + weight, 0);
  return [0, 1 - four, four];
}

/** Write the weights of a file into the engine. @param {SearchExports} engine @param {Uint8Array} content @returns {Promise<any>} the header of the file */
async function fill(engine, content) {
  const length = new DataView(content.buffer, content.byteOffset).getUint32(MAGIC.length);
  const start = MAGIC.length + 4 + length;
  const text = new TextDecoder().decode(content.subarray(0, start));
  if (!text.startsWith(MAGIC)) throw new GameError(t("error.weights"));
  const about = JSON.parse(text.slice(MAGIC.length + 4));
  engine.setUp();
  engine.unit[0] = about.scale / UNITS;
  engine.setSteps(about.steps);
  let at = 0;
  const turned = about.packing === "scattered";
  await unpackInto(engine.planes, content.subarray(start, -SEAL), () => (at = engine.writeWeights(at, turned)));
  return about;
}

/** Unpack gzip into an array; `take` is called each time that it is full. @param {Uint8Array} room @param {any} packed @param {() => number} take */
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
  if (filled) throw new GameError(t("error.weights"));
}
