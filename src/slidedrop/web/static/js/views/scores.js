/**
 * What every column of Connect-4 is worth, on request: asked for after each move, first for a moment, then for longer
 * while something is not proven yet.
 */
import { byId, say } from "./dom.js";
import { isWatching, mayMove, mayScore } from "../seats.js";
import { COLOURS } from "../game/connect4.js";
import { GameError } from "../game/errors.js";
import { answersHere } from "../engine/engine.js";
import { capital, inColours } from "./speech.js";

const KEY = "slidedrop:scores";
const SECONDS = [0.3, 1, 3, 3, 3];
/** The computer may answer at once; what is asked before would be for nothing. */
const PAUSE_MS = 120;

/** The scores above the board, as long as they are switched on. */
export class Scores {
  #asked = 0;
  /** The game in which these scores have counted as a hint. */
  #counted = "";

  /** @param {any} current @param {import("../engine/engine.js").Engine} engine @param {any} face @param {Storage} storage */
  constructor(current, engine, face, storage) {
    Object.assign(this, { current, engine, face, storage });
    this.on = storage.getItem(KEY) === "on";
    current.listen((event) => event.kind !== "noted" && event.command !== "hint" && this.refresh());
    engine.api.listen(() => current.kept && !answersHere("scores", current.game) && this.refresh());
  }

  toggle() {
    this.on = !this.on;
    this.#counted = "";
    this.storage.setItem(KEY, this.on ? "on" : "off");
    this.refresh();
  }

  /** Show the scores of the position on the board, or none where none are wanted. */
  async refresh() {
    const asked = (this.#asked += 1);
    const { game, kept } = this.current;
    byId("scores").setAttribute("aria-pressed", String(this.on));
    this.#show(null, "");
    this.engine.cancel("scores");
    if (!this.on || game.kind !== "connect4" || !isOpen(game, kept) || this.face.replaying) return;
    this.#show(null, "Scores: one moment.");
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await this.#ask(game, () => asked === this.#asked && !this.face.replaying);
  }

  async #ask(game, wanted) {
    const asker = { wanted, tell: (text) => this.#show(null, `${capital(text)}.`) };
    try {
      for (const seconds of SECONDS) {
        const scores = await this.engine.ask("scores", game, { seconds }, asker);
        if (!scores) return;
        this.#count();
        this.#show(scores, sentence(scores));
        if (scores.is_proven || scores.how.startsWith("by looking")) return;
      }
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      if (wanted()) this.#show(null, `${capital(error.message)}.`);
    }
  }

  /** Seeing scores is a hint taken, once for each time that they are switched on in a game. */
  #count() {
    const { kept } = this.current;
    if (this.#counted === kept.id || isWatching(kept)) return;
    this.#counted = kept.id;
    this.current.do("hint");
  }

  #show(scores, text) {
    if (this.current.game.kind === "connect4") this.face.view.value(scores);
    say(byId("worth"), inColours(text));
  }
}

function isOpen(game, kept) {
  return !game.finished && mayScore(game, kept) && (isWatching(kept) || mayMove({ game, kept }));
}

/** @param {any} scores @returns {string} the position in a sentence */
function sentence({ turn, words, best, how, notice, moves }) {
  const place = best[0]?.includes(".") ? "best (row.column)" : best.length > 1 ? "best columns" : "best column";
  const equal = best.length === moves.length && moves.length > 1;
  const all = equal ? "all moves are equal" : `${place}: ${best.slice(0, 4).join(", ")}${best.length > 4 ? ", …" : ""}`;
  const about = how === "proven" ? "" : ` (${how})`;
  return `${capital(COLOURS[turn])}: ${words}; ${all}${about}. ${notice}`.trim();
}
