/**
 * The analyses of the page: the same requests, records and answers as the server's API.
 * Each game has its own analyst, which is loaded with its first request.
 *
 * @typedef {import("../games/definition.js").Analyst} GameAnalyst
 * @typedef {import("../games/definition.js").Supply} Supply
 */
import { loadGame, replay } from "../games/registry.js";

/** Answers questions, with the analysts of the games. */
export class Analyst {
  /** @type {Map<string, GameAnalyst>} */
  #analysts = new Map();

  /**
   * @param {Supply["load"]} load - the contents of a file of the engine
   * @param {Supply["has"]} has - whether there is such a file
   * @param {Supply["pause"]} [pause] - called between slices of a search
   */
  constructor(load, has, pause = async () => {}) {
    this.supply = { load, has, pause };
  }

  /** @param {string} question - scores, hint, coach, choose, threats, review or refute @param {any} body @returns {Promise<any>} */
  async answer(question, body) {
    const analyst = await this.#analystOf(body.record.header.game);
    const wish = { ...body, seed: BigInt.asIntN(64, BigInt(`0x${body.seed || "0"}`)) };
    return analyst.answer(question, replay(body.record), wish);
  }

  /** @param {string} name - of a game @returns {Promise<GameAnalyst>} */
  async #analystOf(name) {
    const known = this.#analysts.get(name) ?? new (await (await loadGame(name)).analyst())(this.supply);
    this.#analysts.set(name, known);
    return known;
  }
}
