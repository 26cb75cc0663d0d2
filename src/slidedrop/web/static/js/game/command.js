/**
 * The commands of a player, as a record stores them.
 *
 *     {"move": "left"}     {"move": "4"}     "undo"     "redo"     "resign"     "hint"
 *     {"move": "left", "tiles": [[3, 0, 2]]}      if no seed can reproduce the tiles
 *
 * @typedef {"undo" | "redo" | "resign" | "hint" | {move: string, tiles?: [number, number, number][]}} Command
 */
import { check, shown } from "./errors.js";
import { t } from "../language.js";

const VERBS = ["undo", "redo", "resign", "hint"];

/** @param {any} value @returns {Command} the command of a record; an error says what is wrong */
export function readCommand(value) {
  if (VERBS.includes(value)) return value;
  check(isMove(value), t("error.command", { command: shown(value) }));
  const tiles = value.tiles ?? [];
  check(Array.isArray(tiles) && tiles.every(isTile), t("error.command", { command: shown(value) }));
  return tiles.length ? { move: value.move, tiles } : { move: value.move };
}

/** @param {Command} one @param {Command} other @returns {boolean} */
export function sameCommand(one, other) {
  return JSON.stringify(readCommand(one)) === JSON.stringify(readCommand(other));
}

/** @param {Command[]} one @param {Command[]} other @returns {number} the length of the common prefix */
export function commonLength(one, other) {
  let length = 0;
  while (length < one.length && length < other.length && sameCommand(one[length], other[length])) length += 1;
  return length;
}

/** @param {any} value */
function isMove(value) {
  if (typeof value !== "object" || typeof value?.move !== "string") return false;
  return Object.keys(value).every((name) => name === "move" || name === "tiles");
}

/** @param {unknown} value */
function isTile(value) {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isInteger);
}
