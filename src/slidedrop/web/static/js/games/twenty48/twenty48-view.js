/**
 * The board of 2048 on the page. A tile has the same element while it slides, so that the slide can be animated.
 *
 *     wells     the empty cells, drawn once for each size
 *     tiles     one element each, placed by the properties --x and --y
 *
 * @typedef {import("./twenty48-board.js").Motion} Motion
 * @typedef {import("./twenty48-rules.js").Rules} Rules
 */
import { make } from "../../views/dom.js";
import { t } from "../../language.js";

const SLIDE_MS = 130;

/** @param {number} value @param {number} base - the smallest tile @returns {number} which colour a tile has */
export function levelOf(value, base) {
  return Math.min(Math.round(Math.log2(value / base)) + 1, 16);
}

/** What shows a game of 2048. */
export class Twenty48View {
  #size = 0;
  #base = 2;
  /** @type {Map<number, HTMLElement>} */
  #tiles = new Map();
  /** @type {HTMLElement[]} */
  #leaving = [];

  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.wells = make("div", { class: "wells" });
    this.tiles = make("div", { class: "tiles" });
    this.board = make("div", { class: "board2048", "aria-hidden": "true" }, this.wells, this.tiles);
    this.spoken = make("table");
    stage.replaceChildren(this.board, make("div", { class: "unseen" }, this.spoken));
  }

  /** @param {any} game @param {number} [index] - after how many moves; the last where it is left out */
  draw(game, index) {
    const state = index === undefined ? game.state : index ? game.turns[index - 1].state : game.firstState;
    this.#prepare(game.rules);
    this.#leaving = [];
    this.#tiles = new Map();
    this.tiles.replaceChildren();
    state.board.forEach((/** @type {number} */ value, /** @type {number} */ place) => value && this.#put(place, value, ""));
    this.#speak(state.board);
  }

  /** @param {any} game @param {any} turn - what just happened; every tile goes where its motion says */
  animate(game, turn) {
    this.#clear();
    const arrived = new Map();
    for (const motion of turn.slide.motions) this.#slide(motion, arrived);
    this.#tiles = arrived;
    for (const motion of turn.slide.motions) if (motion.merged && !arrived.has(motion.target)) this.#put(motion.target, 2 * motion.value, "made");
    for (const { place, value } of turn.spawns) this.#put(place, value, "fresh");
    setTimeout(() => this.#clear(), SLIDE_MS);
    this.#speak(turn.state.board);
  }

  /** @param {string} move - the direction to point at, or "" */
  point(move) {
    this.board.dataset.hint = move;
  }

  /** @param {Motion} motion @param {Map<number, HTMLElement>} arrived */
  #slide({ source, target, merged }, arrived) {
    const tile = this.#tiles.get(source);
    if (!tile) return;
    this.#place(tile, target);
    if (merged) this.#leaving.push(tile);
    else arrived.set(target, tile);
  }

  /** @param {Rules} rules */
  #prepare({ size, base }) {
    this.#base = base;
    if (size === this.#size) return;
    this.#size = size;
    this.board.style.setProperty("--size", String(size));
    this.wells.replaceChildren(...Array.from({ length: size * size }, () => make("i")));
  }

  /** @param {number} place @param {number} value @param {string} how */
  #put(place, value, how) {
    const face = make("b", { text: String(value), class: `level${levelOf(value, this.#base)} long${Math.min(String(value).length, 7)}` });
    const tile = make("div", { class: `tile ${how}`, "data-value": value }, face);
    this.#place(tile, place);
    this.#tiles.set(place, tile);
    this.tiles.append(tile);
  }

  /** @param {HTMLElement} tile @param {number} place */
  #place(tile, place) {
    tile.style.setProperty("--x", String(place % this.#size));
    tile.style.setProperty("--y", String(Math.floor(place / this.#size)));
  }

  #clear() {
    this.#leaving.forEach((tile) => tile.remove());
    this.#leaving = [];
  }

  /** The board as a table for screen readers. @param {number[]} board */
  #speak(board) {
    const rows = Array.from({ length: this.#size }, (_, row) => board.slice(row * this.#size, (row + 1) * this.#size));
    const cells = (/** @type {number[]} */ row) => row.map((tile) => make("td", { text: tile ? String(tile) : t("play.empty") }));
    this.spoken.replaceChildren(make("caption", { text: t("play.the board") }), ...rows.map((row) => make("tr", {}, ...cells(row))));
  }
}
