/**
 * The value of every column of Connect-4, on request: computed after each move, first briefly, then for longer
 * while something is not proven yet.
 *
 * @typedef {import("../../library.js").Saved} Saved
 */
import { byId, say } from "../../views/dom.js";
import { isWatching, mayAsk, mayMove } from "../../session.js";
import { colourName } from "./colours.js";
import { Connect4 } from "./connect4-game.js";
import { GameError } from "../../game/errors.js";
import { answersHere } from "../../engine/engine.js";
import { capital, inColours } from "../../views/speech.js";
import { t } from "../../language.js";

const KEY = "slidedrop:scores";
const SECONDS = [0.3, 1, 3, 3, 3];
/** The computer may answer at once; what is asked before would be for nothing. */
const PAUSE_MS = 120;

/** The scores above the board, as long as they are switched on. */
export class ColumnScores {
  #asked = 0;
  /** The game in which these scores have counted as a hint. */
  #counted = "";

  /** @param {import("../../session.js").Session} session @param {import("../../engine/engine.js").Engine} engine @param {import("../../views/face.js").Face} face @param {Storage} storage */
  constructor(session, engine, face, storage) {
    this.session = session;
    this.engine = engine;
    this.face = face;
    this.storage = storage;
    this.on = storage.getItem(KEY) === "on";
    session.listen((/** @type {any} */ event) => event.kind !== "noted" && event.command !== "hint" && this.refresh());
    engine.api.listen(() => session.saved && !answersHere("scores", session.game) && this.refresh());
  }

  toggle() {
    this.on = !this.on;
    this.#counted = "";
    this.storage.setItem(KEY, this.on ? "on" : "off");
    this.refresh();
  }

  /** Show the values of the position on the board, or clear them if they are off. */
  async refresh() {
    const asked = (this.#asked += 1);
    const { game, saved } = this.session;
    byId("scores").setAttribute("aria-pressed", String(this.on));
    this.#show(null, "");
    this.engine.cancel("scores");
    if (!this.on || !(game instanceof Connect4) || !isOpen(game, saved) || this.face.replaying) return;
    this.#show(null, t("discs.wait"));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await this.#ask(game, () => asked === this.#asked && !this.face.replaying);
  }

  /** @param {Connect4} game @param {() => boolean} wanted */
  async #ask(game, wanted) {
    const asker = { wanted, tell: (/** @type {string} */ text) => this.#show(null, `${capital(text)}.`) };
    try {
      for (const seconds of SECONDS) {
        const scores = await this.engine.ask("scores", game, { seconds }, asker);
        if (!scores) return;
        this.#count();
        this.#show(scores, sentence(scores));
        if (scores.is_proven || !answersHere("scores", game)) return; // the server has looked as far as it will
      }
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      if (wanted()) this.#show(null, `${capital(error.message)}.`);
    }
  }

  /** Seeing scores is a hint taken, once for each time that they are switched on in a game. */
  #count() {
    const { saved } = this.session;
    if (this.#counted === saved.id || isWatching(saved)) return;
    this.#counted = saved.id;
    this.session.do("hint");
  }

  /** @param {any} scores @param {string} text */
  #show(scores, text) {
    this.face.view.value?.(scores);
    say(byId("worth"), inColours(text));
  }
}

/** @param {Connect4} game @param {Saved} saved */
function isOpen(game, saved) {
  return !game.finished && mayAsk({ game, saved }) && (isWatching(saved) || mayMove({ game, saved }));
}

/** @param {any} scores @returns {string} the position in a sentence */
function sentence({ turn, words, best, how, notice, moves, is_proven: isProven }) {
  const equal = best.length === moves.length && moves.length > 1;
  const key = equal ? "discs.all equal" : best[0]?.includes(".") ? "discs.best cells" : "discs.best columns";
  const values = { words, notice, how: isProven ? "" : ` (${how})`, count: best.length, moves: `${best.slice(0, 4).join(", ")}${best.length > 4 ? ", …" : ""}` };
  return t(key, { side: capital(colourName(turn)), ...values }).trim();
}
