/**
 * A record: how a game began and what was done. As text, one line an entry, each with its own checksum:
 *
 *     5c1b03d2 {"version":1,"game":"2048",...}      the header
 *     1b4e04d6 {"move":"left"}                      one line a command
 *     9d2a7c11 {"name":"the long one"}              what the player calls the game; the last one counts
 *
 * It is what `slidedrop games export` writes and `slidedrop games import` reads.
 *
 * @typedef {{header: any, commands: import("./command.js").Command[], name?: string}} GameRecord
 */
import { GameError, RecordError, check, shown } from "./errors.js";
import { Connect4 } from "./connect4.js";
import { Twenty48 } from "./twenty48.js";
import { crc32 } from "./crc32.js";
import { readCommand } from "./command.js";

export const VERSION = 1;
const GAMES = { 2048: Twenty48, connect4: Connect4 };
const utf8 = new TextEncoder();

/** @param {Twenty48 | Connect4} game @param {string[]} [players] - who sits at it, "human" for a person @returns {any} its header */
export function headerOf(game, players = []) {
  const seats = players.length ? { players } : {};
  return { version: VERSION, ...game.header(), ...seats, began: new Date().toISOString().replace(/\.\d+/, "") };
}

/** @param {any} header @returns {Twenty48 | Connect4} the game before its first command */
export function begin(header) {
  const Kind = Object.hasOwn(GAMES, header?.game) ? GAMES[header.game] : null;
  check(Kind !== null, `there is no game called ${shown(header?.game)} here; the games are 2048 and connect4`, RecordError);
  check((header.version ?? VERSION) === VERSION, `the record has version ${shown(header.version)}; this page reads version ${VERSION}`, RecordError);
  return Kind.fromHeader(header);
}

/** @param {GameRecord} record @returns {Twenty48 | Connect4} the game as it stands after all that was done */
export function replay({ header, commands }) {
  const game = begin(header);
  commands.forEach((command, index) => doOne(game, command, index + 1));
  return game;
}

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
  const isName = (entry) => typeof entry?.name === "string";
  const name = entries.filter(isName).at(-1)?.name ?? "";
  const record = { header: entries[0], commands: entries.slice(1).filter((entry) => !isName(entry)).map(readCommand), name };
  replay(record);
  return record;
}

/** @param {any} entry @returns {string} the line of one entry */
export function writeEntry(entry) {
  const escaped = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const body = JSON.stringify(entry).replace(/[\u007f-\uffff]/g, escaped);
  return `${checksum(body)} ${body}\n`;
}

function readEntry(line, index) {
  const [, crc, body] = /^([0-9a-f]{8}) (.*)$/s.exec(line) ?? [];
  check(body !== undefined && checksum(body) === crc, `line ${index + 1} is damaged; the lines before it are good`, RecordError);
  return parsed(body, index + 1);
}

function parsed(body, line) {
  try {
    return JSON.parse(body);
  } catch {
    throw new RecordError(`line ${line} is no entry of a game's record`);
  }
}

function checksum(body) {
  return crc32(utf8.encode(body)).toString(16).padStart(8, "0");
}

function doOne(game, command, number) {
  try {
    check(Boolean(game.do(readCommand(command))), `${shown(command)} changes nothing there`, RecordError);
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    throw new RecordError(`command ${number} is not possible: ${error.message}`);
  }
}
