"""Connect-4 on the full screen."""
