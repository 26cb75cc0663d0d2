/**
 * The page without a network. All files of one version are stored together when it is installed and served from there, so
 * that a slow or stalled network never delays the board, and no page mixes two versions. A new version waits until the
 * pages of the old one are closed. What goes to the server's own interface is never touched, except that a silent server is
 * reported as away instead of as an error.
 */

/** `slidedrop page` and the server put a hash of all files here: the name changes with the contents. */
const CACHE = "slidedrop-0";
/** Files of the engine, whose names change with their contents: they outlast a version. */
const ENGINE_CACHE = "slidedrop-engine";
const LASTING = /\/engine\/.+\.[0-9a-f]{12}\.\w+$/;
const SHELL = [
  "./", "icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest", "css/look.css", "css/page.css", "css/boards.css", "css/dialogs.css", "css/analysis.css", "css/room.css",
  "js/computer.js", "js/controller.js", "js/first-paint.js", "js/library.js", "js/main.js", "js/notebook.js", "js/players.js", "js/session.js",
  "js/start-up.js", "js/statistics.js", "js/two-people.js",
  "js/early.js", "js/views/graph-axes.js", "js/views/review-story.js", "js/games/connect4/move-story.js", "js/games/twenty48/luck-story.js", "js/games/connect4/even-match.js",
  "js/daily/daily.js", "js/daily/dialog.js", "js/daily/sha256.js", "js/games/twenty48/tile-picture.js",
  "js/dialogs/dialogs.js", "js/dialogs/games.js", "js/dialogs/new-game.js", "js/dialogs/puzzles.js", "js/dialogs/qr.js", "js/dialogs/share.js",
  "js/editions/a07.js",
  "js/engine/analyst.js", "js/engine/engine.js", "js/engine/exports.js", "js/engine/program.js", "js/engine/sentences.js", "js/engine/worker.js",
  "js/game/command.js", "js/game/crc32.js", "js/game/errors.js", "js/game/history.js", "js/game/packing.js", "js/game/random.js", "js/game/record.js",
  "js/game/share-code.js",
  "js/games/connect4/colours.js", "js/games/connect4/column-scores.js", "js/games/connect4/connect4-analysis.js", "js/games/connect4/connect4-game.js",
  "js/games/connect4/connect4-position.js", "js/games/connect4/connect4-rules.js", "js/games/connect4/connect4-view.js", "js/games/connect4/connect4.js",
  "js/games/connect4/disc-analyst.js", "js/games/connect4/disc-editor.js", "js/games/connect4/move-review.js", "js/games/connect4/opponent-dialog.js",
  "js/games/connect4/review-panel.js", "js/games/connect4/share-connect4.js", "js/games/connect4/solver.js", "js/games/connect4/threat-marks.js",
  "js/games/connect4/threats.js", "js/games/connect4/values.js",
  "js/games/definition.js", "js/games/registry.js",
  "js/games/twenty48/heuristic.js", "js/games/twenty48/luck-judge.js", "js/games/twenty48/luck-review.js", "js/games/twenty48/luck.js",
  "js/games/twenty48/network.js", "js/games/twenty48/risk.js", "js/games/twenty48/share-twenty48.js", "js/games/twenty48/strength.js",
  "js/games/twenty48/strong-engine.js", "js/games/twenty48/tile-analyst.js", "js/games/twenty48/tile-editor.js",
  "js/games/twenty48/tile-rules-dialog.js", "js/games/twenty48/twenty48-board.js", "js/games/twenty48/twenty48-game.js",
  "js/games/twenty48/twenty48-hints.js", "js/games/twenty48/twenty48-rules.js", "js/games/twenty48/twenty48-view.js", "js/games/twenty48/twenty48.js",
  "js/net/api.js", "js/net/reconcile.js", "js/net/sync.js",
  "js/rooms/page.js", "js/rooms/strip.js", "js/rooms/words.js",
  "js/views/banner.js", "js/views/dom.js", "js/views/face.js", "js/views/keys.js", "js/views/replayer.js", "js/views/speech.js", "js/views/swipe.js",
  "js/views/theme.js", "js/views/value-graph.js",
];

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  const files = SHELL.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)).then(storeEngine));
});

worker.addEventListener("activate", (event) => {
  const old = (/** @type {string[]} */ names) => Promise.all(names.filter((name) => name !== CACHE && name !== ENGINE_CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(dropEngine).then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || pathname.includes("/api/")) return;
  if (pathname.endsWith("/healthz")) return event.respondWith(health(event.request));
  event.respondWith(LASTING.test(pathname) ? lasting(event.request) : stored(event.request));
});

/** @returns {Promise<string[]>} the addresses of what the engine of this version needs */
async function engineFiles() {
  const listed = await (await caches.open(CACHE)).match("engine/files.json");
  return listed ? Object.values(await listed.json()).map(([name]) => new URL(`engine/${name}`, location.href).href) : [];
}

/** Store what the engine needs, but for what is fetched on request only. */
async function storeEngine() {
  const listed = await fetch("engine/files.json", { cache: "no-cache" });
  if (!listed.ok) return;
  await (await caches.open(CACHE)).put("engine/files.json", listed);
  const cache = await caches.open(ENGINE_CACHE);
  const there = (await cache.keys()).map(({ url }) => url);
  await cache.addAll((await engineFiles()).filter((url) => !there.includes(url) && !url.includes("/engine/strong-")));
}

/** Delete what only older versions needed. */
async function dropEngine() {
  const cache = await caches.open(ENGINE_CACHE);
  const needed = await engineFiles();
  const old = (await cache.keys()).filter(({ url }) => !needed.includes(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** A file whose name changes with its contents is fetched once. @param {Request} request */
async function lasting(request) {
  const cache = await caches.open(ENGINE_CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** @param {Request} request */
async function health(request) {
  return fetch(request).catch(() => Response.json({ status: "away" }));
}

/** @param {Request} request */
async function stored(request) {
  return (await (await caches.open(CACHE)).match(request, { ignoreSearch: true })) ?? fetch(request);
}
