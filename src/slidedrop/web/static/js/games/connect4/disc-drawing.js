/** The discs of Connect-4 for a picture; at the end those outside the winning line are faint. */

/** The look of a disc, with a mark for people who do not see colours. */
const DISCS = [{ fill: "var(--red)", ink: "var(--mark)", text: "✕" }, { fill: "var(--blue)", ink: "var(--second-mark)", text: "○" }];

/** @param {import("./connect4-game.js").Connect4} game @returns {import("../../views/board-picture.js").Drawing} */
export function drawingOf({ rules, position, outcome }) {
  const line = outcome?.lines.flat() ?? [];
  const pieces = position.cells.map((disc, place) => (disc === null ? null : { ...DISCS[disc], faint: line.length > 0 && !line.includes(place) }));
  return { columns: rules.columns, rows: rules.rows, round: true, tray: "var(--frame)", well: "var(--hole)", pieces };
}
