/** The tiles of 2048 for a picture. */
import { levelOf } from "./twenty48-view.js";

/** @param {import("./twenty48-game.js").Twenty48} game @returns {import("../../views/board-picture.js").Drawing} */
export function drawingOf({ rules, state }) {
  const pieces = state.board.map((value) => (value ? { look: `level${levelOf(value, rules.base)}`, text: String(value) } : null));
  return { columns: rules.size, rows: rules.size, round: false, tray: "var(--tray)", well: "var(--well)", pieces };
}
