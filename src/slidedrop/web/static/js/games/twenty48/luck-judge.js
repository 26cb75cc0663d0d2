/**
 * The value of a board of 2048: the counterpart of analysis/twenty48/judge.py. 2x2 is solved here in a moment; 4x4 is
 * looked ahead from by the network; the solution of 3x3 is too large for a page.
 *
 * @typedef {{slides(board: number[]): Map<Direction, number>, arrived(board: number[]): number, start(first: number[]): number,
 *   falls(board: number[], way: Direction): any[], choices(board: number[]): Map<string, string>, isExact: boolean}} Judge
 * @typedef {import("./twenty48-rules.js").Rules} Rules
 * @typedef {import("./network.js").Network} Network
 * @typedef {import("./twenty48-board.js").Direction} Direction
 */
import { emptyPlaces, legalDirections, slide, withTile } from "./twenty48-board.js";
import { judged, promise } from "./heuristic.js";
import { GameError } from "../../game/errors.js";
import { bestOf } from "./twenty48-hints.js";
import { t } from "../../language.js";

const PLIES = 4;

/** @param {Rules} rules @param {Network | null} network @returns {Judge} */
export function judgeFor(rules, network) {
  const { size, tiles_per_move: tiles, start_tiles: first, spawn_weights: weights } = rules;
  if (size === 2 && tiles === 1 && first === 2 && !weights.slice(2).some(Boolean)) return exactJudge(rules);
  if (size === 3) throw new GameError(t("error.review small"));
  if (!network) throw new GameError(t("error.review rules"));
  return searchJudge(rules, network);
}

/** @param {Rules} rules @returns {Judge} */
function exactJudge(rules) {
  /** @type {Map<string, number>} */
  const known = new Map();
  const worth = (/** @type {number[]} */ board) => {
    const key = board.join();
    const value = known.get(key) ?? Math.max(0, ...slides(board).values());
    known.set(key, value);
    return value;
  };
  /** @type {(tiles: number[], due: number) => number} */
  const mean = (tiles, due) => (due ? drawn(tiles, rules).reduce((sum, { place, tile, chance }) => sum + chance * mean(withTile(tiles, place, tile), due - 1), 0) : worth(tiles));
  const slides = (/** @type {number[]} */ board) => new Map(legalDirections(board).map((way) => slide(board, way)).map(({ direction, gained, tiles }) => [direction, gained + mean(tiles, 1)]));
  return {
    slides, arrived: worth, isExact: true, start: () => mean([0, 0, 0, 0], 2),
    falls: (board, way) => drawn(slide(board, way).tiles, rules).map((fall) => ({ ...fall, value: worth(withTile(slide(board, way).tiles, fall.place, fall.tile)) })),
    choices: (board) => new Map([["the greedy player", greedy(board)], ["the exact player", bestOf(slides(board))]]),
  };
}

/** @param {Rules} rules @param {Network} network @returns {Judge} */
function searchJudge(rules, network) {
  const look = (/** @type {number[]} */ board, /** @type {number} */ plies) => network.slides(board, rules, plies) ?? judged({ board, score: 0 }, rules);
  const arrived = (/** @type {number[]} */ board) => Math.max(0, ...look(board, PLIES - 1).values());
  const nearer = (/** @type {number[]} */ board) => [...Array(PLIES - 1).keys()].map((at) => /** @type {[string, string]} */ ([`the ${at + 1}-ply engine`, bestOf(look(board, at + 1))]));
  return {
    slides: (board) => look(board, PLIES), arrived, start: arrived, isExact: false,
    falls: (board, way) => network.falls(board, rules, way, PLIES - 1) ?? [],
    choices: (board) => new Map([["the greedy player", greedy(board)], ...nearer(board)]),
  };
}

/** Every tile that may fall on a board, with its chance. @param {number[]} tiles @param {Rules} rules */
function drawn(tiles, { base, spawn_weights: weights }) {
  const empty = emptyPlaces(tiles);
  const total = weights.reduce((sum, weight) => sum + weight, 0) * empty.length;
  return empty.flatMap((place) => weights.flatMap((weight, power) => (weight ? [{ place, tile: base * 2 ** power, chance: weight / total }] : [])));
}

/** What the player `greedy` does. @param {number[]} board */
function greedy(board) {
  return bestOf(new Map(legalDirections(board).map((way) => slide(board, way)).map(({ direction, gained, tiles }) => [direction, gained + promise(tiles)])));
}
