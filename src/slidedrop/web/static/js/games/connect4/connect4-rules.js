/**
 * The rules of Connect-4: board size, placement, and discs in a row to win.
 *
 *     row 0   .  .  .  .      With gravity a disc falls to the lowest free cell of its column;
 *     row 1   .  .  .  X      without it (free placement) a disc is set on any free cell.
 *     row 2   .  .  X  O
 *     row 3   .  X  O  O      A window is a line of cells that wins if one side fills it.
 *     column  0  1  2  3
 *
 * Rows and columns count from 0 inside; what people type and read counts from 1.
 *
 * @typedef {{columns: number, rows: number, gravity: boolean, connect: number}} Rules
 * @typedef {[number, number]} Cell - row and column
 */
import { RulesError, check, shown } from "../../game/errors.js";
import { has, t } from "../../language.js";

const USUAL = { columns: 7, rows: 6, gravity: true, connect: 4 };
/** The four ways a line can run, as steps of row and column. */
/** @type {Cell[]} */
export const STEPS = [[0, 1], [1, 0], [1, 1], [-1, 1]];

/** @param {any} [values] @returns {Rules} the rules that a record holds, or which value is wrong */
export function readRules(values = {}) {
  const known = typeof values === "object" && values !== null && Object.keys(values).every((name) => name in USUAL);
  check(known, t("error.rules", { rules: shown(values) }), RulesError);
  const rules = { ...USUAL, ...values };
  checkNumber("columns", rules.columns, 4, 32);
  checkNumber("rows", rules.rows, 4, 32);
  checkNumber("connect", rules.connect, 3, Math.max(rules.columns, rules.rows));
  check(typeof rules.gravity === "boolean", t("error.rules", { rules: shown(values) }), RulesError);
  return Object.freeze(rules);
}

/** @param {Rules} rules @returns {string} what wins, in words */
export function goalOf(rules) {
  // texts: goal.{3,4,5,6,7,8,9}
  return has(`goal.${rules.connect}`) ? t(`goal.${rules.connect}`) : t("goal.any", { count: rules.connect });
}

/** @param {Rules} rules @returns {boolean} whether the solver supports them: columns of rows + 1 bits fit a 64-bit word */
export function isSolvable({ columns, rows, gravity, connect }) {
  return gravity && connect === 4 && columns * (rows + 1) <= 64;
}

/** @param {Rules} rules @param {number} row @param {number} column @returns {boolean} */
export function onBoard(rules, row, column) {
  return row >= 0 && row < rules.rows && column >= 0 && column < rules.columns;
}

/** @param {string} what @param {number} number @param {number} least @param {number} most */
function checkNumber(what, number, least, most) {
  // texts: error.{columns,rows,connect}
  const lawful = Number.isInteger(number) && number >= least && number <= most;
  check(lawful, t(`error.${what}`, { least, most, value: shown(number) }), RulesError);
}
