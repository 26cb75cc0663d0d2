/**
 * A position of Connect-4: the discs on the board, which also determine the turn. Positions are immutable.
 *
 *     .  .  .  .         cells is a flat list read like a page: 0 and 1 for the players' discs, null for none
 *     .  X  .  .
 *     O  X  .  .         player 0 (X, red) moves first; the turn follows from the number of discs
 *
 * @typedef {import("./connect4-rules.js").Rules} Rules
 * @typedef {import("./connect4-rules.js").Cell} Step
 * @typedef {0 | 1 | null} Disc
 */
import { IllegalMove, NotationError, check, shown } from "../../game/errors.js";
import { STEPS, goalOf, onBoard } from "./connect4-rules.js";
import { t } from "../../language.js";

/** An immutable state of the game. */
export class Position {
  /** @param {import("./connect4-rules.js").Rules} rules @param {(0 | 1 | null)[]} [cells] @param {number} [last] - a place, or -1 */
  constructor(rules, cells = new Array(rules.columns * rules.rows).fill(null), last = -1) {
    this.rules = rules;
    this.cells = cells;
    this.last = last;
    this.discs = cells.filter((disc) => disc !== null).length;
    this.turn = this.discs % 2;
    /** Every window that won, each as its places. */
    this.lines = last >= 0 ? this.#linesThrough(last) : this.#allLines();
  }

  /** @param {string[]} rows - drawn with X, O and . @param {Rules} rules @returns {Position} or why no game leads to it */
  static fromRows(rows, rules) {
    const drawn = rows.map((row) => [...row].map(readCell));
    const fits = drawn.length === rules.rows && drawn.every((row) => row.length === rules.columns);
    check(fits, t("error.drawn size", { columns: rules.columns, rows: rules.rows }), NotationError);
    const position = new Position(rules, drawn.flat());
    checkDiscs(position);
    return position;
  }

  /** @returns {string[]} the board drawn with X, O and . */
  toRows() {
    const { rows, columns } = this.rules;
    const draw = (/** @type {0 | 1 | null} */ disc) => (disc === null ? "." : "XO"[disc]);
    return [...Array(rows).keys()].map((row) => this.cells.slice(row * columns, (row + 1) * columns).map(draw).join(""));
  }

  /** How the game ended, with every line that won it, or null while it is in progress. */
  get outcome() {
    if (this.lines.length) return { winner: 1 - this.turn, reason: goalOf(this.rules), lines: this.lines };
    return this.discs === this.cells.length ? { winner: null, reason: t("discs.board full"), lines: [] } : null;
  }

  /** @returns {string[]} the legal moves as people write them, from left to right or in reading order */
  legalMoves() {
    if (this.lines.length) return [];
    const places = [...Array(this.rules.gravity ? this.rules.columns : this.cells.length).keys()];
    return places.filter((place) => this.cells[place] === null).map((place) => this.spell(place));
  }

  /** @param {number} place @returns {string} the move that fills a place, as people write it */
  spell(place) {
    const column = (place % this.rules.columns) + 1;
    return this.rules.gravity ? String(column) : `${Math.floor(place / this.rules.columns) + 1}.${column}`;
  }

  /** @param {string} move - "4", in free placement "2.3" @returns {number} the place that it would fill */
  landing(move) {
    const place = this.rules.gravity ? this.#drop(move) : this.#set(move);
    if (place < 0 || this.outcome) throw new IllegalMove(this.#refusal(move));
    return place;
  }

  /** @param {string} move @returns {Position} */
  play(move) {
    const place = this.landing(move);
    const cells = [...this.cells];
    cells[place] = /** @type {0 | 1} */ (this.turn);
    return new Position(this.rules, cells, place);
  }

  /** @param {string} move */
  #drop(move) {
    check(/^\d{1,3}$/.test(move), t("error.column", { move: shown(move), columns: this.rules.columns }));
    const column = Number(move) - 1;
    let row = this.rules.rows - 1;
    if (!onBoard(this.rules, row, column)) return -1;
    while (row >= 0 && this.cells[row * this.rules.columns + column] !== null) row -= 1;
    return row < 0 ? -1 : row * this.rules.columns + column;
  }

