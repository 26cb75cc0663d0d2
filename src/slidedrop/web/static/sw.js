/**
 * The page without a network: the newest files while the host answers, the kept ones when it does not. What goes to the
 * server's own interface is never touched, except that a silent server is reported as away instead of as an error.
 */

const CACHE = "slidedrop-1";
/** Names of files that change with their contents. */
const LASTING = /\/engine\/.+\.[0-9a-f]{12}\.\w+$/;
const SHELL = [
  "./", "icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest", "css/look.css", "css/page.css", "css/boards.css", "css/dialogs.css", "css/analysis.css", "css/room.css",
  "js/computer.js", "js/controller.js", "js/first-paint.js", "js/library.js", "js/main.js", "js/notebook.js", "js/players.js", "js/session.js",
  "js/start-up.js", "js/two-people.js",
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
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(keepEngine).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const old = (/** @type {string[]} */ names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || pathname.includes("/api/")) return;
  if (pathname.endsWith("/healthz")) return event.respondWith(health(event.request));
  event.respondWith(LASTING.test(pathname) ? lasting(event.request) : fresh(event.request));
});

/** Keep what the engine needs, so that it works without a network; what an older version needed goes. */
async function keepEngine() {
  const cache = await caches.open(CACHE);
  const listed = await fetch("engine/files.json", { cache: "no-cache" });
  if (!listed.ok) return;
  const wanted = Object.values(await listed.clone().json()).map(([name]) => new URL(`engine/${name}`, location.href).href);
  await cache.put("engine/files.json", listed);
  const kept = (await cache.keys()).map(({ url }) => url).filter((url) => LASTING.test(url));
  await Promise.all(kept.filter((url) => !wanted.includes(url)).map((url) => cache.delete(url)));
  await cache.addAll(wanted.filter((url) => !kept.includes(url) && !url.includes("/engine/strong-")));
}

/** A file whose name changes with its contents is fetched once. @param {Request} request */
async function lasting(request) {
  return (await caches.match(request)) ?? fresh(request);
}

/** @param {Request} request */
async function health(request) {
  return fetch(request).catch(() => Response.json({ status: "away" }));
}

/** @param {Request} request */
async function fresh(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
