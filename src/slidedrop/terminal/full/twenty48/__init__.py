"""2048 on the full screen."""
