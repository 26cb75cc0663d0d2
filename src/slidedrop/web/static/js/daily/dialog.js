/**
 * Today's board: starts immediately, without a name. At the end: the result as a picture and as a line to share.
 *
 * @typedef {import("../games/definition.js").GameDefinition} GameDefinition
 * @typedef {import("../library.js").Saved} Saved
 */
import { byId, make, note } from "../views/dom.js";
import { daily, seedOfDay, today } from "./daily.js";
import { isOwn } from "../session.js";
import { replay } from "../games/registry.js";
import { sharedCanvas } from "../views/board-picture.js";
import { date as dated, t } from "../language.js";

/** Opens the board of today, or its result. */
export class DailyBoard {
  /** @param {import("../session.js").Session} session @param {GameDefinition} definition - of the game that has a daily board */
  constructor(session, definition) {
    this.session = session;
    this.definition = definition;
    this.dialog = make("dialog", { id: "daily", class: "wide", "aria-labelledby": "daily-title" });
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
    note(t("daily.started"));
  }

  /** @param {string} day */
  #start(day) {
    this.dialog.close();
    const game = this.definition.daily?.(seedOfDay(this.definition.title, day));
    if (game) this.session.start(game, { name: t("daily.heading", { date: dateOf(day) }) });
    this.session.note({ daily: day });
    byId("stage").focus({ preventScroll: true });
    note(t("daily.started"));
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
    const points = t("play.points", { count: score });
    const results = [t("play.moves", { count: moves }), t("play.undos", { count: takeBacks }), t("play.hints", { count: hints })];
    const run = streak > 1 ? t("daily.streak", { count: streak }) : t("daily.first");
    const drawingOf = await this.definition.picture();
    const canvas = sharedCanvas(drawingOf(replay(saved)), { title: points, caption: `slidedrop · ${t("daily.heading", { date })}`, foot: [...results, ...(streak > 1 ? [run] : [])].join(" · ") });
    canvas.className = "daily-picture";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", t("daily.picture", { date, score: points }));
    const result = [points, ...results, ...(streak > 1 ? [run] : [])].join(", ");
    const line = make("p", { id: "daily-line", class: "small", text: t("daily.line", { date, result, address: pageAddress() }) });
    this.dialog.replaceChildren(
      make("h2", { id: "daily-title", tabindex: "-1", autofocus: "", text: t("daily.heading", { date }) }),
      make("p", { class: "daily-score" }, make("b", { text: points }), make("span", { text: results.join(" · ") })),
      make("p", { id: "daily-streak", text: run }), canvas, line, this.#buttons(canvas, line, day),
    );
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {HTMLCanvasElement} canvas @param {HTMLElement} line @param {string} day */
  #buttons(canvas, line, day) {
    const button = (/** @type {string} */ text, /** @type {() => unknown} */ click, kind = "plain") => make("button", { type: "button", class: kind, text, click });
    const file = fileOf(canvas, `slidedrop-${day}.png`);
    const share = navigator.canShare?.({ files: [file] }) ? button(t("page.share"), () => navigator.share({ files: [file], text: line.textContent ?? "" }).catch(() => {}), "strong") : button(t("daily.save"), () => save(file), "strong");
    return make("div", { class: "row" }, share, button(t("daily.copy"), () => copy(line)), button(t("daily.again"), () => this.#start(day)), button(t("page.done"), () => this.dialog.close()));
  }
}

/** @param {string} day @returns {string} such as 18 November */
function dateOf(day) {
  return dated(day, { day: "numeric", month: "long", timeZone: "UTC" });
}

/** @returns {string} the address of the page, without query and fragment */
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
  await Promise.resolve(navigator.clipboard?.writeText(line.textContent ?? "")).then(() => note(navigator.clipboard ? t("share.copied") : t("share.selected")), () => note(t("share.selected")));
}
