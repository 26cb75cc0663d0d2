/** The page around the board: it shows every event, and knows no rule. */
import { aboutText, showCounts } from "./counts.js";
import { byId, say } from "./dom.js";
import { capital, inColours, sentence } from "./speech.js";
import { isApart, isOwn, isWatching, mayAsk, mayMove, mayScore } from "../seats.js";
import { COLOURS } from "../game/colours.js";

/** What to do, with what this device has. */
const HOW = matchMedia("(hover: hover) and (pointer: fine)").matches
  ? { 2048: "Slide with the arrow keys; equal tiles join.", connect4: "Click a column or press its number." }
  : { 2048: "Swipe anywhere; equal tiles join.", connect4: "Tap a column to drop a disc." };

const LOST = "Your link to this game was ended. Ask for a new one, or begin a game of your own.";
const NUMBERS = { 3: "three", 4: "four", 5: "five", 6: "six" };

/** What a player sees. */
export class Face {
  /** @type {any} */
  view = null;
  /** A replay is on the board, so that the game must wait. @type {any} */
  replaying = null;
  /** The sign of a win is up. */
  celebrating = false;
  /** The sign over the board, once there is one. @type {import("./banner.js").Banner | null} */
  banner = null;
  #kind = "";
  #views = {};

  /** @param {import("../current-game.js").CurrentGame} current @param {Record<string, () => void>} actions - what buttons of a banner do */
  constructor(current, actions) {
    this.current = current;
    this.actions = actions;
    this.stage = byId("stage");
    current.listen((event) => this.#show(event));
  }

  /** @param {string} kind - its view is loaded */
  async loadView(kind) {
    this.#views[kind] = kind === "2048" ? (await import("./twenty48.js")).Twenty48View : (await import("./connect4.js")).Connect4View;
  }

  /** Whether a person may move on the board now; a win is looked at first, so that no key hides its sign by accident. */
  get open() {
    return !this.replaying && !this.celebrating && mayMove(this.current);
  }

  /** Go on after a win. */
  keepPlaying() {
    this.celebrating = false;
    this.banner?.hide();
  }

  /** Whether the game on the board can be changed from here at all. */
  get here() {
    return !this.replaying && !isWatching(this.current.kept);
  }

  /** @param {string} text - a hint and its reason, or "" @param {string} [move] - the move to point at */
  advise(text, move = "") {
    say(byId("advice"), inColours(text));
    this.view.point(move);
    if (text) byId("live").textContent = inColours(text);
  }

  /** Draw everything anew. */
  redraw() {
    this.#mount();
    this.view.draw(this.current.game);
    this.#around();
    this.#sign(null);
  }

  /** Show what surrounds the board: counts, buttons, words. */
  #around() {
    const { game, kept } = this.current;
    showCounts(this.current);
    byId("title").textContent = game.kind === "2048" ? "2048" : "Connect-4";
    byId("how").textContent = kept.link?.lost ? LOST : isWatching(kept) ? "You are watching this game; it is played elsewhere." : `${HOW[game.kind]} ${goal(game)}`;
    byId("about").textContent = aboutText(this.current);
    if (game.kind === "connect4") this.view.allow(game, this.open);
    this.#buttons(game, kept);
  }

  #buttons(game, kept) {
    const { canUndo, canRedo } = game.history;
    enable("undo", this.here && canUndo);
    enable("redo", this.here && canRedo && !isApart(kept));
    enable("hint", this.open && mayAsk(this.current));
    enable("replay", canUndo);
    byId("undo").lastChild.textContent = isApart(kept) ? "Ask to take back" : "Undo";
    for (const id of ["watch", "pad"]) byId(id).hidden = game.kind !== "2048";
    byId("resign").hidden = game.kind !== "connect4" || game.finished;
    for (const id of ["scores", "threats"]) byId(id).hidden = game.kind !== "connect4" || game.finished;
    byId("look").hidden = game.kind === "connect4" && !(game.finished && canUndo);
    enable("look", canUndo);
    for (const id of ["scores", "threats"]) enable(id, mayScore(game, kept));
    enable("resign", this.here && !game.finished);
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
    const { game } = this.current;
    if (this.replaying || command === "hint") return this.#around();
    this.advise("");
    if (turn === true) this.view.draw(game);
    else this.view.animate(game, turn);
    if (game.kind === "2048" && isOwn(this.current.kept)) this.current.shelf.raiseBest(game.summary().rules, game.state.score);
    this.#around();
    this.#sign(turn);
    byId("live").textContent = inColours(sentence(game, command, turn));
  }

  #mount() {
    const { kind } = this.current.game;
    if (kind === this.#kind) return;
    this.#kind = kind;
    document.body.dataset.kind = kind;
    this.view = new this.#views[kind](this.stage, (move) => this.actions.move?.(move));
    for (const button of document.querySelectorAll(".kind")) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
  }

  /** Put up the sign that the moment asks for, or none. */
  #sign(turn) {
    const { game } = this.current;
    const sign = game.kind === "2048" ? this.#sign2048(game, turn) : this.#sign4(game);
    this.celebrating = Boolean(sign) && sign.mood === "won";
    if (sign) this.banner?.show(sign);
    else this.banner?.hide();
  }

  #sign2048(game, turn) {
    const { score, over } = game.state;
    if (over) return { mood: "over", title: "Game over", text: `Nothing can move. Score ${score}.`, acts: this.#acts(["New game", "new"], ["Undo", "undo"], ["Review", "look"]) };
    if (!this.#justWon(game, turn)) return null;
    const acts = [["Keep playing", () => this.keepPlaying()], ...this.#acts(["New game", "new"])];
    return { mood: "won", title: `${game.rules.winning_tile}!`, text: "You made it. How far can you go?", acts };
  }

  #justWon(game, turn) {
    const before = game.turns.at(-2)?.state ?? game.firstState;
    return Boolean(turn?.state?.won) && !before.won;
  }

  #sign4(game) {
    if (!game.finished) return null;
    const { winner, reason } = game.outcome;
    const title = winner === null ? "A draw" : `${inColours(capital(COLOURS[winner]))} wins`;
    return { mood: "over", title, text: `${capital(reason)}.`, acts: this.#acts(["Rematch", "rematch"], ["Review", "look"], ["Replay", "replay"]) };
  }

  #acts(...acts) {
    return acts.map(([label, action]) => [label, () => this.actions[action]()]);
  }
}

function goal({ kind, rules }) {
  return kind === "2048" ? `Reach ${rules.winning_tile}!` : `${capital(NUMBERS[rules.connect] ?? String(rules.connect))} in a row win.`;
}

function enable(id, on) {
  byId(id).disabled = !on;
}
