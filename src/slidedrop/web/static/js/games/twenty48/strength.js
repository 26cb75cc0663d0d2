/** Which known player a game was most similar to, and how lucky it was: the counterpart of analysis/strength.py. */
import { say } from "../../engine/sentences.js";

const SURE = 2;
const LEAST = 1e-6;

/** @param {number[]} losses - of each slide @param {Record<string, number>[]} others - what known players would have lost @returns {{name: string, words: string}} */
export function strengthOf(losses, others) {
  const names = Object.keys(others[0] ?? {});
  if (!names.length) return { name: "", words: say("nothing played") };
  const columns = new Map(names.map((name) => [name, others.map((one) => one[name])]));
  const distance = (/** @type {string} */ name) => Math.abs(Math.log((mean(losses) + LEAST) / (mean(columns.get(name) ?? []) + LEAST)));
  const name = names.reduce((best, other) => (distance(other) < distance(best) ? other : best));
  const possible = names.filter((other) => other === name || isNear(losses, columns.get(other) ?? []));
  const words = possible.length === 1 ? "played like" : possible.length === names.length ? "too few played" : "played like one of";
  return { name, words: say(words, { name, first: possible[0], last: possible.at(-1) }) };
}

/** @param {number} luck @param {number[]} parts @returns {number} the part of games with less luck: as of a random walk of such steps */
export function luckierThan(luck, parts) {
  const spread = Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0));
  return spread ? 0.5 * (1 + erf(luck / spread / Math.SQRT2)) : 0.5;
}

/** Whether the losses of two players on the same boards do not differ significantly. @param {number[]} losses @param {number[]} others */
function isNear(losses, others) {
  const gaps = losses.map((loss, at) => loss - others[at]);
  const middle = mean(gaps);
  const spread = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - middle) ** 2, 0) / (gaps.length - 1));
  return gaps.length < 2 || Math.abs(middle) <= (SURE * spread) / Math.sqrt(gaps.length);
}

/** @param {number[]} numbers */
function mean(numbers) {
  return numbers.length ? numbers.reduce((sum, number) => sum + number, 0) / numbers.length : 0;
}

/** The error function, by its own series. @param {number} x */
function erf(x) {
  if (Math.abs(x) > 4) return Math.sign(x);
  let [term, sum] = [x, x];
  for (let n = 1; n < 90; n += 1) sum += (term *= (-x * x) / n) / (2 * n + 1);
  return (2 / Math.sqrt(Math.PI)) * sum;
}
