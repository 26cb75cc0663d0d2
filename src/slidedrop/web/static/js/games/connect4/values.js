/**
 * The value of a move in numbers, words and grades: the counterpart of connect4/values.py and analysis/connect4/scores.py.
 *
 * @typedef {{low: number, high: number, discs: number, cells: number}} Solution - the least and the greatest public
 *   score that is possible, and the discs and cells of the board
 */
import { say } from "../../engine/sentences.js";
import { t } from "../../language.js";

export const GOOD = ["best", "only move"];
export const TURNS = ["threw away the win", "lost the draw"];

/** @param {Solution} solution @returns {"win" | "draw" | "loss" | null} the proven result, if any */
export function verdictOf({ low, high }) {
  return Math.sign(low) === Math.sign(high) ? (low > 0 ? "win" : low < 0 ? "loss" : "draw") : null;
}

/** @param {number} score @param {Pick<Solution, "discs" | "cells">} second @returns {number} how many discs it takes at a public score, both sides' counted; 0 for a draw */
export function discsUntil(score, { discs, cells }) {
  const most = cells + 2 - discs - 2 * Math.abs(score);
  return score === 0 ? 0 : most - (Math.abs(most % 2) === Number(score > 0) ? 0 : 1);
}

/** @param {Solution} solution @returns {string} such as "win in 9" */
export function inWords(solution) {
  const { low, high } = solution;
  const kind = verdictOf(solution);
  if (!kind) return say(low >= 0 ? "no loss" : high <= 0 ? "no win" : "open");
  // texts: engine.{win,win at most,loss,loss at least,draw}
  const about = low === high ? "" : { win: " at most", loss: " at least", draw: "" }[kind];
  return say(kind + about, { discs: discsUntil(low, solution) });
}

/** @param {Solution} played @param {Solution[]} others @returns {string} the grade of a move */
export function graded(played, others) {
  if (others.every((other) => played.low >= other.high)) {
    return others.every((other) => Math.sign(other.high) < Math.sign(played.low)) ? "only move" : "best";
  }
  const better = bestOf(others);
  if (Math.sign(played.high) < Math.sign(better.low)) return better.low > 0 ? TURNS[0] : TURNS[1];
  if (played.low > 0 && played.high < better.low) return "wins more slowly";
  if (played.high < better.low && others.every((other) => other.high < 0)) return "loses faster";
  return "not proven";
}

/** @param {string} grade @param {Solution} played @param {Solution[]} others @returns {string} what a move did, such as "wins more slowly: win in 11 instead of 9" */
export function told(grade, played, others) {
  const worth = inWords(played);
  if (grade === "wins more slowly" || grade === "loses faster") {
    const better = bestOf(others);
    return say("grade instead", { grade: gradeText(grade), worth, discs: discsUntil(better.low, better) });
  }
  if (TURNS.includes(grade)) return say("grade now", { grade: gradeText(grade), worth: resultOf(played) });
  if (grade === "only move" && !others.length) return say("grade alone", { worth });
  if (grade === "not proven") return say("grade open", { worth: worth.replace(`${say("open")}: `, "") });
  return say("grade", { grade: gradeText(grade), worth });
}

/** @param {string} grade @returns {string} */
export function gradeText(grade) {
  // texts: grade.{best,only move,wins more slowly,loses faster,threw away the win,lost the draw,not proven}
  return t(`grade.${grade}`);
}

/** @param {Solution[]} solutions */
function bestOf(solutions) {
  return solutions.reduce((best, other) => (other.low > best.low ? other : best));
}

/** @param {Solution} played */
function resultOf(played) {
  const verdict = verdictOf(played);
  if (!verdict) return say("now a draw at most");
  return verdict === "draw" ? say("now a draw") : inWords(played);
}
