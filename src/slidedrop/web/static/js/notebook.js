/**
 * The notebook of puzzles in the browser's own store: mistakes of your own games, and when each puzzle comes again. The
 * twin of cli/commands/puzzle.py: what was missed comes after three others, then, solved, each time twice as late.
 *
 * @typedef {[game: string, position: string, best: string, grade: number]} Puzzle
 */
import { isOwn, seatsHere } from "./seats.js";
import { describe } from "./game/twenty48-rules.js";

const KEY = "slidedrop:puzzles";
const LATER = 3;
const LAST = 50;
const MOST_OWN = 200;

/** What is kept of puzzles. */
export class Notebook {
  /** @param {Storage} storage */
  constructor(storage) {
    this.storage = storage;
  }

  /** @returns {{own: Puzzle[], asked: number, due: Record<string, [number, number]>}} */
  #kept() {
    try {
      return { own: [], asked: 0, due: {}, ...JSON.parse(this.storage.getItem(KEY) ?? "{}") };
    } catch {
      return { own: [], asked: 0, due: {} };
    }
  }

  /** @returns {Puzzle[]} puzzles of one's own games */
  get own() {
    return this.#kept().own;
  }

  /** @param {Puzzle[]} puzzles - of one's own; those that are known stay as they are */
  add(puzzles) {
    const kept = this.#kept();
    const known = new Set(kept.own.map(([, position]) => position));
    this.#save({ ...kept, own: [...kept.own, ...puzzles.filter(([, position]) => !known.has(position))].slice(-MOST_OWN) });
  }

  /** @param {Puzzle[]} shipped @param {string} kind - of which game, or "" @returns {Puzzle | null} what is due: what was missed, then what was never asked, your own first */
  next(shipped, kind) {
    const { own, asked, due } = this.#kept();
    const every = [...own, ...shipped].filter(([game]) => !kind || game === kind);
    const isMissed = ([, position]) => position in due && due[position][0] > 0 && due[position][0] <= asked;
    return every.find(isMissed) ?? every.find(([, position]) => !(position in due)) ?? null;
  }

  /** Remember how it went: one that was never missed does not come again. */
  note([, position], solved) {
    const kept = this.#kept();
    const asked = kept.asked + 1;
    const step = solved ? 2 * (kept.due[position]?.[1] ?? 0) : LATER;
    this.#save({ ...kept, asked, due: { ...kept.due, [position]: [step && step < LAST ? asked + step : 0, step] } });
  }

  #save(kept) {
    try {
      this.storage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // A full store forgets; puzzles go on.
    }
  }
}

/** @returns {Puzzle[]} the mistakes of a reviewed game of 2048 that was played here */
export function mistakes2048({ worst, slides }, { game, kept }) {
  const usual = game.rules.size === 4 && describe(game.rules) === "classic";
  const { size } = game.rules;
  const rows = (board) => Array.from({ length: size }, (_, row) => board.slice(row * size, (row + 1) * size).join()).join("/");
  const mistakes = usual && isOwn(kept) ? worst.filter((one) => one.is_mistake) : [];
  return mistakes.map(({ number }) => ["2048", rows(game.turns[number - 1].slide.before), slides[number - 1].best, 3]);
}

/** @returns {Puzzle[]} the moves from here that turned a reviewed game of Connect-4, where one move alone was better */
export function mistakes4({ moves }, { game, kept }) {
  const { columns, rows, connect, gravity } = game.rules;
  const usual = columns === 7 && rows === 6 && connect === 4 && gravity && !kept.header.start;
  const seats = usual ? seatsHere(kept) : [];
  const mistakes = moves.filter((move) => move?.is_turning_point && move.best.length === 1 && seats.includes(move.player));
  return mistakes.map(({ ply, best }) => ["connect4", game.line().slice(0, ply - 1).join(""), best[0], 3]);
}
