/**
 * The solver of Connect-4, asked in slices so that it can be ended: what every column is worth, and an opponent's move.
 *
 *     bits of 4 x 3        3  7 11 15       the bit above each column stays empty; a word holds columns x (rows + 1) bits
 *                          2  6 10 14
 *                          1  5  9 13
 *                          0  4  8 12
 */
import { Program, unpacked } from "./program.js";

const SLICE = 20_000;
const FIRST_SHARE = 20_000;
const LEAST_ROOM = 1 << 14;

/** A program that was set up for one board size, and perhaps a book. */
export class Solver {
  /** @param {any} rules @param {(file: string) => Promise<Uint8Array>} load @param {() => Promise<void>} pause - lets others speak, or ends the question */
  static async open({ columns, rows }, load, pause) {
    const solver = new Solver(await Program.open(await load("connect4.wasm")), columns, pause);
    solver.program.call("set_up", columns, rows);
    if (columns === 7 && rows === 6) await unfold(solver.program, await load("connect4-7x6.book"), columns);
    return solver;
  }

  constructor(program, columns, pause) {
    Object.assign(this, { program, columns, pause });
  }

  /**
   * What is proven of every legal move in some seconds: win, draw or loss first, the distance after.
   *
   * @param {any} position @param {number} seconds @param {number} [surely] - seconds for win, draw or loss
   * @returns {Promise<Map<string, import("../games/connect4/values.js").Solution>>}
   */
  async solutions(position, seconds, surely = seconds) {
    if (position.outcome) return new Map();
    const began = performance.now();
    const verdicts = await this.#ask(position, true, began + 1000 * surely);
    const values = await this.#ask(position, false, began + 1000 * Math.max(seconds, 0));
    return new Map([...verdicts].map(([move, one]) => [move, together(one, values.get(move) ?? one)]));
  }

  /** @param {any} position @param {number} level @param {bigint} state - of a JavaRandom @returns {string} the move */
  opponent(position, level, state) {
    return String(this.program.call("opponent", ...discsOf(position), level, state) + 1);
  }

  async #ask(position, verdictOnly, end) {
    this.program.call("ask_columns", ...discsOf(position), verdictOnly ? 1 : 0, FIRST_SHARE);
    while (performance.now() < end && !this.program.call("go_on", SLICE)) await this.pause();
    const [low, high] = ["low", "high"].map((array) => this.program.read(array, this.columns));
    const about = { discs: position.discs, cells: position.cells.length };
    const legal = [...low.keys()].filter((column) => low[column] <= high[column]);
    return new Map(legal.map((column) => [String(column + 1), { low: 0 - high[column], high: 0 - low[column], ...about }]));
  }
}

/** @returns {import("../games/connect4/values.js").Solution} what two searches have proven together */
export function together(one, other) {
  return { ...one, low: Math.max(one.low, other.low), high: Math.min(one.high, other.high) };
}

/** @returns {[bigint, bigint]} the discs of the side to move, and of the other side */
function discsOf({ cells, turn, rules: { columns, rows } }) {
  const words = [0n, 0n];
  cells.forEach((disc, place) => {
    const bit = (place % columns) * (rows + 1) + rows - 1 - Math.floor(place / columns);
    if (disc !== null) words[disc] |= 1n << BigInt(bit);
  });
  return [words[turn], words[1 - turn]];
}

/** Write the openings of a book and their scores on the program's desk, the deepest ply first. */
async function unfold(program, content, columns) {
  const sections = await sectionsOf(content);
  const most = Math.max(LEAST_ROOM, ...[...sections.values()].map((scores) => scores.length));
  for (const [array, times] of [["keys", 3], ["scores", 3], ["scratch", columns], ["spare", columns]]) program.grow(array, times * most);
  let start = 0;
  for (let ply = Math.max(...sections.keys()); ply >= 0; ply -= 1) {
    const count = program.call("open_level", ply);
    const scores = sections.get(ply);
    if (count < 0 || (scores && scores.length !== count)) throw new Error(`the book does not have ${count} scores for ply ${ply}`);
    if (scores) program.array("scores").set(new Int8Array(scores.buffer), start);
    else program.call("derive_level", ply);
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
