/** Who sits where, and who may do what from this device. */

/** @param {any} kept @returns {number[]} the seats that are played from here */
export function seatsHere({ header, link }) {
  if (link?.role === "watch") return [];
  if (link?.role?.startsWith("player:")) return [Number(link.role.slice(-1))];
  const players = header.players ?? [];
  return (header.game === "connect4" ? [0, 1] : [0]).filter((seat) => isHuman(players[seat]));
}

/** @param {any} table @returns {boolean} whether a person may move here now */
export function mayMove({ kept, game }) {
  const seat = game.kind === "connect4" ? game.position.turn : 0;
  return !game.finished && seatsHere(kept).includes(seat);
}

/** @param {any} kept @returns {boolean} whether the other seat is on another device, so that take-backs are agreed on */
export function isApart({ link }) {
  return Boolean(link?.role?.startsWith("player:"));
}

/** @param {any} kept @returns {boolean} whether this device only looks on */
export function isWatching({ link }) {
  return link?.role === "watch";
}

/** @param {any} table @returns {string | null} the name of the computer that is to move */
export function computerToMove({ kept, game }) {
  if (game.finished || kept.link?.role === "watch" || game.kind !== "connect4") return null;
  const player = (kept.header.players ?? [])[game.position.turn];
  return isHuman(player) ? null : player;
}

/** @param {any} kept @returns {boolean} whether a computer plays at it */
export function withComputer({ header }) {
  return (header.players ?? []).some((player) => !isHuman(player));
}

/** Undo or redo as a person means it: against a computer both plies. */
export function goBackOrOn(table, verb) {
  if (!table.do(verb)) return;
  if (table.game.kind === "connect4" && withComputer(table.kept)) goToOwnTurn(table, verb);
}

function goToOwnTurn(table, verb) {
  const { history } = table.game;
  const more = () => (verb === "undo" ? history.canUndo : history.canRedo);
  while (more() && !seatsHere(table.kept).includes(table.game.position.turn)) table.do(verb);
}

function isHuman(player) {
  return player === undefined || player === "human";
}
