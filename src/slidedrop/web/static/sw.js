/**
 * The page without a network: the newest files while the host answers, the kept ones when it does not. What goes to the
 * server's own interface is never touched, except that a silent server is reported as away instead of as an error.
 */

const CACHE = "slidedrop-1";
const SHELL = [
  "./", "icon.svg", "css/look.css", "css/page.css", "css/twenty48.css", "css/connect4.css", "css/lessons.css",
  "js/main.js", "js/api.js", "js/banner.js", "js/computer.js", "js/connect4-view.js", "js/counts.js", "js/dialogs.js", "js/dom.js",
  "js/editor.js", "js/face.js", "js/games-dialog.js", "js/keys.js", "js/new-game.js", "js/reconcile.js", "js/replayer.js", "js/review.js", "js/review-view.js", "js/scores.js", "js/lessons.js", "js/value-graph.js", "js/seats.js",
  "js/share-dialog.js", "js/shelf.js", "js/shorthand.js", "js/speech.js", "js/swipe.js", "js/sync.js", "js/table.js", "js/theme.js",
  "js/twenty48-view.js", "js/game/command.js", "js/game/connect4-position.js", "js/game/connect4-rules.js", "js/game/connect4.js",
  "js/game/crc32.js", "js/game/errors.js", "js/game/history.js", "js/game/packing.js", "js/game/random.js", "js/game/record.js",
  "js/game/share-connect4.js", "js/game/share-twenty48.js", "js/game/share.js", "js/game/twenty48-board.js", "js/game/twenty48-rules.js", "js/game/twenty48.js",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || pathname.includes("/api/")) return;
  event.respondWith(pathname.endsWith("/healthz") ? health(event.request) : fresh(event.request));
});

async function health(request) {
  return fetch(request).catch(() => Response.json({ status: "away" }));
}

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
