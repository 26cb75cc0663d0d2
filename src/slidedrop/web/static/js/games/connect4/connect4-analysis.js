/**
 * Connect-4 analysed in the page: every column's value, a hint with its reason, graded moves, an opponent's move. The
 * answers are those of the server's interface (docs/reference/http-api.md), word for word: the solver decides, this puts it into words.
 *
 * @typedef {import("./connect4-game.js").Connect4} Connect4
 * @typedef {Map<string, Solution>} Solutions - the proven value of every legal move
 * @typedef {{position: Position, move: string, solutions: Solutions, after: Solutions, ply: number}} Looked - a move, with the proven values before and after it
 * @typedef {import("./solver.js").Solver} Solver
 * @typedef {import("./connect4-position.js").Position} Position
 * @typedef {import("./values.js").Solution} Solution
 */
import { colourName, ending } from "./colours.js";
import { GOOD, TURNS, discsUntil, graded, inWords, told, verdictOf } from "./values.js";
import { decidingThreat, evaluate, hasWaitingThreat, openLines, threatened, winningMoves } from "./threats.js";
import { JavaRandom } from "../../game/random.js";
import { capital } from "../../views/speech.js";
import { goalOf } from "./connect4-rules.js";
import { say } from "../../engine/sentences.js";
import { intersect } from "./solver.js";
import { isEven, strengthOf } from "./even-match.js";
import { isOne, t } from "../../language.js";

/** Weakest first; the level of each in `chooseColumn`. */
/** @type {Record<string, number>} */
export const LADDER = { beginner: 1, casual: 2, strong: 3, expert: 4, master: 5 };
const HINT_SECONDS = 2;
const COACH_SECONDS = 2;
const DISTANCE_SECONDS = 0.2;
const LINE_SECONDS = 1;
const PERFECT_SECONDS = 3;
const MOST_RISKS = 3;
const LINE = 8;
const MOST_MOVES = 8;
const PIECE_SECONDS = 3;
const SLOWEST_WIN = 0.25;
const STEP = 0x9E3779B97F4A7C15n;
const MULTIPLIER = 0x5DEECE66Dn;

/** @param {Connect4} game @param {Solver} solver @param {{seconds: number}} wish @returns {Promise<any>} the value of every legal move */
export async function scores({ position }, solver, { seconds }) {
  const solutions = await solver.solutions(position, seconds);
  const best = bestMoves(solutions);
  const moves = [...solutions].map(([move, solution]) => scored(move, solution, best.includes(move)));
  const isProven = moves.every(({ low, high }) => low === high);
  return { turn: position.turn, moves, words: inWords(proven(solutions)), how: say(isProven ? "proven" : "partly"), notice: "", best, is_proven: isProven };
}

/**
 * @param {Connect4} connect4 @param {Solver} solver @param {{seconds?: number, bars?: boolean}} [wish]
 * @returns {Promise<{move: string, reason: string, bars?: import("../definition.js").HintBar[]}>} the move to make, and why; on request a bar per column
 */
export async function hint({ position }, solver, { seconds = HINT_SECONDS, bars = false } = {}) {
  const solutions = await solver.solutions(position, seconds);
  const urgent = threatened(position);
  const worth = (/** @type {string} */ move) => [Number(urgent.includes(move)), evaluate(position.play(move), position.turn)];
  const move = bestMoves(solutions).reduce((best, other) => (compared(worth(other), worth(best)) > 0 ? other : best));
  const reason = await reasonFor(position, move, solutions, solver);
  return bars ? { move, reason, bars: [...solutions].map(([column, solution]) => barOf(column, solution, column === move)) } : { move, reason };
}

/** @param {Connect4} connect4 @param {Solver} solver @returns {Promise<Record<string, string>>} why not to make each move that is proven to lose, unless all are */
export async function coach({ position }, solver) {
  const solutions = await solver.solutions(position, DISTANCE_SECONDS, COACH_SECONDS);
  const losing = [...solutions].filter(([, { high }]) => high < 0);
  return losing.length < solutions.size ? Object.fromEntries(losing.map(([move, solution]) => [move, whyNot(position, move, solution)])) : {};
}

