/**
 * The page of rooms: /room/ opens or finds one, /room/CODE shows one, with large live standings.
 *
 * A game is played on the usual board: `../#open=<game>` opens it, and its header names the room.
 *
 * @typedef {import("./words.js").Room} Room
 * @typedef {import("./words.js").Line} Line
 */
import { Api, Refused, drawnKey, forgetDrawnKey } from "../net/api.js";
import { ask, startDialogs } from "../dialogs/dialogs.js";
import { byId, make, note, say } from "../views/dom.js";
import { changed, clockText, countdown, pointsText, ruleOf, shareLine, stateText, titleOf } from "./words.js";
import { picture, qrCode } from "../dialogs/qr.js";
import { GameError } from "../game/errors.js";
import { capital } from "../views/speech.js";
import { playersOf } from "../players.js";
import { learnRest, startLanguage } from "../views/translate.js";
import { t } from "../language.js";

const api = new Api(new URL("..", location.href).href);
const asked = /\/room\/([^/]+)$/.exec(location.pathname)?.[1] ?? "";
const BUSY_TRIES = 5;
/** The room in which this tab waits for an opponent: a reload does not leave the queue. */
const WAITING = "slidedrop:waiting";
/** The room as it last was, how many seconds are left in it, what shows them, and whether we wait for an opponent. */
let room = /** @type {Room} */ (/** @type {unknown} */ (null));
let secondsLeft = () => /** @type {number | null} */ (null);
let ticking = 0;
let waiting = sessionStorage.getItem(WAITING) === asked;

await Promise.all([startLanguage(), learnRest()]);
startDialogs();
if (!asked) offerOpponents(byId("open").opponent);
onSubmit("enter", (form) => goTo(String(form.get("code")).trim().toUpperCase()));
onSubmit("open", open);
byId("open").kind.addEventListener("change", (/** @type {{target: any}} */ { target }) => (byId("against").hidden = target.value !== "opponent"));
onSubmit("join", join);
onClick("play", play);
onClick("start", async () => show(await api.ask(`rooms/${room.code}/start`, {})));
onClick("admit", async () => show(await api.ask(`rooms/${room.code}/door`, { open: room.shut })));
onClick("remove", remove);
onClick("close", close);
onClick("copy", copy);
if (!asked) byId("begin").hidden = false;
else trying(enter);

/** Offer the opponents of rooms: those for the usual board that need no proofs of the solver. @param {HTMLSelectElement} select */
async function offerOpponents(select) {
  const { game = "", usual = "" } = select.dataset;
  const players = (await playersOf(game, api.base)).filter(({ offered, levels, needs_engine: needsEngine, any_rules: anyRules }) => offered && !levels && !needsEngine && !anyRules);
  select.replaceChildren(...players.map(({ name, title }) => make("option", { value: name, text: title })));
  if (players.some(({ name }) => name === usual)) select.value = usual;
}

/** @param {FormData} form */
async function open(form) {
  const wanted = { kind: form.get("kind"), title: form.get("title"), opponent: form.get("opponent"), minutes: Number(form.get("minutes")) };
  goTo((await api.ask("rooms", wanted)).code);
}

/** @param {string} code */
function goTo(code) {
  location.href = `../room/${encodeURIComponent(code)}`;
}

/** @param {FormData} form */
async function join(form) {
  show(await busy(() => api.ask(`rooms/${room.code}/players`, { name: form.get("name"), key: drawnKey(localStorage) })));
  forgetDrawnKey(localStorage);
}

/** Show the room of this address, and follow it. */
async function enter() {
  const look = async () => show(await api.ask(`rooms/${encodeURIComponent(asked)}`));
  await look();
  byId("hall").hidden = false;
  if (waiting && room.phase === "open" && room.you) trying(play);
  ticking = window.setInterval(showClock, 500);
  document.addEventListener("visibilitychange", () => document.hidden || byId("hall").hidden || trying(look)); // the device may have slept
  const stream = api.stream(`rooms/${room.code}/events`);
  stream.addEventListener("room", ({ data }) => trying(() => heard(JSON.parse(data))));
  stream.addEventListener("lines", ({ data }) => trying(() => heardChanges(JSON.parse(data))));
  stream.addEventListener("closed", () => (stream.close(), closed()));
  stream.addEventListener("error", () => complain(t("room.no server")));
}

/** Take what everyone sees; what only we see is in our own line. @param {Room} now */
async function heard(now) {
  complain("");
  const line = now.standings.find(({ number }) => number === room.you?.number);
  show({ ...now, owner: room.owner, you: room.you && { ...room.you, ...line } });
  if (waiting && line?.playing) await play();
}

/** @param {import("./words.js").Changes} changes */
async function heardChanges(changes) {
  const { now, phase, people } = changes;
  const standings = changed(room.standings, changes);
  const isRemoved = changes.gone.includes(room.you?.number ?? -1) && standings.length >= people; // of a crowd only the first places are sent
  if (isRemoved) room.you = null;
  await heard({ ...room, now, phase, people, standings });
  if (isRemoved) complain(`${capital(t("refused.barred"))}.`);
}

/** @param {Room} now */
function show(now) {
  if (room?.now !== now.now) secondsLeft = countdown(now);
  room = now;
  byId("title").textContent = document.title = titleOf(room);
  byId("rule").textContent = /^(localhost|127\.|\[::1\])/.test(location.hostname) ? `${ruleOf(room)} ${t("share.local")}` : ruleOf(room);
  showDoor();
  showMe();
  showStandings();
  showClock();
}

