"""The fast implementation of 2048: boards in words, the network, and the search (extra `ai`)."""