/** @param {Position} position @param {string} move - one that loses @param {Solution} solution @returns {string} */
function whyNot(position, move, solution) {
  const other = colourName(1 - position.turn);
  const [answer] = winningMoves(position.play(move), 1 - position.turn);
  if (answer) return say("coach wins at once", { move, other, answer });
  const isExact = solution.low === solution.high;
  return say(isExact ? "coach loses in" : "coach loses", { move, other, discs: isExact ? discsUntil(solution.low, solution) : 0 });
}

/** @param {Connect4} game @param {Solver} solver @param {{player: string, seed: bigint}} wish @returns {Promise<{move: string}>} */
export async function choose({ position }, solver, { player, seed }) {
  const state = BigInt.asUintN(48, (seed + BigInt(position.discs) * STEP) ^ MULTIPLIER);
  const level = isEven(player) ? strengthOf(player, position.discs) : LADDER[player];
  if (level) return { move: solver.opponent(position, level, state) };
  const solutions = await solver.solutions(position, PERFECT_SECONDS, Infinity);
  const best = bestMoves(solutions);
  const random = new JavaRandom(0n);
  random.state = state;
  return { move: best[random.nextInt(best.length)] };
}

/** @param {Connect4} game @param {Solver} solver @param {{before?: number, seconds: number}} wish @returns {Promise<any>} the grades of a few moves, from the end */
export async function review(game, solver, { before, seconds }) {
  const turns = game.turns.flatMap(({ move, position }) => (move === null ? [] : [{ move, position }]));
  const end = Math.min(before ?? turns.length, turns.length);
  const begin = Math.max(0, end - Math.max(1, Math.min(MOST_MOVES, Math.trunc(PIECE_SECONDS / seconds))));
  const positions = [game.firstPosition, ...turns.map(({ position }) => position)];
  const known = [];
  for (let at = end; at >= begin; at -= 1) known[at] = await solver.solutions(positions[at], seconds);
  const moves = [];
  for (let at = begin; at < end; at += 1) {
    moves.push(await reviewed({ position: positions[at], move: turns[at].move, solutions: known[at], after: known[at + 1], ply: at + 1 }, solver, seconds));
  }
  const start = begin < end ? wholeWith(known[begin], turns[begin].move, known[begin + 1]) : whole(known[begin]);
  return {
    moves, before: begin, of: turns.length, start: start ? inWords(start) : "", start_height: start && heightOf(start, positions[begin].turn),
    ending: end === turns.length ? endingOf(game, known[end]) : "", notice: "",
  };
}

/** @param {Connect4} connect4 @param {Solver} solver @param {{move: string, seconds?: number}} third @returns {Promise<{words: string, line: string[]}>} what a move gives away, and best play after it */
export async function refute({ position }, solver, { move, seconds = LINE_SECONDS }) {
  const [solutions, after] = [await solver.solutions(position, seconds), await solver.solutions(position.play(move), seconds)];
  const { words, best, better_words: worth } = await reviewed({ position, move, solutions, after, ply: 1 }, solver, seconds);
  return { words: t("puzzles.refuted", { words, column: best[0], worth }), line: await bestPlay(position.play(move), solver, seconds, LINE, after) };
}

/** @param {Looked} looked @param {Solver} solver @param {number} seconds */
async function reviewed({ position, move, solutions, after, ply }, solver, seconds) {
  const all = withPlayed(solutions, move, after);
  const played = solutionOf(all, move);
  const others = [...solutions].filter(([other]) => other !== move).map(([, solution]) => solution);
  const grade = graded(played, others);
  const isGood = GOOD.includes(grade) || grade === "not proven";
  const [low, high] = position.turn ? [0 - played.high, 0 - played.low] : [played.low, played.high];
  const line = isGood ? [] : await bestPlay(position, solver, seconds, LINE, solutions);
  return {
    ply, player: position.turn, move, grade, words: told(grade, played, others), before: inWords(proven(all)), after: inWords(played),
    best: bestMoves(solutions), low, high, height: heightOf(played, position.turn), is_turning_point: TURNS.includes(grade),
    better_line: line.join(position.rules.columns > 9 ? "," : ""), better_words: isGood ? "" : inWords(proven(all)),
  };
}

