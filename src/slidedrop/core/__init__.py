"""The words that both games share; nothing here knows a rule of either."""
