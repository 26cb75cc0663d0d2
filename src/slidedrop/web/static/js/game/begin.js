/**
 * Games from their headers. A kind of game is known once its rules have been loaded: the first board waits for its own
 * kind alone, and whoever imports record.js has both.
 *
 * @typedef {import("./twenty48.js").Twenty48 | import("./connect4.js").Connect4} Game
 */
import { GameError, RecordError, check, shown } from "./errors.js";
import { readCommand } from "./command.js";

const VERSION = 1;
const KINDS = {};
const RULES = { 2048: async () => (await import("./twenty48.js")).Twenty48, connect4: async () => (await import("./connect4.js")).Connect4 };

/** @param {string} kind @param {any} Kind - the class of its games */
export function knowKind(kind, Kind) {
  KINDS[kind] = Kind;
}

/** @param {string} kind - "2048" or "connect4"; its rules are loaded */
export async function loadKind(kind) {
  knowKind(kind, await RULES[kind]());
}

/** @param {string} kind @returns {Game} a new game by the usual rules */
export function usual(kind) {
  return KINDS[kind].usual();
}

/** @param {Game} game @param {string[]} [players] - who sits at it, "human" for a person @returns {any} its header */
export function headerOf(game, players = []) {
  const seats = players.length ? { players } : {};
  return { version: VERSION, ...game.header(), ...seats, began: new Date().toISOString().replace(/\.\d+/, "") };
}

/** @param {any} header @returns {Game} the game before its first command */
export function begin(header) {
  const Kind = Object.hasOwn(KINDS, header?.game) ? KINDS[header.game] : null;
  check(Kind !== null, `there is no game called ${shown(header?.game)} here; the games are 2048 and connect4`, RecordError);
  check((header.version ?? VERSION) === VERSION, `the record has version ${shown(header.version)}; this page reads version ${VERSION}`, RecordError);
  return Kind.fromHeader(header);
}

/** @param {GameRecord} record @returns {Game} the game as it stands after all that was done */
export function replay({ header, commands }) {
  const game = begin(header);
  commands.forEach((command, index) => doOne(game, command, index + 1));
  return game;
}

function doOne(game, command, number) {
  try {
    check(Boolean(game.do(readCommand(command))), `${shown(command)} changes nothing there`, RecordError);
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    throw new RecordError(`command ${number} is not possible: ${error.message}`);
  }
}
