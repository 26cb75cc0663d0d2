/**
 * The board of 2048: a flat list of tiles in reading order, 0 for an empty cell. Boards are immutable.
 *
 *     2  .  2  4   left   4  4  .  .     the 2s meet and make a 4, which does not merge again in the same move
 *
 * A slide in any direction is the same slide of one line towards its start; only the order in which a line's cells are
 * read differs.
 *
 * @typedef {"up" | "down" | "left" | "right"} Direction
 * @typedef {{value: number, source: number, target: number, merged: boolean}} Motion - places are row * size + column
 * @typedef {{direction: Direction, before: number[], tiles: number[], gained: number, made: number[], motions: Motion[],
 *            moved: boolean}} Slide
 */

/** @type {Direction[]} */
export const DIRECTIONS = ["up", "down", "left", "right"];
const readings = new Map();

/** @param {number[]} tiles @param {Direction} direction @returns {Slide} what happens when every tile slides that way */
export function slide(tiles, direction) {
  const result = { direction, before: tiles, tiles: new Array(tiles.length).fill(0), gained: 0, made: [], motions: [], moved: false };
  for (const places of reading(Math.sqrt(tiles.length), direction)) slideLine(places, result);
  return result;
}

/** @param {number[]} tiles @returns {Direction[]} the directions in which something moves */
export function legalDirections(tiles) {
  return DIRECTIONS.filter((direction) => slide(tiles, direction).moved);
}

/** @param {number[]} tiles @returns {boolean} whether the game is over here: no free cell, and no equal neighbours */
export function isStuck(tiles) {
  const size = Math.sqrt(tiles.length);
  const meets = (/** @type {number} */ tile, /** @type {number} */ place) => ((place + 1) % size && tile === tiles[place + 1]) || tile === tiles[place + size];
  return !tiles.includes(0) && !tiles.some(meets);
}

/** @param {number[]} tiles @param {number} place @param {number} value @returns {number[]} */
export function withTile(tiles, place, value) {
  return tiles.with ? tiles.with(place, value) : Object.assign([...tiles], { [place]: value });
}

/** @param {number[]} tiles @returns {number[]} the empty places in reading order */
export function emptyPlaces(tiles) {
  return [...tiles.keys()].filter((place) => tiles[place] === 0);
}

/** Slide the tiles on these places, the wall's first; equal tiles that meet merge, each at most once. @param {number[]} places @param {Slide} result */
function slideLine(places, result) {
  let end = 0;
  /** @type {Motion | null} */
  let open = null;
  for (const source of places) {
    const value = result.before[source];
    if (value === 0) continue;
    const before = /** @type {Motion | null} */ (open);
    const merged = before?.value === value;
    const target = places[merged ? end - 1 : end++];
    /** @type {Motion} */
    const motion = { value, source, target, merged };
    if (merged && before) before.merged = true;
    land(result, motion);
    open = merged ? null : motion;
  }
}

/** @param {Slide} result @param {Motion} motion */
function land(result, motion) {
  const value = motion.merged ? 2 * motion.value : motion.value;
  result.tiles[motion.target] = value;
  result.motions.push(motion);
  result.moved ||= motion.source !== motion.target;
  if (motion.merged) {
    result.made.push(value);
    result.gained += value;
  }
}

/** @param {number} size @param {Direction} direction @returns {number[][]} the places of each row or column, beginning at the wall that a direction slides to */
function reading(size, direction) {
  const name = `${size}${direction}`;
  if (!readings.has(name)) readings.set(name, [...Array(size).keys()].map((number) => linePlaces(size, direction, number)));
  return readings.get(name);
}

/** @param {number} size @param {Direction} direction @param {number} number */
function linePlaces(size, direction, number) {
  const alongRow = direction === "left" || direction === "right";
  const places = [...Array(size).keys()].map((step) => (alongRow ? number * size + step : step * size + number));
  return direction === "left" || direction === "up" ? places : places.reverse();
}
