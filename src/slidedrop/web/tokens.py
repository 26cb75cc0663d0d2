"""Secrets: 256 random bits each. The server keeps the SHA-256 alone, so a stolen database opens no game."""

import hashlib
import secrets
from typing import Final

TOKEN_PATTERN: Final = r"[A-Za-z0-9_-]{43}"  # noqa: S105 - the shape of every token, not one of them
ID_PATTERN: Final = r"[A-Za-z0-9_-]{12}"


def new_token() -> str:
    """Draw a secret: 43 letters, digits, - and _."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Draw a game's public name: 12 letters, digits, - and _."""
    return secrets.token_urlsafe(9)


def digest(text: str) -> str:
    """Return what is stored of a secret."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def key_digest(key: str, game: str, role: str) -> str:
    """Return what is stored of a browser's key for one role in one game: it hides which games share a browser."""
    return digest(f"{game} {role} {key}")
