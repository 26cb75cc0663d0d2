/**
 * A reviewed game of Connect-4 in three sentences: for the person here, or, if both play here, about the side that lost.
 *
 * @typedef {import("./move-review.js").GameReview} GameReview
 * @typedef {import("./move-review.js").GradedMove} GradedMove
 * @typedef {import("./connect4-game.js").Connect4} Connect4
 * @typedef {{ply: number, move: string, best: string}} Mistake
 */
import { colourName } from "./colours.js";
import { capital, inColours } from "../../views/speech.js";
import { seatsHere } from "../../session.js";
import { t } from "../../language.js";

const GOOD = ["best", "only move"];
/** The grade of a move whose value is not proven. */
const OPEN = "not proven";
const LOSING = { win: "threw away the win", draw: "lost the draw" };

const you = () => ({
  won: () => t("discs.you won"), lost: () => t("story.you lost"),
  well: (/** @type {number} */ good, /** @type {number} */ all) => t("review.found best", { good, all }),
  win: (/** @type {Mistake} */ mistake) => t("story.you win", mistake), draw: (/** @type {Mistake} */ mistake) => t("story.you draw", mistake),
  none: () => t("story.you none"),
});
const side = (/** @type {string} */ name) => ({
  won: () => t("discs.won by", { name }), lost: () => t("story.lost", { name }),
  well: (/** @type {number} */ good, /** @type {number} */ all) => t("story.well", { name, good, all }),
  win: (/** @type {Mistake} */ mistake) => t("story.win", { name, ...mistake }), draw: (/** @type {Mistake} */ mistake) => t("story.draw", { name, ...mistake }),
  none: () => t("story.none", { name }),
});

/** @param {GameReview} review @param {{game: Connect4, saved: import("../../library.js").Saved}} session @returns {import("../../views/review-story.js").Story | null} null as long as a move is missing */
export function storyOf({ moves }, { game, saved }) {
  if (moves.some((move) => !move)) return null;
  const { winner = null } = game.outcome ?? {};
  const here = seatsHere(saved);
  const seat = here.length === 1 ? here[0] : winner === null ? 0 : 1 - winner;
  const words = here.length === 1 ? you() : side(inColours(capital(colourName(seat))));
  const mine = /** @type {GradedMove[]} */ (moves).filter(({ player }) => player === seat);
  const worst = mine.find(({ grade }) => grade === LOSING.win) ?? mine.find(({ grade }) => grade === LOSING.draw);
  const kind = worst?.grade === LOSING.win ? "win" : "draw";
  return {
    result: winner === null ? t("discs.a draw") : winner === seat ? words.won() : words.lost(),
    well: words.well(mine.filter(({ grade }) => GOOD.includes(grade)).length, mine.filter(({ grade }) => grade !== OPEN).length), from: worst ? worst.ply - 1 : null,
    mistake: worst ? words[kind]({ ply: worst.ply, move: worst.move, best: worst.best[0] }) : words.none(),
    // texts: story.{finish,block,ahead,nothing}
    practise: t(`story.${lessonOf(worst, game)}`),
  };
}

/** @param {GradedMove | undefined} worst @param {Connect4} game @returns {"finish" | "block" | "ahead" | "nothing"} */
function lessonOf(worst, game) {
  if (!worst) return "nothing";
  if (worst.better_line.split(/,|/).length === 1) return "finish";
  return game.turns.length === worst.ply + 1 && game.outcome?.winner === 1 - worst.player ? "block" : "ahead";
}
