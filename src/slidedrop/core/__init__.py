"""What both games share; nothing here knows the rules of either."""
