/** The program: what keys, buttons, links and the server do, put together around the board. */
import { Banner } from "./views/banner.js";
import { Api } from "./net/api.js";
import { Computer } from "./computer.js";
import { Engine } from "./engine/engine.js";
import { GameError } from "./game/errors.js";
import { Scores } from "./views/scores.js";
import { Shelf } from "./shelf.js";
import { Threats } from "./views/threats.js";
import { Sync } from "./net/sync.js";
import { begin, usual } from "./game/begin.js";
import { byId, make, note, say } from "./views/dom.js";
import { capital } from "./views/speech.js";
import { actionOf, isElsewhere } from "./views/keys.js";
import { goBackOrOn, isApart, isOwn, isWaiting, mayAsk, mayMove, usualPlayers, withComputer } from "./seats.js";
import { listenForSwipes } from "./views/swipe.js";
import { ask, openDialog, startDialogs } from "./dialogs/dialogs.js";
import { startTheme } from "./views/theme.js";
import "./game/record.js";

let storage, shelf, current, face, computer, scores, threats, sync;
const api = new Api(new URL(".", document.baseURI).href);
const engine = new Engine(api);

/** Dialogs and reviews are loaded when they are first opened. */
const replayer = once(async () => made(new (await import("./views/replayer.js")).Replayer(current, face, playFrom)));
const review = once(async () => new (await import("./views/review.js")).Review(current, engine, face, await replayer()));
const luck = once(async () => new (await import("./views/luck.js")).LuckReview(current, engine, face, await replayer()));
const puzzles = once(async () => new (await import("./dialogs/puzzles.js")).PuzzleDialog(current, engine));
const share = once(async () => new (await import("./dialogs/share.js")).ShareDialog(current, sync));
const newGame = once(async () => new (await import("./dialogs/new-game.js")).NewGame(current, api, async (seat) => (await share()).invite(seat)));
const games = once(async () => new (await import("./dialogs/games.js")).GamesDialog(current));
const strongEngine = once(async () => new (await import("./dialogs/strong-engine.js")).StrongEngine(engine, storage));
const strip = once(async () => new (await import("./rooms/strip.js")).Strip(current, api));
const editor = once(async () => new (await import("./dialogs/editor.js")).Editor(current, computer));
const editor4 = once(async () => new (await import("./dialogs/connect4-editor.js")).Connect4Editor(current, computer));

const ACTIONS = {
  move: (move) => face.open && trying(() => current.do({ move }) ?? nothingMoved(move)),
  new: () => opened(newGame, (dialog) => dialog.open(current.game.kind)),
  undo: () => face.here && (isApart(current.kept) ? offer() : trying(() => goBackOrOn(current, "undo"))),
  redo: () => face.here && !isApart(current.kept) && trying(() => goBackOrOn(current, "redo")),
  hint: () => face.open && mayAsk(current) && computer.hint(),
  replay: () => current.game.turns.length && opened(replayer, (rail) => rail.enter()),
  games: () => opened(games, (dialog) => dialog.open()),
  share: () => opened(share, (dialog) => dialog.open()),
  help: () => (openDialog("help"), opened(strongEngine, (line) => line.show())),
  edit: () => opened(current.game.kind === "2048" ? editor : editor4, (dialog) => dialog.open()),
  watch: () => void computer.watch(),
  resign: () => void resign(),
  scores: () => scores.toggle(),
  threats: () => threats.toggle(),
  look: () => !face.replaying && !byId("look").hidden && !byId("look").disabled && opened(current.game.kind === "2048" ? luck : review, (panel) => panel.enter()),
  puzzles: () => opened(puzzles, (dialog) => dialog.open()),
  rematch: () => (isApart(current.kept) ? rematch() : playAgain()),
};

/** The ply at which we have asked to take back, and the game that we resign at our next turn. */
let asked = -1;
let resigning = "";
/** The roles of those whose page is open. */
let present = null;
/** The timer after which a game that the other side has left can be claimed. */
let claiming = 0;
const AWAY_MS = 600_000;

