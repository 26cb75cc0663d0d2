/** What the second best slide of 2048 risks, in words: the counterpart of analysis/twenty48/hints.py, which defines a risk. */
import { emptyPlaces, isStuck, withTile } from "./twenty48-board.js";
import { capital } from "../../views/speech.js";
import { number, t } from "../../language.js";
import { say } from "../../engine/sentences.js";

const SUMS = [6, 5, 4, 3, 2].flatMap((power) => [4, 2, 1].map((digit) => digit * 10 ** power));
export const LEAST_CHANCE = 0.05;
const LEAST_PART = 0.02;
const BAD_LUCK = 0.5;
const NEARLY = 0.01;
const SURELY = 0.999;

/**
 * Names the risk of the second best slide. If that one is nearly as good, it says so and goes to the next one.
 *
 * @typedef {{slide: import("./twenty48-board.js").Slide, value: number, falls: any[]}} Prospect
 * @param {Prospect} best @param {Prospect[]} others @returns {string}
 */
export function compared(best, others) {
  const near = nearlyAsGood(best, others);
  const parts = [
    ...near.slice(0, 1).map((other) => say("nearly", { slide: nameOf(other) })),
    ...others.slice(near.length, near.length + 1).map((other) => risk(best, other)),
  ];
  return parts.length === 1 ? parts[0] : say("then", { one: parts[0], other: parts[1].charAt(0).toLowerCase() + parts[1].slice(1) });
}

/** @param {Prospect} best @param {Prospect[]} others @returns {Prospect[]} the slides that lose hardly anything and do not end the game more often */
export function nearlyAsGood(best, others) {
  return others.filter((other) => best.value - other.value < NEARLY * best.value && ends(other) <= ends(best));
}

/** @param {number[]} tiles @returns {boolean} whether the largest tile is in a corner */
export function cornerKept(tiles) {
  const size = Math.sqrt(tiles.length);
  return [tiles[0], tiles[size - 1], tiles.at(-size), tiles.at(-1)].includes(Math.max(...tiles));
}

/** @param {number} value @returns {string} points as people write them: 45,469 */
export function points(value) {
  return number(rounded(value));
}

/** @param {Prospect} best @param {Prospect} second @returns {string} what a worse slide risks, or what it loses on average */
export function risk(best, second) {
  return namedRisk(best, second) || say("gives away", { slide: nameOf(second), points: points(best.value - second.value) });
}

/** @param {Prospect} best @param {Prospect} second @returns {string} what a worse slide risks; empty if that is only its mean loss */
export function namedRisk(best, second) {
  const name = nameOf(second);
  if (ends(second) > ends(best)) return say(ends(second) > SURELY ? "ends the game" : "risks the game", { slide: name, percent: percent(ends(second)) });
  const cost = SUMS.filter((sum) => sum >= LEAST_PART * best.value).find((sum) => isRisked(best, second, sum));
  return cost ? say("costs", { slide: name, stake: stake(best, second), percent: percent(costs(second, best.value, cost)), cost: points(cost) }) : "";
}

/** @param {Prospect} best @param {Prospect} costly @returns {string} the reason of the coach against a slide, as visible on the board */
export function whyNot(best, costly) {
  const { tiles, before } = costly.slide;
  const [slide, free] = [nameOf(costly), emptyPlaces(tiles).length];
  if (ends(costly) > ends(best) + LEAST_CHANCE) return say("coach ends the game", { slide, percent: percent(ends(costly)) });
  const about = { slide, free, tile: String(Math.max(...before)), percent: percent((best.value - costly.value) / best.value) };
  if (cornerKept(before) && !cornerKept(tiles)) return say("coach corner", about);
  return say(free > 1 && free < emptyPlaces(best.slide.tiles).length ? "coach room" : "coach costs", about);
}

/** @param {Prospect} best @param {Prospect} second @param {number} cost */
function isRisked(best, second, cost) {
  const chance = costs(second, best.value, cost);
  return chance >= LEAST_CHANCE && costs(best, best.value, cost) <= BAD_LUCK * chance;
}

/** The chance of a tile that lowers the value of a slide by more than a sum. @param {Prospect} prospect @param {number} expected @param {number} moreThan */
function costs({ slide, falls }, expected, moreThan) {
  const limit = expected - moreThan - slide.gained;
  return sumOf(falls.filter(({ value }) => value < limit));
}

/** The chance of a tile that ends the game. @param {Prospect} prospect */
export function ends({ slide, falls }) {
  return sumOf(falls.filter(({ place, tile }) => isStuck(withTile(slide.tiles, place, tile))));
}

/** @param {{chance: number}[]} falls */
function sumOf(falls) {
  return falls.reduce((sum, { chance }) => sum + chance, 0);
}

/** What is at stake, if it is visible on the board. @param {Prospect} prospect @param {Prospect} prospect */
function stake({ slide: { tiles: before } }, { slide: { tiles: after } }) {
  if (cornerKept(before) && !cornerKept(after)) return say("stake corner");
  return say(emptyPlaces(after).length < emptyPlaces(before).length ? "stake room" : "stake");
}

/** @param {number} chance */
function percent(chance) {
  return Math.max(1, rounded(100 * chance));
}

/** @param {number} value @returns {number} the nearest whole number; of two that are as near, the even one */
export function rounded(value) {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below + (below % 2);
}

/** @param {Prospect} prospect */
function nameOf({ slide }) {
  // texts: direction.{up,down,left,right}
  return capital(t(`direction.${slide.direction}`));
}