  /** @param {string} move */
  #set(move) {
    check(/^\d{1,3}\.\d{1,3}$/.test(move), t("error.cell", { move: shown(move), cell: `${this.rules.rows}.1` }));
    const [row, column] = move.split(".").map((number) => Number(number) - 1);
    const place = row * this.rules.columns + column;
    return onBoard(this.rules, row, column) && this.cells[place] === null ? place : -1;
  }

  /** @param {string} move */
  #refusal(move) {
    if (this.outcome) return t("error.over new", { reason: this.outcome.reason });
    return t("error.no disc", { move, moves: this.legalMoves().slice(0, 20).join(", ") });
  }

  /** @param {number} place */
  #linesThrough(place) {
    return STEPS.flatMap((step) => windows(this.rules, this.#run(place, step)).filter((line) => line.includes(place)));
  }

  #allLines() {
    const lines = STEPS.flatMap((step) => this.#starts(step).flatMap((start) => this.#runsFrom(start, step)));
    return lines.flatMap((run) => windows(this.rules, run));
  }

  /** The places of one colour in a row through a place, in the order of the step. @param {number} place @param {Step} step */
  #run(place, step) {
    const back = this.#same(place, [-step[0], -step[1]]);
    return [...back.reverse(), place, ...this.#same(place, step)];
  }

  /** The places after this one that hold its colour without a break. @param {number} place @param {Step} step */
  #same(place, [down, right]) {
    const found = [];
    for (let next = this.#step(place, down, right); next >= 0 && this.cells[next] === this.cells[place]; next = this.#step(next, down, right)) {
      found.push(next);
    }
    return found;
  }

  /** The first cells of the lines of one direction. @param {Step} step */
  #starts([down, right]) {
    return [...this.cells.keys()].filter((place) => this.#step(place, -down, -right) < 0);
  }

  /** The runs of one colour along a whole line. @param {number} start @param {Step} step */
  #runsFrom(start, [down, right]) {
    const runs = [];
    for (let place = start; place >= 0; ) {
      const run = [place, ...this.#same(place, [down, right])];
      if (this.cells[place] !== null) runs.push(run);
      place = this.#step(run[run.length - 1], down, right);
    }
    return runs;
  }

  /** @param {number} place @param {number} down @param {number} right */
  #step(place, down, right) {
    const row = Math.floor(place / this.rules.columns) + down;
    const column = (place % this.rules.columns) + right;
    return onBoard(this.rules, row, column) ? row * this.rules.columns + column : -1;
  }
}

/** Every piece of a run that is as long as what wins. @param {Rules} rules @param {number[]} run */
function windows({ connect }, run) {
  const count = Math.max(0, run.length - connect + 1);
  return [...Array(count).keys()].map((start) => run.slice(start, start + connect));
}

/** @param {string} cell */
function readCell(cell) {
  /** @type {Record<string, Disc>} */
  const discs = { X: 0, x: 0, O: 1, o: 1, ".": null, _: null, "-": null };
  const disc = discs[cell];
  check(disc !== undefined, t("error.drawn cell", { cell: shown(cell) }));
  return disc;
}

/** Refuse a board that cannot occur in a game. @param {Position} position */
function checkDiscs(position) {
  const { cells, rules, discs, lines, turn } = position;
  const first = cells.filter((disc) => disc === 0).length;
  check(first * 2 - discs === 0 || first * 2 - discs === 1, t("error.drawn turns"));
  const floats = (/** @type {0 | 1 | null} */ disc, /** @type {number} */ place) => disc !== null && cells[place + rules.columns] === null;
  check(!rules.gravity || !cells.some(floats), t("error.drawn floats"));
  const free = (/** @type {number} */ place) => !rules.gravity || place < rules.columns || cells[place - rules.columns] === null;
  const shared = lines.reduce((places, line) => places.filter((place) => line.includes(place)), [...cells.keys()]);
  const lawful = lines.every((line) => cells[line[0]] !== turn) && shared.some(free);
  check(!lines.length || lawful, t("error.drawn won", { goal: goalOf(rules) }));
}
