"""The wording of errors."""


def sentence(error: Exception) -> str:
    """Return an error's message with a capital letter and one full stop."""
    message = str(error).rstrip(".")
    return f"{message[:1].upper()}{message[1:]}."
