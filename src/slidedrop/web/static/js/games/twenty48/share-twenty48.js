/**
 * A game of 2048 in the bytes of a share code.
 *
 *     which rules and what follows   one number: rules + 4 x (a start is given) + 8 x (tiles are given) + 16 x won
 *     size                           custom rules: base, winning tile, the weights, tiles per move, start tiles
 *     seed                           eight bytes
 *     the start                      score and tiles, where one is given
 *     the line finally played        two bits per move: up, down, left, right
 *     the tiles that came            if the seed does not reproduce them
 *     take-backs, hints              two numbers
 *
 * A tile is 0 and a count for a run of empty cells, 2 (k + 1) for base x 2^k, and any other number n is 2 n + 1.
 *
 * @typedef {import("./twenty48-rules.js").Rules} Rules
 * @typedef {import("../../game/packing.js").Packing} Packing
 * @typedef {import("../../game/packing.js").Unpacking} Unpacking
 * @typedef {import("./twenty48-game.js").Spawn} Spawn
 */
import { IllegalMove, check } from "../../game/errors.js";
import { isTile, nameOf, preset, readRules } from "./twenty48-rules.js";
import { DIRECTIONS } from "./twenty48-board.js";
import { Twenty48 } from "./twenty48-game.js";
import { t } from "../../language.js";

const NAMED = ["classic", "mis", "twos"];
const CUSTOM = NAMED.length;
const [START, TILES, WON] = [4, 8, 16];
/** Going back and forth is made again for each of them, so a code cannot ask for any number. */
const MOST_COUNTED = 1000;
/** The longest game that a code may hold here, in moves on a 4 x 4 board: it is played through when it is opened. */
const MOST_MOVES = 50_000;

/** @param {Twenty48} game @param {import("../../game/packing.js").Packing} packing */
export function pack(game, packing) {
  const { start, rules, turns } = game;
  const given = !seedGives(game);
  packRules(rules, (start ? START + WON * Number(start.won) : 0) + TILES * Number(given), packing);
  packing.signed(game.seed);
  if (start) packing.number(start.score);
  if (start) packTiles(start.board, rules.base, packing);
  packing.choices(turns.map((turn) => DIRECTIONS.indexOf(turn.slide.direction)), 2);
  if (given) turns.forEach((turn) => packSpawns(turn.spawns, rules.base, packing));
  packing.number(Math.min(game.takeBacks, MOST_COUNTED));
  packing.number(Math.min(game.hints, MOST_COUNTED));
}

/** @param {import("../../game/packing.js").Unpacking} packing @returns {Twenty48} the game, played through again */
export function unpack(packing) {
  const { rules, flags } = unpackRules(packing);
  const seed = packing.signed();
  const start = flags & START ? unpackStart(packing, rules, Boolean(flags & WON)) : null;
  const game = new Twenty48(rules, { seed, start });
  const choices = packing.choices(2);
  check(choices.length * (1 + rules.size ** 2 / 64) <= MOST_MOVES, t("error.code long"));
  for (const choice of choices) {
    const spawns = flags & TILES ? unpackSpawns(packing, rules) : undefined;
    if (game.move(DIRECTIONS[choice], spawns) === null) throw new IllegalMove(t("error.code strange"));
  }
  game.seedGives = !(flags & TILES);
  game.takeBacks = Math.min(packing.number(), MOST_COUNTED);
  game.hints = Math.min(packing.number(), MOST_COUNTED);
  return game;
}

/** @param {Twenty48} game @returns {import("../../game/command.js").Command[]} the line finally played as a record holds it */
export function moves(game) {
  const given = !(game.seedGives ?? seedGives(game));
  const { size } = game.rules;
  const tiles = (/** @type {any} */ turn) => turn.spawns.map((/** @type {{place: number, value: number}} */ { place, value }) => [Math.floor(place / size), place % size, value]);
  return game.turns.map((turn) => ({ move: turn.slide.direction, ...(given ? { tiles: tiles(turn) } : {}) }));
}

