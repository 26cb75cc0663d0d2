"""The parts of the command line for Connect-4."""
