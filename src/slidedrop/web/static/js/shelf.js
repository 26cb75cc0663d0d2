/**
 * The shelf of kept games in the browser's own store: one entry a game, shared by all tabs; nothing is deleted unasked.
 *
 * @typedef {{id: string, role: string, ply: number}} Link - where the server keeps the game, as whom we play, and how
 *   many of our commands it has
 * @typedef {{id: string, header: any, commands: import("./game/command.js").Command[], name: string, at: number,
 *            link: Link | null, summary: any}} Kept
 */

const GAME = "slidedrop:game:";
const OPEN = "slidedrop:open:";
const BEST = "slidedrop:best:";

/** All games of this browser. */
export class Shelf {
  /** @param {Storage} storage */
  constructor(storage) {
    this.storage = storage;
    /** Whether the last game could be written. */
    this.works = true;
  }

  /** @returns {Kept[]} the last played first */
  list() {
    const ids = Object.keys(this.storage).filter((key) => key.startsWith(GAME));
    const games = ids.map((key) => this.take(key.slice(GAME.length)));
    return games.filter(Boolean).sort((one, other) => other.at - one.at);
  }

  /** @param {string | null} id @returns {Kept | null} */
  take(id) {
    return id ? parsed(this.raw(id)) : null;
  }

  /** @param {string} id @returns {string | null} the very text of an entry, by which a change is seen */
  raw(id) {
    return this.storage.getItem(GAME + id);
  }

  /** @param {Kept} kept @returns {string} the text that was written */
  keep(kept) {
    const raw = JSON.stringify({ ...kept, commands: shorten(kept.commands) });
    this.works = this.#write(GAME + kept.id, raw);
    return raw;
  }

  /** Delete a game for good; whoever calls has asked. */
  remove(id) {
    this.storage.removeItem(GAME + id);
  }

  /** @param {string | null} key - of a storage event @returns {string | null} the game that it is about */
  static gameOf(key) {
    return key?.startsWith(GAME) ? key.slice(GAME.length) : null;
  }

  /** @param {string} kind @returns {Kept | null} the game of that kind that was on the board last */
  lastOpen(kind) {
    return this.take(this.storage.getItem(OPEN + kind));
  }

  /** @returns {string} the kind that was played last */
  lastKind() {
    return this.storage.getItem(OPEN) ?? "2048";
  }

  noteOpen(kept) {
    this.#write(OPEN + kept.header.game, kept.id);
    this.#write(OPEN, kept.header.game);
  }

  /** @param {string} rules @returns {number} the best score by these rules */
  best(rules) {
    return Number(this.storage.getItem(BEST + rules) ?? 0);
  }

  raiseBest(rules, score) {
    if (score > this.best(rules)) this.#write(BEST + rules, String(score));
  }

  #write(key, text) {
    try {
      this.storage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }
}

/** @returns {Storage} the browser's store, or one that forgets where there is none */
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

function forgetful() {
  const entries = {};
  const actions = {
    getItem: (key) => entries[key] ?? null,
    setItem: (key, text) => void (entries[key] = text),
    removeItem: (key) => void delete entries[key],
  };
  for (const [name, value] of Object.entries(actions)) Object.defineProperty(entries, name, { value });
  return /** @type {any} */ (entries);
}

function parsed(raw) {
  try {
    const kept = JSON.parse(raw ?? "null");
    return kept && { ...kept, commands: lengthen(kept.commands) };
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
const LETTERS = { up: "w", down: "s", left: "a", right: "d" };
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

function shortened(command) {
  if (typeof command === "string") return VERBS[command];
  const tiles = command.tiles ? JSON.stringify(command.tiles) : "";
  return command.move in LETTERS ? LETTERS[command.move] + tiles : `${command.move},`;
}

function lengthened([, letter, tiles, disc]) {
  if (disc) return { move: disc };
  if (letter in VERB_OF) return VERB_OF[letter];
  return tiles ? { move: WORDS[letter], tiles: JSON.parse(tiles) } : { move: WORDS[letter] };
}
