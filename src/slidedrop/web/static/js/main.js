/** The program: rules, store, view and server put together. */
import { Api } from "./api.js";
import { Computer } from "./computer.js";
import { Connect4 } from "./game/connect4.js";
import { Editor } from "./editor.js";
import { Face } from "./face.js";
import { GameError } from "./game/errors.js";
import { GamesDialog, openCode } from "./games-dialog.js";
import { NewGame } from "./new-game.js";
import { Replayer } from "./replayer.js";
import { Review } from "./review.js";
import { Scores } from "./scores.js";
import { ShareDialog } from "./share-dialog.js";
import { Shelf, browserStorage } from "./shelf.js";
import { Sync } from "./sync.js";
import { Table } from "./table.js";
import { Twenty48 } from "./game/twenty48.js";
import { begin } from "./game/record.js";
import { byId, note, say } from "./dom.js";
import { capital } from "./speech.js";
import { deedOf, isElsewhere } from "./keys.js";
import { goBackOrOn, isApart, withComputer } from "./seats.js";
import { listenForSwipes } from "./swipe.js";
import { openDialog, startDialogs } from "./dialogs.js";
import { preset } from "./game/twenty48-rules.js";
import { readRules } from "./game/connect4-rules.js";
import { startTheme } from "./theme.js";

const storage = browserStorage();
const shelf = new Shelf(storage);
const table = new Table(shelf);
const api = new Api(new URL(".", document.baseURI).href);

const deeds = {
  move: (move) => face.open && trying(() => table.do({ move })),
  new: () => newGame.open(table.game.kind),
  undo: () => face.here && (isApart(table.kept) ? offer() : trying(() => goBackOrOn(table, "undo"))),
  redo: () => face.here && !isApart(table.kept) && trying(() => goBackOrOn(table, "redo")),
  hint: () => face.open && computer.hint(),
  replay: () => table.game.turns.length && replayer.enter(),
  games: () => games.open(),
  share: () => share.open(),
  help: () => openDialog("help"),
  edit: () => editor.open(),
  watch: () => computer.watch(),
  resign: () => face.open && trying(() => table.do("resign")),
  scores: () => scores.toggle(),
  look: () => !face.replaying && review.enter(),
  rematch: () => (isApart(table.kept) ? rematch() : playAgain()),
};

const face = new Face(table, deeds);
const replayer = new Replayer(table, face, playFrom);
const computer = new Computer(table, api, { advise: (text, move) => face.advise(text, move), changed: showWatching });
const scores = new Scores(table, api, face, storage);
const review = new Review(table, api, face, replayer);
const sync = new Sync(table, api, { parted, offered, rematch: askedForRematch, refused: note });
const share = new ShareDialog(table, sync);
const newGame = new NewGame(table, api, (seat) => share.invite(seat));
const games = new GamesDialog(table);
const editor = new Editor(table, computer);

start();

