/**
 * The game on the board and the seats at it: whose turn it is, what an undo covers, who may resign, and what a repeated
 * command does. Every command is carried out and saved immediately, then passed to the listeners.
 *
 *     {kind: "opened"}                    another game, or the same one changed as a whole
 *     {kind: "done", command, turn}       one command was carried out
 *     {kind: "noted"}                     its name or its link to the server changed
 *
 * The counterpart of session.py; both pass tests/data/session_cases.json.
 *
 * @typedef {import("./games/definition.js").Game} Game
 * @typedef {import("./game/command.js").Command} Command
 * @typedef {import("./library.js").Saved} Saved
 * @typedef {import("./library.js").Link} Link
 * @typedef {"other-turn" | "needs-agreement" | "nothing-to-undo" | "cannot-resign"} Refusal
 * @typedef {{kind: "opened" | "noted", from?: undefined, command?: undefined, turn?: undefined} |
 *   {kind: "done", command: Command, turn: any, from?: "elsewhere"}} SessionEvent
 */
import { definitionOf, headerOf, replay } from "./games/registry.js";
import { GameError } from "./game/errors.js";
import { commonLength } from "./game/command.js";
import { freshId } from "./library.js";
import { t } from "./language.js";

/** One game being played in this tab. */
export class Session {
  /** @type {Game} */
  game;
  /** @type {Saved} */
  saved;
  /** @type {((event: SessionEvent) => void)[]} */
  #listeners = [];
  #raw = "";

  /** @param {import("./library.js").Library} library */
  constructor(library) {
    this.library = library;
    this.game = this.saved = /** @type {any} */ (null);
  }

  /** The definition of the game on the board. */
  get definition() {
    return definitionOf(this.game.kind);
  }

  /** @param {(event: SessionEvent) => void} listener */
  listen(listener) {
    this.#listeners.push(listener);
  }

  /**
   * Put a new game in the library and on the board.
   *
   * @param {Game} game @param {{players?: string[], name?: string, commands?: Command[], link?: Link | null, foreign?: boolean}} [options]
   */
  start(game, { players = [], name = "", commands = [], link = null, foreign = false } = {}) {
    const seated = commands.length ? players : (definitionOf(game.kind).seated?.(players, this.library) ?? players);
    this.open(this.add({ header: headerOf(game, seated), commands, name, foreign }, link));
  }

  /** Put a game on the board that is never stored and never sent. @param {Game} game @param {{players: string[], name: string, alone: string}} about */
  show(game, { players, name, alone }) {
    const header = headerOf(game, players);
    this.open({ id: freshId(), header, commands: [], name, alone, temporary: true, at: Date.now(), link: null, summary: game.summary() }, game);
  }

  /**
   * Put a record in the library; one that was played elsewhere is foreign, and counts for no best score.
   *
   * @param {import("./game/record.js").GameRecord & {foreign?: boolean}} record @param {Link | null} [link] @param {Game} [game] @returns {Saved}
   */
  add({ header, commands, name = "", foreign = false }, link = null, game = replay({ header, commands })) {
    const saved = { id: freshId(), header, commands, name, foreign, at: Date.now(), link, summary: game.summary() };
    this.library.save(saved);
    return saved;
  }

  /** @param {Saved} saved @param {Game} [game] - the same game, if it was replayed already */
  open(saved, game = replay(saved)) {
    this.game = game;
    this.saved = saved;
    this.#raw = this.library.raw(saved.id) ?? "";
    this.library.noteOpen(saved);
    this.#tell({ kind: "opened" });
  }

  /** @param {Command} command @returns {any} what happened, or null if nothing changed */
  do(command) {
    this.refresh();
    const happened = this.game.do(command);
    if (!happened) return null;
    this.saved.commands.push(command);
    this.#save();
    this.#tell({ kind: "done", command, turn: happened });
    return happened;
  }

