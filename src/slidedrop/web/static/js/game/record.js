/**
 * A record: the start of a game and its commands. As text, one line per entry, each with a checksum of all JSON up to it:
 *
 *     5c1b03d2 {"version":1,"game":"2048",...}      the header
 *     1b4e04d6 {"move":"left"}                      one line per command
 *     9d2a7c11 {"name":"the long one"}              what the player calls the game; the last one counts
 *
 * It is what `slidedrop games export` writes and `slidedrop games import` reads. In files of format 1, which are read too, a
 * checksum covers its own line alone; the second line shows which format a file has.
 *
 * @typedef {{version?: number, game: string, rules: any, start?: any, seed?: string, players?: string[], began?: string, room?: string}} Header
 * @typedef {{header: Header, commands: import("./command.js").Command[], name?: string}} GameRecord
 */
import { RecordError, check } from "./errors.js";
import { replay } from "../games/registry.js";
import { crc32 } from "./crc32.js";
import { readCommand } from "./command.js";
import { t } from "../language.js";

const utf8 = new TextEncoder();

/** @param {GameRecord} record @returns {string} the record as text */
export function writeRecord({ header, commands, name }) {
  let before = 0;
  const line = (/** @type {any} */ entry) => {
    const body = written(entry);
    before = checksum(body, before);
    return `${hex(before)} ${body}\n`;
  };
  return [header, ...commands, ...(name ? [{ name }] : [])].map(line).join("");
}

/** @param {string} text @returns {GameRecord} the replayed record of a text; an error names the damaged line */
export function readRecord(text) {
  check(/^[0-9a-f]{8} \{/.test(text), t("error.no record"), RecordError);
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const whole = lines.pop() === "" || lines.length === 0;
  const entries = readEntries(lines);
  check(whole && entries.length > 0, t("error.cut off"), RecordError);
  const isName = (/** @type {any} */ entry) => typeof entry?.name === "string";
  const name = entries.filter(isName).at(-1)?.name ?? "";
  const record = { header: entries[0], commands: entries.slice(1).filter((entry) => !isName(entry)).map(readCommand), name };
  replay(record);
  return record;
}

/** @param {any} entry @returns {string} an entry as JSON in ASCII */
function written(entry) {
  const escaped = (/** @type {any} */ sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(entry).replace(/[\u007f-\uffff]/g, escaped);
}

/** @param {string[]} lines @returns {any[]} the entries; an error names the damaged line */
function readEntries(lines) {
  /** @type {number | null} the checksum of the line before; null in format 1 */
  let before = 0;
  return lines.map((line, index) => {
    const [, crc, body = ""] = /^([0-9a-f]{8}) (.*)$/s.exec(line) ?? [];
    if (before !== null && crc === hex(checksum(body, before))) before = checksum(body, before);
    else if ((before === null || index === 1) && crc === hex(checksum(body))) before = null;
    else throw new RecordError(t("error.damaged", { line: index + 1 }));
    return parsed(body, index + 1);
  });
}

/** @param {string} body @param {number} line */
function parsed(body, line) {
  try {
    return JSON.parse(body);
  } catch {
    throw new RecordError(t("error.no entry", { line }));
  }
}

/** @param {string} body @param {number} [before] - the checksum of the line before @returns {number} */
function checksum(body, before = 0) {
  return crc32(utf8.encode(body), before);
}

/** @param {number} sum */
function hex(sum) {
  return sum.toString(16).padStart(8, "0");
}
