/**
 * The list of saved games: open, name, save, remove after asking, and bring games in.
 *
 * @typedef {import("../library.js").Saved} Saved
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../game/command.js").Command} Command
 */
import { ask, attempt, complain, openDialog } from "./dialogs.js";
import { byId, make, note } from "../views/dom.js";
import { commandsOf, readCode } from "../game/share-code.js";
import { definitionOf, headerOf } from "../games/registry.js";
import { capital } from "../views/speech.js";
import { playedGame, statistics } from "../statistics.js";
import { readRecord, writeRecord } from "../game/record.js";

/** Your games. */
export class GamesDialog {
  /** @param {any} session */
  constructor(session) {
    this.session = session;
    byId("import").addEventListener("change", (/** @type {any} */ event) => this.#import(event.target));
  }

  open() {
    this.#fill();
    this.#addUp();
    openDialog("games");
  }

  #fill() {
    const begun = (/** @type {{id: string, commands: import("../game/command.js").Command[], name: string}} */ { id, commands, name }) => commands.length || name || id === this.session.saved.id;
    byId("games-list").replaceChildren(...this.session.library.list().filter(begun).map((/** @type {import("../library.js").Saved} */ saved) => this.#entry(saved)));
  }

  /** Show what your own games add up to, one line for each game and its rules. */
  #addUp() {
    const games = this.session.library.list().reverse().map(playedGame);
    const { groups, not_counted: others } = statistics(games);
    const left = Object.values(others).reduce((sum, count) => sum + count, 0);
    const lines = groups.flatMap((group) => linesOf(group)).map((text) => make("li", { text }));
    if (left) lines.push(make("li", { class: "small", text: `${left} more not counted: played by the computer, imported, copied or set up` }));
    byId("statistics-list").replaceChildren(...(lines.length ? lines : [make("li", { text: "No games played yet." })]));
  }

  /** @param {Saved} saved */
  #entry(saved) {
    const { rules, standing, moves, finished } = saved.summary;
    const title = saved.name || definitionOf(saved.header.game).title;
    const state = saved.id === this.session.saved.id ? "on the board" : finished ? "finished" : "open";
    const when = new Date(saved.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const words = make("div", {}, make("h3", { text: title }), make("p", { text: `${rules.replace("x", "×")}, ${standing}, ${moves} ${moves === 1 ? "move" : "moves"}` }), make("p", { class: "small", text: `${when}, ${state}` }));
    return make("li", {}, words, make("div", { class: "row" }, ...this.#buttons(saved, title)));
  }

  /** @param {Saved} saved @param {string} title */
  #buttons(saved, title) {
    const button = (/** @type {string} */ text, /** @type {any} */ click) => make("button", { type: "button", class: "plain", text, click, "aria-label": `${text}: ${title}` });
    return [
      button("Open", () => this.#open(saved)), button("Rename", () => this.#rename(saved)),
      button("Save", () => saveAsFile(saved)), button("Remove", () => this.#remove(saved, title)),
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
    const name = await ask({ title: "Name this game", text: "Up to 60 characters.", yes: "Keep the name", what: "Name", answer: saved.name });
    if (name === null) return;
    if (/^\d*$/.test(name)) return complain(byId("games"), "A game's name has 1 to 60 characters and is not a number.");
    if (saved.id === this.session.saved.id) this.session.note({ name });
    else this.session.library.save({ ...saved, name });
    this.#fill();
  }

  /** @param {Saved} saved @param {string} title */
  async #remove(saved, title) {
    if (saved.id === this.session.saved.id) return complain(byId("games"), "This game is on the board; open another one before removing it.");
    const yes = await ask({ title: "Remove this game?", text: `“${title}” will be gone from this device for good.`, yes: "Remove" });
    if (yes) this.session.library.remove(saved.id);
    this.#fill();
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
      note("The game is in your list of games.");
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

/** @param {import("../statistics.js").Group} group @returns {string[]} */
function linesOf({ game, rules, games, best, mean, won, tiles, opponents }) {
  const title = `${definitionOf(game).title} ${rules.replace("x", "×")}`;
  const number = (/** @type {number} */ value) => Math.round(value).toLocaleString("en");
  const played = `${games} ${games === 1 ? "game" : "games"}`;
  if (best === null) return [`${title}: ${played}`, ...opponents.map((one) => `Against ${capital(one.opponent)}: ${one.won} won, ${one.drawn} drawn, ${one.lost} lost`)];
  const largest = tiles.at(-1);
  const tile = largest ? `, largest tile ${largest[0]}` : "";
  return [`${title}: ${played}, best ${number(best)}, mean ${number(mean ?? 0)}, ${won} won${tile}`];
}
