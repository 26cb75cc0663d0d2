"""The parts of the command line for 2048."""
