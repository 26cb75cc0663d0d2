"""Soak tests of a journal of sixty records, cut at every byte and with every bit flipped."""

from __future__ import annotations

import pytest

from tests.records import damage

BITS = 8 * len(damage.CONTENT)


@pytest.mark.soak
def test_a_journal_cut_at_any_byte_reads_as_its_valid_prefix() -> None:
    for place in range(len(damage.CONTENT) + 1):
        damage.check_cut(place)


@pytest.mark.soak
def test_a_journal_with_any_bit_flipped_reads_as_its_valid_prefix() -> None:
    for bit in range(BITS):
        damage.check_flip(bit)
