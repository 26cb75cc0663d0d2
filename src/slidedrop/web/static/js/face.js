/** The page around the table: it shows every event, and knows no rule. */
import { aboutText, showCounts } from "./counts.js";
import { byId, say } from "./dom.js";
import { capital, sentence } from "./speech.js";
import { isApart, isWatching, mayMove, withComputer } from "./seats.js";
import { mayScore } from "./scores.js";
import { Banner } from "./banner.js";
import { COLOURS } from "./game/connect4.js";
import { Connect4View } from "./connect4-view.js";
import { Twenty48View } from "./twenty48-view.js";

const HOW = {
  2048: "Slide with the arrow keys or a swipe; equal tiles join. Reach 2048!",
  connect4: "Click a column or press its number; four in a row win.",
};

/** What a player sees. */
export class Face {
  /** @type {any} */
  view = null;
  /** A replay is on the board, so that the game must wait. @type {any} */
  replaying = null;
  #kind = "";

  /** @param {import("./table.js").Table} table @param {Record<string, () => void>} deeds - what buttons of a banner do */
  constructor(table, deeds) {
    this.table = table;
    this.deeds = deeds;
    this.stage = byId("stage");
    this.banner = new Banner(this.stage);
    table.listen((event) => this.#show(event));
  }

  /** Whether a person may move on the board now. */
  get open() {
    return !this.replaying && mayMove(this.table);
  }

  /** Whether the game on the board can be changed from here at all. */
  get here() {
    return !this.replaying && !isWatching(this.table.kept);
  }

  /** @param {string} text - a hint and its reason, or "" @param {string} [move] - the move to point at */
  advise(text, move = "") {
    say(byId("advice"), text);
    this.view.point(move);
    if (text) byId("live").textContent = text;
  }

  /** Draw everything anew. */
  redraw() {
    this.#mount();
    this.view.draw(this.table.game);
    this.#around();
    this.#sign(null);
  }

  /** Show what surrounds the board: counts, buttons, words. */
  #around() {
    const { game, kept } = this.table;
    showCounts(this.table);
    byId("title").textContent = game.kind === "2048" ? "2048" : "Connect-4";
    byId("how").textContent = isWatching(kept) ? "You are watching this game; it is played elsewhere." : HOW[game.kind];
    byId("about").textContent = aboutText(this.table);
    if (game.kind === "connect4") this.view.allow(game, this.open);
    this.#buttons(game, kept);
  }

  #buttons(game, kept) {
    const { canUndo, canRedo } = game.history;
    enable("undo", this.here && canUndo);
    enable("redo", this.here && canRedo && !isApart(kept));
    enable("hint", this.open);
    enable("replay", canUndo);
    byId("undo").lastChild.textContent = isApart(kept) ? "Ask to take back" : "Undo";
    for (const id of ["watch", "edit", "pad"]) byId(id).hidden = game.kind !== "2048";
    byId("resign").hidden = game.kind !== "connect4" || game.finished;
    byId("scores").hidden = game.kind !== "connect4" || game.finished;
    byId("look").hidden = game.kind !== "connect4" || !game.finished || !canUndo;
    enable("scores", mayScore(game, kept));
    enable("resign", this.open);
  }

  #show(event) {
    if (event.kind === "opened") this.#opened();
    if (event.kind === "done") this.#done(event);
    if (event.kind === "noted") this.#around();
  }

  #opened() {
    this.advice = "";
    this.redraw();
    this.advise("");
  }

  #done({ command, turn }) {
    const { game } = this.table;
    if (this.replaying || command === "hint") return this.#around();
    this.advise("");
    if (turn === true) this.view.draw(game);
    else this.view.animate(game, turn);
    if (game.kind === "2048" && !withComputer(this.table.kept)) this.table.shelf.raiseBest(game.summary().rules, game.state.score);
    this.#around();
    this.#sign(turn);
    byId("live").textContent = sentence(game, command, turn);
  }

  #mount() {
    const { kind } = this.table.game;
    if (kind === this.#kind) return;
    this.#kind = kind;
    document.body.dataset.kind = kind;
    this.view = kind === "2048" ? new Twenty48View(this.stage) : new Connect4View(this.stage, (move) => this.deeds.move(move));
    for (const button of document.querySelectorAll(".kind")) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
  }

  /** Put up the sign that the moment asks for, or none. */
  #sign(turn) {
    const { game } = this.table;
    const sign = game.kind === "2048" ? this.#sign2048(game, turn) : this.#sign4(game);
    if (sign) this.banner.show(sign);
    else this.banner.hide();
  }

  #sign2048(game, turn) {
    const { score, over } = game.state;
    if (over) return { mood: "over", title: "Game over", text: `Nothing can move. Score ${score}.`, acts: this.#acts(["New game", "new"], ["Undo", "undo"], ["Replay", "replay"]) };
    if (!this.#justWon(game, turn)) return null;
    const acts = [["Keep playing", () => this.banner.hide()], ...this.#acts(["New game", "new"])];
    return { mood: "won", title: `${game.rules.winning_tile}!`, text: "You made it. How far can you go?", acts };
  }

  #justWon(game, turn) {
    const before = game.turns.at(-2)?.state ?? game.firstState;
    return Boolean(turn?.state?.won) && !before.won;
  }

  #sign4(game) {
    if (!game.finished) return null;
    const { winner, reason } = game.outcome;
    const title = winner === null ? "A draw" : `${capital(COLOURS[winner])} wins`;
    return { mood: "over", title, text: `${capital(reason)}.`, acts: this.#acts(["Rematch", "rematch"], ["Review", "look"], ["Replay", "replay"]) };
  }

  #acts(...acts) {
    return acts.map(([label, deed]) => [label, () => this.deeds[deed]()]);
  }
}

function enable(id, on) {
  byId(id).disabled = !on;
}
