/** A board of 2048 on a canvas, in the colours that the page has now. */
import { colourOf } from "../../views/style-colours.js";

/**
 * @param {CanvasRenderingContext2D} pen @param {import("./twenty48-game.js").Twenty48} game
 * @param {{x: number, y: number, side: number}} square - where it is drawn
 */
export function drawTiles(pen, { rules, state }, { x, y, side }) {
  const { size, base } = rules;
  const cell = (side * 0.978) / size;
  const gap = cell * 0.1;
  box(pen, { x, y, width: side, radius: side * 0.04 }, colourOf({ name: "--tray" }));
  state.board.forEach((value, place) => {
    const left = x + side * 0.011 + cell * (place % size) + gap / 2;
    const top = y + side * 0.011 + cell * Math.floor(place / size) + gap / 2;
    const level = value ? `level${Math.min(16, Math.log2(value / base) + 1)}` : "";
    box(pen, { x: left, y: top, width: cell - gap, radius: cell * 0.14 }, value ? colourOf({ style: level }) : colourOf({ name: "--well" }));
    if (value) number(pen, { x: left, y: top, width: cell - gap }, String(value), colourOf({ style: level, ink: true }));
  });
}

/** @param {CanvasRenderingContext2D} pen @param {{x: number, y: number, width: number, radius: number}} square @param {string} colour */
function box(pen, { x, y, width, radius }, colour) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(x, y, width, width, radius);
  pen.fill();
}

/** @param {CanvasRenderingContext2D} pen @param {{x: number, y: number, width: number}} square @param {string} text @param {string} colour */
function number(pen, { x, y, width }, text, colour) {
  const size = width * Math.min(0.46, 1.25 / text.length);
  pen.fillStyle = colour;
  pen.font = `850 ${size}px ${getComputedStyle(document.documentElement).fontFamily}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, x + width / 2, y + width / 2);
}
