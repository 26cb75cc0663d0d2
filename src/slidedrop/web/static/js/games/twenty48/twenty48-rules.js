/**
 * The rules of 2048 that can differ from one game to the next, under the names that a record uses.
 *
 *     size              4     the board is size x size
 *     base              2     every tile is base x 2^k
 *     winning_tile   2048     a merge that reaches it wins; play continues
 *     spawn_weights  90,10    how often a new tile is base, 2 x base, 4 x base, ...
 *     tiles_per_move    1     new tiles after each move
 *     start_tiles       2     tiles on the board before the first move
 *
 * @typedef {{size: number, base: number, winning_tile: number, spawn_weights: number[], tiles_per_move: number,
 *            start_tiles: number}} Rules
 */
import { RulesError, check, shown } from "../../game/errors.js";
import { t } from "../../language.js";

const LARGEST_SIZE = 64;
const USUAL = { size: 4, base: 2, winning_tile: 2048, spawn_weights: [90, 10], tiles_per_move: 1, start_tiles: 2 };

/** The spawn weights that have a name. */
/** @type {Record<string, number[]>} */
export const PRESETS = { classic: [90, 10], mis: [50, 50], twos: [100] };

/** @param {string} name @param {number} size @returns {Rules} the rules of that name */
export function preset(name, size = 4) {
  check(name in PRESETS, t("error.rules", { rules: shown(name) }), RulesError);
  return readRules({ size, spawn_weights: PRESETS[name] });
}

/** @param {any} values @returns {Rules} the rules that a record holds, or which value is wrong */
export function readRules(values) {
  lawful(typeof values === "object" && values !== null && !Array.isArray(values), `rules are names and numbers, not ${shown(values)}`);
  for (const name of Object.keys(values)) lawful(name in USUAL, `${shown(name)} is not a rule of 2048`);
  const rules = { ...USUAL, ...values };
  for (const [name, value] of Object.entries(rules)) {
    lawful(name === "spawn_weights" || Number.isSafeInteger(value), `the rule '${name}' is a whole number, not ${shown(value)}`);
  }
  checkNumbers(rules);
  return Object.freeze(rules);
}

/** @param {Rules} rules @returns {string} the preset that these rules are, whatever their size, or "custom" */
export function nameOf(rules) {
  const same = (/** @type {[unknown, any]} */ [, weights]) => JSON.stringify({ ...USUAL, size: rules.size, spawn_weights: weights }) === JSON.stringify(rules);
  return Object.entries(PRESETS).find(same)?.[0] ?? "custom";
}

/** @param {Rules} rules @returns {string} the preset of the same new tiles, then what differs from it: "classic base=3" */
export function describe(rules) {
  const weights = JSON.stringify(rules.spawn_weights);
  const name = Object.entries(PRESETS).find(([, usual]) => JSON.stringify(usual) === weights)?.[0] ?? "custom";
  /** @type {[string, "base" | "tiles_per_move" | "winning_tile"][]} */
  const words = [["base", "base"], ["tiles", "tiles_per_move"], ["win", "winning_tile"]];
  const varied = words.filter(([, rule]) => rules[rule] !== USUAL[rule]);
  return [name, ...varied.map(([word, rule]) => `${word}=${rules[rule]}`)].join(" ");
}

/** @param {Pick<Rules, "base">} rules @param {number} value @returns {boolean} whether play can make such a tile */
export function isTile(rules, value) {
  let power = value / rules.base;
  while (power >= 2) power /= 2;
  return power === 1;
}

/** @param {Rules} rules @param {number} value @returns {boolean} whether chance can bring such a tile */
export function isSpawn(rules, value) {
  return rules.spawn_weights.some((weight, power) => weight > 0 && value === rules.base * 2 ** power);
}

/** @param {Rules} rules @param {number} made @returns {boolean} whether a merged tile reached the winning one from below */
export function crossesWinning(rules, made) {
  return made >= rules.winning_tile && Math.floor(made / 2) < rules.winning_tile;
}

/** @param {Rules} rules */
function checkNumbers({ size, base, winning_tile, spawn_weights, tiles_per_move, start_tiles }) {
  lawful(size >= 2 && size <= LARGEST_SIZE, t("error.size", { most: LARGEST_SIZE, size: String(size) }));
  lawful(base >= 1 && base <= 1e9, t("error.base", { base: String(base) }));
  lawful(winning_tile > base, t("error.winning", { base: String(base) }));
  lawful(Array.isArray(spawn_weights) && lawfulWeights(spawn_weights), "spawn weights are up to 32 whole numbers, one above 0");
  lawful(tiles_per_move >= 1 && tiles_per_move <= size * size, t("error.per move", { most: String(size * size), tiles: String(tiles_per_move) }));
  lawful(start_tiles >= 0 && start_tiles <= size * size, `a game starts with 0 to ${size * size} tiles, not ${start_tiles}`);
}

/** @param {number[]} weights */
function lawfulWeights(weights) {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.length <= 32 && weights.every((weight) => Number.isInteger(weight) && weight >= 0) && sum > 0 && sum < 2 ** 31;
}

/** @param {boolean} condition @param {string} message */
function lawful(condition, message) {
  check(condition, message, RulesError);
}