  /**
   * Carry out a person's command: an undo goes back to their own last decision, a redo forward to
   * the next; a resignation at the opponent's turn undoes their own last move first.
   *
   * @param {Command} command @param {{agreed?: boolean}} [options] - whether the opponent agrees @returns {boolean} whether something changed
   */
  ask(command, { agreed = false } = {}) {
    const refusal = refusalOf(this, command, agreed);
    if (refusal) throw new SessionRefusal(refusal);
    if (command === "undo") return this.#undo(isApart(this.saved) ? undosOf(this.game, seatsHere(this.saved)[0]) : undoCount(this));
    if (command === "redo") return this.#redo();
    if (command === "resign") this.#undo(mayMove(this) ? 0 : undosOf(this.game, resigning(this)));
    return Boolean(this.do(command));
  }

  /** @param {number} count @returns {boolean} whether there was something to undo */
  #undo(count) {
    for (let left = count; left > 0; left -= 1) this.do("undo");
    return count > 0;
  }

  #redo() {
    const people = peopleAt(this.saved);
    if (!this.do("redo")) return false;
    while (people.length && this.game.history.canRedo && !people.includes(this.game.toMove)) this.do("redo");
    return true;
  }

  /** Take over the server's commands; commands that are here already are skipped. @param {Command[]} commands @param {Link | null} link */
  follow(commands, link) {
    this.saved.link = link;
    this.#catchUp(commands, () => this.#save());
  }

  /** Take over the changes of another tab. This writes nothing, or two tabs would answer each other forever. */
  refresh() {
    const raw = this.library.raw(this.saved.id);
    const other = raw === null || raw === this.#raw ? null : this.library.take(this.saved.id);
    if (raw === null || !other) return;
    const { commands, ...rest } = other;
    this.#raw = raw;
    const before = this.saved.commands;
    Object.assign(this.saved, rest, { commands: before });
    this.#catchUp(commands, () => {});
  }

  /** @param {{name?: string, link?: Link | null, daily?: string}} changes */
  note(changes) {
    Object.assign(this.saved, changes);
    this.#save();
    this.#tell({ kind: "noted" });
  }

  /** Carry out the new commands, or start again if ours are not a prefix of them. @param {Command[]} commands @param {() => void} save */
  #catchUp(commands, save) {
    const common = commonLength(this.saved.commands, commands);
    if (common < this.saved.commands.length) return this.#replace(commands, save);
    /** @type {SessionEvent[]} */
    const events = commands.slice(common).map((command) => ({ kind: "done", command, turn: this.game.do(command), from: "elsewhere" }));
    this.saved.commands.push(...commands.slice(common));
    save();
    for (const event of events) this.#tell(event);
    this.#tell({ kind: "noted" });
  }

  /** @param {Command[]} commands @param {() => void} save */
  #replace(commands, save) {
    this.saved.commands = [...commands];
    this.game = replay(this.saved);
    save();
    this.#tell({ kind: "opened" });
  }

  /** Notify new listeners of the board. */
  announce() {
    this.#tell({ kind: "opened" });
  }

  #save() {
    this.saved.at = Date.now();
    this.saved.summary = this.game.summary();
    this.#raw = this.library.save(this.saved);
  }

  /** @param {SessionEvent} event */
  #tell(event) {
    for (const listener of this.#listeners) listener(event);
  }
}

/** @param {Pick<Saved, "header" | "link">} saved @returns {number[]} the seats that are played from here */
export function seatsHere({ header, link }) {
  if (link?.role === "watch") return [];
  if (link?.waiting !== undefined) return [link.waiting];
  if (link?.role?.startsWith("player:")) return [Number(link.role.slice(-1))];
  return peopleAt({ header });
}

/** @param {Pick<Saved, "header">} saved @returns {number[]} the seats of people, on whichever device */
function peopleAt({ header }) {
  const players = header.players ?? [];
  return [...Array(definitionOf(header.game).seats).keys()].filter((seat) => isHuman(players[seat]));
}

/** @param {Pick<Session, "saved" | "game">} session @returns {boolean} whether a person may move here now */
export function mayMove({ saved, game }) {
  return !game.finished && seatsHere(saved).includes(game.toMove);
}

/** @param {Game} game @param {number} seat @returns {number} how many moves to undo until that seat decides; 0 if it has not moved */
export function undosOf({ movers }, seat) {
  const last = movers.lastIndexOf(seat);
  return last < 0 ? 0 : movers.length - last;
}

