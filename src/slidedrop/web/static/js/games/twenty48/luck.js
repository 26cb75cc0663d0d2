/**
 * A game of 2048 looked through again: final = expected + luck + skill. The twin of analysis/twenty48/review.py, which
 * says what the terms are; it grows slide by slide and can be read at any moment.
 */
import { bestOf, slideReason } from "../../engine/twenty48.js";
import { judgeFor } from "../../engine/luck-judge.js";
import { luckierThan, strengthOf } from "./strength.js";
import { points, risk, rounded } from "./risk.js";
import { say } from "../../engine/sentences.js";
import { slide } from "./twenty48-board.js";

const WORST = 5;
const MISTAKE = 0.01;

/** What is known of a game so far. */
export class Review {
  slides = [];
  #words = new Map();

  /** @param {any} game @param {import("../../engine/luck-judge.js").Judge} judge */
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

  #reviewed({ slide: { before: board, direction: played, gained }, state }) {
    const values = this.judge.slides(board);
    const choices = this.judge.choices(board);
    const move = bestOf(values);
    const worth = values.get(move);
    const before = this.worthNow;
    this.worthNow = this.judge.arrived(state.board);
    const mean = [...values.values()].reduce((sum, value) => sum + value, 0) / values.size;
    return {
      number: this.slides.length + 1, played, best: move, worth, loss: worth - values.get(played), skill: values.get(played) - before,
      luck: this.worthNow - (values.get(played) - gained), is_sure: this.judge.isExact || [...choices.values()].at(-1) !== played,
      others: { "a random player": worth - mean, ...Object.fromEntries([...choices].map(([who, way]) => [who, worth - values.get(way)])) },
    };
  }

  /** @returns {any[]} the slides that gave away most, the worst first */
  get worst() {
    return this.slides.filter(({ loss }) => loss > 0).sort((one, other) => other.loss - one.loss).slice(0, WORST);
  }

  /** @returns {string} what would have been better than a slide, and why */
  why({ number, played, best: better, worth, loss, is_sure: isSure }) {
    if (this.#words.has(number)) return this.#words.get(number);
    const { before } = this.turns[number - 1].slide;
    const prospect = (way, value) => ({ slide: slide(before, way), value, falls: this.judge.falls(before, way) });
    const [one, other] = [prospect(better, worth), prospect(played, worth - loss)];
    const words = say(isSure ? "costly slide" : "costly slide, not sure", { played, cost: points(loss), best: better, reason: slideReason(one.slide), risk: risk(one, other) });
    this.#words.set(number, words);
    return words;
  }

  /** @returns {any} what there is to show, and the slides after those that are known already */
  toJSON(after = 0) {
    const { slides, expected } = this;
    const sum = (name) => slides.reduce((total, one) => total + one[name], 0);
    const luck = this.firstLuck + sum("luck");
    const final = this.turns.slice(0, slides.length).reduce((total, turn) => total + turn.slide.gained, 0) + this.worthNow;
    const strength = strengthOf(slides.map(({ loss }) => loss), slides.map(({ others }) => others));
    const mistakes = slides.filter(isMistake);
    const said = say({ 0: "no mistake", 1: "one mistake" }[mistakes.length] ?? "mistakes", { count: mistakes.length, cost: points(Math.max(0, ...mistakes.map(({ loss }) => loss))) });
    const luckier = rounded(100 * luckierThan(luck, [this.firstLuck, ...slides.map((one) => one.luck)]));
    return {
      expected, luck, skill: sum("skill"), final, summary: say("sum of a game", { strength: strength.words, mistakes: said, luckier }), strength: strength.name,
      worst: this.worst.map((one) => ({ number: one.number, words: this.why(one), is_mistake: isMistake(one) })), slides: slides.slice(after),
    };
  }
}

/** @returns {{words: string, tiles: number[][]}} what a slide gives away, and the tile that shows it best */
export function refute(game, network, { move }) {
  const judge = judgeFor(game.rules, network);
  const worst = judge.falls(game.state.board, move).reduce((one, other) => (other.value < one.value ? other : one));
  game.move(move, [{ place: worst.place, value: worst.tile }]);
  const review = new Review(game, judge);
  review.grow();
  const { size } = game.rules;
  return { words: review.why(review.slides[0]), tiles: [[Math.floor(worst.place / size), worst.place % size, worst.tile]] };
}

function isMistake({ is_sure: isSure, loss, worth }) {
  return isSure && loss > 0 && loss >= MISTAKE * worth;
}
