/** Who sits where, and who may do what from this device. */

/** @param {any} kept @returns {number[]} the seats that are played from here */
export function seatsHere({ header, link }) {
  if (link?.role === "watch") return [];
  if (link?.waiting !== undefined) return [link.waiting];
  if (link?.role?.startsWith("player:")) return [Number(link.role.slice(-1))];
  const players = header.players ?? [];
  return (header.game === "connect4" ? [0, 1] : [0]).filter((seat) => isHuman(players[seat]));
}

/** @param {any} current @returns {boolean} whether a person may move here now */
export function mayMove({ kept, game }) {
  const seat = game.kind === "connect4" ? game.position.turn : 0;
  return !game.finished && seatsHere(kept).includes(seat);
}

/** @param {any} kept @returns {boolean} whether the other seat is on another device, so that take-backs are agreed on */
export function isApart({ link }) {
  return Boolean(link?.role?.startsWith("player:"));
}

/** @param {any} kept @returns {boolean} whether somebody is invited who has not come yet */
export function isWaiting({ link }) {
  return link?.waiting !== undefined;
}

/** @param {any} current @returns {boolean} whether hints may be asked for: in a live game between people neither side gets any */
export function mayAsk({ kept, game }) {
  return game.finished || !(isApart(kept) || isWaiting(kept));
}

/** @returns {boolean} whether scores may be shown: not while two people play on two devices */
export function mayScore(game, kept) {
  return game.kind === "connect4" && mayAsk({ kept, game });
}

/** @param {any} kept @returns {boolean} whether this device only watches */
export function isWatching({ link }) {
  return link?.role === "watch";
}

/** @param {any} current @returns {string | null} the name of the computer that is to move */
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
export function goBackOrOn(current, verb) {
  if (!current.do(verb)) return;
  if (current.game.kind === "connect4" && withComputer(current.kept)) goToOwnTurn(current, verb);
}

function goToOwnTurn(current, verb) {
  const { history } = current.game;
  const more = () => (verb === "undo" ? history.canUndo : history.canRedo);
  while (more() && !seatsHere(current.kept).includes(current.game.position.turn)) current.do(verb);
}

/** Only a game of one's own, played from the start, counts for the best score. */
export function isOwn(kept) {
  return !withComputer(kept) && !isWatching(kept) && !kept.header.start && !kept.foreign && kept.name !== "a shared game";
}

const AGAINST = "slidedrop:against";
/** Two people on one screen. */
export const HERE = "here";
/** Who plays Connect-4 against somebody who has chosen nobody yet: the one to win a first game against. */
const FRIENDLY = "beginner";

/** @param {Storage} storage @returns {string} whom the last new game of Connect-4 was against */
export function lastAgainst(storage) {
  return storage.getItem(AGAINST) ?? FRIENDLY;
}

/** @param {Storage} storage @param {string} against */
export function rememberAgainst(storage, against) {
  storage.setItem(AGAINST, against);
}

/** @param {string} kind @param {Storage} storage @returns {string[]} who sits at a new game */
export function usualPlayers(kind, storage) {
  const against = lastAgainst(storage);
  return kind === "2048" || against === HERE ? [] : ["human", against];
}

function isHuman(player) {
  return player === undefined || player === "human";
}
