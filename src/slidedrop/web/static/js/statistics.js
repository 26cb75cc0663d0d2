/**
 * Statistics of saved games: the counterpart of slidedrop.records.statistics, tested by tests/data/statistics_cases.json.
 *
 * A game counts for best, mean and won only if a person played it here from its start.
 *
 * @typedef {{game: string, rules: string, moves: number, finished: boolean, score: number | null, largest: number | null, won: boolean,
 *   winner: number | null, players: string[], origin: string, taken_over: boolean}} Played - one game, in plain values
 * @typedef {{opponent: string, won: number, drawn: number, lost: number, streak: number}} Results
 * @typedef {{game: string, rules: string, games: number, finished: number, moves: number, won: number, scores: number[], best: number | null,
 *   mean: number | null, tiles: [number, number][], seats: number[], drawn: number, opponents: Results[]}} Group
 */

const HUMAN = "human";
const PLAYED = "played";
const REASONS = ["replay", "import", "copy", "board", "computer", "taken-over"];

/** @param {import("./library.js").Saved} saved @returns {Played} a game of this browser in plain values */
export function playedGame({ header, foreign, name, summary }) {
  const { rules, moves, finished, score = null, largest = null, won = false, winner = null } = /** @type {any} */ (summary);
  const isShared = name === "a shared game";
  const origin = isShared ? "copy" : foreign ? "import" : header.start ? "board" : PLAYED;
  return { game: header.game, rules, moves, finished, score, largest, won, winner, players: header.players ?? [], origin, taken_over: false };
}

/** @param {Played} played @returns {string | null} why a game does not count; null if it does */
export function whyNotCounted({ origin, players, taken_over: takenOver }) {
  if (origin !== PLAYED) return origin;
  if (players.length > 0 && !players.includes(HUMAN)) return "computer";
  return takenOver ? "taken-over" : null;
}

/** @param {Played[]} games - oldest first @returns {{groups: Group[], not_counted: Record<string, number>}} */
export function statistics(games) {
  const begun = games.filter((played) => played.moves > 0);
  const reasons = begun.map(whyNotCounted);
  const others = REASONS.map((reason) => [reason, reasons.filter((one) => one === reason).length]).filter(([, count]) => count);
  const counted = begun.filter((_, index) => reasons[index] === null);
  const kinds = [...new Set(counted.map(kindOf))].sort();
  const groups = kinds.map((kind) => addedUp(counted.filter((played) => kindOf(played) === kind)));
  return { groups, not_counted: Object.fromEntries(others) };
}

/** @param {Played} played */
function kindOf({ game, rules }) {
  return `${game}\n${rules}`;
}

/** @param {Played[]} games @returns {Group} */
function addedUp(games) {
  const scores = games.map(({ score }) => score).filter((score) => score !== null);
  const ended = games.filter(({ finished, score }) => finished && score === null);
  const opponents = resultsOf(games);
  const wins = (/** @type {number | null} */ seat) => ended.filter(({ winner }) => winner === seat).length;
  return {
    game: games[0].game, rules: games[0].rules, games: games.length, finished: games.filter(({ finished }) => finished).length,
    moves: sum(games.map(({ moves }) => moves)), won: games.filter(({ won }) => won).length + sum(opponents.map(({ won }) => won)),
    scores, best: scores.length > 0 ? Math.max(...scores) : null, mean: scores.length > 0 ? sum(scores) / scores.length : null,
    tiles: tilesOf(games), seats: scores.length > 0 ? [] : [wins(0), wins(1)], drawn: wins(null), opponents,
  };
}

/** @param {Played[]} games @returns {[number, number][]} each largest tile and how many games ended with it */
function tilesOf(games) {
  const tiles = games.map(({ largest }) => largest).filter((tile) => tile !== null);
  const kinds = [...new Set(tiles)].sort((one, other) => one - other);
  return kinds.map((tile) => [tile, tiles.filter((one) => one === tile).length]);
}

/** @param {Played[]} games @returns {Results[]} a person's finished games against each opponent */
function resultsOf(games) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const { players, finished, winner } of games) {
    if (!finished || players.length < 2 || players.filter((name) => name === HUMAN).length !== 1) continue;
    const seat = players.indexOf(HUMAN);
    const result = winner === null ? 0 : winner === seat ? 1 : -1;
    found.set(players[1 - seat], [...(found.get(players[1 - seat]) ?? []), result]);
  }
  return [...found].map(([opponent, results]) => {
    const count = (/** @type {number} */ result) => results.filter((one) => one === result).length;
    const streak = results.length - 1 - results.findLastIndex((result) => result !== 1);
    return { opponent, won: count(1), drawn: count(0), lost: count(-1), streak };
  });
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