/** @param {Pick<Session, "saved" | "game">} session @returns {number} how many moves an undo takes back: to the last decision of a person, or one where only computers play */
export function undoCount({ saved, game }) {
  const people = peopleAt(saved);
  const counts = (people.length ? people : game.movers).map((seat) => undosOf(game, seat)).filter(Boolean);
  return counts.length ? Math.min(...counts) : 0;
}

/** @param {Pick<Session, "saved" | "game">} session @returns {number[]} the people who may resign now; one who is not to move loses their last move */
export function mayResign({ saved, game }) {
  if (game.finished || definitionOf(game.kind).seats < 2) return [];
  return peopleAt(saved).filter((seat) => seat === game.toMove || undosOf(game, seat) > 0);
}

/** @param {Pick<Session, "saved" | "game">} session @returns {number} the seat here that would resign, or -1 */
function resigning({ saved, game }) {
  const seats = seatsHere(saved);
  return seats.includes(game.toMove) ? game.toMove : (seats[0] ?? -1);
}

/** A command that the seats forbid; `code` is one of session_cases.md. */
export class SessionRefusal extends GameError {
  /** @param {Refusal} code */
  constructor(code) {
    // texts: refused.{other-turn,needs-agreement,nothing-to-undo,cannot-resign}
    super(t(`refused.${code}`));
    this.code = code;
  }
}

/** @param {Session} session @param {Command} command @param {boolean} agreed @returns {Refusal | null} why a person may not do this now, by the seats */
function refusalOf(session, command, agreed) {
  const { saved, game } = session;
  if (command === "resign") return mayResign(session).includes(resigning(session)) ? null : "cannot-resign";
  if (!isApart(saved) || command === "hint") return null;
  if (command === "redo" || (command === "undo" && !agreed)) return "needs-agreement";
  if (command === "undo") return undosOf(game, seatsHere(saved)[0]) ? null : "nothing-to-undo";
  return game.finished || mayMove(session) ? null : "other-turn";
}

/** @param {Pick<Saved, "link">} saved @returns {boolean} whether the other seat is on another device, so that an undo is agreed on */
export function isApart({ link }) {
  return Boolean(link?.role?.startsWith("player:"));
}

/** @param {Pick<Saved, "link">} saved @returns {boolean} whether an invitation was sent and not accepted yet */
export function isWaiting({ link }) {
  return link?.waiting !== undefined;
}

/** @param {Pick<Session, "saved" | "game">} session @returns {boolean} whether hints are allowed: not in a live game between people */
export function mayAsk({ saved, game }) {
  return game.finished || !(isApart(saved) || isWaiting(saved));
}

/** @param {Pick<Saved, "link">} saved @returns {boolean} whether this device only watches */
export function isWatching({ link }) {
  return link?.role === "watch";
}

/** @param {Session} session @returns {string | null} the name of the computer that is to move in a game of several seats */
export function computerToMove({ saved, game }) {
  if (game.finished || isWatching(saved) || definitionOf(game.kind).seats < 2) return null;
  const player = (saved.header.players ?? [])[game.toMove];
  return isHuman(player) ? null : player;
}

/** @param {Pick<Saved, "header">} saved @returns {boolean} whether a computer plays at it */
export function withComputer({ header }) {
  return (header.players ?? []).some((player) => !isHuman(player));
}

/** @param {Saved} saved @returns {boolean} whether it counts for the best score: played here by a person, from the start */
export function isOwn(saved) {
  return !withComputer(saved) && !isWatching(saved) && !saved.header.start && !saved.foreign && saved.name !== "a shared game";
}

const AGAINST = "slidedrop:against";
/** Two people on one screen. */
export const HERE = "here";

/** @param {Storage} storage @param {string | undefined} friendly @returns {string} the opponent of the last new game */
export function lastAgainst(storage, friendly) {
  return storage.getItem(AGAINST) ?? friendly ?? HERE;
}

/** @param {Storage} storage @param {string} against */
export function rememberAgainst(storage, against) {
  storage.setItem(AGAINST, against);
}

/** @param {import("./games/definition.js").GameDefinition} definition @param {Storage} storage @returns {string[]} the players of a new game */
export function usualPlayers({ seats, friendly }, storage) {
  const against = lastAgainst(storage, friendly);
  return seats < 2 || against === HERE ? [] : ["human", against];
}

/** @param {string | undefined} player */
function isHuman(player) {
  return player === undefined || player === "human";
}
