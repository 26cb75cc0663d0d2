"""Secrets of 256 random bits. The server stores only their SHA-256, so a stolen database opens no game."""

import hashlib
import secrets
from typing import Final

TOKEN_PATTERN: Final = r"[A-Za-z0-9_-]{43}"  # noqa: S105 - the shape of every token, not one of them
ID_PATTERN: Final = r"[A-Za-z0-9_-]{12}"


def new_token() -> str:
    """Return a new secret: 43 letters, digits, - and _."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Return a new game's public name: 12 letters, digits, - and _.

    It does not begin with -, which would make it an option of `slidedrop admin remove-game`.
    """
    while (name := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return name


def digest(text: str) -> str:
    """Return the stored form of a secret."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def key_digest(key: str, game: str, role: str) -> str:
    """Return the stored form of a browser's key for one role in one game, which hides which games share a browser."""
    return digest(f"{game} {role} {key}")
