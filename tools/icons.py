"""Draw the maskable icon and the preview picture of a shared link.

    python tools/icons.py          writes icon-maskable-512.png and share.png into web/static

Chromium draws both from the page's icon and colours.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402 - the tests' own browser is used

from tests.browser.conftest import FLAGS, STATIC, browser_path  # noqa: E402

GROUND: Final = "#2b2370"
TILES: Final = (
    ("2", "#fff9e3", "#473300"),
    ("4", "#ffe8ae", "#473300"),
    ("8", "#ffcf72", "#473300"),
    ("16", "#ffac5b", "#3d1d00"),
    ("32", "#ff8f66", "#3d1000"),
    ("64", "#ff6f82", "#3d0012"),
    ("128", "#bd2d86", "#fff"),
    ("256", "#8f33b8", "#fff"),
    ("512", "#6b3fd4", "#fff"),
    ("1024", "#3f2bb0", "#fff"),
    ("2048", "#17113d", "#ffd95e"),
)
DISCS: Final = ".................R.....YRR...RYYRY.YRRYYRY"
COLOURS: Final = {"R": "#e23b48", "Y": "#ffc928", ".": "#f4f1fd"}


def maskable() -> str:
    """Return the icon without rounded corners, small enough for any mask."""
    inner = (STATIC / "icon.svg").read_text().replace("<svg ", '<svg width="360" height="360" ')
    return f"<body style='margin:0;display:grid;place-items:center;height:512px;background:{GROUND}'>{inner}"


def shared() -> str:
    """Return the preview picture: both boards and the name."""
    tiles = "".join(
        f"<b style='background:{fill};color:{ink};font-size:{46 - 5 * len(text)}px'>{text}</b>"
        for text, fill, ink in TILES
    )
    wells = "<b style='background:#4a3f8f'></b>" * 5
    discs = "".join(f"<i style='background:{COLOURS[disc]}'></i>" for disc in DISCS)
    return f"""<style>
      body {{ margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 1fr 1fr; gap: 36px 0;
        align-content: center; justify-items: center; background: {GROUND}; color: #fff; font-family: system-ui; }}
      h1 {{ grid-column: 1 / -1; margin: 0; font-size: 84px; letter-spacing: -3px; }}
      h1 span {{ color: #ffc36b; }}
      .tiles, .discs {{ display: grid; gap: 8px; padding: 12px; border-radius: 22px; }}
      .tiles {{ grid-template-columns: repeat(4, 88px); grid-auto-rows: 88px; background: #3a2f85; }}
      .discs {{ grid-template-columns: repeat(7, 56px); grid-auto-rows: 56px; background: #5a46d6; }}
      b {{ display: grid; place-items: center; border-radius: 14px; }}
      i {{ border-radius: 50%; }}
    </style><h1><span>slide</span>drop</h1><div class=tiles>{wells}{tiles}</div><div class=discs>{discs}</div>"""


def main() -> None:
    """Draw both files."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        for name, html, (width, height) in (
            ("icon-maskable-512.png", maskable(), (512, 512)),
            ("share.png", shared(), (1200, 630)),
        ):
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(html)
            page.screenshot(path=STATIC / name)
        browser.close()


if __name__ == "__main__":
    main()
