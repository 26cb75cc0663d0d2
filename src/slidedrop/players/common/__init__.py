"""The players of every game: by chance, by the look of the next position, or by looking ahead."""
