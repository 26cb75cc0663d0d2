"""Small boards solved completely: the exact value of every position of 2x2 and 3x3."""
