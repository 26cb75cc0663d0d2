/**
 * The saved games in the browser's storage: one entry per game, shared by all tabs. Games are deleted only on request.
 *
 * @typedef {{id: string, role: string, ply: number, waiting?: number, hosts?: boolean, lost?: boolean, names?: Record<string, string>}} Link
 *   - the game's id on the server, our role, how many of our commands it has, our seat
 *     after a guest has joined, whether we invited them, and the names of the people
 * @typedef {{id: string, header: import("./game/record.js").Header, commands: Command[], name: string, at: number, foreign?: boolean,
 *   link: Link | null, summary: import("./games/definition.js").Summary, alone?: string, key?: string, temporary?: boolean, daily?: string}} Saved
 *   - `alone` is why the server refuses the game; `key` is the key of its repeated upload; `daily` is the day whose board it is; a
 *     `temporary` game is on the board only and never stored
 * @typedef {import("./game/command.js").Command} Command
 */

const GAME = "slidedrop:game:";
const OPEN = "slidedrop:open:";
const BEST = "slidedrop:best:";

/** All games of this browser. */
export class Library {
  /** @param {Storage} storage */
  constructor(storage) {
    this.storage = storage;
    /** Whether the last game could be written. */
    this.works = true;
  }

  /** @returns {Saved[]} the last played first */
  list() {
    const ids = Object.keys(this.storage).filter((key) => key.startsWith(GAME));
    const games = ids.map((key) => this.take(key.slice(GAME.length)));
    return games.filter((game) => game !== null).sort((one, other) => other.at - one.at);
  }

  /** @param {string | null} id @returns {Saved | null} */
  take(id) {
    return id ? parsed(this.raw(id)) : null;
  }

  /** @param {string} id @returns {string | null} the very text of an entry, by which a change is seen */
  raw(id) {
    return this.storage.getItem(GAME + id);
  }

  /** @param {Saved} saved @returns {string} the text that was written */
  save(saved) {
    const raw = JSON.stringify({ ...saved, commands: shorten(saved.commands) });
    if (!saved.temporary) this.works = this.#write(GAME + saved.id, raw);
    return raw;
  }

  /** Delete a game for good; the caller has asked for confirmation. @param {string} id */
  remove(id) {
    this.storage.removeItem(GAME + id);
  }

  /** @param {string | null} key - of a storage event @returns {string | null} the game that it is about */
  static gameOf(key) {
    return key?.startsWith(GAME) ? key.slice(GAME.length) : null;
  }

  /** @param {string} name - of a game @returns {Saved | null} the one that was on the board last */
  lastOpen(name) {
    return this.take(this.storage.getItem(OPEN + name));
  }

  /** @returns {string} the name of the game that was played last */
  lastGame() {
    return this.storage.getItem(OPEN) ?? "";
  }

  /** @param {Saved} saved - is on the board now */
  noteOpen(saved) {
    if (saved.temporary) return;
    this.#write(OPEN + saved.header.game, saved.id);
    this.#write(OPEN, saved.header.game);
  }

  /** @param {string} rules @returns {number} the best score by these rules */
  best(rules) {
    return Number(this.storage.getItem(BEST + rules) ?? 0);
  }

  /** @param {string} rules @param {number} score */
  raiseBest(rules, score) {
    if (score > this.best(rules)) this.#write(BEST + rules, String(score));
  }

  /** @param {string} key @param {string} text */
  #write(key, text) {
    try {
      this.storage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }
}

/** @returns {Storage} the browser's storage, or one in memory if there is none */
export function browserStorage() {
  try {
    localStorage.getItem(OPEN);
    return localStorage;
  } catch {
    return forgetful();
  }
}

/** @returns {string} a name that no other game has */
export function freshId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {Storage} one that forgets */
export function forgetful() {
  /** @type {Record<string, string>} */
  const entries = {};
  const actions = {
    getItem: (/** @type {string} */ key) => entries[key] ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => void (entries[key] = text),
    removeItem: (/** @type {string} */ key) => void delete entries[key],
  };
  for (const [name, value] of Object.entries(actions)) Object.defineProperty(entries, name, { value });
  return /** @type {any} */ (entries);
}

/** @param {string | null} raw */
function parsed(raw) {
  try {
    const saved = JSON.parse(raw ?? "null");
    return saved && { ...saved, commands: lengthen(saved.commands) };
  } catch {
    return null;
  }
}

/*
 * Commands as little text, for the browser's small store.
 *
 *     up down left right  w s a d       undo u   redo r   hint h   resign x       a disc  4,  or  2.3,
 *     a move with its tiles   a[[3,0,2]]
 */
/** @type {Record<string, string>} */
const LETTERS = { up: "w", down: "s", left: "a", right: "d" };
/** @type {Record<string, string>} */
const VERBS = { undo: "u", redo: "r", hint: "h", resign: "x" };
const WORDS = Object.fromEntries(Object.entries(LETTERS).map(([word, letter]) => [letter, word]));
const VERB_OF = Object.fromEntries(Object.entries(VERBS).map(([word, letter]) => [letter, word]));
const TOKEN = /([a-z])(\[(?:\[[-\d,]+\],?)+\])?|([\d.]+),/g;

/** @param {import("./game/command.js").Command[]} commands @returns {string} */
function shorten(commands) {
  return commands.map(shortened).join("");
}

/** @param {string} text @returns {import("./game/command.js").Command[]} */
function lengthen(text) {
  return [...text.matchAll(TOKEN)].map(lengthened);
}

/** @param {Command} command */
function shortened(command) {
  if (typeof command === "string") return VERBS[command];
  const tiles = command.tiles ? JSON.stringify(command.tiles) : "";
  return command.move in LETTERS ? LETTERS[command.move] + tiles : `${command.move},`;
}

/** @param {string[]} match @returns {Command} */
function lengthened([, letter, tiles, disc]) {
  if (disc) return { move: disc };
  if (letter in VERB_OF) return /** @type {Command} */ (VERB_OF[letter]);
  return tiles ? { move: WORDS[letter], tiles: JSON.parse(tiles) } : { move: WORDS[letter] };
}
