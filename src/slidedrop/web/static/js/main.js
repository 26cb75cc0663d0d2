/** The first board: the game that was played last, drawn as soon as its rules are there. The rest of the page follows. */
import { Library, browserStorage } from "./library.js";
import { NAMES, loadGame } from "./games/registry.js";
import { Session, usualPlayers } from "./session.js";
import { Face } from "./views/face.js";
import { GameError } from "./game/errors.js";
import { startLanguage } from "./views/translate.js";

const storage = browserStorage();
const library = new Library(storage);
const session = new Session(library);
/** What buttons and columns do, once the program has come. @type {Record<string, any>} */
const actions = {};
const face = new Face(session, actions);

const name = NAMES.find((one) => one === library.lastGame()) ?? NAMES[0];
const [definition] = await Promise.all([loadGame(name), startLanguage()]);
await face.loadView(definition);
openLast();
const { startUp } = await import(/* bundled */ "./start-up.js");
await startUp({ storage, library, session, face, actions });

/** Put the last game on the board; one that cannot be read stays in the library, and a new one starts. */
function openLast() {
  const saved = library.lastOpen(name);
  try {
    if (saved) return session.open(saved);
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
  }
  session.start(definition.usual(), { players: usualPlayers(definition, storage) });
}
