/**
 * The page around the board: shows every event, and contains no rules.
 *
 * @typedef {import("../games/definition.js").GameDefinition} GameDefinition
 * @typedef {import("../session.js").Session} Session
 */
import { byId, make, say } from "./dom.js";
import { isApart, isOwn, isWatching, mayAsk, mayMove, undoCount } from "../session.js";
import { capital, inColours, nameText, rulesText } from "./speech.js";
import { has, number, t } from "../language.js";

/** Whether the person here has a mouse. */
const IS_FINE = matchMedia("(hover: hover) and (pointer: fine)").matches;
/** Whether there is space for the analysis beside the board. */
const IS_WIDE = matchMedia("(min-width: 56rem) and (min-height: 30.01rem)").matches;
/** Buttons that only some games have. */
const SPECIAL = ["watch", "pad", "resign", "scores", "threats"];

/** What a player sees. */
export class Face {
  /** @type {import("../games/definition.js").View & Record<string, any>} */
  view = /** @type {any} */ (null);
  /** A replay is on the board, so that the game must wait. @type {import("./replayer.js").Replayer | null} */
  replaying = null;
  /** The sign of a win is up. */
  celebrating = false;
  /** The banner over the board, if any. @type {import("./banner.js").Banner | null} */
  banner = null;
  #kind = "";
  /** The score that is shown. */
  #score = 0;
  /** @type {Map<string, import("../games/definition.js").ViewClass>} */
  #views = new Map();

  /** @param {Session} session @param {Record<string, (...words: any[]) => unknown>} actions - what buttons of a banner do */
  constructor(session, actions) {
    this.session = session;
    this.actions = actions;
    this.stage = byId("stage");
    byId("analyse").open = IS_WIDE;
    session.listen((event) => this.#show(event));
  }

  /** @param {GameDefinition} definition - its view is loaded */
  async loadView(definition) {
    this.#views.set(definition.name, await definition.view());
  }

  /** Whether a person may move on the board now; a win is looked at first, so that no key hides its sign by accident. */
  get open() {
    return !this.replaying && !this.celebrating && mayMove(this.session);
  }

  /** Continue after a win. */
  keepPlaying() {
    this.celebrating = false;
    this.banner?.hide();
  }

  /** Whether the game on the board can be changed from here at all. */
  get here() {
    return !this.replaying && !isWatching(this.session.saved);
  }

  /** @param {string} text - a hint and its reason, or "" @param {string} [move] - the move to point at @param {import("../games/definition.js").HintBar[]} [bars] - the value of each move */
  advise(text, move = "", bars = []) {
    say(byId("advice"), inColours(text));
    if (bars.length) byId("advice").append(make("span", { class: "hint-bars" }, ...bars.map(hintBar)));
    this.view.point(move);
    if (text) byId("live").textContent = inColours(text);
  }

  /** Draw everything again. */
  redraw() {
    this.#mount();
    this.view.draw(this.session.game);
    this.#around();
    this.#sign(null);
  }

  /** Show what surrounds the board: counts, buttons, words. */
  #around(gained = 0) {
    const { game, saved, definition } = this.session;
    this.#counts(gained);
    byId("title").textContent = saved.daily ? nameText(saved.name) : definition.title;
    byId("how").textContent = saved.link?.lost ? t("play.lost") : isWatching(saved) ? t("play.watching") : game.finished ? "\u00a0" : definition.how(game, IS_FINE);
    const rules = rulesText(game.summary().rules);
    byId("about").textContent = saved.name ? t("games.quoted", { name: nameText(saved.name), rules }) : rules;
    this.view.allow?.(game, this.open);
    this.#buttons();
  }

