/** The first board: the last game, drawn as soon as its rules are loaded. The rest is fetched after the first paint. */
import { Library, browserStorage } from "./library.js";
import { NAMES, loadGame } from "./games/registry.js";
import { Session, usualPlayers } from "./session.js";
import { Face } from "./views/face.js";
import { GameError } from "./game/errors.js";
import { learnRest, startLanguage } from "./views/translate.js";
import { note } from "./views/dom.js";
import { t } from "./language.js";

/** A page that is not seen paints nothing: after so long the rest is fetched all the same. */
const UNSEEN_MS = 200;

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
await new Promise((painted) => (requestAnimationFrame(() => setTimeout(painted)), setTimeout(painted, UNSEEN_MS)));
const [rest] = await Promise.all([import(/* rest */ "./start-up.js").catch(() => null), learnRest()]);
if (rest) await rest.startUp({ storage, library, session, face, actions });
else note(t("play.not loaded"), [t("play.load again"), () => location.reload()]);

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
