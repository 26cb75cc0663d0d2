"""Players against each other: the same games for all, saved as they end, with confidence intervals."""
