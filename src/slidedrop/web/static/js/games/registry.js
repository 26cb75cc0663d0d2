/**
 * The games of the page, and games from their headers. Each game is one object. No code outside a game's folder checks which
 * game it has.
 *
 * @typedef {import("./definition.js").GameDefinition} GameDefinition
 * @typedef {import("./definition.js").Game} Game
 * @typedef {import("../game/record.js").GameRecord} GameRecord
 * @typedef {import("../game/record.js").Header} Header
 */
import { GameError, RecordError, check, shown } from "../game/errors.js";
import { readCommand } from "../game/command.js";
import { t } from "../language.js";

const VERSION = 1;
/** @type {Record<string, () => Promise<GameDefinition>>} */
const GAMES = {
  2048: async () => (await import(/* bundled */ "./twenty48/twenty48.js")).twenty48,
  connect4: async () => (await import(/* bundled */ "./connect4/connect4.js")).connect4,
};
/** @type {Map<string, GameDefinition>} */
const loaded = new Map();

/** The names of all games, in the order in which they are offered. */
export const NAMES = Object.keys(GAMES);

/** @param {string} name @returns {Promise<GameDefinition>} */
export async function loadGame(name) {
  const definition = loaded.get(name) ?? (await GAMES[name]());
  loaded.set(name, definition);
  return definition;
}

/** @returns {Promise<GameDefinition[]>} all of them, in the order in which they are offered */
export function loadGames() {
  return Promise.all(NAMES.map(loadGame));
}

/** @param {unknown} name - of a game that was loaded @returns {GameDefinition} */
export function definitionOf(name) {
  const definition = loaded.get(String(name));
  if (!definition) throw new RecordError(t("error.no game", { name: shown(name), games: NAMES.join(t("engine.and")) }));
  return definition;
}

/** @param {Game} game @param {string[]} [players] - the players by seat, "human" for a person @returns {Header} its header */
export function headerOf(game, players = []) {
  const seats = players.length ? { players } : {};
  return { version: VERSION, ...game.header(), ...seats, began: new Date().toISOString().replace(/\.\d+/, "") };
}

/** @param {Header} header @returns {Game} the game before its first command */
export function start(header) {
  const definition = definitionOf(header?.game);
  check((header.version ?? VERSION) === VERSION, t("error.record version", { version: shown(header.version), known: VERSION }), RecordError);
  return definition.fromHeader(header);
}

/** @param {GameRecord} record @returns {Game} the game after all its commands */
export function replay({ header, commands }) {
  const game = start(header);
  commands.forEach((command, index) => doOne(game, command, index + 1));
  return game;
}

/** @param {Game} game @param {unknown} command @param {number} number */
function doOne(game, command, number) {
  try {
    check(Boolean(game.do(readCommand(command))), t("error.no change", { command: shown(command) }), RecordError);
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    throw new RecordError(t("error.impossible", { number, why: error.message }));
  }
}
