/**
 * The list of saved games: open, rename, save, remove after asking, and import.
 *
 * @typedef {import("../library.js").Saved} Saved
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../game/command.js").Command} Command
 */
import { ask, attempt, complain, openDialog } from "./dialogs.js";
import { byId, make, note } from "../views/dom.js";
import { commandsOf, readCode } from "../game/share-code.js";
import { NAMES, definitionOf, headerOf, replay } from "../games/registry.js";
import { inColours, nameText, rulesText } from "../views/speech.js";
import { date, t } from "../language.js";
import { readRecord, writeRecord } from "../game/record.js";

/** Your games. */
export class GamesDialog {
  /** Draws the board of each game that comes into sight. */
  #painter = new IntersectionObserver((entries) => entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => this.#paint(/** @type {HTMLCanvasElement} */ (target))));
  /** @type {Map<Element, Saved>} */
  #boards = new Map();

  /** @param {any} session */
  constructor(session) {
    this.session = session;
    byId("import").addEventListener("change", (/** @type {any} */ event) => this.#import(event.target));
    this.search = make("input", { type: "search", id: "games-search", placeholder: t("games.search"), "aria-label": t("games.search"), autocomplete: "off" });
    const option = (/** @type {string} */ value, /** @type {string} */ text) => make("option", { value, text });
    this.filter = make("select", { id: "games-filter", "aria-label": t("games.show") }, option("", t("games.every")), ...NAMES.map((name) => option(name, definitionOf(name).title)), option("open", t("games.open games")), option("finished", t("games.finished games")));
    byId("games-list").before(make("div", { class: "games-find" }, this.search, this.filter));
    for (const part of [this.search, this.filter]) part.addEventListener("input", () => this.#fill());
  }

  async open() {
    this.#fill();
    openDialog("games");
    const { showStatistics } = await import("./statistics-view.js");
    await showStatistics(byId("statistics-list"), this.session.library);
  }

  #fill() {
    complain(byId("games"), "");
    this.#painter.disconnect();
    this.#boards.clear();
    const entries = this.session.library.list().filter((/** @type {Saved} */ saved) => this.#isShown(saved)).map((/** @type {Saved} */ saved) => this.#entry(saved));
    byId("games-list").replaceChildren(...(entries.length ? entries : [make("li", { class: "small", text: t("games.none") })]));
  }

  /** @param {Saved} saved @returns {boolean} whether a game was started and matches the filter */
  #isShown({ id, commands, name, header, summary }) {
    if (!commands.length && !name && id !== this.session.saved.id) return false;
    const kind = this.filter.value;
    const state = summary.finished ? "finished" : "open";
    const words = [nameText(name), definitionOf(header.game).title, rulesText(summary.rules), inColours(definitionOf(header.game).listed(summary)), ...(header.players ?? []), ...Object.values(header)].join(" ").toLowerCase();
    return (!kind || kind === header.game || kind === state) && words.includes(this.search.value.trim().toLowerCase());
  }

  /** @param {Saved} saved */
  #entry(saved) {
    const { rules, moves, finished } = saved.summary;
    const definition = definitionOf(saved.header.game);
    const title = nameText(saved.name) || definition.title;
    const state = t(saved.id === this.session.saved.id ? "games.on board" : finished ? "games.is finished" : "games.is open");
    const when = date(saved.at, { dateStyle: "medium", timeStyle: "short" });
    const board = make("canvas", { width: "144", height: "144", class: "thumbnail", "aria-hidden": "true" });
    this.#boards.set(board, saved);
    this.#painter.observe(board);
    const facts = [rulesText(rules), inColours(definition.listed(saved.summary)), t("play.moves", { count: moves })].filter(Boolean).join(" · ");
    const words = make("div", { class: "game-words" }, make("h3", { text: title }), make("p", { text: facts }), make("p", { class: "small", text: `${state} · ${when}` }));
    return make("li", {}, board, words, make("div", { class: "row" }, ...this.#buttons(saved, title)));
  }

  /** @param {HTMLCanvasElement} canvas */
  async #paint(canvas) {
    const saved = this.#boards.get(canvas);
    this.#painter.unobserve(canvas);
    if (!saved) return;
    const [drawingOf, { drawSmall }] = await Promise.all([definitionOf(saved.header.game).picture(), import("../views/board-picture.js")]);
    attempt(byId("games"), () => drawSmall(canvas, drawingOf(replay(saved))));
  }

  /** @param {Saved} saved @param {string} title */
  #buttons(saved, title) {
    const button = (/** @type {string} */ text, /** @type {any} */ click, kind = "quiet") => make("button", { type: "button", class: kind, text, click, "aria-label": t("games.act", { action: text, title }) });
    return [
      button(t("games.open"), () => this.#open(saved), "plain"), button(t("games.rename"), () => this.#rename(saved)),
      button(t("games.save"), () => saveAsFile(saved)), button(t("games.remove"), () => this.#remove(saved, title)),
    ];
  }

  /** @param {Saved} saved */
  #open(saved) {
    attempt(byId("games"), () => {
      this.session.open(saved);
      byId("games").close();
    });
  }

  /** @param {Saved} saved */
  async #rename(saved) {
    const name = await ask({ title: t("games.name title"), text: t("games.name text"), yes: t("games.name yes"), what: t("page.name"), answer: saved.name });
    if (name === null) return;
    if (/^\d*$/.test(name)) return complain(byId("games"), t("games.name wrong"));
    if (saved.id === this.session.saved.id) this.session.note({ name });
    else this.session.library.save({ ...saved, name });
    this.#refill();
  }

