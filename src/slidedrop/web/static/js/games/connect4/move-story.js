/**
 * A reviewed game of Connect-4 in three sentences: to the person here, or where both play here, about the side that lost.
 *
 * @typedef {import("./move-review.js").GameReview} GameReview
 * @typedef {import("./move-review.js").GradedMove} GradedMove
 * @typedef {import("./connect4-game.js").Connect4} Connect4
 */
import { COLOURS } from "./colours.js";
import { capital, inColours } from "../../views/speech.js";
import { seatsHere } from "../../session.js";

const GOOD = ["best", "only move"];
const LOSING = { win: "threw away the win", draw: "lost the draw" };

const you = {
  won: () => "You won", lost: () => "You lost",
  well: (/** @type {number} */ good, /** @type {number} */ all) => `You found the best move ${good} of ${all} times.`,
  win: (/** @type {number} */ ply, /** @type {string} */ move, /** @type {string} */ best) => `Move ${ply} cost you the win: you played column ${move}, and column ${best} was better.`,
  draw: (/** @type {number} */ ply, /** @type {string} */ move, /** @type {string} */ best) => `Move ${ply} cost you the draw: you played column ${move}, and column ${best} was better.`,
  none: () => "None of your moves changed the result.",
};
const side = (/** @type {string} */ name) => ({
  won: () => `${name} won`, lost: () => `${name} lost`,
  well: (/** @type {number} */ good, /** @type {number} */ all) => `${name} found the best move ${good} of ${all} times.`,
  win: (/** @type {number} */ ply, /** @type {string} */ move, /** @type {string} */ best) => `Move ${ply} cost ${name} the win: column ${best} was better than column ${move}.`,
  draw: (/** @type {number} */ ply, /** @type {string} */ move, /** @type {string} */ best) => `Move ${ply} cost ${name} the draw: column ${best} was better than column ${move}.`,
  none: () => `None of the moves of ${name} changed the result.`,
});
const texts = {
  draw: () => "A draw",
  practise: {
    finish: () => "Practise: before every move, look for four in a row that you can complete.",
    block: () => "Practise: before every move, look where the other side could complete four in a row.",
    ahead: () => "Practise: think two moves ahead. What will the other side answer?",
    nothing: () => "Try a stronger opponent, or play second.",
  },
};

/** @param {GameReview} review @param {{game: Connect4, saved: import("../../library.js").Saved}} session @returns {import("../../views/review-story.js").Story | null} null as long as a move is missing */
export function storyOf({ moves }, { game, saved }) {
  if (moves.some((move) => !move)) return null;
  const { winner = null } = game.outcome ?? {};
  const here = seatsHere(saved);
  const seat = here.length === 1 ? here[0] : winner === null ? 0 : 1 - winner;
  const words = here.length === 1 ? you : side(inColours(capital(COLOURS[seat])));
  const mine = /** @type {GradedMove[]} */ (moves).filter(({ player }) => player === seat);
  const worst = mine.find(({ grade }) => grade === LOSING.win) ?? mine.find(({ grade }) => grade === LOSING.draw);
  const kind = worst?.grade === LOSING.win ? "win" : "draw";
  return {
    result: winner === null ? texts.draw() : winner === seat ? words.won() : words.lost(),
    well: words.well(mine.filter(({ grade }) => GOOD.includes(grade)).length, mine.length), from: worst ? worst.ply - 1 : null,
    mistake: worst ? words[kind](worst.ply, worst.move, worst.best[0]) : words.none(), practise: texts.practise[lessonOf(worst, game)](),
  };
}

/** @param {GradedMove | undefined} worst @param {Connect4} game @returns {keyof typeof texts.practise} */
function lessonOf(worst, game) {
  if (!worst) return "nothing";
  if (worst.better_line.split(/,|/).length === 1) return "finish";
  return game.turns.length === worst.ply + 1 && game.outcome?.winner === 1 - worst.player ? "block" : "ahead";
}
