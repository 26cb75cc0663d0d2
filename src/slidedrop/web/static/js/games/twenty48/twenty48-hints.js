/**
 * 2048 in the page: the slide to make, what it does, what the others give away, and what the second best risks. The counterpart
 * of analysis/twenty48/hints.py: values come from the network, or from the heuristic if the network does not support the rules.
 *
 * @typedef {import("./twenty48-game.js").Twenty48} Twenty48
 * @typedef {import("./network.js").Network} Network
 * @typedef {import("./twenty48-game.js").State} State
 * @typedef {import("./twenty48-board.js").Direction} Direction
 * @typedef {import("./twenty48-rules.js").Rules} Rules
 */
import { LEAST_CHANCE, compared, cornerKept, ends, nearlyAsGood, points, whyNot } from "./risk.js";
import { emptyPlaces, slide } from "./twenty48-board.js";
import { judged } from "./heuristic.js";
import { say } from "../../engine/sentences.js";
import { isOne, number, t } from "../../language.js";

const PLIES = 3;
/** A slide that gives away this part of the best value has half a bar. */
const HALF = 0.01;
/** A smaller part than this would be shown as 0.0 %. */
const LEAST = 0.0005;
/** The coach warns of a slide that gives away this part of the best value. */
const COSTLY = 0.08;

/**
 * @typedef {import("../definition.js").HintBar} HintBar
 *
 * @param {Twenty48} twenty48 @param {import("./network.js").Network | null} network @param {boolean} [withBars] - also a short reason and a bar per slide
 * @returns {Promise<{move: string, reason: string, short?: string, bars?: HintBar[]}>}
 */
export async function hint({ state, rules }, network, withBars = false) {
  const values = network?.slides(state.board, rules, PLIES);
  if (!network || !values) return plainHint(state, rules);
  const worth = (/** @type {Direction} */ way) => values.get(way) ?? 0;
  const ranking = [...values.keys()].sort((one, other) => worth(other) - worth(one));
  const [move, ...others] = ranking;
  const reason = slideReason(slide(state.board, move));
  if (!others.length) return { move, reason: say("only slide", { reason }) };
  const prospects = ranking.map((way) => ({ slide: slide(state.board, way), value: worth(way), falls: network.falls(state.board, rules, way, PLIES) ?? [] }));
  const [best, ...rest] = prospects;
  const near = nearlyAsGood(best, rest).length;
  const told = others.slice(near).map((way) => say("other slide", { slide: t(`direction.${way}`), points: points(worth(move) - worth(way)) }));
  const kind = told.length ? (near ? "best slide near" : "best slide") : "best slide equal";
  const words = say(kind, { reason, others: told.join(say("comma")), comparison: compared(best, rest) });
  if (!withBars) return { move, reason: words };
  const bar = (/** @type {number} */ loss) => ({ part: 0.5 ** (loss / (HALF * worth(move))), texts: [loss / worth(move) >= LEAST ? say("bar points", { percent: percentOf(loss / worth(move)) }) : say("bar best")] });
  const bars = ranking.map((way) => ({ move: way, ...bar(worth(move) - worth(way)), isBest: way === move }));
  return { move, reason: words, short: reason, bars };
}

/** @param {Twenty48} twenty48 @param {Network | null} network @returns {Promise<Record<string, string>>} why not to make each slide that costs a lot */
export async function coach({ state, rules }, network) {
  const values = network?.slides(state.board, rules, PLIES);
  if (!network || !values) return {};
  const prospects = [...values].map(([way, value]) => ({ slide: slide(state.board, way), value, falls: network.falls(state.board, rules, way, PLIES) ?? [] }));
  const best = prospects.reduce((one, other) => (other.value > one.value ? other : one));
  const costly = prospects.filter((other) => best.value - other.value > COSTLY * best.value || ends(other) > ends(best) + LEAST_CHANCE);
  return Object.fromEntries(costly.map((other) => [other.slide.direction, whyNot(best, other)]));
}

/** @param {Twenty48} twenty48 @param {Network | null} network @returns {Promise<{move: string}>} */
export async function choose({ state, rules }, network) {
  return { move: bestOf(network?.slides(state.board, rules, PLIES) ?? judged(state, rules)) };
}

/** @param {State} state @param {Rules} rules */
function plainHint(state, rules) {
  const move = bestOf(judged(state, rules));
  return { move, reason: slideReason(slide(state.board, move)) };
}

/** @param {import("./twenty48-board.js").Slide} slide @returns {string} what it makes, the room it leaves, and whether the corner tile stays */
export function slideReason({ before, tiles, made, gained }) {
  const free = emptyPlaces(tiles).length;
  const tile = Math.max(...tiles);
  const kept = cornerKept(before) && Math.max(...before) === tile;
  const parts = [
    made.length ? say("makes", { tiles: listed(made), points: String(gained) }) : "", say(isOne(free) ? "leaves one" : "leaves", { free }),
    cornerKept(tiles) ? say(kept ? "keeps the corner" : "brings the corner", { tile: String(tile) }) : "",
  ];
  return listed(parts.filter(Boolean));
}

/** @param {(string | number)[]} parts */
function listed(parts) {
  return parts.length === 1 ? String(parts[0]) : parts.slice(0, -1).join(say("comma")) + say("and") + parts.at(-1);
}

/** @param {number} part @returns {string} in per cent, with a decimal place if it is small */
function percentOf(part) {
  const digits = part < 0.0995 ? 1 : 0;
  return number(100 * part, digits);
}

/** @template {string} T @param {Map<T, number>} values @returns {T} the slide of highest value, the first of equals */
export function bestOf(values) {
  return [...values].reduce((best, other) => (other[1] > best[1] ? other : best))[0];
}
