"""What every request meets before it is understood, and how answers look."""
