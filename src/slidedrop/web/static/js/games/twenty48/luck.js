/**
 * The review of a 2048 game: final = expected + luck + skill. The counterpart of analysis/twenty48/review.py, which
 * explains the terms; it grows slide by slide and can be read at any time.
 *
 * @typedef {import("./twenty48-game.js").Turn} Turn
 * @typedef {import("./twenty48-game.js").Twenty48} Twenty48
 * @typedef {import("./network.js").Network} Network
 * @typedef {import("./twenty48-board.js").Direction} Direction
 */
import { bestOf, slideReason } from "./twenty48-hints.js";
import { judgeFor } from "./luck-judge.js";
import { luckierThan, strengthOf } from "./strength.js";
import { namedRisk, points, rounded, whyNot } from "./risk.js";
import { say } from "../../engine/sentences.js";
import { isOne, t } from "../../language.js";
import { slide } from "./twenty48-board.js";

/**
 * @typedef {{number: number, played: Direction, best: Direction, worth: number, loss: number, skill: number, luck: number, is_sure: boolean,
 *   others: Record<string, number>}} ReviewedSlide
 * @typedef {{number: number, words: string, reason: string, is_mistake: boolean}} WorstSlide
 */

const WORST = 5;
const MISTAKE = 0.01;

/** What is known of a game so far. */
export class Review {
  /** @type {ReviewedSlide[]} */
  slides = [];
  #words = new Map();

  /** @param {any} game @param {import("./luck-judge.js").Judge} judge */
  constructor(game, judge) {
    this.judge = judge;
    this.turns = game.turns;
    this.expected = judge.start(game.firstState.board);
    this.worthNow = judge.arrived(game.firstState.board);
    this.firstLuck = this.worthNow - this.expected;
  }

  /** Look at the next slide. @returns {boolean} whether there is one more after it */
  grow() {
    const turn = this.turns[this.slides.length];
    if (turn) this.slides.push(this.#reviewed(turn));
    return this.slides.length < this.turns.length;
  }

  /** @param {Turn} turn */
  #reviewed({ slide: { before: board, direction: played, gained }, state }) {
    const values = this.judge.slides(board);
    const choices = this.judge.choices(board);
    const worthOf = (/** @type {string} */ way) => values.get(/** @type {Direction} */ (way)) ?? 0;
    const move = /** @type {Direction} */ (bestOf(values));
    const worth = worthOf(move);
    const before = this.worthNow;
    this.worthNow = this.judge.arrived(state.board);
    const mean = [...values.values()].reduce((sum, value) => sum + value, 0) / values.size;
    return {
      number: this.slides.length + 1, played, best: move, worth, loss: worth - worthOf(played), skill: worthOf(played) - before,
      luck: this.worthNow - (worthOf(played) - gained), is_sure: this.judge.isExact || [...choices.values()].at(-1) !== played,
      others: { "a random player": worth - mean, ...Object.fromEntries([...choices].map(([who, way]) => [who, worth - worthOf(way)])) },
    };
  }

  /** @returns {any[]} the slides that gave away most, the worst first */
  get worst() {
    return this.slides.filter(({ loss }) => loss > 0).sort((one, other) => other.loss - one.loss).slice(0, WORST);
  }

  /** @param {ReviewedSlide} reviewedSlide @param {boolean} [short] - without the engine's own points @returns {string} what would have been better than a slide, and why */
  why({ number, played, best: better, worth, loss, is_sure: isSure }, short = false) {
    if (!short && this.#words.has(number)) return this.#words.get(number);
    const { before } = this.turns[number - 1].slide;
    const prospect = (/** @type {any} */ way, /** @type {number} */ value) => ({ slide: slide(before, way), value, falls: this.judge.falls(before, way) });
    const [one, other] = [prospect(better, worth), prospect(played, worth - loss)];
    if (short) return say("puzzle slide", { why: whyNot(one, other), best: t(`direction.${better}`), reason: slideReason(one.slide) });
    const words = say(isSure ? "costly slide" : "costly slide, not sure", { played: t(`direction.${played}`), cost: points(loss), best: t(`direction.${better}`), reason: slideReason(one.slide) });
    this.#words.set(number, [words, namedRisk(one, other)].filter(Boolean).join(". "));
    return this.#words.get(number);
  }

  /** @returns {any} what there is to show, and the slides after those that are known already */
  toJSON(after = 0) {
    const { slides, expected } = this;
    const sum = (/** @type {"luck" | "skill"} */ name) => slides.reduce((total, one) => total + one[name], 0);
    const luck = this.firstLuck + sum("luck");
    const final = this.turns.slice(0, slides.length).reduce((/** @type {number} */ total, /** @type {any} */ turn) => total + turn.slide.gained, 0) + this.worthNow;
    const strength = strengthOf(slides.map(({ loss }) => loss), slides.map(({ others }) => others));
    const mistakes = slides.filter(isMistake);
    const said = say(!mistakes.length ? "no mistake" : isOne(mistakes.length) ? "one mistake" : "mistakes", { count: mistakes.length, cost: points(Math.max(0, ...mistakes.map(({ loss }) => loss))) });
    const luckier = rounded(100 * luckierThan(luck, [this.firstLuck, ...slides.map((one) => one.luck)]));
    return {
      expected, luck, skill: sum("skill"), final, summary: say("sum of a game", { strength: strength.words, mistakes: said, luckier }), strength: strength.name,
      worst: this.worst.map((one) => ({ number: one.number, words: this.why(one), reason: slideReason(slide(this.turns[one.number - 1].slide.before, one.best)), is_mistake: isMistake(one) })), slides: slides.slice(after),
    };
  }
}

/** @param {Twenty48} game @param {Network | null} network @param {{move: Direction, short?: boolean}} third @returns {{words: string, tiles: number[][]}} what a slide gives away, and the tile that shows it best */
export function refute(game, network, { move, short }) {
  const judge = judgeFor(game.rules, network);
  const worst = judge.falls(game.state.board, move).reduce((one, other) => (other.value < one.value ? other : one));
  game.move(move, [{ place: worst.place, value: worst.tile }]);
  const review = new Review(game, judge);
  review.grow();
  const { size } = game.rules;
  return { words: review.why(review.slides[0], short), tiles: [[Math.floor(worst.place / size), worst.place % size, worst.tile]] };
}

/** @param {ReviewedSlide} reviewedSlide */
function isMistake({ is_sure: isSure, loss, worth }) {
  return isSure && loss > 0 && loss >= MISTAKE * worth;
}
