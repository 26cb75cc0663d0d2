"""Both games in the browser: a page that works without a server, and a server for shared games.

static/        the page: plays offline, from any static host
http/          hosts, limits, bodies, answers, the page's files
api/           the requests of docs/reference/http-api.md
live/          the games that are being played and watched now
store/         stored games, in SQLite or PostgreSQL
engine/        computer moves and analyses, in worker processes
"""
