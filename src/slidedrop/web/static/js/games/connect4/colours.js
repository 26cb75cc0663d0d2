/** The two sides of Connect-4, and how their game ended, in words. */
import { t } from "../../language.js";

/** The names of the two players; red moves first. */
export const COLOURS = ["red", "blue"];

/** @param {number} seat @returns {string} what the side is called */
export function colourName(seat) {
  // texts: colour.{red,blue}
  return t(`colour.${COLOURS[seat]}`);
}

/** @param {Pick<import("./connect4-game.js").Outcome, "winner" | "reason">} outcome @returns {string} such as "red won, four in a row" */
export function ending({ winner, reason }) {
  if (winner === null) return t("discs.draw ended", { reason });
  const why = reason === "resigned" ? t("discs.resigned", { side: colourName(1 - winner) }) : reason;
  return t("discs.won ended", { side: colourName(winner), reason: why });
}
