/**
 * The board of the day: one seed per game and UTC date, the same for everyone, and your result on it. The counterpart of
 * records/daily.py; tests/web/test_daily_twins.py compares the two.
 *
 * @typedef {{day: string, game: string, seed: string, scores: number[], best: number | null, open: string | null, streak: number}} Daily
 *   - `open` is the saved game on this board that is not finished, the newest
 * @typedef {{id: string, header: {game: string, seed?: string | null}, at: number, summary: {rules: string, score?: number, moves: number, finished: boolean}}} Played
 */
import { sha256 } from "./sha256.js";

const DAY_MS = 86_400_000;

/** @returns {string} the UTC date, such as 2026-11-17 */
export function today() {
  return new Date().toISOString().slice(0, 10);
}

/** @param {string} title - of a game @param {string} day @returns {bigint} */
export function seedOfDay(title, day) {
  const bytes = sha256(`slidedrop, ${title} of ${day}`);
  return new DataView(bytes.buffer).getBigInt64(0);
}

/**
 * @param {{name: string, title: string}} game @param {string} rules - of the usual board, as a summary spells them
 * @param {Played[]} games - those that count, in any order @param {string} day @returns {Daily}
 */
export function daily({ name, title }, rules, games, day) {
  const counted = games.filter(({ header, summary }) => header.game === name && summary.rules === rules).sort((one, other) => one.at - other.at);
  const playedOn = (/** @type {string} */ date) => counted.filter(({ header }) => header.seed === String(seedOfDay(title, date)));
  const isDone = (/** @type {string} */ date) => playedOn(date).some(({ summary }) => summary.finished);
  const scores = playedOn(day).filter(({ summary }) => summary.moves > 0).map(({ summary }) => summary.score ?? 0);
  const open = playedOn(day).filter(({ summary }) => !summary.finished).at(-1)?.id ?? null;
  let streak = 0;
  const last = isDone(day) ? day : before(day, 1);
  while (isDone(before(last, streak))) streak += 1;
  return { day, game: name, seed: String(seedOfDay(title, day)), scores, best: scores.length ? Math.max(...scores) : null, open, streak };
}

/** @param {string} day @param {number} days @returns {string} */
function before(day, days) {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}