/** Bring the page to life around the board that is drawn already. */
export async function start(parts) {
  ({ storage, shelf, current, face } = parts);
  Object.assign(parts.actions, ACTIONS);
  engine.strong = storage.getItem("slidedrop:strong") === "on";
  face.banner = new Banner(face.stage);
  await Promise.all(["2048", "connect4"].map((kind) => face.loadView(kind)));
  computer = new Computer(current, engine, { advise: (text, move) => face.advise(text, move), changed: showWatching });
  scores = new Scores(current, engine, face, storage);
  threats = new Threats(current, engine, face, storage);
  sync = new Sync(current, api, { parted, offered, rematch: askedForRematch, refused: note, present: heardPresence, came: () => note("Your friend is here. Good luck!"), changed: showSaved });
  for (const name of ["dialogs", "analysis"]) document.head.append(make("link", { rel: "stylesheet", href: `css/${name}.css` }));
  startTheme(storage, () => current.announce());
  startDialogs();
  listen();
  if (location.hash.startsWith("#game=")) await openFragment();
  current.announce();
  sync.start().then(openFragment);
  addEventListener("hashchange", openFragment);
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

/** @param {() => Promise<any>} make @returns {() => Promise<any>} the same thing each time, made when it is first wanted */
function once(make) {
  let thing = null;
  return () => (thing ??= make().catch((error) => {
    thing = null;
    throw error;
  }));
}

/** Open what may have to be loaded first; without a network it cannot be. */
async function opened(thing, open) {
  const part = await thing().catch(() => null);
  if (part) open(part);
  else note("This part of the page could not be loaded. Try again when the network is back.");
}

/** A replay changes what scores and threats are about. */
function made(rail) {
  rail.listen(() => (scores.refresh(), threats.refresh()));
  return rail;
}

/** Put the last game of a kind on the board, or a new one with random tiles. */
function openKind(kind) {
  const kept = shelf.lastOpen(kind);
  if (!kept || !trying(() => (current.open(kept), true))) current.begin(usual(kind), { players: usualPlayers(kind, storage) });
}

function listen() {
  for (const id of ["new", "undo", "redo", "hint", "replay", "watch", "edit", "resign", "scores", "threats", "look"]) byId(id).addEventListener("click", () => act(id));
  for (const id of ["games", "puzzles", "share", "help"]) byId(`open-${id}`).addEventListener("click", () => act(id));
  for (const button of document.querySelectorAll(".kind")) button.addEventListener("click", () => openKind(button.dataset.kind));
  for (const button of document.querySelectorAll("[data-move]")) button.addEventListener("click", () => ACTIONS.move(button.dataset.move));
  document.addEventListener("keydown", pressed);
  listenForSwipes((direction) => ACTIONS.move(direction), () => current.game.kind === "2048" && !face.replaying);
  new ResizeObserver(() => document.body.toggleAttribute("data-scrolls", document.documentElement.scrollHeight > innerHeight + 1)).observe(document.body);
  addEventListener("storage", (event) => Shelf.gameOf(event.key) === current.kept.id && current.refresh());
  current.listen(showSaved);
  current.listen((event) => showPresence(event.kind === "opened" ? null : present));
  current.listen(resignNow);
  current.listen(({ kind }) => kind === "opened" && (byId("room") || current.kept.header.room) && opened(strip, (line) => line.show()));
  api.listen(showSaved);
}

function pressed(event) {
  if (startsAgain(event)) return event.preventDefault();
  const wish = isElsewhere(event) ? null : actionOf(event);
  if (wish && handled(wish)) event.preventDefault();
}

/** The key that opened the dialog of a new game starts it: N twice is a new game by the same rules. @returns {boolean} whether it was that */
function startsAgain({ key, target, repeat }) {
  const form = document.querySelector("dialog[open]:is(#new-2048, #new-connect4) form");
  const start = form?.querySelector("[type=submit]");
  if (key.toLowerCase() !== "n" || !start || repeat || target.matches("input:not([type=checkbox]), select")) return false;
  if (!start.disabled) form.requestSubmit();
  return true;
}

/** @returns {boolean} whether the key meant something here */
function handled({ move, action, disc }) {
  if (face.replaying) return face.replaying.key(move ?? action ?? "");
  if (face.celebrating && action === "leave") return face.keepPlaying(), true;
  if (move) return current.game.kind === "2048" ? (ACTIONS.move(move), true) : chooseColumn(move);
  if (disc && current.game.kind === "connect4" && current.game.rules.gravity) return ACTIONS.move(disc), true;
  return action && action in ACTIONS ? (act(action), true) : false;
}

/** Do what a button does; while that takes time, the button shows it. */
async function act(name) {
  const button = byId(name) ?? byId(`open-${name}`);
  const waiting = setTimeout(() => button?.setAttribute("aria-busy", "true"), 150);
  try {
    await ACTIONS[name]();
  } finally {
    clearTimeout(waiting);
    button?.removeAttribute("aria-busy");
  }
}

function chooseColumn(move) {
  if (move === "left" || move === "right") return face.view.step(move === "left" ? -1 : 1), true;
  const { activeElement } = document;
  if (move === "down" && activeElement?.matches(".column, button.cell")) return activeElement.click(), true;
  return false;
}

/** Say to those who cannot see it that a slide changed nothing. */
function nothingMoved(move) {
  if (current.game.kind === "2048") byId("live").textContent = `${capital(move)}: nothing moved.`;
}

/** Do something that the rules may refuse, and say why. */
function trying(action) {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    note(`${capital(error.message)}.`);
    return null;
  }
}

