"""The games in memory."""
