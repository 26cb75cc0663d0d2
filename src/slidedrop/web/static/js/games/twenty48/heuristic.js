/**
 * A simple evaluation of a 2048 board without a trained network: the counterpart of twenty48/heuristic.py.
 *
 * @typedef {import("./twenty48-board.js").Slide} Slide
 * @typedef {import("./twenty48-rules.js").Rules} Rules
 */
import { emptyPlaces, isStuck, legalDirections, slide, withTile } from "./twenty48-board.js";

const MOST_NODES = 5_000;

/**
 * The value of every slide: a slide, every possible tile, and another slide; with too many tiles only one slide.
 *
 * @param {any} state @param {any} rules @returns {Map<import("./twenty48-board.js").Direction, number>}
 */
export function judged({ board, score }, rules) {
  const kinds = rules.spawn_weights.filter(Boolean).length;
  const draws = (kinds * board.length) ** Math.min(2, rules.tiles_per_move);
  const deep = 21 * draws <= MOST_NODES && rules.tiles_per_move === 1;
  return new Map(legalDirections(board).map((move) => [move, after(slide(board, move), score, rules, deep)]));
}

/** @param {Slide} slide @param {number} score @param {Rules} rules @param {boolean} deep */
function after({ tiles, gained }, score, rules, deep) {
  if (!deep) return score + gained + promise(tiles);
  const empty = emptyPlaces(tiles);
  const total = rules.spawn_weights.reduce((sum, weight) => sum + weight, 0) * empty.length;
  let worth = 0;
  for (const place of empty) {
    rules.spawn_weights.forEach((weight, power) => {
      if (weight) worth += (weight / total) * bestSlide(withTile(tiles, place, rules.base * 2 ** power), score + gained);
    });
  }
  return worth;
}

/** @param {number[]} tiles @param {number} score */
function bestSlide(tiles, score) {
  if (isStuck(tiles)) return score - Math.max(...tiles);
  return Math.max(...legalDirections(tiles).map((move) => slide(tiles, move)).map((made) => score + made.gained + promise(made.tiles)));
}

/** @param {number[]} tiles @returns {number} the points that a board seems to have in it */
export function promise(tiles) {
  const size = Math.sqrt(tiles.length);
  const rows = [...Array(size).keys()].map((row) => tiles.slice(row * size, (row + 1) * size));
  const lines = [...rows, ...rows.map((_, column) => rows.map((row) => row[column]))];
  const room = (Math.max(...tiles) / 8) * Math.min(4, emptyPlaces(tiles).length);
  return room + lines.reduce((sum, line) => sum + order(line) + pairs(line), 0) / 4;
}

/** The tiles of a line that only falls or only rises, less what breaks the order. @param {number[]} line */
function order(line) {
  const rises = line.slice(1).map((tile, at) => tile - line[at]);
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((/** @type {number} */ total, /** @type {number} */ number) => total + Math.max(0, number), 0);
  return line.reduce((total, tile) => total + tile, 0) - 2 * Math.min(sum(rises), sum(rises.map((rise) => -rise)));
}

/** The tiles that could merge with the next tile of the line. @param {number[]} line */
function pairs(line) {
  const tiles = line.filter(Boolean);
  return tiles.reduce((sum, tile, at) => (tile === tiles[at + 1] ? sum + tile : sum), 0);
}
