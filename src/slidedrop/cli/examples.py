r"""Examples at the end of a command's help, kept as they are written; those of every command are in examples.json.

`click` folds paragraphs; one that begins with \b is left alone.
"""

import json
from pathlib import Path


def examples(*lines: str) -> str:
    """Return the epilog that shows these commands, a line each."""
    shown = "\n".join(f"  $ {line}" for line in lines)
    return f"\b\nExamples:\n{shown}"


def examples_of(command: str) -> str:
    """Return the epilog of a command by its name; empty where the table has none."""
    lines = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8")).get(command)
    return examples(*lines) if lines else ""
