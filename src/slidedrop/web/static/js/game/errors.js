/**
 * Errors for players: one sentence that ends with what to do.
 */

/** Base class of all errors of a game; the page shows the message. */
export class GameError extends Error {}

/** Rules that make no game, such as a board of one cell. */
export class RulesError extends GameError {}

/** A file, link, position or move that cannot be read. */
export class NotationError extends GameError {}

/** A move that can be read, and that the rules forbid here. */
export class IllegalMove extends GameError {}

/** A record of a game that is damaged. */
export class RecordError extends GameError {}

/**
 * Raise unless something holds.
 * @param {unknown} lawful
 * @param {string} message
 * @param {new (message: string) => GameError} [Kind]
 * @returns {asserts lawful}
 */
export function check(lawful, message, Kind = NotationError) {
  if (!lawful) throw new Kind(message);
}

/** @param {unknown} value - anything @returns {string} its text for a message, shortened if it is long */
export function shown(value) {
  const text = typeof value === "string" ? `'${value}'` : JSON.stringify(value) ?? String(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}
