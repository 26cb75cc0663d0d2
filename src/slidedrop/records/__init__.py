"""Games on disk: journals that survive a crash, replay, and the library of saved games."""
