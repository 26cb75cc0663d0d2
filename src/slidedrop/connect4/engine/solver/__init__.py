"""What a Connect-4 position is worth, by proof (extra `ai`)."""
