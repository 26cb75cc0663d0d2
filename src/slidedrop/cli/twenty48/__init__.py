"""What the command line does for 2048 alone."""
