/**
 * What every column of Connect-4 is worth, on request: asked for after each move, first for a moment, then for longer
 * while something is not proven yet.
 */
import { Away, Refused } from "./api.js";
import { byId, say } from "./dom.js";
import { isApart, isWatching, mayMove } from "./seats.js";
import { COLOURS } from "./game/connect4.js";
import { askPatiently } from "./lessons.js";
import { capital } from "./speech.js";
import { positionRecord } from "./computer.js";

const KEY = "slidedrop:scores";
const SECONDS = [0.3, 1, 3, 3, 3];
/** The computer may answer at once; what is asked before would be for nothing. */
const PAUSE_MS = 120;

/** The scores above the board, as long as they are switched on. */
export class Scores {
  #asked = 0;

  /** @param {any} table @param {import("./api.js").Api} api @param {any} face @param {Storage} storage */
  constructor(table, api, face, storage) {
    Object.assign(this, { table, api, face, storage });
    this.on = storage.getItem(KEY) === "on";
    table.listen((event) => event.kind !== "noted" && this.refresh());
    api.listen(() => table.kept && this.refresh());
  }

  toggle() {
    this.on = !this.on;
    this.storage.setItem(KEY, this.on ? "on" : "off");
    this.refresh();
  }

  /** Show the scores of the position on the board, or none where none are wanted. */
  async refresh() {
    const asked = (this.#asked += 1);
    const { game, kept } = this.table;
    byId("scores").setAttribute("aria-pressed", String(this.on));
    this.#show(null, "");
    if (!this.on || game.kind !== "connect4" || !isOpen(game, kept) || this.face.replaying) return;
    this.#show(null, "Scores: one moment.");
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await this.#ask(game, () => asked === this.#asked && !this.face.replaying);
  }

  async #ask(game, wanted) {
    const asker = { wanted, tell: (text) => this.#show(null, `${capital(text)}.`) };
    try {
      for (const seconds of SECONDS) {
        const scores = await askPatiently(this.api, "scores", { record: positionRecord(game), seconds }, asker);
        if (!scores) return;
        this.#show(scores, sentence(scores));
        if (scores.is_proven || scores.how.startsWith("by looking")) return;
      }
    } catch (error) {
      if (!(error instanceof Away || error instanceof Refused)) throw error;
      if (wanted()) this.#show(null, error instanceof Away ? "Scores need the slidedrop server, and none answers here." : `${capital(error.message)}.`);
    }
  }

  #show(scores, text) {
    if (this.table.game.kind === "connect4") this.face.view.value(scores);
    say(byId("worth"), text);
  }
}

/** @returns {boolean} whether scores may be shown: not while two people play on two devices */
export function mayScore(game, kept) {
  return game.kind === "connect4" && !(isApart(kept) && !game.finished);
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
