/**
 * A game of 2048: a start, a seed and its moves.
 *
 *     const game = new Twenty48(preset("classic"), { seed: 7n });
 *     game.do({ move: "left" })         a Turn (the slide and the new tiles), or null if nothing moves
 *
 * Winning does not stop play. Undo goes back any number of moves, and the same move afterwards brings the same tile.
 *
 * @typedef {{board: number[], score: number, won: boolean, over: boolean}} State
 * @typedef {{place: number, value: number}} Spawn
 * @typedef {{slide: import("./twenty48-board.js").Slide, spawns: Spawn[], state: State}} Turn
 * @typedef {import("./twenty48-board.js").Direction} Direction
 */
import { DIRECTIONS, emptyPlaces, isStuck, legalDirections, slide, withTile } from "./twenty48-board.js";
import { IllegalMove, check, shown } from "../../game/errors.js";
import { JavaRandom, freshSeed, readSeed } from "../../game/random.js";
import { crossesWinning, describe, isSpawn, preset, readRules } from "./twenty48-rules.js";
import { History } from "../../game/history.js";
import { t } from "../../language.js";

/** One game of 2048. */
export class Twenty48 {
  kind = "2048";
  /** Whether the seed alone gives the tiles; only a share code says so. @type {boolean | undefined} */
  seedGives;
  takeBacks = 0;
  hints = 0;

  /** @param {import("./twenty48-rules.js").Rules} rules @param {{seed?: bigint, start?: State | null}} [options] */
  constructor(rules, { seed = freshSeed(), start = null } = {}) {
    this.seed = seed;
    this.start = start && { ...start, over: isStuck(start.board) };
    this.rules = start ? readRules({ ...rules, size: Math.sqrt(start.board.length) }) : rules;
    this.random = new JavaRandom(seed);
    const state = this.start ?? this.#drawnStart();
    /** @type {History<{state: State, random: bigint, turn: Turn | null}>} */
    this.history = new History({ state, random: this.random.state, turn: null });
  }

  /** @param {any} header @returns {Twenty48} the game of a record's header; an error says what is wrong */
  static fromHeader(header) {
    const seed = readSeed(header.seed);
    return new Twenty48(readRules(header.rules), { seed, start: header.start == null ? null : readState(header.start) });
  }

  /** @returns {Twenty48} a new game by the usual rules */
  static usual() {
    return new Twenty48(preset("classic"));
  }

  /** @returns {State} */
  get state() {
    return this.history.state.state;
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
    return this.turns.map(() => 0);
  }

  /** @returns {State} the state before the first move */
  get firstState() {
    return this.history.first().state;
  }

  get finished() {
    return this.state.over;
  }

  /** @returns {number} the seat to move */
  get toMove() {
    return 0;
  }

  legalMoves() {
    return legalDirections(this.state.board);
  }

  /** @returns {string[]} the directions from the start to now */
  line() {
    return this.history.steps().map((step) => step.key);
  }

  /** Everything that is needed to start this game again. */
  header() {
    return { game: this.kind, rules: this.rules, start: this.start, seed: String(this.seed) };
  }

  /** @returns {import("../../game/record.js").GameRecord} a game that starts from the current board */
  positionRecord() {
    return { header: { version: 1, ...this.header(), start: this.state }, commands: [] };
  }

  /** @returns {import("../../game/record.js").GameRecord} every slide with its tiles, whatever was taken back between */
  moveRecord() {
    const { size } = this.rules;
    const commands = this.turns.map(({ slide: { direction: move }, spawns }) => ({ move, tiles: spawns.map(({ place, value }) => /** @type {[number, number, number]} */ ([Math.floor(place / size), place % size, value])) }));
    return { header: { version: 1, ...this.header(), start: this.firstState }, commands };
  }

