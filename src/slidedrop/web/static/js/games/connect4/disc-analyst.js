/** Answers about Connect-4 in the page: the solver's, and those that need no search. */
import * as analysis from "./connect4-analysis.js";
import { evaluate, threatsOn } from "./threats.js";
import { JavaRandom } from "../../game/random.js";
import { Solver } from "./solver.js";

/** Answers with the solver if it supports the rules. */
export class DiscAnalyst {
  #size = "";
  /** @type {Solver | null} */
  #solver = null;

  /** @param {import("../definition.js").Supply} supply */
  constructor(supply) {
    this.supply = supply;
  }

  /** @param {string} question @param {import("./connect4-game.js").Connect4} game @param {any} wish @returns {Promise<any>} */
  async answer(question, game, wish) {
    if (question === "threats") return { cells: threatsOn(game.position) };
    if (question === "choose" && isPlain(wish.player)) return { move: plainMove(game.position, wish) };
    const { scores, hint, coach, choose, review, refute } = analysis;
    const answers = { scores, hint, coach, choose, review, refute };
    return answers[/** @type {keyof typeof answers} */ (question)](game, await this.#solverFor(game.rules), wish);
  }

  /** The solver for a board; one at a time, each has 64 MB. @param {import("./connect4-rules.js").Rules} rules @returns {Promise<Solver>} */
  async #solverFor(rules) {
    const size = `${rules.columns}x${rules.rows}`;
    const solver = this.#size === size && this.#solver ? this.#solver : await Solver.open(rules, this.supply.load, this.supply.pause);
    this.#size = size;
    this.#solver = solver;
    return solver;
  }
}

/** @param {string} player */
function isPlain(player) {
  return player === "random" || player === "greedy";
}

/**
 * The move of a player without search: random, or the best evaluation.
 *
 * @param {import("./connect4-position.js").Position} position @param {{player: string, seed: bigint}} wish
 */
function plainMove(position, { player, seed }) {
  const moves = position.legalMoves();
  if (player === "random") return moves[new JavaRandom(BigInt.asIntN(64, seed + BigInt(position.discs))).nextInt(moves.length)];
  const looks = moves.map((move) => evaluate(position.play(move), position.turn));
  return moves[looks.indexOf(Math.max(...looks))];
}
