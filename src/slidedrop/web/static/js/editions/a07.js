/**
 * Assignment 002 in its own language: class Game, the engine behind a web page, over the page's own game of 2048.
 *
 *     import { Game } from "./a07.js";                  in a page, or in node
 *     const game = new Game(4);
 *     game.onMove((gameState) => draw(gameState.board));
 *     game.move("left");
 *
 * Every listener gets its own gameState; the order is move, win, lose. It is the same game, tile by tile, as the
 * edition in Python with the generator of the same seed.
 *
 * @typedef {import("../games/twenty48/twenty48-game.js").State} GameState
 */
import { freshSeed } from "../game/random.js";
import { Twenty48, readState } from "../games/twenty48/twenty48-game.js";
import { preset } from "../games/twenty48/twenty48-rules.js";

/** What java.util.Random mixes into a seed: with it the bits of one generator are the seed of the next. */
const MIXED = 0x5DEECE66Dn;

/** A game of any size; a seed makes its tiles predictable. */
export class Game {
  #game;
  /** @type {GameState | null} the loaded state, until the next move */
  #loaded = null;
  /** @type {Record<"move" | "win" | "lose", ((gameState: GameState) => void)[]>} */
  #listeners = { move: [], win: [], lose: [] };

  /** @param {number} size @param {bigint} [seed] */
  constructor(size, seed = freshSeed()) {
    this.#game = new Twenty48(preset("classic", size), { seed });
  }

  /** Begin again at a random position; the listeners stay. */
  setupNewGame() {
    this.#loaded = null;
    this.#game = new Twenty48(this.#game.rules, { seed: this.#game.random.state ^ MIXED });
  }

  /** Go on from this state, whatever its size; its won and its over are believed. @param {GameState} gameState */
  loadGame(gameState) {
    const state = readState(gameState);
    this.#game = new Twenty48(this.#game.rules, { seed: this.#game.random.state ^ MIXED, start: state });
    this.#loaded = state;
  }

  /** @param {string} direction - "up", "down", "left" or "right"; any other text raises an error */
  move(direction) {
    const { state } = this.#game;
    const turn = this.#game.move(direction);
    const before = turn ? state : (this.#loaded ?? state);
    this.#loaded = null;
    const after = this.#game.state;
    if (turn) this.#tell("move");
    if (turn && after.won && !before.won) this.#tell("win");
    if (after.over && !before.over) this.#tell("lose");
  }

  /** @returns {string} the board, a line for each row */
  toString() {
    const { size } = this.#game.rules;
    const cells = this.#game.state.board.map((tile) => ` [${tile || " "}]`);
    return Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size).join("")).join("\n");
  }

  /** @param {(gameState: GameState) => void} callback - called after every valid move */
  onMove(callback) {
    this.#listeners.move.push(callback);
  }

  /** @param {(gameState: GameState) => void} callback - called when two 1024s have made the 2048 */
  onWin(callback) {
    this.#listeners.win.push(callback);
  }

  /** @param {(gameState: GameState) => void} callback - called when no move is left */
  onLose(callback) {
    this.#listeners.lose.push(callback);
  }

  /** @returns {GameState} a copy of the current state */
  getGameState() {
    const { board, score, won, over } = this.#loaded ?? this.#game.state;
    return { board: [...board], score, won, over };
  }

  /** @param {"move" | "win" | "lose"} event */
  #tell(event) {
    for (const callback of this.#listeners[event]) callback(this.getGameState());
  }
}
