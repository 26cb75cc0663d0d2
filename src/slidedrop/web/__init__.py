"""Both games in the browser: a page that plays by itself, and a server for everything that is shared.

static/        the page: plays offline, from any static host
room, table    the games that are being played and watched just now
store          what is kept of them; SQLite is its first implementation
*_api          the requests of docs/api.md
"""