/** Open what the address asks for after its #; a secret is taken out of the address at once. */
async function openFragment() {
  const [name, value = ""] = location.hash.slice(1).split("=");
  if (!value || !["game", "join", "open"].includes(name)) return;
  history.replaceState(null, "", location.pathname + location.search);
  if (name === "game") await opened(() => import("./dialogs/games.js"), ({ openCode }) => trying(() => openCode(current, value)));
  else if (name === "open") await reaching(() => sync.join(value));
  else await join(value);
}

async function join(secret) {
  await reaching(async () => {
    const { id } = await claimed(secret);
    if (id) await sync.join(id);
  });
}

/** Show a link's secret to the server; where the seat is taken, offer to watch. */
async function claimed(secret) {
  try {
    return await api.ask("claims", { secret });
  } catch (error) {
    if (!error.answer?.taken) throw error;
    const yes = await ask({ title: "This seat is taken", text: "Somebody else has accepted this invitation. You can watch the game.", yes: "Watch" });
    return yes ? api.ask("claims", { secret, watch: true }) : {};
  }
}

/** Resign after asking. Between two devices the server ends the game at once, also at the other side's turn. */
async function resign() {
  const { game, kept } = current;
  if (!face.here || game.finished || game.kind !== "connect4") return;
  const yes = await ask({ title: "Resign this game?", text: "The other side wins.", yes: "Resign" });
  if (!yes || kept !== current.kept || game.finished) return;
  if (isApart(kept) && !mayMove(current)) return giveUp("own");
  resigning = kept.id;
  if (mayMove(current)) resignNow();
  else note("You resign as soon as it is your turn.");
}

function resignNow() {
  if (resigning !== current.kept.id || !mayMove(current)) return;
  resigning = "";
  trying(() => current.do("resign"));
}

/** Have the server end the game for our side, or for the other one that has left it. */
async function giveUp(side) {
  await reaching(() => api.ask(`games/${current.kept.link.id}/resign`, { side }));
}

/** Note who is there and what they are called. */
function heardPresence(roles, names = {}) {
  const { link } = current.kept;
  const known = { ...link?.names, ...names };
  if (link && JSON.stringify(known) !== JSON.stringify(link.names ?? {})) current.note({ link: { ...link, names: known } });
  showPresence(roles);
}

