/** The first board: the game that was played last, drawn as soon as its rules are there. The rest of the page follows. */
import { loadKind, usual } from "./game/begin.js";
import { CurrentGame } from "./current-game.js";
import { Face } from "./views/face.js";
import { GameError } from "./game/errors.js";
import { Shelf, browserStorage } from "./shelf.js";
import { usualPlayers } from "./seats.js";

const storage = browserStorage();
const shelf = new Shelf(storage);
const current = new CurrentGame(shelf);
/** What buttons and columns do, once the program has come. */
const actions = {};
const face = new Face(current, actions);

const kind = shelf.lastKind() === "connect4" ? "connect4" : "2048";
await Promise.all([loadKind(kind), face.loadView(kind)]);
openLast();
const { start } = await import("./program.js");
await start({ storage, shelf, current, face, actions });

/** Put the last game on the board; one that cannot be read stays on the shelf, and a new one begins. */
function openLast() {
  const kept = shelf.lastOpen(kind);
  try {
    if (kept) return current.open(kept);
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
  }
  current.begin(usual(kind), { players: usualPlayers(kind, storage) });
}
