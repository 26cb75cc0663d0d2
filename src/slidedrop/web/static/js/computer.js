/** What the computer does for us: an opponent, a hint with its reason, and a game to watch. */
import { GameError } from "./game/errors.js";
import { Refused } from "./net/api.js";
import { answersHere, stateHeader } from "./engine/engine.js";
import { capital } from "./views/speech.js";
import { computerToMove } from "./seats.js";

const WATCH_MS = 260;
const WATCHED = "watching the computer";
/** The digits of a game's id from which its opponent draws. */
const SEED_DIGITS = 16;
/** Who plays when one watches: the name that a record gets. */
const WATCHED_PLAYER = "network";

/** The opponents of Connect-4 as people call them, weakest first; all but the last two need a board that the solver knows. */
export const LEVELS = [
  ["Beginner", "beginner"], ["Casual", "casual"], ["Strong", "strong"], ["Expert", "expert"], ["Master", "master"], ["Perfect", "perfect"],
  ["Greedy", "greedy"], ["Random", "random"],
];

/** The computer, asked for moves and advice. */
export class Computer {
  /** Whether a game is being watched. */
  watching = false;
  /** The game that was on the board before. */
  #before = "";

  /**
   * @param {import("./current-game.js").CurrentGame} current
   * @param {import("./engine/engine.js").Engine} engine
   * @param {{advise(text: string, move?: string): void, changed(): void}} face
   */
  constructor(current, engine, face) {
    this.current = current;
    this.engine = engine;
    this.face = face;
    current.listen((event) => event.from !== "elsewhere" && event.kind !== "noted" && this.#answer());
    engine.api.listen(() => current.kept && this.#answer());
  }

  /** Ask for the best move on the board and say why. */
  async hint() {
    const { game } = this.current;
    const count = this.current.kept.commands.length;
    const wanted = () => game === this.current.game && count === this.current.kept.commands.length;
    await this.#trying(async () => {
      const hint = await this.#ask("hint", game, {}, wanted);
      if (!hint) return;
      this.current.do("hint");
      this.face.advise(adviceText(game.kind, hint.move, hint.reason), hint.move);
    });
  }

  /** @param {any} game - any position @returns {Promise<string>} what to do there, in words */
  async adviceFor(game) {
    const { move, reason } = await this.engine.ask("hint", game);
    return adviceText(game.kind, move, reason);
  }

  /** Let the computer play on, on a copy: a person's own game and best score stay what they were. */
  async watch() {
    if (this.watching) return this.stop();
    await this.#trying(async () => {
      const { game, kept } = this.current;
      this.#before = kept.id;
      this.current.begin(game.constructor.fromHeader(stateHeader(game)), { players: [WATCHED_PLAYER], name: WATCHED });
      this.watching = true;
      this.face.changed();
      await this.#playOn(this.current.kept);
    });
    this.stop();
  }

  /** Put the person's own game back on the board, unless another one is there already. */
  stop() {
    const watched = this.watching && !this.current.game.finished && this.current.kept.name === WATCHED;
    this.watching = false;
    this.face.changed();
    const own = watched ? this.current.shelf.take(this.#before) : null;
    if (own) this.current.open(own);
  }

  async #playOn(kept) {
    const wanted = () => this.watching && kept === this.current.kept;
    while (wanted() && !this.current.game.finished) {
      const chosen = await this.#ask("choose", this.current.game, { player: WATCHED_PLAYER }, wanted);
      if (chosen) this.current.do({ move: chosen.move });
      await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    }
  }

  /** Make the computer's move where it is its turn; the device of the person who moved last asks for it. */
  async #answer() {
    const player = computerToMove(this.current);
    if (!this.watching) this.engine.cancel("choose");
    const { kept, game } = this.current;
    if (!player || (this.engine.api.state === "unknown" && !answersHere("choose", game, player))) return;
    const count = kept.commands.length;
    const wanted = () => kept === this.current.kept && kept.commands.length === count;
    await this.#trying(async () => {
      const chosen = await this.engine.ask("choose", game, { player, seed: seedOf(kept) });
      this.current.refresh();
      if (chosen && wanted()) this.current.do({ move: chosen.move });
    }, () => wanted() && this.#answer());
  }

  /** Ask until there is an answer; why it takes long is said. */
  #ask(question, game, wishes, wanted) {
    return this.engine.ask(question, game, wishes, { wanted, tell: (text) => this.face.advise(`${capital(text)}.`) });
  }

  async #trying(action, again = () => {}) {
    try {
      await action();
    } catch (error) {
      if (error instanceof Refused && (error.status === 429 || error.status === 503)) setTimeout(again, 1000 * error.wait);
      else if (error instanceof GameError) this.face.advise(`${capital(error.message)}.`);
      else throw error;
    }
  }
}

/** In a room everyone's opponent draws from the room's seed, so that the server knows its moves. @returns {string} in hexadecimal digits */
function seedOf({ id, header }) {
  return header.room ? BigInt.asUintN(64, BigInt(header.seed)).toString(16) : id.slice(0, SEED_DIGITS);
}

function adviceText(kind, move, reason) {
  const what = kind === "2048" ? capital(move) : move.includes(".") ? `Row ${move.replace(".", ", column ")}` : `Column ${move}`;
  return `${what}: ${reason}.`;
}