/** Best play from a position on, as far as it is proven in the time. @param {Position} position @param {Solver} solver @param {number} seconds @param {number} length @param {Solutions | null} [known] */
async function bestPlay(position, solver, seconds, length, known = null) {
  const end = performance.now() + 1000 * seconds;
  const line = [];
  for (let place = position; line.length < length && (known || performance.now() < end); known = null) {
    const solutions = known ?? (await solver.solutions(place, (end - performance.now()) / 1000));
    const value = whole(solutions);
    if (!value || (!verdictOf(value) && value.low < 0)) break;
    line.push([...solutions.keys()].sort((one, other) => compared(rankOf(solutionOf(solutions, other)), rankOf(solutionOf(solutions, one))))[0]);
    place = place.play(line[line.length - 1]);
  }
  return line;
}

/** @param {Position} position @param {string} move @param {Solutions} solutions @param {Solver} solver */
async function reasonFor(position, move, solutions, solver) {
  const after = position.play(move);
  const goal = goalOf(position.rules);
  const other = colourName(1 - position.turn);
  if (after.outcome) return say(after.outcome.winner === null ? "fills the board" : "wins now", { goal });
  const solution = solutionOf(solutions, move);
  const losing = position.legalMoves().filter((one) => winningMoves(position.play(one), 1 - position.turn).length);
  const risk = losing.length && losing.length <= MOST_RISKS && !losing.includes(move) ? say("risk", { moves: losing.join(say("or")), other }) : "";
  const parts = [
    threatened(position).includes(move) ? say("blocks", { other, goal }) : "", promise(solution), threatsOf(after),
    await zugzwang(after, solution, solver), risk ? "" : only(move, solutions), risk,
  ].filter(Boolean);
  const count = openLines(after, after.last, 1 - position.turn);
  const said = parts.length ? parts : [say(isOne(count) ? "quiet one" : "quiet", { count, goal })];
  return [...said, ...(verdictOf(solution) ? [] : [say("open")])].join("; ");
}

/** @param {Solution} solution */
function promise(solution) {
  const verdict = verdictOf(solution);
  if (!verdict) return solution.low >= 0 ? say("at least draws") : "";
  return say({ win: "wins", draw: "draws", loss: "loses" }[verdict], { worth: inWords(solution) });
}

/** @param {Position} after */
function threatsOf(after) {
  const count = threatened(after).length;
  return count >= 2 ? say("threats", { count }) : count ? say("threat") : "";
}

/** Say which waiting threat decides, where best play ends by it. @param {Position} after @param {Solution} solution @param {Solver} solver */
async function zugzwang(after, solution, solver) {
  const { low, high } = solution;
  if (low !== high || low === 0) return "";
  const winner = low > 0 ? 1 - after.turn : after.turn;
  if (!hasWaitingThreat(after, winner)) return "";
  const line = await bestPlay(after, solver, LINE_SECONDS, discsUntil(low, solution) - 1);
  const place = decidingThreat(after, line, winner);
  if (place < 0) return "";
  return say("zugzwang", { winner: colourName(winner), loser: colourName(1 - winner), kind: say(winner ? "even" : "odd"), column: (place % after.rules.columns) + 1 });
}

/** @param {string} move @param {Solutions} solutions */
function only(move, solutions) {
  const others = [...solutions].filter(([other]) => other !== move).map(([, solution]) => solution);
  if (!others.length || graded(solutionOf(solutions, move), others) !== "only move") return "";
  return say(solutionOf(solutions, move).low > 0 ? "only win" : "only move");
}

