/**
 * A position as a picture: small in the list of games, large to be shared. It uses the current colours of the page.
 *
 * @typedef {{look?: string, fill?: string, ink?: string, text?: string, faint?: boolean} | null} Piece
 *   - `look` is a class of the page's style sheet that has the colours, or else `fill` and `ink` are colours
 * @typedef {{columns: number, rows: number, round: boolean, tray: string, well: string, pieces: Piece[]}} Drawing - read like a page
 */
import { make } from "./dom.js";

const SIDE = 1080;
const MARGIN = 90;
const FONT = "ui-rounded, system-ui, sans-serif";

/** @param {HTMLCanvasElement} canvas @param {Drawing} drawing */
export function drawSmall(canvas, drawing) {
  const { width, height } = canvas;
  draw(/** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), drawing, { x: 0, y: 0, width, height });
}

/** @param {Drawing} drawing @param {{title: string, caption: string, foot: string}} words @returns {HTMLCanvasElement} a square picture with words around the board */
export function sharedCanvas(drawing, { title, caption, foot }) {
  const canvas = make("canvas", { width: String(SIDE), height: String(SIDE) });
  const context = canvas.getContext("2d");
  const [ground, ink, soft] = ["var(--ground)", "var(--ink)", "var(--soft)"].map((value) => coloursOf({ fill: value })[0]);
  context.fillStyle = ground;
  context.fillRect(0, 0, SIDE, SIDE);
  const write = (/** @type {string} */ text, /** @type {number} */ y, /** @type {string} */ font, /** @type {string} */ colour) => {
    Object.assign(context, { font: `${font} ${FONT}`, fillStyle: colour, textAlign: "center", textBaseline: "middle" });
    context.fillText(text, SIDE / 2, y, SIDE - 2 * MARGIN);
  };
  write(title, 78, "800 68px", ink);
  write(caption, 144, "500 36px", soft);
  write(foot, SIDE - 46, "600 32px", soft);
  const high = SIDE - 190 - 96;
  const wide = Math.min(SIDE - 2 * MARGIN, (high * drawing.columns) / drawing.rows);
  draw(context, drawing, { x: (SIDE - wide) / 2, y: 190, width: wide, height: (wide * drawing.rows) / drawing.columns });
  return canvas;
}

/** @param {Drawing} drawing @param {{title: string, caption: string, foot: string}} words @returns {Promise<Blob>} the same as a file */
export async function sharedPicture(drawing, words) {
  const canvas = sharedCanvas(drawing, words);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

/** @param {CanvasRenderingContext2D} context @param {Drawing} drawing @param {{x: number, y: number, width: number, height: number}} frame */
function draw(context, { columns, rows, round, tray, well, pieces }, { x, y, width, height }) {
  const cell = Math.min(width / columns, height / rows);
  const [left, top] = [x + (width - cell * columns) / 2, y + (height - cell * rows) / 2];
  const box = (/** @type {number} */ px, /** @type {number} */ py, /** @type {number[]} */ [w, h], /** @type {number} */ radius, /** @type {string} */ colour) => {
    context.fillStyle = colour;
    context.beginPath();
    context.roundRect(px, py, w, h, radius);
    context.fill();
  };
  box(left, top, [cell * columns, cell * rows], cell * 0.18, coloursOf({ fill: tray })[0]);
  const [hole] = coloursOf({ fill: well });
  const inner = cell * 0.86;
  pieces.forEach((piece, place) => {
    const px = left + (place % columns) * cell + cell * 0.07;
    const py = top + Math.floor(place / columns) * cell + cell * 0.07;
    const radius = round ? inner / 2 : cell * 0.14;
    box(px, py, [inner, inner], radius, hole);
    if (!piece) return;
    const [fill, ink] = coloursOf(piece);
    context.globalAlpha = piece.faint ? 0.4 : 1;
    box(px, py, [inner, inner], radius, fill);
    if (piece.text && inner > 24) label(context, piece.text, [px + inner / 2, py + inner / 2], { inner, ink });
    context.globalAlpha = 1;
  });
}

/** @param {CanvasRenderingContext2D} context @param {string} text @param {number[]} middle @param {{inner: number, ink: string}} how */
function label(context, text, [x, y], { inner, ink }) {
  const size = inner * (text.length < 3 ? 0.5 : 1.25 / text.length);
  Object.assign(context, { font: `800 ${size}px ${FONT}`, fillStyle: ink, textAlign: "center", textBaseline: "middle" });
  context.fillText(text, x, y + size * 0.04);
}

/** @param {NonNullable<Piece>} piece @returns {[fill: string, ink: string]} as the page has them now */
function coloursOf({ look = "", fill = "", ink = "" }) {
  const probe = make("b", { class: look });
  const holder = make("div", { class: "tile unseen" }, probe);
  Object.assign(probe.style, { backgroundColor: fill, color: ink });
  document.body.append(holder);
  const { backgroundColor, color } = getComputedStyle(probe);
  holder.remove();
  return [backgroundColor, color];
}
