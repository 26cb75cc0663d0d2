/**
 * A record: how a game began and what was done. As text, one line an entry, each with its own checksum:
 *
 *     5c1b03d2 {"version":1,"game":"2048",...}      the header
 *     1b4e04d6 {"move":"left"}                      one line a command
 *     9d2a7c11 {"name":"the long one"}              what the player calls the game; the last one counts
 *
 * It is what `slidedrop games export` writes and `slidedrop games import` reads.
 *
 * @typedef {{version?: number, game: string, rules: any, start?: any, seed?: string, players?: string[], began?: string, room?: string}} Header
 * @typedef {{header: Header, commands: import("./command.js").Command[], name?: string}} GameRecord
 */
import { RecordError, check } from "./errors.js";
import { replay } from "../games/registry.js";
import { crc32 } from "./crc32.js";
import { readCommand } from "./command.js";

const utf8 = new TextEncoder();

/** @param {GameRecord} record @returns {string} the record as text */
export function writeRecord({ header, commands, name }) {
  return [header, ...commands, ...(name ? [{ name }] : [])].map(writeEntry).join("");
}

/** @param {string} text @returns {GameRecord} the record that a text holds, played through, or where it is damaged */
export function readRecord(text) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const whole = lines.pop() === "" || lines.length === 0;
  const entries = lines.map(readEntry);
  check(whole && entries.length > 0, "the file is cut off: its last line has no end", RecordError);
  const isName = (/** @type {any} */ entry) => typeof entry?.name === "string";
  const name = entries.filter(isName).at(-1)?.name ?? "";
  const record = { header: entries[0], commands: entries.slice(1).filter((entry) => !isName(entry)).map(readCommand), name };
  replay(record);
  return record;
}

/** @param {any} entry @returns {string} the line of one entry */
export function writeEntry(entry) {
  const escaped = (/** @type {any} */ sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const body = JSON.stringify(entry).replace(/[\u007f-\uffff]/g, escaped);
  return `${checksum(body)} ${body}\n`;
}

/** @param {string} line @param {number} index */
function readEntry(line, index) {
  const [, crc, body] = /^([0-9a-f]{8}) (.*)$/s.exec(line) ?? [];
  check(body !== undefined && checksum(body) === crc, `line ${index + 1} is damaged; the lines before it are good`, RecordError);
  return parsed(body, index + 1);
}

/** @param {string} body @param {number} line */
function parsed(body, line) {
  try {
    return JSON.parse(body);
  } catch {
    throw new RecordError(`line ${line} is no entry of a game's record`);
  }
}

/** @param {string} body */
function checksum(body) {
  return crc32(utf8.encode(body)).toString(16).padStart(8, "0");
}
