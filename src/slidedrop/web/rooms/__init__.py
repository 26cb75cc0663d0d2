"""Rooms: one link or short code, one seed and one rule for a class, a club or a day; no accounts."""
