/**
 * The opponent that is as strong as you: one level up after you win, one down after you lose.
 *
 *     level      1         2        3       4       5       6       7       8       9
 *     plays as   beginner  in turn  casual  in turn strong  in turn expert  in turn master
 *
 * @typedef {import("../../library.js").Saved} Saved
 */

export const EVEN = "even";
const FIRST = 3;
const MOST = 9;

/** @param {string[]} players - of a new game @param {Saved[]} games - the last played first @returns {string[]} the same, with the level that suits you */
export function seated(players, games) {
  return players.map((player) => (isEven(player) ? `${EVEN}:${nextLevel(games)}` : player));
}

/** @param {string} player @param {number} discs - on the board @returns {number} which of the five opponents makes the next move, from 1 */
export function strengthOf(player, discs) {
  const level = levelOf(player);
  return Math.floor((level + (Math.floor(discs / 2) % 2)) / 2 + 0.5);
}

/** @param {string} player */
export function isEven(player) {
  return player.split(":")[0] === EVEN;
}

/** @param {Saved[]} games - the last played first */
function nextLevel(games) {
  for (const { header, summary, foreign } of games) {
    const players = header.players ?? [];
    const seat = players.findIndex(isEven);
    const { winner } = /** @type {{winner?: number | null}} */ (summary);
    if (seat < 0 || foreign || !summary.finished) continue;
    const change = typeof winner === "number" ? (winner === seat ? -1 : 1) : 0;
    return Math.max(1, Math.min(MOST, levelOf(players[seat]) + change));
  }
  return FIRST;
}

/** @param {string} player */
function levelOf(player) {
  return Number(player.split(":")[1] ?? FIRST);
}
