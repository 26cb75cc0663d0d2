"""Matches and tournaments: the same games for all players, saved as they end, with confidence intervals."""
