"""Training a network for 2048 by self-play (extra `ai`)."""