function showDoor() {
  const address = new URL(room.code, location.href).href;
  byId("code").textContent = room.code;
  byId("address").replaceChildren(...address.replace(/^https?:\/\//, "").split(/(?=\/room\/)/).flatMap((part) => [make("wbr"), part])); // no code is broken in two
  const code = byId("picture").childElementCount ? null : qrCode(address);
  if (code) byId("picture").append(picture(code));
  byId("keys").hidden = !room.owner;
  byId("start").hidden = room.phase !== "waiting";
  byId("admit").textContent = t(room.shut ? "room.open door" : "room.shut door");
}

/** What we may do: join, wait, play, or look on. */
function showMe() {
  const { you, phase, kind } = room;
  const over = phase === "over";
  const done = Boolean(you?.game && !you.playing) && kind !== "round-robin";
  byId("join").hidden = Boolean(you) || over || room.shut;
  byId("play").hidden = !you || phase !== "open" || done || waiting;
  byId("play").textContent = t(you?.playing ? "room.continue" : kind === "round-robin" && you?.game ? "room.next" : "room.play");
  byId("tell").hidden = !((you?.points ?? 0) > 0);
  if (you) byId("line").value = shareLine(room, new URL(room.code, location.href).href);
  const state = waiting ? t("room.waiting") : phase === "waiting" ? t("room.not started") : done || over ? t("room.over") : "";
  const isShutOut = !you && room.shut && !room.owner;
  say(byId("mine"), you ? t("room.you are", { name: you.name, state }) : isShutOut ? `${capital(t("refused.door-closed"))}.` : "");
  byId("me").hidden = !you && (over || (room.shut && !isShutOut));
}

function showStandings() {
  const { standings, people, you } = room;
  byId("nobody").hidden = people > 0;
  byId("standings-title").textContent = t("room.people", { count: people });
  const size = people > 60 ? "crowd" : people > 24 ? "many" : people > 10 ? "some" : "few";
  const lines = byId("lines");
  lines.dataset.size = size;
  lines.style.setProperty("--rows", String(Math.ceil(standings.length / (size === "few" ? 1 : 2))));
  lines.replaceChildren(...standings.map((line) => lineOf(line, line.number === you?.number)));
}

/** @param {Line} line @param {boolean} mine */
function lineOf(line, mine) {
  const { place, name, points, take_backs: takeBacks, hints } = line;
  const helps = [takeBacks && t("play.undos", { count: takeBacks }), hints && t("play.hints", { count: hints })].filter(Boolean);
  const help = helps.length ? [make("b", { class: "helped", text: helps.join(", ") })] : [];
  const about = make("span", { class: "about" }, make("span", { class: "words", text: stateText(line) }), ...help);
  return make("li", { class: `${mine ? "mine" : ""} ${place === 1 && points ? "first" : ""}`.trim(), value: String(place) }, make("span", { class: "place", text: String(place) }), make("span", { class: "name", dir: "auto", text: name }), make("span", { class: "points", text: pointsText(points) }), about);
}

function showClock() {
  if (!room) return;
  const left = secondsLeft();
  say(byId("clock"), clockText(room, left));
  if (left === 0 && room.phase === "open") show({ ...room, phase: "over" });
}

/** Go to the board with our game, or wait for an opponent. */
async function play() {
  const { id } = await busy(() => api.ask(`rooms/${room.code}/games`, {}));
  waiting = id === null;
  sessionStorage.setItem(WAITING, waiting ? asked : "");
  if (id) location.href = `../#open=${id}`;
  else showMe();
}

async function remove() {
  const name = await ask({ title: t("room.remove"), text: t("room.remove text"), yes: t("room.remove yes"), what: t("page.name") });
  const line = room.standings.find((one) => one.name === name);
  if (line) await gone(`rooms/${room.code}/players/${line.number}`);
  else if (name) note(t("room.no such", { name }));
}

async function close() {
  const yes = await ask({ title: t("room.close title"), text: t("room.close text"), yes: t("room.close yes") });
  if (yes) await gone(`rooms/${room.code}`);
}

/** Ask the server to forget something. @param {string} path */
async function gone(path) {
  const answer = await fetch(`${api.base}api/v1/${path}`, { method: "DELETE" });
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null), 1);
}

function closed() {
  clearInterval(ticking);
  byId("hall").hidden = true;
  say(byId("clock"), "");
  byId("title").textContent = t("room.closed");
  complain(t("room.closed text"));
}

async function copy() {
  byId("line").select();
  await Promise.resolve(navigator.clipboard?.writeText(byId("line").value)).then(() => note(t(navigator.clipboard ? "share.copied" : "share.selected")), () => {});
}

/** Retry while there are too many requests: a whole class starts in the same second. @template T @param {() => Promise<T>} action */
async function busy(action, tries = BUSY_TRIES) {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Refused) || (error.status !== 429 && error.status !== 503) || !tries) throw error;
    await new Promise((resolve) => setTimeout(resolve, 1000 * error.wait * (0.5 + Math.random())));
    return busy(action, tries - 1);
  }
}

/** @param {() => unknown} action */
async function trying(action) {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    complain(`${capital(error.message)}.`);
  }
}

/** @param {string} text */
function complain(text) {
  say(byId("trouble"), text);
}

/** @param {string} id @param {() => unknown} action */
function onClick(id, action) {
  byId(id).addEventListener("click", () => trying(action));
}

/** @param {string} id @param {(form: FormData) => unknown} action */
function onSubmit(id, action) {
  byId(id).addEventListener("submit", (/** @type {any} */ event) => {
    event.preventDefault();
    complain("");
    trying(() => action(new FormData(event.target)));
  });
}
