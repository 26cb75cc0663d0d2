/**
 * Commands as little text, for the browser's small store.
 *
 *     up down left right  w s a d       undo u   redo r   hint h   resign x       a disc  4,  or  2.3,
 *     a move with its tiles   a[[3,0,2]]
 */

const LETTERS = { up: "w", down: "s", left: "a", right: "d" };
const VERBS = { undo: "u", redo: "r", hint: "h", resign: "x" };
const WORDS = Object.fromEntries(Object.entries(LETTERS).map(([word, letter]) => [letter, word]));
const DEEDS = Object.fromEntries(Object.entries(VERBS).map(([word, letter]) => [letter, word]));
const TOKEN = /([a-z])(\[(?:\[[-\d,]+\],?)+\])?|([\d.]+),/g;

/** @param {import("./game/command.js").Command[]} commands @returns {string} */
export function shorten(commands) {
  return commands.map(shortened).join("");
}

/** @param {string} text @returns {import("./game/command.js").Command[]} */
export function lengthen(text) {
  return [...text.matchAll(TOKEN)].map(lengthened);
}

function shortened(command) {
  if (typeof command === "string") return VERBS[command];
  const tiles = command.tiles ? JSON.stringify(command.tiles) : "";
  return command.move in LETTERS ? LETTERS[command.move] + tiles : `${command.move},`;
}

function lengthened([, letter, tiles, disc]) {
  if (disc) return { move: disc };
  if (letter in DEEDS) return DEEDS[letter];
  return tiles ? { move: WORDS[letter], tiles: JSON.parse(tiles) } : { move: WORDS[letter] };
}
