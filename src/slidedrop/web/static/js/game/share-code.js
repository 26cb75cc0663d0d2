/**
 * Share codes: a whole game as text that fits in a link.
 *
 *     T 1 AAQAAAAAAAAABw0sPAAAk3wGqg
 *     | | + base64url of: how many bytes there are, the game packed, and a CRC-32 of all of it with the two signs before
 *     | + the version of this format
 *     + the game's letter
 *
 * @typedef {import("../games/definition.js").Game} Game
 */
import { Packing, Unpacking } from "./packing.js";
import { check } from "./errors.js";
import { crc32 } from "./crc32.js";
import { definitionOf, loadGames } from "../games/registry.js";
import { t } from "../language.js";

const VERSION = "1";
const LONGEST = 1 << 18;
const utf8 = new TextEncoder();

/** @param {Game} game @returns {Promise<string>} the game as a code */
export async function writeCode(game) {
  const { letter, codec } = definitionOf(game.kind);
  const packing = new Packing();
  (await codec()).pack(game, packing);
  return written(letter + VERSION, packing.bytes);
}

/** @param {string} text - a code, or a link with a code after its # @returns {Promise<Game>} its game; an error says what is wrong */
export async function readCode(text) {
  const code = (text.trim().split("#").at(-1) ?? "").replace(/^game=/, "");
  const games = await loadGames();
  checkSigns(code, games.map(({ letter }) => letter));
  const packing = new Unpacking(checkedContent(code));
  packing.number();
  const codec = await games.find(({ letter }) => letter === code[0])?.codec();
  const game = /** @type {NonNullable<typeof codec>} */ (codec).unpack(packing);
  check(packing.rest === 0, t("error.code strange"));
  return game;
}

/**
 * What a record holds of a game that came from a code: its line, its take-backs and its hints. Which moves were taken
 * back is not in a code; going back and forth at the end counts the same.
 * @param {Game} game @returns {Promise<import("./command.js").Command[]>}
 */
export async function commandsOf(game) {
  const line = (await definitionOf(game.kind).codec()).moves(game);
  /** @type {import("./command.js").Command[]} */
  const there = line.length ? ["undo", "redo"] : game.legalMoves().slice(0, 1).flatMap((move) => [{ move }, "undo"]);
  const takeBacks = Array.from({ length: game.takeBacks }, () => there).flat();
  return [...line, ...takeBacks, ...new Array(game.hints).fill("hint")];
}

/** @param {string} signs @param {number[]} packed */
function written(signs, packed) {
  const length = new Packing();
  length.number(packed.length);
  const content = [...length.bytes, ...packed];
  const check32 = crc32(Uint8Array.from([...utf8.encode(signs), ...content]));
  return signs + toBase64([...content, ...[0, 8, 16, 24].map((shift) => (check32 >>> shift) & 0xff)]);
}

/** @param {string} code @param {string[]} letters */
function checkSigns(code, letters) {
  check(code.length > 2 && code.length <= LONGEST, t("error.code length", { most: String(LONGEST), length: String(code.length) }));
  check(letters.includes(code[0]), t("error.code letter", { letters: letters.join(t("engine.or")), letter: code[0] }));
  check(code[1] === VERSION, t("error.code version", { version: VERSION, found: code[1] }));
  check(/^[\w-]*$/.test(code), t("error.code signs"));
}

/** The bytes before the checksum. @param {string} code */
function checkedContent(code) {
  const content = fromBase64(code.slice(2));
  const end = content.length - 4;
  const sum = end > 0 ? crc32(Uint8Array.from([...utf8.encode(code.slice(0, 2)), ...content.subarray(0, end)])) : -1;
  const agrees = [0, 8, 16, 24].every((shift, index) => content[end + index] === ((sum >>> shift) & 0xff));
  check(end > 0 && agrees && toBase64([...content]) === code.slice(2), t("error.code damaged"));
  return content.subarray(0, end);
}

/** @param {number[]} bytes */
function toBase64(bytes) {
  const text = bytes.map((byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
function fromBase64(text) {
  if (text.length % 4 === 1) return new Uint8Array();
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}
