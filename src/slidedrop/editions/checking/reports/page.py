"""The report as one HTML file: every requirement with the document's sentence, its verdict, and the boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from slidedrop.twenty48 import Board

if TYPE_CHECKING:
    from slidedrop.editions.checking.findings import Finding, Standing

_STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .3rem .8rem .3rem 0; vertical-align: top; }
.board td { width: 3rem; height: 2rem; text-align: center; padding: 0; border: 2px solid #bbada0; background: #eee4da; }
.board td.empty { background: #cdc1b4; } .board td.other { outline: 3px solid #b00020; }
.boards { display: flex; flex-wrap: wrap; gap: 2rem; } figure { margin: .5rem 0; } figcaption { font-size: .9rem; }
.broken { color: #b00020; font-weight: bold; } .held { color: #1b6e35; } .remark { color: #7a5200; }
"""


def page(title: str, standings: Sequence[Standing]) -> str:
    """Return the report of one program."""
    broken = sum(standing.verdict == "broken" for standing in standings)
    verdict = "All that was asked holds." if not broken else f"Broken: {broken} of {len(standings)} requirements."
    return whole(title, [f"<p>{verdict}</p>", "<table>", *map(_row, standings), "</table>"])


def whole(title: str, content: Iterable[str]) -> str:
    """Return a page with its style inside."""
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    body = "\n".join([f"<h1>{escape(title)}</h1>", *content])
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _row(standing: Standing) -> str:
    rule, verdict, held, finding = standing
    times = f"{held} {'check' if held == 1 else 'checks'}" if verdict == "held" else ""
    told = times if finding is None else _told(finding)
    kind = verdict.replace(" ", "-")
    return (
        f"<tr><th>{escape(rule.requirement)}</th><td>{escape(rule.says)}</td>"
        f'<td class="{kind}">{verdict}</td><td>{told}</td></tr>'
    )


def _told(finding: Finding) -> str:
    """Tell what was found, with the boards side by side; where yours differs from the rules the cell is marked."""
    boards = finding.boards
    drawn = [_figure(caption, board, finding.expected) for caption, board in boards]
    where = f"<br>in {escape(finding.where)}" if finding.where else ""
    return f'{escape(finding.says)}{where}<div class="boards">{"".join(drawn)}</div>'


def _figure(caption: str, board: object, expected: object) -> str:
    if not isinstance(board, Board):
        return f"<figure><pre>{escape(str(board))}</pre><figcaption>{escape(caption)}</figcaption></figure>"
    should = expected if isinstance(expected, Board) and expected.size == board.size and "yours" in caption else board
    pairs = zip(board.rows, should.rows, strict=True)
    rows = ["".join(map(_cell, row, right)) for row, right in pairs]
    table = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<figure><table class="board">{table}</table><figcaption>{escape(caption)}</figcaption></figure>'


def _cell(tile: int, should: int) -> str:
    kinds = " ".join([*(["empty"] if not tile else []), *(["other"] if tile != should else [])])
    return f'<td class="{kinds}">{tile or ""}</td>'
