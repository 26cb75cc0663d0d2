/** Written by `make portable` from connect4/engine/exports.py and twenty48/engine/exports.py. */
import { Program } from "./program.js";

/** The solver with its opening book, and the opponents of five levels. */
export class SolverExports extends Program {
  /** @returns {BigUint64Array} */
  get movers() { return this.array("movers"); }

  /** @returns {BigUint64Array} */
  get others() { return this.array("others"); }

  /** @returns {BigInt64Array} */
  get low() { return this.array("low"); }

  /** @returns {BigInt64Array} */
  get high() { return this.array("high"); }

  /** @returns {BigInt64Array} */
  get nodes() { return this.array("nodes"); }

  /** @returns {BigUint64Array} */
  get keys() { return this.array("keys"); }

  /** @param {number} count */
  growKeys(count) { this.grow("keys", count); }

  /** @returns {Int8Array} */
  get scores() { return this.array("scores"); }

  /** @param {number} count */
  growScores(count) { this.grow("scores", count); }

  /** @returns {BigUint64Array} */
  get scratch() { return this.array("scratch"); }

  /** @param {number} count */
  growScratch(count) { this.grow("scratch", count); }

  /** @returns {BigUint64Array} */
  get spare() { return this.array("spare"); }

  /** @param {number} count */
  growSpare(count) { this.grow("spare", count); }

  /** Set a board size, which must fit one word, and clear the tables and the book. @param {number} columns @param {number} rows @returns {void} */
  setUp(columns, rows) { this.exports.set_up(BigInt(columns), BigInt(rows)); }

  /** Clear the transposition tables, so that the next search takes as many nodes as the first. @returns {void} */
  clearTables() { this.exports.clear_tables(); }

  /** Append the keys of all openings of a ply to `keys`; return their number, or -1 if there is no room. @param {number} ply @returns {number} */
  openBookPly(ply) { return Number(this.exports.open_book_ply(BigInt(ply))); }

  /** Derive the scores of a ply by minimax from those of the next ply, which must be open already. @param {number} ply @returns {void} */
  deriveBookPly(ply) { this.exports.derive_book_ply(BigInt(ply)); }

  /** Load the first positions of `movers` and `others`; each gets `share` nodes before any gets more. @param {number} count @param {boolean} verdictOnly @param {number} share @returns {void} */
  loadPositions(count, verdictOnly, share) { this.exports.load_positions(BigInt(count), BigInt(verdictOnly), BigInt(share)); }

  /** Load the positions after each column; return the number of legal columns. An illegal one has low > high. @param {bigint} mover @param {bigint} other @param {boolean} verdictOnly @param {number} share @returns {number} */
  loadColumns(mover, other, verdictOnly, share) { return Number(this.exports.load_columns(mover, other, BigInt(verdictOnly), BigInt(share))); }

  /** Declare that no loaded position scores below its `low`, and that the best one scores exactly `least`. @param {number} least @returns {void} */
  setBestBound(least) { this.exports.set_best_bound(BigInt(least)); }

  /** Search at most this many nodes; True when all loaded positions are solved. @param {number} limit @returns {boolean} */
  search(limit) { return this.exports.search(BigInt(limit)) !== 0n; }

  /** Return an opponent's column from 0, or -1 after the end; the state is that of a `JavaRandom`. @param {bigint} mover @param {bigint} other @param {number} level @param {bigint} randomState @returns {number} */
  chooseColumn(mover, other, level, randomState) { return Number(this.exports.choose_column(mover, other, BigInt(level), randomState)); }
}

/** Expectimax with a network. */
export class SearchExports extends Program {
  /** @returns {Uint8Array} */
  get ranks() { return this.array("ranks"); }

  /** @returns {Float64Array} */
  get values() { return this.array("values"); }

  /** @returns {Float64Array} */
  get spawnValues() { return this.array("spawn_values"); }

  /** @returns {BigInt64Array} */
  get counts() { return this.array("stack.counts"); }

  /** @returns {Float32Array} */
  get unit() { return this.array("unit"); }

  /** @returns {Float32Array} */
  get odds() { return this.array("odds"); }

  /** @returns {BigInt64Array} */
  get costs() { return this.array("costs"); }

  /** @returns {Uint8Array} */
  get planes() { return this.array("planes"); }

  /** @returns {Int16Array} */
  get units() { return this.array("units"); }

  /** Fill the slide tables in a new memory, and clear the transposition tables. @returns {void} */
  setUp() { this.exports.set_up(); }

  /** Compute the units of every code of a weights file that has this many steps on each side of 0. @param {number} steps @returns {void} */
  setSteps(steps) { this.exports.set_steps(BigInt(steps)); }

  /** Write the weights of the frame in `planes`, starting at a position; return the position of the last one. @param {number} place @param {boolean} turned @returns {number} */
  writeWeights(place, turned) { return Number(this.exports.write_weights(BigInt(place), BigInt(turned))); }

  /** Clear the transposition tables; required after changing `odds` or `costs`. @returns {void} */
  clearTables() { this.exports.clear_tables(); }

  /** Search the board in `ranks` to a depth, with tiles above the largest rank replaced by smaller ones. @param {number} largest @param {number} plies @returns {boolean} */
  searchPlies(largest, plies) { return this.exports.search_plies(BigInt(largest), BigInt(plies)) !== 0n; }

  /** Make the board in `ranks` the root of the next search; False as in `search_plies`. @param {number} largest @returns {boolean} */
  setRoot(largest) { return this.exports.set_root(BigInt(largest)) !== 0n; }

  /** Start a search from the root; see `continue_search`. @param {number} budget @param {boolean} byProbability @param {number} limit @returns {boolean} */
  startSearch(budget, byProbability, limit) { return this.exports.start_search(BigInt(budget), BigInt(byProbability), BigInt(limit)) !== 0n; }

  /** Search until `values` are complete (True) or slightly more boards than the limit were valued (False). @param {boolean} byProbability @param {number} limit @returns {boolean} */
  continueSearch(byProbability, limit) { return this.exports.continue_search(BigInt(byProbability), BigInt(limit)) !== 0n; }

  /** Value each tile that can follow a slide of the board in `ranks`, by a search to a depth; False as above. @param {number} largest @param {number} direction @param {number} plies @returns {boolean} */
  valueSpawns(largest, direction, plies) { return this.exports.value_spawns(BigInt(largest), BigInt(direction), BigInt(plies)) !== 0n; }
}
