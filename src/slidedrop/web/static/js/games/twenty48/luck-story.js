/**
 * A reviewed game of 2048 in figures and sentences that a child understands.
 *
 * The engine counts in points that it would still make itself: a hundred thousand and more. Here everything is in points of
 * this game: a slide that lost 5 % of the expected points costs 5 % of the score; luck is scaled in the same way.
 *
 * @typedef {import("./luck.js").ReviewedSlide} ReviewedSlide
 * @typedef {import("./twenty48-game.js").Twenty48} Twenty48
 * @typedef {{luck: number[], skill: number[], costs: number[]}} Figures - of each slide, in points of this game
 */
import { emptyPlaces, slide } from "./twenty48-board.js";
import { cornerKept } from "./risk.js";
import { t } from "../../language.js";

const MISTAKE = 0.01;
const MOSTLY = 0.7;
const LONG = 8;

/** @param {ReviewedSlide[]} slides @param {number} score @returns {Figures} */
export function figuresOf(slides, score) {
  const part = (/** @type {number} */ value, /** @type {number} */ worth) => Math.max(-1, Math.min(1, value / Math.max(1, worth)));
  const costs = slides.map(({ loss, worth, is_sure: isSure }) => (isSure ? score * part(loss, worth) : 0));
  return { costs, skill: costs.map((cost) => -cost), luck: slides.map(({ luck, worth }) => score * part(luck, worth)) };
}

/** @param {ReviewedSlide[]} slides @param {Twenty48} game @returns {import("../../views/review-story.js").Story} */
export function storyOf(slides, game) {
  const { score } = game.state;
  const { costs } = figuresOf(slides, score);
  const mistakes = slides.filter(({ loss, worth, is_sure: isSure }) => isSure && loss > 0 && loss >= MISTAKE * worth);
  const worst = mistakes.filter(({ number: at }) => Math.round(costs[at - 1]) > 0).reduce((/** @type {ReviewedSlide | null} */ most, one) => (most && costs[most.number - 1] >= costs[one.number - 1] ? most : one), null);
  const lost = costs.reduce((sum, cost) => sum + cost, 0);
  return {
    result: t("play.points", { count: score }), note: Math.round(lost) > 0 ? t("luck.could", { score: Math.round(score + lost) }) : "", well: wellText(slides, game), from: worst && worst.number - 1,
    mistake: worst ? t("luck.mistake", { move: worst.number, played: t(`direction.${worst.played}`), best: t(`direction.${worst.best}`), cost: t("play.points", { count: Math.round(costs[worst.number - 1]) }) }) : t("luck.none"),
    // texts: luck.practise {corner,room,ahead,nothing}
    practise: t(`luck.practise ${lessonOf(mistakes, costs, game)}`),
  };
}

/** @param {ReviewedSlide[]} slides @param {Twenty48} game */
function wellText(slides, { turns }) {
  const inCorner = turns.slice(0, slides.length).filter(({ state }) => cornerKept(state.board)).length;
  if (slides.length && inCorner >= MOSTLY * slides.length) return t("luck.corner");
  const row = longestRow(slides.map(({ loss }) => loss <= 0));
  if (row >= LONG) return t("luck.row", { count: row });
  return t("review.found best", { good: slides.filter(({ loss }) => loss <= 0).length, all: slides.length });
}

/** What the mistakes that cost most have in common. @param {ReviewedSlide[]} mistakes @param {number[]} costs @param {Twenty48} game @returns {"corner" | "room" | "ahead" | "nothing"} */
function lessonOf(mistakes, costs, { turns }) {
  const sums = { corner: 0, room: 0, ahead: 0 };
  for (const { number: at, played, best } of mistakes) {
    const { before } = turns[at - 1].slide;
    const [mine, better] = [slide(before, played).tiles, slide(before, best).tiles];
    const lesson = cornerKept(better) && !cornerKept(mine) ? "corner" : emptyPlaces(mine).length < emptyPlaces(better).length ? "room" : "ahead";
    sums[lesson] += costs[at - 1];
  }
  const [[lesson, most]] = Object.entries(sums).sort(([, one], [, other]) => other - one);
  return most > 0 ? /** @type {keyof typeof sums} */ (lesson) : "nothing";
}

/** @param {boolean[]} marks @returns {number} the longest run of true */
function longestRow(marks) {
  let [longest, row] = [0, 0];
  for (const mark of marks) longest = Math.max(longest, (row = mark ? row + 1 : 0));
  return longest;
}
