/**
 * The shelf of kept games in the browser's own store: one entry a game, shared by all tabs; nothing is deleted unasked.
 *
 * @typedef {{id: string, role: string, ply: number}} Link - where the server keeps the game, as whom we play, and how
 *   many of our commands it has
 * @typedef {{id: string, header: any, commands: import("./game/command.js").Command[], name: string, at: number,
 *            link: Link | null, summary: any}} Kept
 */
import { lengthen, shorten } from "./shorthand.js";

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
  const deeds = {
    getItem: (key) => entries[key] ?? null,
    setItem: (key, text) => void (entries[key] = text),
    removeItem: (key) => void delete entries[key],
  };
  for (const [name, value] of Object.entries(deeds)) Object.defineProperty(entries, name, { value });
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
