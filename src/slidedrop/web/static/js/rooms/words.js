/**
 * The texts of a room.
 *
 * @typedef {{number: number, place: number, name: string, points: number, state: string, count: number, against: string, take_backs: number, hints: number,
 *   game?: string | null, playing?: boolean}} Line - a line of the standings
 * @typedef {{code: string, kind: string, title: string, opponent: string, minutes: number, phase: "waiting" | "open" | "over",
 *   now: number, ends: number | null, shut: boolean, people: number, standings: Line[], you?: Line | null, owner?: boolean}} Room
 * @typedef {{now: number, phase: Room["phase"], people: number, lines: any[][], gone: number[]}} Changes - of a room, as its stream sends them
 */
import { date, has, number as grouped, t } from "../language.js";

/** What a changed line of the standings holds, in this order; a short one has only the first three. */
const FIELDS = ["number", "place", "points", "name", "state", "count", "against", "playing", "take_backs", "hints"];

/** @param {any} room @returns {string} */
export function titleOf({ code, title, kind, opponent }) {
  if (/^\d{4}-\d\d-\d\d$/.test(code)) return t("daily.heading", { date: date(code, { day: "numeric", month: "long", timeZone: "UTC" }) });
  if (title || kind === "race") return title || t("room.race title");
  if (kind === "round-robin") return t("room.round-robin");
  return t("room.against title", { opponent: has(`player.${opponent}`) ? t(`player.${opponent}`) : opponent });
}

/** @param {any} room @returns {string} how it is played */
export function ruleOf({ kind }) {
  // texts: room.{race,opponent,round-robin} rule
  return t(`room.${kind} rule`);
}

/** @param {number} points @returns {string} */
export function pointsText(points) {
  return points % 1 ? `${Math.floor(points) || ""}½` : grouped(points);
}

/** @param {Line} line @returns {string} what a player does there */
export function stateText({ state, count, against }) {
  // texts: room.is {joined,races,raced,against,between,playing,won,drawn,lost,uncounted}
  return t(`room.is ${state}`, { count, tile: String(count), name: against });
}

/** @param {Line[]} standings @param {Changes} changes @returns {Line[]} the standings after them */
export function changed(standings, { lines, gone }) {
  const known = new Map(standings.map((line) => [line.number, line]));
  for (const number of gone) known.delete(number);
  for (const values of lines) {
    const line = Object.fromEntries(values.map((value, place) => [FIELDS[place], value]));
    known.set(line.number, /** @type {Line} */ ({ ...known.get(line.number), ...line }));
  }
  const order = (/** @type {Line} */ { name }) => name.toLowerCase();
  return [...known.values()].sort((one, other) => one.place - other.place || (order(one) < order(other) ? -1 : 1));
}

/** @param {Room} room @returns {() => number | null} how many seconds are left, by the server's time: this device's clock may be wrong */
export function countdown({ now, ends }) {
  const heard = performance.now();
  return () => (ends === null ? null : Math.max(0, ends - now - (performance.now() - heard) / 1000));
}

/** @param {any} room @param {number | null} left - in seconds @returns {string} */
export function clockText({ phase, minutes }, left) {
  if (phase === "waiting") return `${minutes}:00`;
  if (left === null) return "";
  if (phase === "over" || left <= 0) return t("room.time up");
  const seconds = Math.ceil(left);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {any} room @param {string} address @returns {string} your own result as a line to share */
export function shareLine(room, address) {
  const { points, count, take_backs: takeBacks, hints, place } = room.you;
  const result = t(room.kind === "race" ? "room.race result" : "room.result", { points: pointsText(points), tile: String(count) });
  return t("room.share line", { title: titleOf(room), result, undos: t("play.undos", { count: takeBacks }), hints: t("play.hints", { count: hints }), place, people: room.people, address });
}
