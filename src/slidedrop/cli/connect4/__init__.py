"""What the command line does for Connect-4 alone."""
