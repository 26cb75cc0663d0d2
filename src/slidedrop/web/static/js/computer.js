/**
 * The computer's part: opponents, hints with reasons, and games to watch.
 *
 * @typedef {import("./engine/engine.js").Question} Question
 * @typedef {import("./games/definition.js").Game} Game
 * @typedef {import("./library.js").Saved} Saved
 */
import { GameError } from "./game/errors.js";
import { Refused } from "./net/api.js";
import { computerToMove } from "./session.js";
import { definitionOf, replay } from "./games/registry.js";
import { answersHere } from "./engine/engine.js";
import { capital } from "./views/speech.js";
import { t } from "./language.js";

/** How long the computer that is watched waits between its moves. @type {Record<string, number>} */
const SPEEDS = { slow: 900, normal: 260, fast: 40 };
const SPEED = "slidedrop:speed";
const WATCHED = "watching the computer";
/** The digits of a game's id from which its opponent draws. */
const SEED_DIGITS = 16;
/** The computer, asked for moves and advice. */
export class Computer {
  /** Whether a game is being watched. */
  watching = false;
  /** The game that was on the board before. */
  #before = "";

  /**
   * @param {import("./session.js").Session} session
   * @param {import("./engine/engine.js").Engine} engine
   * @param {{advise(text: string, move?: string, bars?: import("./games/definition.js").HintBar[]): void, changed(): void}} face
   */
  constructor(session, engine, face) {
    this.session = session;
    this.engine = engine;
    this.face = face;
    session.listen((event) => event.from !== "elsewhere" && event.kind !== "noted" && this.#answer());
    engine.api.listen(() => session.saved && this.#answer());
  }

  /** Ask for the best move on the board and say why. */
  async hint() {
    const { game } = this.session;
    const count = this.session.saved.commands.length;
    const wanted = () => game === this.session.game && count === this.session.saved.commands.length;
    await this.#trying(async () => {
      const hint = await this.#ask("hint", game, answersHere("hint", game) ? { bars: true } : {}, wanted);
      if (!hint) return;
      this.session.do("hint");
      this.face.advise(adviceText(game, { ...hint, reason: hint.short ?? hint.reason }), hint.move, hint.bars);
    });
  }

  /** @param {any} game - any position @returns {Promise<string>} what to do there, in words */
  async adviceFor(game) {
    return adviceText(game, await this.engine.ask("hint", game));
  }

  /** Let the computer play on, on a copy, or a new game where this one is over: a person's own game and best score stay what they were. */
  async watch() {
    if (this.watching) return this.stop();
    const { game, saved, definition } = this.session;
    const { watched: player } = definition;
    if (!player) return;
    await this.#trying(async () => {
      if (!saved.temporary) this.#before = saved.id;
      this.session.show(game.finished ? definition.again(game) : replay(game.positionRecord()), { players: [player], name: WATCHED, alone: "not saved" });
      this.watching = true;
      this.face.changed();
      await this.#playOn(this.session.saved, player);
    });
    this.stop();
  }

  /** How fast the computer that is watched plays; remembered. */
  get speed() {
    const chosen = this.session.library.storage.getItem(SPEED) ?? "";
    return chosen in SPEEDS ? chosen : "normal";
  }

  /** Choose the next speed; after the fastest comes the slowest. */
  faster() {
    const names = Object.keys(SPEEDS);
    this.session.library.storage.setItem(SPEED, names[(names.indexOf(this.speed) + 1) % names.length]);
  }

  /** Put the person's own game back on the board, unless another one is there already. */
  stop() {
    const watched = this.watching && !this.session.game.finished && this.session.saved.name === WATCHED;
    this.watching = false;
    this.face.changed();
    const own = watched ? this.session.library.take(this.#before) : null;
    if (own) this.session.open(own);
  }

  /** @param {import("./library.js").Saved} saved @param {string} player */
  async #playOn(saved, player) {
    const wanted = () => this.watching && saved === this.session.saved;
    while (wanted() && !this.session.game.finished) {
      const chosen = await this.#ask("choose", this.session.game, { player }, wanted);
      if (chosen) this.session.do({ move: chosen.move });
      await new Promise((resolve) => setTimeout(resolve, SPEEDS[this.speed]));
    }
  }

  /** Make the computer's move where it is its turn; the device of the person who moved last asks for it. */
  async #answer() {
    const player = computerToMove(this.session);
    if (!this.watching) this.engine.cancel("choose");
    const { saved, game } = this.session;
    if (!player || (this.engine.api.state === "unknown" && !answersHere("choose", game, player))) return;
    const count = saved.commands.length;
    const wanted = () => saved === this.session.saved && saved.commands.length === count;
    await this.#trying(async () => {
      const chosen = await this.engine.ask("choose", game, { player, seed: seedOf(saved) });
      this.session.refresh();
      if (chosen && wanted()) this.session.do({ move: chosen.move });
    }, () => wanted() && this.#answer());
  }

  /** Repeat the request until there is an answer, and show why it takes long. @param {Question} question @param {Game} game @param {Record<string, unknown>} wishes @param {() => boolean} wanted */
  #ask(question, game, wishes, wanted) {
    return this.engine.ask(question, game, wishes, { wanted, tell: (text) => this.face.advise(`${capital(text)}.`) });
  }

  /** @param {() => Promise<void>} action */
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

/** In a room everyone's opponent draws from the room's seed, so that the server knows its moves. @param {Saved} saved @returns {string} in hexadecimal digits */
function seedOf({ id, header }) {
  return header.room ? BigInt.asUintN(64, BigInt(header.seed ?? 0)).toString(16) : id.slice(0, SEED_DIGITS);
}

/** @param {import("./games/definition.js").Game} game @param {{move: string, reason: string}} hint @returns {string} */
function adviceText({ kind }, { move, reason }) {
  return t("play.advice", { move: definitionOf(kind).spell(move), reason });
}
