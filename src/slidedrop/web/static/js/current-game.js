/**
 * The game on the board: every command is carried out and kept at once, then told to whoever listens.
 *
 *     {kind: "opened"}                    another game, or the same one changed as a whole
 *     {kind: "done", command, turn}       one command was carried out
 *     {kind: "noted"}                     its name or its link to the server changed
 */
import { headerOf, replay } from "./game/begin.js";
import { commonLength } from "./game/command.js";
import { freshId } from "./shelf.js";

/** One game being played in this tab. */
export class CurrentGame {
  /** @type {any} */
  game = null;
  /** @type {import("./shelf.js").Kept | any} */
  kept = null;
  #listeners = [];
  #raw = "";

  /** @param {import("./shelf.js").Shelf} shelf */
  constructor(shelf) {
    this.shelf = shelf;
  }

  /** @param {(event: any) => void} listener */
  listen(listener) {
    this.#listeners.push(listener);
  }

  /** Put a new game on the shelf and on the board. */
  begin(game, { players = [], name = "", commands = [], link = null, foreign = false } = {}) {
    this.open(this.shelve({ header: headerOf(game, players), commands, name, foreign }, link));
  }

  /** Put a record on the shelf; one that was played elsewhere is foreign, and counts for no best score. @returns {import("./shelf.js").Kept} */
  shelve({ header, commands, name = "", foreign = false }, link = null, game = replay({ header, commands })) {
    const kept = { id: freshId(), header, commands, name, foreign, at: Date.now(), link, summary: game.summary() };
    this.shelf.keep(kept);
    return kept;
  }

  /** @param {import("./shelf.js").Kept} kept @param {any} [game] - the same game, where it was played through already */
  open(kept, game = replay(kept)) {
    this.game = game;
    this.kept = kept;
    this.#raw = this.shelf.raw(kept.id) ?? "";
    this.shelf.noteOpen(kept);
    this.#tell({ kind: "opened" });
  }

  /** @param {import("./game/command.js").Command} command @returns {any} what happened, or null where nothing did */
  do(command) {
    this.refresh();
    const happened = this.game.do(command);
    if (!happened) return null;
    this.kept.commands.push(command);
    this.#keep();
    this.#tell({ kind: "done", command, turn: happened });
    return happened;
  }

  /** Go on as the server did. @param {import("./game/command.js").Command[]} commands @param {any} link */
  follow(commands, link) {
    this.kept.link = link;
    this.#catchUp(commands, () => this.#keep());
  }

  /** Take over what another tab has kept meanwhile; nothing is written, or two tabs would answer each other for ever. */
  refresh() {
    const raw = this.shelf.raw(this.kept.id);
    if (raw === null || raw === this.#raw) return;
    const { commands, ...rest } = this.shelf.take(this.kept.id);
    this.#raw = raw;
    const before = this.kept.commands;
    Object.assign(this.kept, rest, { commands: before });
    this.#catchUp(commands, () => {});
  }

  /** @param {{name?: string, link?: import("./shelf.js").Link | null}} changes */
  note(changes) {
    Object.assign(this.kept, changes);
    this.#keep();
    this.#tell({ kind: "noted" });
  }

  /** Carry out the commands that are new, or begin anew where ours are not the beginning of them. */
  #catchUp(commands, keep) {
    const common = commonLength(this.kept.commands, commands);
    if (common < this.kept.commands.length) return this.#replace(commands, keep);
    const events = commands.slice(common).map((command) => ({ kind: "done", command, turn: this.game.do(command), from: "elsewhere" }));
    this.kept.commands.push(...commands.slice(common));
    keep();
    [...events, { kind: "noted" }].forEach((event) => this.#tell(event));
  }

  #replace(commands, keep) {
    this.kept.commands = [...commands];
    this.game = replay(this.kept);
    keep();
    this.#tell({ kind: "opened" });
  }

  /** Tell what is on the board to those who have come since. */
  announce() {
    this.#tell({ kind: "opened" });
  }

  #keep() {
    this.kept.at = Date.now();
    this.kept.summary = this.game.summary();
    this.#raw = this.shelf.keep(this.kept);
  }

  #tell(event) {
    for (const listener of this.#listeners) listener(event);
  }
}