/** Whose page is open, in a few quiet words; null where nobody has said so yet. */
function showPresence(roles) {
  present = roles;
  const own = current.kept?.link?.role;
  const other = own === "player:0" ? "player:1" : "player:0";
  const apart = isApart(current.kept) && roles !== null;
  const text = isWaiting(current.kept) ? "Waiting for your friend to open the link" : apart ? `${friend()} is ${roles.includes(other) ? "here" : "away"}` : "";
  const watchers = !text && roles?.includes("watch") && own !== "watch" ? "Somebody is watching" : "";
  byId("presence").textContent = text || watchers;
  if (apart && !roles.includes(other) && !current.game.finished) offerClaimLater();
  else clearTimeout(claiming), (claiming = 0);
}

/** What the other side is called. */
function friend() {
  const { link } = current.kept;
  return link.names?.[link.role === "player:0" ? "player:1" : "player:0"] || "Your friend";
}

/** Who is left alone for ten minutes may claim the game at the other's turn, or go on to another. */
function offerClaimLater() {
  const { id } = current.kept;
  claiming ||= window.setTimeout(() => id === current.kept.id && !current.game.finished && offerClaim(), AWAY_MS);
}

function offerClaim() {
  const theirs = !mayMove(current);
  const close = () => current.begin(usual("connect4"));
  claiming = 0;
  showOffer(`${friend()} has been away for ten minutes.`, theirs ? () => giveUp("other") : null, close, ["Claim the win", "Close the game"]);
}

/** A new game from a moment of the old one. */
function playFrom(index) {
  const { game, kept } = current;
  const commands = game.line().slice(0, index).map((move) => (move === "resign" ? move : { move }));
  current.begin(begin(kept.header), { players: kept.header.players ?? [], name: `from move ${index}`, commands, foreign: !isOwn(kept) });
}

/** The same two again, with the sides swapped. */
function playAgain() {
  const players = [...(current.kept.header.players ?? [])].reverse();
  current.begin(begin({ ...current.kept.header, start: null }), { players });
  if (withComputer(current.kept) || players.length) note("Sides are swapped.");
}

async function rematch() {
  await reaching(async () => {
    const { id } = await api.ask(`games/${current.kept.link.id}/rematch`, {});
    offered(null);
    await sync.join(id);
  });
}

function askedForRematch() {
  showOffer("The other side asks for a rematch.", rematch, () => offered(null));
}

async function offer() {
  await reaching(async () => {
    await api.ask(`games/${current.kept.link.id}/offers`, { kind: "take-back", ply: current.kept.link.ply });
    note("The other side is asked.");
    asked = current.kept.link.ply;
  });
}

/** Show an offer of the other side, or that there is none any more. */
function offered(offer) {
  if (!offer && asked === current.kept.link?.ply) note("The other side would rather not take back.");
  if (!offer) asked = -1;
  if (!offer || offer.by === current.kept.link?.role) return showOffer("", null, null);
  const answer = (accept) => reaching(() => api.ask(`games/${current.kept.link.id}/offers/answer`, { accept, ply: offer.ply }));
  showOffer("The other side asks to take back.", () => answer(true), () => answer(false));
}

function showOffer(text, yes, no, [yesText, noText] = ["Allow", "No"]) {
  byId("offer").hidden = !text;
  say(byId("offer-text"), text);
  say(byId("offer-yes"), yes ? yesText : "");
  byId("offer-no").textContent = noText;
  byId("offer-yes").onclick = () => (showOffer("", null, null), yes());
  byId("offer-no").onclick = () => (showOffer("", null, null), no());
  if (text) byId("live").textContent = text;
}

async function reaching(action) {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    note(`${capital(error.message)}.`);
  }
}

function parted(name) {
  note(`This game went on elsewhere. Your own line is kept as “${name}”.`);
}

function showSaved() {
  if (current.kept) byId("saved").textContent = sync.status();
}

function showWatching() {
  byId("watch").textContent = computer.watching ? "Stop watching" : "Watch the computer";
}
