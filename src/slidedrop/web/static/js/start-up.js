/** Starts the rest of the page around the board, which is already drawn. */
import { Api } from "./net/api.js";
import { Banner } from "./views/banner.js";
import { Computer } from "./computer.js";
import { Controller } from "./controller.js";
import { Engine } from "./engine/engine.js";
import { catchUp } from "./early.js";
import { Sync } from "./net/sync.js";
import { TwoPeople } from "./two-people.js";
import { loadGames } from "./games/registry.js";
import { startDialogs } from "./dialogs/dialogs.js";
import { startTheme } from "./views/theme.js";

/**
 * @typedef {{storage: Storage, library: import("./library.js").Library, session: import("./session.js").Session,
 *   face: import("./views/face.js").Face, actions: Record<string, any>}} FirstBoard
 * @param {FirstBoard} board
 */
export async function startUp({ storage, session, face, actions }) {
  const api = new Api(new URL(".", document.baseURI).href, storage);
  const engine = new Engine(api, storage);
  face.banner = new Banner(face.stage);
  const games = await loadGames();
  await Promise.all(games.map((definition) => face.loadView(definition)));
  const computer = new Computer(session, engine, { advise: (text, move, bars) => face.advise(text, move, bars), changed: () => controller.showWatching() });
  const people = new TwoPeople(session, face, api, () => controller.showSaved());
  const sync = new Sync(session, api, people.listener());
  people.sync = sync;
  const aids = Object.assign({}, ...(await Promise.all(games.map((definition) => definition.aids?.(session, engine, face, storage) ?? {}))));
  const controller = new Controller({ session, face, engine, computer, people, sync, games, aids, storage });
  Object.assign(actions, controller.actions);
  startTheme(storage, () => session.announce());
  startDialogs();
  controller.listen();
  catchUp();
  await openFragment({ controller, people, sync }, ["game"]);
  session.announce();
  import("./delight/moments.js").then(({ startMoments }) => startMoments(session, face.stage)).catch(() => {});
  sync.start().then(() => openFragment({ controller, people, sync }));
  addEventListener("hashchange", () => openFragment({ controller, people, sync }));
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

/**
 * Open the part of the address after #; a secret is removed from the address immediately.
 *
 * @param {{controller: Controller, people: TwoPeople, sync: Sync}} parts @param {string[]} [names]
 */
async function openFragment({ controller, people, sync }, names = ["game", "join", "open"]) {
  const [name, value = ""] = location.hash.slice(1).split("=");
  if (!value || !names.includes(name)) return;
  history.replaceState(null, "", location.pathname + location.search);
  if (name === "game") await controller.openCode(value);
  else if (name === "open") await people.reaching(() => sync.join(value));
  else await people.join(value);
}