  /** @param {Saved} saved @param {string} title */
  async #remove(saved, title) {
    if (saved.id === this.session.saved.id) return complain(byId("games"), t("games.remove board"));
    const yes = await ask({ title: t("games.remove title"), text: t("games.remove text", { title }), yes: t("games.remove") });
    if (!yes) return;
    this.session.library.remove(saved.id);
    this.#refill();
  }

  /** The list again after a change; the keys stay at the same place of it. */
  #refill() {
    const buttons = () => [...byId("games-list").querySelectorAll("button")];
    const place = buttons().indexOf(document.activeElement);
    this.#fill();
    (buttons()[Math.min(place, buttons().length - 1)] ?? this.search).focus();
  }

  /** @param {HTMLInputElement} field */
  async #import(field) {
    const file = field.files?.[0];
    field.value = "";
    if (!file) return;
    const text = await file.text();
    attempt(byId("games"), () => {
      this.session.open(this.session.add({ ...readRecord(text), foreign: true }));
      byId("games").close();
      note(t("games.imported"));
    });
  }
}

/** Hand a game to the browser's downloads, as `slidedrop games import` reads it. @param {Saved} saved */
export function saveAsFile(saved) {
  const url = URL.createObjectURL(new Blob([writeRecord(saved)], { type: "text/plain" }));
  const name = (saved.name || saved.header.game).replace(/[^\p{L}\p{N} _-]/gu, "").trim() || "slidedrop";
  make("a", { href: url, download: `${name}.game` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Put the game of a share code on the board; one that is in the library already is not put there twice. @param {Session} session @param {string} code */
export async function openCode(session, code) {
  const game = await readCode(code);
  const commands = await commandsOf(game);
  const { began: _, ...header } = headerOf(game);
  const same = (/** @type {import("../library.js").Saved} */ saved) => JSON.stringify([saved.header.rules, saved.header.start, saved.header.seed, saved.commands]) === JSON.stringify([header.rules, header.start, header.seed, commands]);
  const known = session.library.list().find(same);
  if (known) session.open(known);
  else session.open(session.add({ header: headerOf(game), commands, name: "a shared game", foreign: true }, null, game), game);
}
