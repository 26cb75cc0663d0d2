/** The two sides of Connect-4, and how their game ended, in words. */

/** What the two players are called; red moves first. */
export const COLOURS = ["red", "blue"];

/** @param {import("./connect4-game.js").Outcome} outcome @returns {string} such as "red won, four in a row" */
export function ending({ winner, reason }) {
  if (winner === null) return `draw, ${reason}`;
  const why = reason === "resigned" ? `${COLOURS[1 - winner]} resigned` : reason;
  return `${COLOURS[winner]} won, ${why}`;
}
