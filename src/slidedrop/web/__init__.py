"""Both games in the browser: a page that plays by itself, and a server for everything that is shared.

static/        the page: plays offline, from any static host
http/          hosts, limits, bodies, answers, the page's files
api/           the requests of docs/reference/http-api.md
live/          the games that are being played and watched now
store/         what is stored of them; SQLite is its first implementation
engine/        computer moves and analyses, in worker processes
"""
