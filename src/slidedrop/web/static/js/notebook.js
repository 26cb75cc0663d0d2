/**
 * The puzzles in the browser's storage: mistakes of your own games, and when each puzzle is due again. The
 * counterpart of cli/commands/puzzle.py: a missed puzzle comes back after three others; once solved, the interval doubles each time.
 *
 * @typedef {{own: Puzzle[], asked: number, streak: number, due: Record<string, [number, number]>}} Notes
 * @typedef {[game: string, position: string, best: string, grade: number]} Puzzle
 * @typedef {import("./games/connect4/connect4-position.js").Position} Position
 */

const KEY = "slidedrop:puzzles";
const LATER = 3;
const LAST = 50;
const MOST_OWN = 200;

/** What is saved of puzzles. */
export class Notebook {
  /** @param {Storage} storage */
  constructor(storage) {
    this.storage = storage;
  }

  /** @returns {Notes} */
  #read() {
    try {
      return { own: [], asked: 0, streak: 0, due: {}, ...JSON.parse(this.storage.getItem(KEY) ?? "{}") };
    } catch {
      return { own: [], asked: 0, streak: 0, due: {} };
    }
  }

  /** @returns {Puzzle[]} puzzles from your own games */
  get own() {
    return this.#read().own;
  }

  /** @param {Puzzle[]} puzzles - from your own games; existing ones stay unchanged */
  add(puzzles) {
    const saved = this.#read();
    const known = new Set(saved.own.map(([, position]) => position));
    this.#save({ ...saved, own: [...saved.own, ...puzzles.filter(([, position]) => !known.has(position))].slice(-MOST_OWN) });
  }

  /** @param {Puzzle[]} shipped @param {string} kind - of which game, or "" @returns {Puzzle | null} the next puzzle: missed ones, then new ones, your own first */
  next(shipped, kind) {
    const { own, asked, due } = this.#read();
    const every = [...own, ...shipped].filter(([game]) => !kind || game === kind);
    const isMissed = (/** @type {Puzzle} */ [, position]) => position in due && due[position][0] > 0 && due[position][0] <= asked;
    return every.find(isMissed) ?? every.find(([, position]) => !(position in due)) ?? null;
  }

  /** Remember how it went: one that was never missed does not come again. @param {Puzzle} puzzle @param {boolean} solved */
  note([, position], solved) {
    const saved = this.#read();
    const asked = saved.asked + 1;
    const step = solved ? 2 * (saved.due[position]?.[1] ?? 0) : LATER;
    this.#save({ ...saved, asked, streak: solved ? saved.streak + 1 : 0, due: { ...saved.due, [position]: [step && step < LAST ? asked + step : 0, step] } });
  }

  /** Ask it again after some others. @param {Puzzle} puzzle */
  skip([, position]) {
    const saved = this.#read();
    const asked = saved.asked + 1;
    this.#save({ ...saved, asked, due: { ...saved.due, [position]: [asked + LATER, saved.due[position]?.[1] ?? 0] } });
  }

  /** @param {Puzzle[]} shipped @param {string} kind - of which game, or "" @returns {{done: number, all: number, streak: number}} how many will not come again, and how many were right in a row */
  progress(shipped, kind) {
    const { own, due, streak } = this.#read();
    const every = [...own, ...shipped].filter(([game]) => !kind || game === kind);
    return { done: every.filter(([, position]) => due[position]?.[0] === 0).length, all: every.length, streak };
  }

  /** @param {Notes} saved */
  #save(saved) {
    try {
      this.storage.setItem(KEY, JSON.stringify(saved));
    } catch {
      // A full store forgets; puzzles go on.
    }
  }
}