  /** The numbers beside the board; points of the last move rise from the score. @param {number} gained */
  #counts(gained) {
    const { game, definition } = this.session;
    const { moves, takeBacks, score = 0 } = game.summary();
    byId("counts").replaceChildren(...definition.counts(game, this.session).map(([id, name, value]) => make("div", { class: `count count-${id}${value ? "" : " zero"}` }, make("dt", { text: name }), make("dd", { id, text: grouped(value) }))));
    if (gained > 0) byId("score")?.after(make("span", { class: "gain", "aria-hidden": "true", text: `+${grouped(gained)}` }));
    const tally = definition.tally?.(this.session);
    byId("caption").replaceChildren(tally ? `${tally} · ` : "", ...counted("moves", t("play.moves", { count: moves }), moves), " · ", ...counted("undos", t("play.undos", { count: takeBacks }), takeBacks));
    document.body.toggleAttribute("data-fresh", !moves && !tally);
    this.#score = score;
  }

  #buttons() {
    const { game, saved, definition } = this.session;
    const { canUndo, canRedo } = game.history;
    const { buttons } = definition;
    enable("undo", this.here && (isApart(saved) ? canUndo : undoCount(this.session) > 0));
    enable("redo", this.here && canRedo && !isApart(saved));
    enable("hint", this.open && mayAsk(this.session));
    enable("replay", canUndo);
    byId("undo").lastChild.textContent = t(isApart(saved) ? "play.ask undo" : "page.undo");
    for (const id of SPECIAL) byId(id).hidden = !buttons.includes(id);
    for (const id of ["resign", "scores", "threats"]) byId(id).hidden ||= game.finished;
    byId("look").hidden = !definition.mayReview(game);
    enable("look", canUndo);
    for (const id of ["scores", "threats"]) enable(id, mayAsk(this.session));
    enable("resign", this.here && !game.finished);
  }

  /** @param {import("../session.js").SessionEvent} event */
  #show(event) {
    if (event.kind === "opened") this.#opened();
    if (event.kind === "done") this.#done(event);
    if (event.kind === "noted") this.#around();
  }

  #opened() {
    this.redraw();
    this.advise("");
  }

  /** @param {{command?: any, turn?: any}} event */
  #done({ command, turn }) {
    const { game, saved, definition, library } = this.session;
    if (this.replaying || command === "hint") return this.#around();
    this.advise("");
    if (turn === true) this.view.draw(game);
    else this.view.animate(game, turn);
    const { rules, score } = game.summary();
    if (score !== undefined && isOwn(saved)) library.raiseBest(rules, score);
    this.#around(turn === true || command === "redo" ? 0 : (score ?? 0) - this.#score);
    this.#sign(turn);
    const gone = { undo: t("play.undone"), redo: t("play.redone") }[/** @type {string} */ (command)];
    byId("live").textContent = inColours(gone ? `${gone} ${definition.standing(game)}` : definition.sentence(game, turn));
  }

  #mount() {
    const { kind } = this.session.game;
    if (kind === this.#kind) return;
    this.#kind = kind;
    document.body.dataset.kind = kind;
    const View = this.#views.get(kind);
    if (View) this.view = new View(this.stage, (move) => this.actions.move?.(move));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".kind"))) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
  }

  /** Show the banner for the current state, or none. @param {any} turn */
  #sign(turn) {
    const { game, definition } = this.session;
    const sign = definition.sign(game, turn, this.session);
    this.celebrating = sign?.mood === "won";
    if (!sign) return this.banner?.hide();
    /** @type {[string, string][]} */
    const acts = this.session.saved.daily && sign.mood === "over" ? [[t("play.result"), "daily"], ...sign.acts] : sign.acts;
    this.banner?.show({ ...sign, acts: acts.map(([label, action]) => [label, () => this.actions[action]()]) });
  }
}

/** @param {unknown} value @returns {string} a number with separators, or a text as it is */
function grouped(value) {
  return typeof value === "number" ? number(value) : String(value);
}

/** @param {string} id @param {string} text @param {number} count - in the text @returns {(string | Node)[]} the text, with its number in a separate element */
function counted(id, text, count) {
  const [before, ...after] = text.split(number(count));
  return [before, make("span", { id, text: number(count) }), after.join(number(count))];
}

/** @param {string} id @param {boolean} on */
function enable(id, on) {
  byId(id).disabled = !on;
}

/** @param {import("../games/definition.js").HintBar} bar @returns {HTMLElement} a move, its value as a bar, and in words */
function hintBar({ move, part, texts, verdict = "", isBest }) {
  const track = make("span", { class: "hint-track", "aria-hidden": "true" }, make("i"));
  track.style.setProperty("--part", String(Math.max(0.02, part)));
  return make("span", { class: `hint-bar${isBest ? " best" : ""}`, "data-verdict": verdict }, make("span", { text: has(`direction.${move}`) ? capital(t(`direction.${move}`)) : move }), track, make("span", {}, ...texts.flatMap((text) => [make("span", { text }), " "])));
}
