"""Evenings at open tables, a few; `scripts/check_tables` watches as many as one likes."""

from __future__ import annotations

from .evenings import evenings


def test_chips_stacks_places_and_blinds_are_in_order_at_open_tables() -> None:
    seen = evenings(10_000)
    assert {"SIT", "LEAVE", "AWAY", "BACK", "NEXT_HAND", "2 seats", "5 seats"} <= seen.keys()
    assert {"TOP_UP", "AUTO_TOP_UP", "END_TOP_UP", "top-ups", "bought in again", "brought back"} <= seen.keys()
