"""The proven value of a Connect-4 position (extra `ai`)."""
