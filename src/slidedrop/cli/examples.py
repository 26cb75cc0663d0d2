r"""Examples at the end of a command's help, printed as they are written.

`click` folds paragraphs; one that begins with \b is left alone.
"""


def examples(*lines: str) -> str:
    """Return the epilog that shows these commands, a line each."""
    shown = "\n".join(f"  $ {line}" for line in lines)
    return f"\b\nExamples:\n{shown}"