function start() {
  startTheme(storage);
  startDialogs();
  listen();
  openKind(shelf.lastKind());
  if (location.hash.startsWith("#game=")) openFragment();
  sync.start().then(openFragment);
  addEventListener("hashchange", openFragment);
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

/** Put the last game of a kind on the table, or a new one with random tiles. */
function openKind(kind) {
  const kept = shelf.lastOpen(kind);
  if (!kept || !trying(() => (table.open(kept), true))) table.begin(kind === "connect4" ? new Connect4(readRules()) : new Twenty48(preset("classic")));
}

function listen() {
  for (const id of ["new", "undo", "redo", "hint", "replay", "watch", "edit", "resign", "scores", "look"]) byId(id).addEventListener("click", () => deeds[id]());
  for (const id of ["games", "share", "help"]) byId(`open-${id}`).addEventListener("click", () => deeds[id]());
  for (const button of document.querySelectorAll(".kind")) button.addEventListener("click", () => openKind(button.dataset.kind));
  for (const button of document.querySelectorAll("[data-move]")) button.addEventListener("click", () => deeds.move(button.dataset.move));
  document.addEventListener("keydown", pressed);
  listenForSwipes(byId("stage"), (direction) => table.game.kind === "2048" && deeds.move(direction));
  addEventListener("storage", (event) => Shelf.gameOf(event.key) === table.kept.id && table.refresh());
  table.listen(showSaved);
  replayer.listen(() => scores.refresh());
  api.listen(showSaved);
}

function pressed(event) {
  const wish = isElsewhere(event) ? null : deedOf(event);
  if (wish && handled(wish)) event.preventDefault();
}

/** @returns {boolean} whether the key meant something here */
function handled({ move, deed, disc }) {
  if (face.replaying) return replayer.key(move ?? deed ?? "");
  if (move) return table.game.kind === "2048" ? (deeds.move(move), true) : chooseColumn(move);
  if (disc && table.game.kind === "connect4" && table.game.rules.gravity) return deeds.move(disc), true;
  return deed && deed in deeds ? (deeds[deed](), true) : false;
}

function chooseColumn(move) {
  if (move === "left" || move === "right") return face.view.step(move === "left" ? -1 : 1), true;
  const { activeElement } = document;
  if (move === "down" && activeElement?.matches(".column, button.cell")) return activeElement.click(), true;
  return false;
}

/** Do something that the rules may refuse, and say why. */
function trying(deed) {
  try {
    return deed();
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    note(`${capital(error.message)}.`);
    return null;
  }
}

/** Open what the address asks for after its #; a secret is taken out of the address at once. */
async function openFragment() {
  const [name, value = ""] = location.hash.slice(1).split("=");
  if (!value || (name !== "game" && name !== "join")) return;
  history.replaceState(null, "", location.pathname + location.search);
  if (name === "game") trying(() => openCode(table, value));
  else await join(value);
}

async function join(secret) {
  await reaching(async () => {
    const { id, role } = await api.ask("claims", { secret });
    await sync.join(id, role);
  });
}

/** A new game from a moment of the old one. */
function playFrom(index) {
  const { game, kept } = table;
  const commands = game.line().slice(0, index).map((move) => (move === "resign" ? move : { move }));
  table.begin(begin(kept.header), { players: kept.header.players ?? [], name: `from move ${index}`, commands });
}

/** The same two again, with the sides swapped. */
function playAgain() {
  const players = [...(table.kept.header.players ?? [])].reverse();
  table.begin(new Connect4(table.game.rules), { players });
  if (withComputer(table.kept) || players.length) note("Sides are swapped.");
}

async function rematch() {
  await reaching(async () => {
    const { id, role } = await api.ask(`games/${table.kept.link.id}/rematch`, {});
    offered(null);
    await sync.join(id, role);
  });
}

function askedForRematch() {
  showOffer("The other side asks for a rematch.", rematch, () => offered(null));
}

async function offer() {
  await reaching(async () => {
    await api.ask(`games/${table.kept.link.id}/offers`, { kind: "take-back", ply: table.kept.link.ply });
    note("The other side is asked.");
  });
}

/** Show an offer of the other side, or that there is none any more. */
function offered(offer) {
  if (!offer || offer.by === table.kept.link?.role) return showOffer("", null, null);
  const answer = (accept) => reaching(() => api.ask(`games/${table.kept.link.id}/offers/answer`, { accept, ply: offer.ply }));
  showOffer("The other side asks to take back.", () => answer(true), () => answer(false));
}

function showOffer(text, yes, no) {
  byId("offer").hidden = !text;
  say(byId("offer-text"), text);
  byId("offer-yes").onclick = () => (showOffer("", null, null), yes());
  byId("offer-no").onclick = () => (showOffer("", null, null), no());
  if (text) byId("live").textContent = text;
}

async function reaching(deed) {
  try {
    await deed();
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    note(`${capital(error.message)}.`);
  }
}

function parted(name) {
  note(`This game went on elsewhere. Your own line is kept as “${name}”.`);
}

function showSaved() {
  if (table.kept) byId("saved").textContent = sync.status();
}

function showWatching() {
  byId("watch").textContent = computer.watching ? "Stop watching" : "Watch the computer";
}