  /** @param {import("../../game/command.js").Command} command @returns {Turn | boolean | null} what happened, if anything */
  do(command) {
    if (command === "undo") return this.#go("undo");
    if (command === "redo") return this.#go("redo");
    if (command === "hint") return Boolean((this.hints += 1));
    check(command !== "resign", t("error.no resign"), IllegalMove);
    return this.move(command.move, command.tiles?.map((/** @type {[number, number, number]} */ [row, column, value]) => ({ place: this.#place(row, column), value })));
  }

  /** @param {string} word - a direction @param {Spawn[]} [spawns] - instead of drawing @returns {Turn | null} */
  move(word, spawns) {
    const direction = DIRECTIONS.find((one) => one === word);
    check(direction, t("error.direction", { move: shown(word) }));
    const moment = this.#known(direction, spawns) ?? this.#next(direction, spawns);
    if (!moment) return null;
    this.history.advance(direction, moment);
    this.random.state = moment.random;
    return moment.turn;
  }

  /** The game in a line of a list. */
  summary() {
    const { size } = this.rules;
    const { score, board, won, over } = this.state;
    const largest = Math.max(...board);
    return {
      rules: `${size}x${size} ${describe(this.rules)}`, moves: this.line().length,
      takeBacks: this.takeBacks, hints: this.hints, finished: over, score, largest, won,
    };
  }

  /** @param {"undo" | "redo"} way */
  #go(way) {
    const went = this.history[way]();
    if (went && way === "undo") this.takeBacks += 1;
    this.random.state = this.history.state.random;
    return went;
  }

  #drawnStart() {
    let board = new Array(this.rules.size ** 2).fill(0);
    for (const { place, value } of this.#drawn(board, this.rules.start_tiles)) board = withTile(board, place, value);
    return { board, score: 0, won: false, over: isStuck(board) };
  }

  /** What this move led to before it was taken back; other tiles than then are refused. @param {Direction} direction @param {Spawn[] | undefined} spawns */
  #known(direction, spawns) {
    const moment = this.history.known(direction);
    const same = !moment || !spawns || JSON.stringify(spawns) === JSON.stringify(moment.turn?.spawns);
    check(same, t("error.other tiles"), IllegalMove);
    return moment;
  }

  /** @param {Direction} direction @param {Spawn[] | undefined} spawns */
  #next(direction, spawns) {
    const slid = slide(this.state.board, direction);
    if (!slid.moved) return null;
    const tiles = spawns ? this.#lawful(slid.tiles, spawns) : this.#drawn(slid.tiles, this.rules.tiles_per_move);
    const board = tiles.reduce((soFar, { place, value }) => withTile(soFar, place, value), slid.tiles);
    const won = this.state.won || slid.made.some((made) => crossesWinning(this.rules, made));
    const state = { board, score: this.state.score + slid.gained, won, over: isStuck(board) };
    return { state, random: this.random.state, turn: { slide: slid, spawns: tiles, state } };
  }

  /** Two draws a tile, in this order: which empty cell in reading order, then which value by its weight. @param {number[]} board @param {number} count */
  #drawn(board, count) {
    const empty = emptyPlaces(board);
    const spawns = [];
    while (spawns.length < count && empty.length) {
      const [place] = empty.splice(this.random.nextInt(empty.length), 1);
      spawns.push({ place, value: this.#drawnValue() });
    }
    return spawns;
  }

  #drawnValue() {
    const { base, spawn_weights: weights } = this.rules;
    let rest = this.random.nextInt(weights.reduce((sum, weight) => sum + weight, 0));
    let power = 0;
    while (rest >= weights[power]) rest -= weights[power++];
    return base * 2 ** power;
  }

  /** @param {number[]} board @param {Spawn[]} spawns */
  #lawful(board, spawns) {
    const count = Math.min(this.rules.tiles_per_move, emptyPlaces(board).length);
    check(spawns.length === count, t("error.new tiles"), IllegalMove);
    const places = new Set(spawns.map(({ place }) => place));
    const free = spawns.every(({ place, value }) => board[place] === 0 && isSpawn(this.rules, value));
    check(free && places.size === count, t("error.new tiles"), IllegalMove);
    return spawns;
  }

  /** @param {number} row @param {number} column */
  #place(row, column) {
    const { size } = this.rules;
    return row >= 0 && row < size && column >= 0 && column < size ? row * size + column : -1;
  }
}

/** @param {any} values @returns {State} the state of plain values; an error says what is wrong */
export function readState(values) {
  const { board, score = 0, won = false, over = false } = Object(values);
  check(Array.isArray(board) && board.every(isWhole), t("error.start", { start: shown(values) }));
  const size = Math.sqrt(board.length);
  check(Number.isInteger(size) && size >= 2 && size <= 64, t("error.start", { start: shown(values) }));
  check(isWhole(score), t("error.start", { start: shown(values) }));
  check(typeof won === "boolean" && typeof over === "boolean", t("error.start", { start: shown(values) }));
  return { board: [...board], score, won, over };
}

/** Beyond 2^53 JavaScript's numbers are no longer whole, so such a game is refused rather than played wrongly. @param {unknown} value */
function isWhole(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
