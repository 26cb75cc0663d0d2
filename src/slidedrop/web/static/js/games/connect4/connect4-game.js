/**
 * A game of Connect-4: a start, its moves, and perhaps a resignation.
 *
 *     const game = new Connect4(readRules());
 *     game.do({ move: "4" })          a Turn: who played what, and where the disc landed
 *
 * Undo goes back any number of moves, also over a resignation.
 *
 * @typedef {{winner: number | null, reason: string, lines: number[][]}} Outcome
 * @typedef {{player: number, move: string | null, place: number, position: Position, outcome: Outcome | null}} Turn
 */
import { colourName, ending } from "./colours.js";
import { IllegalMove, check, shown } from "../../game/errors.js";
import { History } from "../../game/history.js";
import { Position } from "./connect4-position.js";
import { readRules } from "./connect4-rules.js";
import { t } from "../../language.js";

/** One game of Connect-4. */
export class Connect4 {
  kind = "connect4";
  takeBacks = 0;
  hints = 0;

  /** @param {import("./connect4-rules.js").Rules} rules @param {Position | null} [start] */
  constructor(rules, start = null) {
    this.start = start;
    const position = start ?? new Position(rules);
    /** @type {History<{position: Position, outcome: Outcome | null, turn: Turn | null}>} */
    this.history = new History({ position, outcome: position.outcome, turn: null });
  }

  /** @param {any} header @returns {Connect4} the game that a record's header describes, or what is wrong with it */
  static fromHeader({ rules: values, start }) {
    const rules = readRules(values ?? null);
    if (start == null) return new Connect4(rules);
    const drawn = Array.isArray(start.rows) && start.rows.every((/** @type {number} */ row) => typeof row === "string");
    check(drawn, t("error.start", { start: shown(start) }));
    return new Connect4(rules, Position.fromRows(start.rows, rules));
  }

  /** @returns {Connect4} a new game by the usual rules */
  static usual() {
    return new Connect4(readRules());
  }

  /** @returns {Position} */
  get position() {
    return this.history.state.position;
  }

  get rules() {
    return this.position.rules;
  }

  /** @returns {number} the seat to move */
  get toMove() {
    return this.position.turn;
  }

  /** @returns {Outcome | null} */
  get outcome() {
    return this.history.state.outcome;
  }

  get finished() {
    return this.outcome !== null;
  }

  /** @returns {Turn | null} the turn that led to now */
  get lastTurn() {
    return this.history.state.turn;
  }

  /** @returns {Turn[]} the turns from the start to now */
  get turns() {
    return this.history.steps().map((step) => /** @type {Turn} */ (step.state.turn));
  }

  /** @returns {number[]} the seat that made each of these turns */
  get movers() {
    return this.turns.map(({ player }) => player);
  }

  /** @returns {Position} the position before the first move */
  get firstPosition() {
    return this.history.first().position;
  }

  legalMoves() {
    return this.finished ? [] : this.position.legalMoves();
  }

  /** @returns {string[]} the moves from the start to now; a resignation is the word resign */
  line() {
    return this.history.steps().map((step) => step.key);
  }

  /** All that is needed to begin this game again. */
  header() {
    return { game: this.kind, rules: this.rules, start: this.start && { rows: this.start.toRows() } };
  }

  /** @returns {import("../../game/record.js").GameRecord} a record without what was taken back */
  positionRecord() {
    const commands = this.line().map((move) => (move === "resign" ? move : { move }));
    return { header: { version: 1, ...this.header() }, commands };
  }

  /** @returns {import("../../game/record.js").GameRecord} every move; the same record */
  moveRecord() {
    return this.positionRecord();
  }

  /** @param {import("../../game/command.js").Command} command @returns {Turn | boolean} what happened */
  do(command) {
    if (command === "undo") return this.#undo();
    if (command === "redo") return this.history.redo();
    if (command === "hint") return Boolean((this.hints += 1));
    return command === "resign" ? this.resign() : this.move(command.move);
  }

  /** @param {string} move @returns {Turn} */
  move(move) {
    check(!this.finished, t("error.over", { reason: this.outcome?.reason }), IllegalMove);
    const player = this.position.turn;
    const position = this.position.play(move);
    const turn = { player, move: position.spell(position.last), place: position.last, position, outcome: position.outcome };
    return this.#advance(turn.move, turn);
  }

  /** Let the player to move give up. */
  resign() {
    check(!this.finished, t("error.over resign"), IllegalMove);
    const { position } = this;
    const outcome = { winner: 1 - position.turn, reason: "resigned", lines: [] };
    return this.#advance("resign", { player: position.turn, move: null, place: -1, position, outcome });
  }

  /** The game in a line of a list. */
  summary() {
    const { columns, rows, gravity, connect } = this.rules;
    const variant = (gravity ? "" : " free") + (connect === 4 ? "" : ` connect ${connect}`);
    return {
      rules: `${columns}x${rows}${variant}`, moves: this.turns.filter((turn) => turn.move !== null).length,
      takeBacks: this.takeBacks, hints: this.hints, finished: this.finished, winner: this.outcome?.winner ?? null, turn: this.position.turn,
    };
  }

  /** @returns {string} whose turn it is, or who won and why */
  standing() {
    return this.outcome ? ending(this.outcome) : toMove(this.position.turn);
  }

  /** @param {string} key @param {Turn} turn */
  #advance(key, turn) {
    this.history.advance(key, { position: turn.position, outcome: turn.outcome, turn });
    return turn;
  }

  #undo() {
    const went = this.history.undo();
    if (went) this.takeBacks += 1;
    return went;
  }
}

/** @param {number} seat @returns {string} that it is this side's turn */
export function toMove(seat) {
  return t("discs.to move", { side: colourName(seat) });
}
