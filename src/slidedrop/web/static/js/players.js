/**
 * The players by their declarations in Python, served as engine/players.json; translations are in the catalogues.
 *
 * @typedef {{name: string, title: string, description: string, levels: [least: number, most: number] | null, timed: boolean,
 *   needs_engine: boolean, any_rules: boolean, offered: boolean}} PlayerType
 *   - `offered` players are in menus, in the order of the list; `any_rules`: the player needs no engine for the rules
 */
import { has, t } from "./language.js";

/** @type {Promise<Record<string, PlayerType[]>> | null} */
let known = null;

/** @param {string} game - its name @param {string} [base] - the address of the page's folder @returns {Promise<PlayerType[]>} none where they cannot be fetched */
export async function playersOf(game, base = "") {
  known ??= fetched(base);
  try {
    return ((await known)[game] ?? []).map(translated);
  } catch {
    known = null;
    return [];
  }
}

/** A player's title and description in the language of the page, where there is a translation. @param {PlayerType} player @returns {PlayerType} */
function translated(player) {
  const { name } = player;
  return has(`player.${name}`) ? { ...player, title: t(`player.${name}`), description: t(`about.${name}`) } : player;
}

/** @param {string} base @returns {Promise<Record<string, PlayerType[]>>} */
async function fetched(base) {
  const files = await (await fetch(`${base}engine/files.json`)).json();
  return (await fetch(`${base}engine/${files["players.json"][0]}`)).json();
}
