/**
 * Threats and evaluation of a Connect-4 board without a search: the counterpart of analysis/connect4/threats.py and evaluation.py.
 *
 * @typedef {import("./connect4-position.js").Position} Position
 * @typedef {import("./connect4-rules.js").Rules} Rules
 */
import { STEPS, onBoard } from "./connect4-rules.js";

const WON = 10 ** 9;

/** @param {any} position @param {number} player @returns {string[]} the moves with which a player would win at once, were it that player's turn */
export function winningMoves(position, player) {
  if (position.outcome) return [];
  return position.legalMoves().filter((/** @type {string} */ move) => completes(position, position.landing(move), player));
}

/** @param {any} position @returns {string[]} where the player who is not to move would win */
export function threatened(position) {
  return winningMoves(position, 1 - position.turn);
}

/**
 * Every cell that would complete a line, now or later, and whose: "red", "blue" or "both".
 *
 * @param {any} position @returns {{row: number, column: number, of: string}[]} counted from 1, rows from the top
 */
export function threatsOn(position) {
  const { columns } = position.rules;
  const near = [0, 1].map((side) => winningMoves(position, side).map((move) => position.landing(move)));
  const isOf = (/** @type {number} */ place, /** @type {any} */ side) => near[side].includes(place) || isWaiting(position, place, side);
  const marked = position.cells.map((/** @type {unknown} */ _, /** @type {number} */ place) => ["", "red", "blue", "both"][Number(isOf(place, 0)) + 2 * Number(isOf(place, 1))]);
  return marked.map((/** @type {any} */ of, /** @type {number} */ place) => ({ row: Math.floor(place / columns) + 1, column: (place % columns) + 1, of })).filter((/** @type {{of: any}} */ { of }) => of);
}

/** @param {Position} position @param {number} player @returns {number} what a position promises a player: each line that is one side's alone, by its discs */
export function evaluate({ cells, rules }, player) {
  return linesOf(rules).reduce((worth, line) => {
    const mine = line.filter((place) => cells[place] === player).length;
    const theirs = line.filter((place) => cells[place] === 1 - player).length;
    return mine && theirs ? worth : worth + worthOf(mine, rules) - worthOf(theirs, rules);
  }, 0);
}

/** @param {Position} position @param {number} place @param {number} player @returns {number} how many lines through a place no disc of a player bars */
export function openLines({ cells, rules }, place, player) {
  return linesOf(rules).filter((line) => line.includes(place) && line.every((other) => cells[other] !== player)).length;
}

/** The waiting threat in the winner's own rows by which a line of play ends, as a place, or -1. @param {Position} position @param {string[]} line @param {number} winner */
export function decidingThreat(position, line, winner) {
  const places = line.reduce((all, move) => [...all, all[all.length - 1].play(move)], [position]);
  const last = places[line.length];
  if (line.length < 2 || last.outcome?.winner !== winner || !isWaiting(position, last.last, winner)) return -1;
  const { columns, rows } = position.rules;
  const fromBelow = rows - Math.floor(last.last / columns);
  return fromBelow % 2 === 1 - winner && !threatened(places[line.length - 2]).length ? last.last : -1;
}

/** @param {Position} position @param {number} player @returns {boolean} whether a player has a threat that no disc can reach yet */
export function hasWaitingThreat(position, player) {
  return position.cells.some((_, place) => isWaiting(position, place, player));
}

/** Whether a place would complete a line of a player, and no disc can reach it before the one below it. @param {Position} position @param {number} place @param {number} player */
function isWaiting(position, place, player) {
  const below = place + position.rules.columns;
  return position.cells[place] === null && below < position.cells.length && position.cells[below] === null && completes(position, place, player);
}

/** @param {Position} position @param {number} place @param {number} player */
function completes({ cells, rules }, place, player) {
  const along = (/** @type {number} */ down, /** @type {number} */ right) => {
    let [row, column, count] = [Math.floor(place / rules.columns) + down, (place % rules.columns) + right, 0];
    for (; onBoard(rules, row, column) && cells[row * rules.columns + column] === player; row += down, column += right) count += 1;
    return count;
  };
  return STEPS.some(([down, right]) => along(down, right) + along(-down, -right) + 1 >= rules.connect);
}

/** @param {number} count @param {Rules} rules */
function worthOf(count, { connect }) {
  return count === connect ? WON : count * (3 * count - 2);
}

/** @type {{rules: any, lines: number[][]}} */
let known = { rules: null, lines: [] };

/** @param {Rules} rules @returns {number[][]} every line that would win, as its places */
function linesOf(rules) {
  if (known.rules !== rules) known = { rules, lines: allLines(rules) };
  return known.lines;
}

/** @param {Rules} rules */
function allLines(rules) {
  const { columns, rows, connect } = rules;
  const steps = [...Array(connect).keys()];
  const from = (/** @type {number} */ place, /** @type {[number, number]} */ [down, right]) => steps.map((step) => [Math.floor(place / columns) + step * down, (place % columns) + step * right]);
  const cells = [...Array(columns * rows).keys()].flatMap((place) => STEPS.map((step) => from(place, step)));
  return cells.filter((line) => line.every(([row, column]) => onBoard(rules, row, column))).map((line) => line.map(([row, column]) => row * columns + column));
}
