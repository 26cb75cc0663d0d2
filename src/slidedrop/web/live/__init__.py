"""The games in memory: played and watched just now."""
