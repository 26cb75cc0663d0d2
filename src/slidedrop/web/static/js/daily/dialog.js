/**
 * Today's board: played at once, without a name. When it is over: the result as a picture and as a line to send.
 *
 * @typedef {import("../games/definition.js").GameDefinition} GameDefinition
 * @typedef {import("../library.js").Saved} Saved
 */
import { byId, make, note } from "../views/dom.js";
import { daily, seedOfDay, today } from "./daily.js";
import { isOwn } from "../session.js";
import { replay } from "../games/registry.js";
import { sharedCanvas } from "../views/picture.js";

const number = (/** @type {number} */ value) => value.toLocaleString("en");
const texts = {
  started: () => "Today's board: the same tiles for everyone.",
  heading: (/** @type {string} */ date) => `Daily, ${date}`,
  score: (/** @type {number} */ score) => `${number(score)} points`,
  moves: (/** @type {number} */ moves) => (moves === 1 ? "1 move" : `${number(moves)} moves`),
  undos: (/** @type {number} */ undos) => (undos === 1 ? "1 undo" : `${number(undos)} undos`),
  hints: (/** @type {number} */ hints) => (hints === 1 ? "1 hint" : `${number(hints)} hints`),
  streak: (/** @type {number} */ days) => (days === 1 ? "1 day in a row" : `${number(days)} days in a row`),
  first: () => "Come back tomorrow to start a streak.",
  picture: (/** @type {string} */ date, /** @type {number} */ score) => `Your final board of ${date}, with ${number(score)} points`,
  line: (/** @type {string} */ date, /** @type {string} */ result, /** @type {string} */ address) => `slidedrop daily, ${date}: ${result}. ${address}`,
  share: () => "Share",
  save: () => "Save picture",
  copy: () => "Copy line",
  again: () => "Play it again",
  close: () => "Done",
  copied: () => "Copied.",
  selected: () => "Selected: copy it with your browser's own command.",
};

/** Opens the board of today, or its result. */
export class DailyBoard {
  /** @param {import("../session.js").Session} session @param {GameDefinition} definition - of the game that has a daily board */
  constructor(session, definition) {
    this.session = session;
    this.definition = definition;
    this.dialog = make("dialog", { id: "daily", "aria-labelledby": "daily-title" });
    document.body.append(this.dialog);
  }

  /** Continue today's game, show its result, or start it. */
  async open() {
    const { saved: shown, game } = this.session;
    if (shown.daily && game.finished) return this.#show(shown.daily);
    const { open, best, day } = this.#on(today());
    const saved = open ? this.session.library.take(open) : null;
    if (saved) return this.#continue(saved);
    if (best === null) return this.#start(day);
    await this.#show(day);
  }

  /** How the person here did on a day. @param {string} day */
  #on(day) {
    const rules = this.definition.usual().summary().rules;
    return daily(this.definition, rules, this.#games(), day);
  }

  /** @returns {any[]} the games that count */
  #games() {
    return this.session.library.list().filter(isOwn);
  }

  /** @param {Saved} saved */
  #continue(saved) {
    if (saved.id !== this.session.saved.id) this.session.open(saved);
    byId("stage").focus({ preventScroll: true });
    note(texts.started());
  }

  /** @param {string} day */
  #start(day) {
    this.dialog.close();
    const game = this.definition.daily?.(seedOfDay(this.definition.title, day));
    if (game) this.session.start(game, { name: texts.heading(dateOf(day)) });
    this.session.note({ daily: day });
    byId("stage").focus({ preventScroll: true });
    note(texts.started());
  }

  /** The finished game with the highest score on a seed. @param {string} seed @returns {Saved} */
  #best(seed) {
    const mine = this.#games().filter(({ header, summary }) => header.seed === seed && summary.finished);
    return mine.reduce((one, other) => ((other.summary.score ?? 0) > (one.summary.score ?? 0) ? other : one));
  }

  /** @param {string} day */
  async #show(day) {
    const { seed, streak } = this.#on(day);
    const saved = this.#best(seed);
    const { score = 0, moves, takeBacks, hints } = saved.summary;
    const date = dateOf(day);
    const results = [texts.moves(moves), texts.undos(takeBacks), texts.hints(hints)];
    const run = streak > 1 ? texts.streak(streak) : texts.first();
    const drawingOf = await this.definition.picture();
    const canvas = sharedCanvas(drawingOf(replay(saved)), { title: texts.score(score), caption: `slidedrop · ${texts.heading(date)}`, foot: [...results, ...(streak > 1 ? [run] : [])].join(" · ") });
    canvas.className = "daily-picture";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", texts.picture(date, score));
    const result = [texts.score(score), ...results, ...(streak > 1 ? [run] : [])].join(", ");
    const line = make("p", { id: "daily-line", class: "small", text: texts.line(date, result, pageAddress()) });
    this.dialog.replaceChildren(
      make("h2", { id: "daily-title", tabindex: "-1", autofocus: "", text: texts.heading(date) }),
      make("p", { class: "daily-score" }, make("b", { text: texts.score(score) }), make("span", { text: results.join(" · ") })),
      make("p", { id: "daily-streak", text: run }), canvas, line, this.#buttons(canvas, line, day),
    );
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {HTMLCanvasElement} canvas @param {HTMLElement} line @param {string} day */
  #buttons(canvas, line, day) {
    const button = (/** @type {string} */ text, /** @type {() => unknown} */ click, kind = "plain") => make("button", { type: "button", class: kind, text, click });
    const file = fileOf(canvas, `slidedrop-${day}.png`);
    const share = navigator.canShare?.({ files: [file] }) ? button(texts.share(), () => navigator.share({ files: [file], text: line.textContent ?? "" }).catch(() => {}), "strong") : button(texts.save(), () => save(file), "strong");
    return make("div", { class: "row" }, share, button(texts.copy(), () => copy(line)), button(texts.again(), () => this.#start(day)), button(texts.close(), () => this.dialog.close()));
  }
}

/** @param {string} day @returns {string} such as 18 November */
function dateOf(day) {
  return new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
}

/** @returns {string} where the page is, without what it is asked for */
function pageAddress() {
  return new URL(".", document.baseURI).href;
}

/** @param {HTMLCanvasElement} canvas @param {string} name @returns {File} */
function fileOf(canvas, name) {
  const [, text] = canvas.toDataURL("image/png").split(",");
  return new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name, { type: "image/png" });
}

/** @param {File} file */
function save(file) {
  const href = URL.createObjectURL(file);
  make("a", { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** @param {HTMLElement} line */
async function copy(line) {
  getSelection()?.selectAllChildren(line);
  await Promise.resolve(navigator.clipboard?.writeText(line.textContent ?? "")).then(() => note(navigator.clipboard ? texts.copied() : texts.selected()), () => note(texts.selected()));
}