/** Tell whether the seed alone brings every tile of the line again. @param {Twenty48} game */
function seedGives(game) {
  const twin = new Twenty48(game.rules, { seed: game.seed, start: game.start });
  const same = (/** @type {any} */ turn) => JSON.stringify(twin.move(turn.slide.direction)?.spawns) === JSON.stringify(turn.spawns);
  return game.turns.every(same);
}

/** @param {Rules} rules @param {number} flags @param {Packing} packing */
function packRules(rules, flags, packing) {
  const named = NAMED.indexOf(nameOf(rules));
  packing.number(flags + (named < 0 ? CUSTOM : named));
  packing.number(rules.size);
  if (named >= 0) return;
  const { base, winning_tile, spawn_weights: weights, tiles_per_move, start_tiles } = rules;
  for (const number of [base, winning_tile, weights.length, ...weights, tiles_per_move, start_tiles]) packing.number(number);
}

/** @param {Unpacking} packing */
function unpackRules(packing) {
  const first = packing.number();
  const size = packing.number();
  check(first < 2 * WON && size >= 2 && size <= 64, t("error.code strange"));
  const named = first & CUSTOM;
  return { rules: named < CUSTOM ? preset(NAMED[named], size) : unpackCustom(packing, size), flags: first & ~CUSTOM };
}

/** @param {Unpacking} packing @param {number} size */
function unpackCustom(packing, size) {
  const [base, winning_tile, count] = [packing.number(), packing.number(), packing.number()];
  check(count <= 32, t("error.code strange"));
  const spawn_weights = Array.from({ length: count }, () => packing.number());
  return readRules({ size, base, winning_tile, spawn_weights, tiles_per_move: packing.number(), start_tiles: packing.number() });
}

/** @param {Unpacking} packing @param {Rules} rules @param {boolean} won */
function unpackStart(packing, rules, won) {
  const score = packing.number();
  return { board: unpackTiles(packing, rules), score, won, over: false };
}

/** @param {number[]} tiles @param {number} base @param {Packing} packing */
function packTiles(tiles, base, packing) {
  for (let place = 0; place < tiles.length; ) {
    const next = tiles.findIndex((tile, index) => index >= place && tile !== 0);
    const run = (next < 0 ? tiles.length : next) - place;
    if (run) [0, run].forEach((number) => packing.number(number));
    else packing.number(tileNumber(tiles[place], base));
    place += run || 1;
  }
}

/** @param {Unpacking} packing @param {Rules} rules */
function unpackTiles(packing, rules) {
  const cells = rules.size ** 2;
  const tiles = [];
  while (tiles.length < cells) {
    const number = packing.number();
    tiles.push(...(number ? [tileOf(number, rules.base)] : new Array(Math.min(packing.number(), cells + 1)).fill(0)));
  }
  check(tiles.length === cells, t("error.code strange"));
  return tiles;
}

/** @param {number} tile @param {number} base */
function tileNumber(tile, base) {
  return isTile({ base }, tile) ? 2 * (Math.round(Math.log2(tile / base)) + 1) : 2 * tile + 1;
}

/** @param {number} number @param {number} base */
function tileOf(number, base) {
  const tile = number % 2 ? (number - 1) / 2 : base * 2 ** (number / 2 - 1);
  check(Number.isSafeInteger(tile), t("error.code large"));
  return tile;
}

/** @param {Spawn[]} spawns @param {number} base @param {Packing} packing */
function packSpawns(spawns, base, packing) {
  packing.number(spawns.length);
  for (const { place, value } of spawns) {
    packing.number(place);
    packing.number(tileNumber(value, base));
  }
}

/** @param {Unpacking} packing @param {Rules} rules */
function unpackSpawns(packing, rules) {
  const count = Math.min(packing.number(), rules.size ** 2);
  return Array.from({ length: count }, () => ({ place: packing.number(), value: tileOf(packing.number(), rules.base) }));
}
