/**
 * A game of Connect-4 in the bytes of a share code.
 *
 *     what follows              one number: free placement + 2 x (a start is given) + 4 x resigned + 8 x (other rules)
 *     columns, rows, connect    three numbers, where it is not four in a row on 7x6
 *     the start                 two bits a cell in reading order, where one is given: 0 empty, 1 red, 2 blue
 *     the line finally played   the fewest bits a move that fit
 *     take-backs, hints         two numbers
 *
 * A move is its column, in free placement its cell in reading order, both from 0.
 *
 * @typedef {import("./connect4-rules.js").Rules} Rules
 * @typedef {import("../../game/packing.js").Packing} Packing
 * @typedef {import("../../game/packing.js").Unpacking} Unpacking
 */
import { Connect4 } from "./connect4-game.js";
import { Position } from "./connect4-position.js";
import { check } from "../../game/errors.js";
import { readRules } from "./connect4-rules.js";
import { t } from "../../language.js";

const [FREE, START, RESIGNED, OTHER] = [1, 2, 4, 8];
const USUAL = [7, 6, 4];
const MOST_COUNTED = 1000;

/** @param {Connect4} game @param {import("../../game/packing.js").Packing} packing */
export function pack(game, packing) {
  const { rules, turns, start } = game;
  const played = turns.filter((turn) => turn.move !== null);
  packRules(rules, (start ? START : 0) + (played.length < turns.length ? RESIGNED : 0), packing);
  if (start) packing.choices(start.cells.map((disc) => (disc === null ? 0 : disc + 1)), 2);
  packing.choices(played.map((turn) => (rules.gravity ? turn.place % rules.columns : turn.place)), bitsOf(rules));
  packing.number(Math.min(game.takeBacks, MOST_COUNTED));
  packing.number(Math.min(game.hints, MOST_COUNTED));
}

/** @param {import("../../game/packing.js").Unpacking} packing @returns {Connect4} the game, played through again */
export function unpack(packing) {
  const { rules, flags } = unpackRules(packing);
  const game = new Connect4(rules, flags & START ? unpackStart(packing, rules) : null);
  for (const place of packing.choices(bitsOf(rules))) game.move(game.position.spell(place));
  if (flags & RESIGNED) game.resign();
  game.takeBacks = Math.min(packing.number(), MOST_COUNTED);
  game.hints = Math.min(packing.number(), MOST_COUNTED);
  return game;
}

/** @param {Connect4} game @returns {import("../../game/command.js").Command[]} the line finally played as a record holds it */
export function moves(game) {
  return game.line().map((move) => (move === "resign" ? move : { move }));
}

/** The number of bits that every move of a board needs. @param {Rules} rules */
function bitsOf({ gravity, columns, rows }) {
  return ((gravity ? columns : columns * rows) - 1).toString(2).length;
}

/** @param {Rules} rules @param {number} flags @param {Packing} packing */
function packRules({ columns, rows, connect, gravity }, flags, packing) {
  const numbers = [columns, rows, connect];
  const other = String(numbers) !== String(USUAL);
  packing.number(flags + (gravity ? 0 : FREE) + (other ? OTHER : 0));
  if (other) numbers.forEach((number) => packing.number(number));
}

/** @param {Unpacking} packing */
function unpackRules(packing) {
  const flags = packing.number();
  check(flags < 2 * OTHER, t("error.code strange"));
  const [columns, rows, connect] = flags & OTHER ? [packing.number(), packing.number(), packing.number()] : USUAL;
  return { rules: readRules({ columns, rows, gravity: !(flags & FREE), connect }), flags };
}

/** @param {Unpacking} packing @param {Rules} rules */
function unpackStart(packing, rules) {
  const signs = packing.choices(2).map((cell) => ".XO?"[cell]).join("");
  check(signs.length === rules.columns * rules.rows, t("error.code strange"));
  return Position.fromRows(signs.match(new RegExp(`.{${rules.columns}}`, "g")) ?? [], rules);
}
