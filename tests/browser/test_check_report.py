"""Tests that the report of a check is readable: a long case to paste does not squeeze the other columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.editions.checking.assignments import PSA3
from slidedrop.editions.checking.findings import Fault, Finding, Ledger
from slidedrop.editions.checking.reports import page

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_long_case_leaves_room_for_the_requirements(browser: Browser) -> None:
    ledger, rule = Ledger(PSA3.dialogue.values()), PSA3.dialogue["slide"]
    ledger.charge(Finding(rule, Fault.STAYED, ("left",), case=("printf '%s\\n' " + "w a s d " * 60,)))
    tab = browser.new_page(viewport={"width": 800, "height": 600})
    tab.set_content(page("ada", ledger))
    text = "range => { range.selectNodeContents(one); return range.getClientRects().length }"
    lines = tab.locator("th").evaluate_all(f"all => all.map(one => ({text})(document.createRange()))")
    assert len(lines) == len(ledger.standings)
    assert set(lines) == {1}
    assert tab.evaluate("document.documentElement.scrollWidth") <= 800
    tab.close()
