"""The full screen (extra `full`): home, both games, analysis and statistics, drawn with Textual over one session."""
