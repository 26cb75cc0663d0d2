"""The games in memory: played and watched now."""
