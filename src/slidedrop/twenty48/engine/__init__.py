"""The machine side of 2048: boards in words, the network, and looking ahead (extra `ai`)."""
