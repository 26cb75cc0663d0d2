"""The opening book of Connect-4: its file, its openings, and how it is built (extra `ai`)."""
