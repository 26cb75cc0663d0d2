/**
 * 2048 in the page: the slide to make, what it does, what the others give away, and what the second best risks. The twin
 * of analysis/twenty48/hints.py: the network judges, or where it does not know the rules the plain heuristic.
 */
import { compared, cornerKept, points } from "../games/twenty48/risk.js";
import { emptyPlaces, slide } from "../games/twenty48/twenty48-board.js";
import { judged } from "../games/twenty48/heuristic.js";
import { say } from "./sentences.js";

const PLIES = 3;

/** @param {any} game @param {import("./network.js").Network | null} network @returns {Promise<{move: string, reason: string}>} */
export async function hint({ state, rules }, network) {
  const values = network?.slides(state.board, rules, PLIES);
  if (!values) return plainHint(state, rules);
  const ranking = [...values.keys()].sort((one, other) => values.get(other) - values.get(one));
  const [move, ...others] = ranking;
  const reason = slideReason(slide(state.board, move));
  if (!others.length) return { move, reason: say("only slide", { reason }) };
  const prospects = ranking.map((way) => ({ slide: slide(state.board, way), value: values.get(way), falls: network.falls(state.board, rules, way, PLIES) ?? [] }));
  const told = others.map((way) => say("other slide", { slide: way, points: points(values.get(move) - values.get(way)) })).join(say("comma"));
  return { move, reason: say("best slide", { reason, others: told, comparison: compared(prospects[0], prospects.slice(1)) }) };
}

/** @returns {Promise<{move: string}>} */
export async function choose({ state, rules }, network) {
  return { move: bestOf(network?.slides(state.board, rules, PLIES) ?? judged(state, rules)) };
}

function plainHint(state, rules) {
  const move = bestOf(judged(state, rules));
  return { move, reason: slideReason(slide(state.board, move)) };
}

/** @param {import("../games/twenty48/twenty48-board.js").Slide} slide @returns {string} what it makes, the room it leaves, and whether the corner is kept */
export function slideReason({ before, tiles, made, gained }) {
  const free = emptyPlaces(tiles).length;
  const tile = Math.max(...tiles);
  const kept = cornerKept(before) && Math.max(...before) === tile;
  const parts = [
    made.length ? say("makes", { tiles: listed(made), points: gained }) : "", say(free === 1 ? "leaves one" : "leaves", { free }),
    cornerKept(tiles) ? say(kept ? "keeps the corner" : "brings the corner", { tile }) : "",
  ];
  return listed(parts.filter(Boolean));
}

function listed(parts) {
  return parts.length === 1 ? String(parts[0]) : parts.slice(0, -1).join(say("comma")) + say("and") + parts.at(-1);
}

/** @param {Map<string, number>} values @returns {string} the slide of highest value, the first of equals */
export function bestOf(values) {
  return [...values].reduce((best, other) => (other[1] > best[1] ? other : best))[0];
}