/** @param {string} move @param {Solution} solution @param {boolean} isBest */
function scored(move, solution, isBest) {
  const { low, high } = solution;
  const discs = low === high ? discsUntil(low, solution) || null : null;
  return { move, words: inWords(solution), verdict: verdictOf(solution), discs, low, high, is_best: isBest };
}

/** A draw has half a bar, a win more and a loss less, the further the sooner it comes. @param {string} move @param {Solution} solution @param {boolean} isBest */
function barOf(move, solution, isBest) {
  const verdict = verdictOf(solution);
  const height = heightOf(solution, 0) ?? { win: SLOWEST_WIN, draw: 0, loss: -SLOWEST_WIN, open: 0 }[verdict ?? "open"];
  const discs = solution.low === solution.high ? discsUntil(solution.low, solution) : 0;
  // texts: engine.bar {win,draw,loss,open}
  return { move, part: (1 + height) / 2, texts: [say(`bar ${verdict ?? "open"}`), discs ? say("bar in", { discs }) : ""].filter(Boolean), verdict, isBest };
}

/** @param {Solutions} solutions @param {string} move - a legal one @returns {Solution} */
function solutionOf(solutions, move) {
  return /** @type {Solution} */ (solutions.get(move));
}

/** @param {Solutions} solutions - of an unfinished game @returns {Solution} */
function proven(solutions) {
  return /** @type {Solution} */ (whole(solutions));
}

/** What is proven of a position: as good as its best move; null after the end. @param {Solutions} solutions */
function whole(solutions) {
  const known = [...solutions.values()];
  if (!known.length) return null;
  return { ...known[0], low: Math.max(...known.map(({ low }) => low)), high: Math.max(...known.map(({ high }) => high)) };
}

/** @param {Solutions} solutions @param {string} move @param {Solutions} after */
function wholeWith(solutions, move, after) {
  return whole(withPlayed(solutions, move, after));
}

/** What is known of every move, and of the one that was made from both sides of it. @param {Solutions} solutions @param {string} move @param {Solutions} after */
function withPlayed(solutions, move, after) {
  const child = whole(after);
  const played = solutionOf(solutions, move);
  return new Map(solutions).set(move, child ? intersect(played, { low: 0 - child.high, high: 0 - child.low }) : played);
}

/** @param {Solutions} solutions */
function bestMoves(solutions) {
  const ranks = [...solutions].map(([move, solution]) => ({ move, rank: rankOf(solution) }));
  return ranks.filter(({ rank }) => ranks.every((other) => compared(rank, other.rank) >= 0)).map(({ move }) => move);
}

/** The key for comparing moves; the width of an open range does not matter. @param {Solution} solution */
function rankOf(solution) {
  const { low, high } = solution;
  return [Math.sign(low), Math.sign(high), ...(verdictOf(solution) ? [low, high] : [0, 0])];
}

/** @param {number[]} one @param {number[]} other */
function compared(one, other) {
  const at = one.findIndex((number, place) => number !== other[place]);
  return at < 0 ? 0 : one[at] - other[at];
}

/** The height of the first player's graph: nearer to 1 for an earlier win; null if it is not proven. @param {Solution} solution @param {number} turn */
function heightOf({ low, high, discs, cells }, turn) {
  if (low !== high) return null;
  if (low === 0) return 0;
  const share = Math.min(1, Math.abs(low) / (Math.floor((cells + 1 - discs) / 2) || 1));
  return (SLOWEST_WIN + (1 - SLOWEST_WIN) * share) * (low > 0 === (turn === 0) ? 1 : -1);
}

/** @param {Connect4} game @param {Solutions} last */
function endingOf(game, last) {
  const { outcome, position } = game;
  if (outcome && outcome.reason !== "resigned") return say("game over", { ending: capital(ending(outcome)) });
  const worth = inWords(proven(last));
  if (!outcome) return say("game open", { side: colourName(position.turn), worth });
  return say("game resigned", { ending: capital(ending(outcome)), worth });
}
