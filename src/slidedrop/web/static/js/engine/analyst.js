/** Who answers in the page: the same questions as the server's interface, about the same records, with the same answers. */
import * as connect4 from "./connect4.js";
import * as twenty48 from "./twenty48.js";
import { Review, refute } from "./luck.js";
import { JavaRandom } from "../game/random.js";
import { Network, isLearned } from "./network.js";
import { Solver } from "./solver.js";
import { evaluate, threatsOn } from "./threats.js";
import { learn } from "./sentences.js";
import { judgeFor } from "./luck-judge.js";
import { replay } from "../game/record.js";

const SMALL = ["2048-small.wasm", "2048-small.weights"];
const STRONG = ["2048.wasm", "2048-4x4.weights"];
/** Seconds for a piece of a review of 2048. */
const PIECE = 0.4;

/** Answers questions, with whatever programs they need. */
export class Analyst {
  #size = "";
  /** @type {Solver | null} */
  #solver = null;
  #weights = "";
  /** @type {Network | null} */
  #network = null;
  #ready = false;
  /** The review of 2048 that grows. */
  #growing = { key: "", review: /** @type {Review | null} */ (null) };

  /**
   * @param {(file: string) => Promise<Uint8Array>} load - the contents of a file of the engine
   * @param {(file: string) => Promise<boolean>} has - whether there is such a file
   * @param {() => Promise<void>} [pause] - called between slices of a search
   */
  constructor(load, has, pause = async () => {}) {
    Object.assign(this, { load, has, pause });
  }

  /** @param {string} question - scores, hint, choose, threats, review or refute @param {any} body @returns {Promise<any>} */
  async answer(question, body) {
    if (!this.#ready) learn(JSON.parse(new TextDecoder().decode(await this.load("sentences.json"))));
    this.#ready = true;
    const game = replay(body.record);
    const wish = { ...body, seed: BigInt.asIntN(64, BigInt(`0x${body.seed || "0"}`)) };
    if (game.kind === "2048") return this.#answer2048(question, game, wish);
    if (question === "threats") return { cells: threatsOn(game.position) };
    if (question === "choose" && isPlain(wish.player)) return { move: plainMove(game.position, wish) };
    return connect4[question](game, await this.#solverFor(game.rules), wish);
  }

  async #answer2048(question, game, wish) {
    const network = isLearned(game.rules) ? await this.#networkFor(wish.strong) : null;
    if (question === "refute") return refute(game, network, wish);
    return question === "review" ? this.#reviewed(game, network, wish) : twenty48[question](game, network, wish);
  }

  /** Look at a few more slides of a game; another game begins another review. */
  async #reviewed(game, network, { record, strong, after, seconds = PIECE }) {
    const key = JSON.stringify([record, strong]);
    if (this.#growing.key !== key) this.#growing = { key, review: new Review(game, judgeFor(game.rules, network)) };
    const { review } = this.#growing;
    const end = performance.now() + 1000 * seconds;
    while (review.grow() && performance.now() < end) await this.pause();
    return { ...review.toJSON(after), of: game.turns.length };
  }

  /** The network that judges: the small one, or the strong one where it was asked for; null where there is none. */
  async #networkFor(strong) {
    const [wasm, weights] = strong ? STRONG : SMALL;
    if (this.#weights === weights) return this.#network;
    if (!(await this.has(weights))) return strong ? this.#networkFor(false) : null;
    this.#network = null;
    this.#network = await Network.open(wasm, weights, this.load).catch((error) => {
      if (strong) return null;
      throw error;
    });
    if (!this.#network) return this.#networkFor(false);
    this.#weights = weights;
    return this.#network;
  }

  /** The solver for a board; one at a time, each has 64 MB. */
  async #solverFor(rules) {
    const size = `${rules.columns}x${rules.rows}`;
    if (this.#size !== size) this.#solver = await Solver.open(rules, this.load, this.pause);
    this.#size = size;
    return this.#solver;
  }
}

function isPlain(player) {
  return player === "random" || player === "greedy";
}

/** The move of a player who needs no search: any, or the one that looks best at once. */
function plainMove(position, { player, seed }) {
  const moves = position.legalMoves();
  if (player === "random") return moves[new JavaRandom(BigInt.asIntN(64, seed + BigInt(position.discs))).nextInt(moves.length)];
  const looks = moves.map((move) => evaluate(position.play(move), position.turn));
  return moves[looks.indexOf(Math.max(...looks))];
}
