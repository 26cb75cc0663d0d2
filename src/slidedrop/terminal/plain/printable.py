"""What was typed, made safe to show."""


def printable(text: str) -> str:
    """Return the text with what would steer the terminal written out."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
