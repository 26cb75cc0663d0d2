/** Answers about 2048 in the page: a hint, a computer move, a growing review, the loss of a slide. */
import * as hints from "./twenty48-hints.js";
import { Network, isLearned } from "./network.js";
import { Review, refute } from "./luck.js";
import { judgeFor } from "./luck-judge.js";

const SMALL = ["2048-small.wasm", "2048-small.weights"];
const STRONG = ["2048.wasm", "2048-4x4.weights"];
/** Seconds for a piece of a review. */
const PIECE = 0.4;

/** Answers with the network if it supports the rules. */
export class TileAnalyst {
  #weights = "";
  /** @type {Network | null} */
  #network = null;
  /** The review that grows. */
  #growing = { key: "", review: /** @type {Review | null} */ (null) };

  /** @param {import("../definition.js").Supply} supply */
  constructor(supply) {
    this.supply = supply;
  }

  /** @param {string} question @param {import("./twenty48-game.js").Twenty48} game @param {any} wish @returns {Promise<any>} */
  async answer(question, game, wish) {
    const network = isLearned(game.rules) ? await this.#networkFor(wish.strong) : null;
    if (question === "refute") return refute(game, network, wish);
    if (question === "review") return this.#reviewed(game, network, wish);
    if (question === "coach") return hints.coach(game, network);
    return question === "choose" ? hints.choose(game, network) : hints.hint(game, network, wish.bars);
  }

  /**
   * Review a few more slides of a game; another game starts another review.
   *
   * @param {import("./twenty48-game.js").Twenty48} game @param {Network | null} network @param {any} wish
   */
  async #reviewed(game, network, { record, strong, after, seconds = PIECE }) {
    const key = JSON.stringify([record, strong]);
    const review = (this.#growing.key === key && this.#growing.review) || new Review(game, judgeFor(game.rules, network));
    this.#growing = { key, review };
    const end = performance.now() + 1000 * seconds;
    while (review.grow() && performance.now() < end) await this.supply.pause();
    return { ...review.toJSON(after), of: game.turns.length };
  }

  /** @param {boolean | undefined} strong @returns {Promise<Network | null>} the small network, or the strong one if requested; null if there is none */
  async #networkFor(strong) {
    const [wasm, weights] = strong ? STRONG : SMALL;
    if (this.#weights === weights) return this.#network;
    if (!(await this.supply.has(weights))) return strong ? this.#networkFor(false) : null;
    this.#network = null;
    this.#network = await Network.open(wasm, weights, this.supply.load).catch((error) => {
      if (strong) return null;
      throw error;
    });
    if (!this.#network) return this.#networkFor(false);
    this.#weights = weights;
    return this.#network;
  }
}
