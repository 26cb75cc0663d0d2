/** The result of a day as a picture to send: date, board, score. */
import { colourOf } from "../views/style-colours.js";

const WIDTH = 1080;
const HEIGHT = 1350;
const EDGE = 70;

/**
 * @param {import("../games/definition.js").GameDefinition} definition @param {import("../games/definition.js").Game} game
 * @param {{title: string, score: string, line: string}} words @returns {Promise<HTMLCanvasElement>}
 */
export async function resultPicture(definition, game, { title, score, line }) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = colourOf({ name: "--ground" });
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  write(pen, title, { y: 96, size: 46, colour: "--soft" });
  write(pen, score, { y: 215, size: 124, colour: "--ink" });
  const draw = await definition.picture?.();
  draw?.(pen, game, { x: EDGE, y: 260, side: WIDTH - 2 * EDGE });
  write(pen, line, { y: HEIGHT - 64, size: 42, colour: "--soft" });
  return canvas;
}

/** @param {CanvasRenderingContext2D} pen @param {string} text @param {{y: number, size: number, colour: string}} how */
function write(pen, text, { y, size, colour }) {
  pen.fillStyle = colourOf({ name: colour });
  pen.font = `800 ${size}px ${getComputedStyle(document.documentElement).fontFamily}`;
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  pen.fillText(text, EDGE, y, WIDTH - 2 * EDGE);
}
