"""Games on disk: journals that survive a crash, replay, and the shelf of kept games."""
