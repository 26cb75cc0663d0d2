"""Training a network for 2048 by playing (extra `ai`)."""
