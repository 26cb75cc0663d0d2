/**
 * Effects of a game besides the board: a sound, a touch of vibration, confetti at a win, and for a game between
 * two devices the title of the tab and a badge.
 *
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../session.js").SessionEvent} SessionEvent
 */
import { isApart, isWatching, mayMove, seatsHere } from "../session.js";
import { celebrate } from "./confetti.js";
import { play } from "./sounds.js";
import { t } from "../language.js";

const ICON = "icon.svg";
const ICON_TURN = "icon-turn.svg";
const VIBRATION = { slide: 0, join: 8, drop: 10, win: [20, 60, 20, 60, 40], over: [60] };

/** @param {Session} session @param {HTMLElement} stage */
export function startMoments(session, stage) {
  session.listen((event) => {
    if (event.kind === "done") felt(session, event, stage);
    showTurn(session, event);
  });
  document.addEventListener("visibilitychange", () => document.hidden || clearBadge());
  showTurn(session, { kind: "noted" });
}

/** @param {Session} session @param {SessionEvent} event @param {HTMLElement} stage */
function felt({ game, saved, definition }, { command, turn }, stage) {
  if (!turn || turn === true || typeof command === "string") return;
  const { won = false, winner = null } = /** @type {any} */ (game.summary());
  const isFirst = definition.sign(game, turn, { saved })?.mood === "won";
  const isWon = game.finished && winner !== null ? seatsHere(saved).includes(winner) : won && isFirst;
  const { sound, level } = definition.moment(game, turn);
  const moment = isWon ? "win" : game.finished ? "over" : sound;
  const { sounds, haptics } = document.documentElement.dataset;
  if (sounds === "on") play(moment, level);
  const isTouch = matchMedia("(pointer: coarse)").matches;
  if (haptics !== "off" && isTouch && VIBRATION[moment] && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION[moment]);
  if (isWon) celebrate(stage);
}

/** Show in the tab whose turn it is in a game between two devices; a move made while the tab is hidden leaves a badge. @param {Session} session @param {SessionEvent} event */
function showTurn({ game, saved }, event) {
  const isTurn = isApart(saved) && !isWatching(saved) && mayMove({ game, saved });
  document.title = t(isTurn ? "play.your turn title" : "page.title");
  if (!isTurn) clearBadge();
  else if (document.hidden && event.kind === "done" && event.from === "elsewhere") setBadge();
}

function setBadge() {
  setIcon(ICON_TURN);
  /** @type {any} */ (navigator).setAppBadge?.(1)?.catch(() => {});
}

function clearBadge() {
  setIcon(ICON);
  /** @type {any} */ (navigator).clearAppBadge?.()?.catch(() => {});
}

/** @param {string} file */
function setIcon(file) {
  const icon = document.querySelector("link[rel=icon]");
  if (icon && icon.getAttribute("href") !== file) icon.setAttribute("href", file);
}
