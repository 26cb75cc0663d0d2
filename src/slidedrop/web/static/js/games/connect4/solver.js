/**
 * The Connect-4 solver: the value of every column, and an opponent's move. It searches in slices, so that it can be ended.
 *
 *     bits of 4 x 3        3  7 11 15       the bit above each column stays empty; a word holds columns x (rows + 1) bits
 *                          2  6 10 14
 *                          1  5  9 13
 *                          0  4  8 12
 */
import { SolverExports } from "../../engine/exports.js";
import { unpacked } from "../../engine/program.js";

const SLICE = 20_000;
const FIRST_SHARE = 20_000;
const LEAST_ROOM = 1 << 14;

/** An engine for one board size, perhaps with an opening book. */
export class Solver {
  /** @param {any} rules @param {(file: string) => Promise<Uint8Array>} load @param {() => Promise<void>} pause - called between slices; may end the search */
  static async open({ columns, rows }, load, pause) {
    const engine = await SolverExports.open(await load("connect4.wasm"));
    engine.setUp(columns, rows);
    if (columns === 7 && rows === 6) await loadBook(engine, await load("connect4-7x6.book"), columns);
    return new Solver(engine, columns, pause);
  }

  /** @param {SolverExports} engine @param {number} columns @param {() => Promise<void>} pause */
  constructor(engine, columns, pause) {
    this.engine = engine;
    this.columns = columns;
    this.pause = pause;
  }

  /**
   * What is proven of every legal move in some seconds: win, draw or loss first, the distance after.
   *
   * @param {any} position @param {number} seconds @param {number} [surely] - seconds for win, draw or loss
   * @returns {Promise<Map<string, import("./values.js").Solution>>}
   */
  async solutions(position, seconds, surely = seconds) {
    if (position.outcome) return new Map();
    const began = performance.now();
    const verdicts = await this.#search(position, true, began + 1000 * surely);
    const values = await this.#search(position, false, began + 1000 * Math.max(seconds, 0));
    return new Map([...verdicts].map(([move, one]) => [move, intersect(one, values.get(move) ?? one)]));
  }

  /** @param {any} position @param {number} level @param {bigint} state - of a JavaRandom @returns {string} the move */
  opponent(position, level, state) {
    return String(this.engine.chooseColumn(...bitboardsOf(position), level, state) + 1);
  }

  /** @param {any} position @param {boolean} verdictOnly @param {number} end @returns {Promise<Map<string, import("./values.js").Solution>>} */
  async #search(position, verdictOnly, end) {
    this.engine.loadColumns(...bitboardsOf(position), verdictOnly, FIRST_SHARE);
    while (performance.now() < end && !this.engine.search(SLICE)) await this.pause();
    const [low, high] = [this.engine.low, this.engine.high].map((bounds) => Array.from(bounds.subarray(0, this.columns), Number));
    const about = { discs: position.discs, cells: position.cells.length };
    const legal = [...low.keys()].filter((column) => low[column] <= high[column]);
    return new Map(legal.map((column) => [String(column + 1), { low: 0 - high[column], high: 0 - low[column], ...about }]));
  }
}

/** @param {import("./values.js").Solution} one @param {{low: number, high: number}} other @returns {import("./values.js").Solution} the range that two proofs leave */
export function intersect(one, other) {
  return { ...one, low: Math.max(one.low, other.low), high: Math.min(one.high, other.high) };
}

/** @param {any} position @returns {[bigint, bigint]} the bitboards of the side to move and of the other side */
function bitboardsOf({ cells, turn, rules: { columns, rows } }) {
  const boards = [0n, 0n];
  cells.forEach((/** @type {number | null} */ disc, /** @type {number} */ place) => {
    const bit = (place % columns) * (rows + 1) + rows - 1 - Math.floor(place / columns);
    if (disc !== null) boards[disc] |= 1n << BigInt(bit);
  });
  return [boards[turn], boards[1 - turn]];
}

/** Load the openings of a book and their scores, the deepest ply first. @param {SolverExports} engine @param {Uint8Array} content @param {number} columns */
async function loadBook(engine, content, columns) {
  const sections = await sectionsOf(content);
  const most = Math.max(LEAST_ROOM, ...[...sections.values()].map((scores) => scores.length));
  engine.growKeys(3 * most);
  engine.growScores(3 * most);
  engine.growScratch(columns * most);
  engine.growSpare(columns * most);
  let start = 0;
  for (let ply = Math.max(...sections.keys()); ply >= 0; ply -= 1) {
    const count = engine.openBookPly(ply);
    const scores = sections.get(ply);
    if (count < 0 || (scores && scores.length !== count)) throw new Error(`the book does not have ${count} scores for ply ${ply}`);
    if (scores) engine.scores.set(new Int8Array(scores.buffer), start);
    else engine.deriveBookPly(ply);
    start += count;
  }
}

/** @param {Uint8Array} content @returns {Promise<Map<number, Uint8Array>>} the scores by ply */
async function sectionsOf(content) {
  const first = content.indexOf(10) + 1;
  let start = content.indexOf(10, first) + 1;
  const found = new Map();
  for (const { ply, bytes } of JSON.parse(new TextDecoder().decode(content.subarray(first, start))).sections) {
    found.set(ply, await unpacked(content.subarray(start, (start += bytes))));
  }
  return found;
}
