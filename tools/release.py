"""Set the project's address: the index page needs absolute links and pictures, and the metadata a home page.

python tools/release.py https://example.org/you/slidedrop      write [project.urls], make README.md's links absolute
python tools/release.py --check                                check whether that was done
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parents[1]
_RELATIVE: Final = re.compile(r'(\]\(|src=")(?!https?:|#)([^)"]+)')
_PLACE: Final = "[project.scripts]"


def absolute(readme: str, home: str) -> str:
    """Return a page with absolute links and pictures."""

    def whole(match: re.Match[str]) -> str:
        kind = "raw" if match[2].endswith((".png", ".svg")) else "blob"
        return f"{match[1]}{home.rstrip('/')}/{kind}/main/{match[2]}"

    return _RELATIVE.sub(whole, readme)


def with_urls(pyproject: str, home: str) -> str:
    """Return pyproject.toml with the project's URLs."""
    home = home.rstrip("/")
    places = {"Homepage": home, "Changelog": f"{home}/blob/main/CHANGELOG.md", "Issues": f"{home}/issues"}
    urls = "\n".join(["[project.urls]", *(f'{name} = "{place}"' for name, place in places.items()), "", ""])
    return pyproject if "[project.urls]" in pyproject else pyproject.replace(_PLACE, urls + _PLACE, 1)


def missing(readme: str, pyproject: str) -> list[str]:
    """Return the parts that the index page lacks."""
    lacks = [f"README.md has a relative link: {link}" for _, link in _RELATIVE.findall(readme)]
    return lacks + ([] if "[project.urls]" in pyproject else ["pyproject.toml has no [project.urls]"])


def main(arguments: list[str]) -> int:
    """Write the address, or check it."""
    readme, pyproject = PROJECT / "README.md", PROJECT / "pyproject.toml"
    if arguments == ["--check"]:
        found = missing(readme.read_text("utf-8"), pyproject.read_text("utf-8"))
        print("\n".join(found) or "The index page has all it needs.")
        return bool(found)
    if len(arguments) != 1 or not arguments[0].startswith("https://"):
        print(__doc__)
        return 2
    readme.write_text(absolute(readme.read_text("utf-8"), arguments[0]), "utf-8")
    pyproject.write_text(with_urls(pyproject.read_text("utf-8"), arguments[0]), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
