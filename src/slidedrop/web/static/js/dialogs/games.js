/** The list of kept games: open, name, save, remove after asking, and bring games in. */
import { ask, attempt, complain, openDialog } from "./dialogs.js";
import { byId, make, note } from "../views/dom.js";
import { commandsOf, readCode } from "../game/share.js";
import { readRecord, writeRecord } from "../game/record.js";
import { headerOf } from "../game/record.js";

/** Your games. */
export class GamesDialog {
  /** @param {any} current */
  constructor(current) {
    this.current = current;
    byId("import").addEventListener("change", (event) => this.#import(event.target));
  }

  open() {
    this.#fill();
    openDialog("games");
  }

  #fill() {
    const begun = ({ id, commands, name }) => commands.length || name || id === this.current.kept.id;
    byId("games-list").replaceChildren(...this.current.shelf.list().filter(begun).map((kept) => this.#entry(kept)));
  }

  #entry(kept) {
    const { rules, standing, moves, finished } = kept.summary;
    const title = `${kept.name || (kept.header.game === "2048" ? "2048" : "Connect-4")}`;
    const state = kept.id === this.current.kept.id ? "on the board" : finished ? "finished" : "open";
    const when = new Date(kept.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const words = make("div", {}, make("h3", { text: title }), make("p", { text: `${rules.replace("x", "×")}, ${standing}, ${moves} ${moves === 1 ? "move" : "moves"}` }), make("p", { class: "small", text: `${when}, ${state}` }));
    return make("li", {}, words, make("div", { class: "row" }, ...this.#buttons(kept, title)));
  }

  #buttons(kept, title) {
    const button = (text, click) => make("button", { type: "button", class: "plain", text, click, "aria-label": `${text}: ${title}` });
    return [
      button("Open", () => this.#open(kept)), button("Rename", () => this.#rename(kept)),
      button("Save", () => saveAsFile(kept)), button("Remove", () => this.#remove(kept, title)),
    ];
  }

  #open(kept) {
    attempt(byId("games"), () => {
      this.current.open(kept);
      byId("games").close();
    });
  }

  async #rename(kept) {
    const name = await ask({ title: "Name this game", text: "Up to 60 characters.", yes: "Keep the name", what: "Name", answer: kept.name });
    if (name === null) return;
    if (/^\d*$/.test(name)) return complain(byId("games"), "A game's name has 1 to 60 characters and is not a number.");
    if (kept.id === this.current.kept.id) this.current.note({ name });
    else this.current.shelf.keep({ ...kept, name });
    this.#fill();
  }

  async #remove(kept, title) {
    if (kept.id === this.current.kept.id) return complain(byId("games"), "This game is on the board; open another one before removing it.");
    const yes = await ask({ title: "Remove this game?", text: `“${title}” will be gone from this device for good.`, yes: "Remove" });
    if (yes) this.current.shelf.remove(kept.id);
    this.#fill();
  }

  async #import(field) {
    const [file] = field.files;
    field.value = "";
    if (!file) return;
    const text = await file.text();
    attempt(byId("games"), () => {
      this.current.open(this.current.shelve({ ...readRecord(text), foreign: true }));
      byId("games").close();
      note("The game is on your shelf.");
    });
  }
}

/** Hand a game to the browser's downloads, as `slidedrop games import` reads it. */
export function saveAsFile(kept) {
  const url = URL.createObjectURL(new Blob([writeRecord(kept)], { type: "text/plain" }));
  const name = (kept.name || kept.header.game).replace(/[^\p{L}\p{N} _-]/gu, "").trim() || "slidedrop";
  make("a", { href: url, download: `${name}.game` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Put the game of a share code on the board; one that is on the shelf already is not put there twice. */
export function openCode(current, code) {
  const game = readCode(code);
  const commands = commandsOf(game);
  const { began: _, ...header } = headerOf(game);
  const same = (kept) => JSON.stringify([kept.header.rules, kept.header.start, kept.header.seed, kept.commands]) === JSON.stringify([header.rules, header.start, header.seed, commands]);
  const known = current.shelf.list().find(same);
  if (known) current.open(known);
  else current.open(current.shelve({ header: headerOf(game), commands, name: "a shared game", foreign: true }, null, game), game);
}
