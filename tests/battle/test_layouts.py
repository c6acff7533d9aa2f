"""Layouts from outside: drafts are cleaned, confirms are refused as a whole."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.battle import sanitise_draft, strict_layout
from croupier.games.battle.layouts import card_name
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.menu import GAP

HAND = (0, 1, 2, 3)
TWO_ATTACKS = (0, 4, 2, 3)


@pytest.mark.parametrize(
    ("entries", "layout", "invalid"),
    [
        (["attack", None, "heal"], (0, GAP, 2), []),
        ([None, None, None], (GAP, GAP, GAP), []),
        (["attack", "attack", "heal"], (0, GAP, 2), ["attack"]),
        (["fireball", "heal", None], (GAP, 2, GAP), ["fireball"]),
        (["ATTACK", "GRASS", 0], (GAP, GAP, GAP), ["ATTACK", "GRASS", 0]),
        (["attack"], (0, GAP, GAP), []),
        ([], (GAP, GAP, GAP), []),
        (["attack", None, "heal", "counter", None], (0, GAP, 2), ["counter"]),
        ([["attack"], {"card": "heal"}, True], (GAP, GAP, GAP), [["attack"], {"card": "heal"}, True]),
        ("attack", (0, GAP, GAP), []),
        (17, (GAP, GAP, GAP), [17]),
        (None, (GAP, GAP, GAP), []),
    ],
)
def test_invalid_or_excess_cards_of_a_draft_become_null(
    entries: Any, layout: tuple[int, ...], invalid: list[Any]
) -> None:
    assert sanitise_draft(HAND, entries) == (layout, invalid)


def test_duplicates_are_allowed_as_often_as_the_hand_holds_them() -> None:
    assert sanitise_draft(TWO_ATTACKS, ["attack", "attack", "attack"]) == ((0, 4, GAP), ["attack"])
    assert strict_layout(TWO_ATTACKS, ["attack", None, "attack"]) == (0, GAP, 4)


@pytest.mark.parametrize(
    "entries",
    [
        ["attack", "attack", None],
        ["attack", None],
        ["attack", None, "heal", None],
        ["fireball", None, None],
        "attack",
        None,
        {"0": "attack"},
        [0, 1, 2],
    ],
)
def test_an_invalid_confirm_is_refused_as_a_whole(entries: Any) -> None:
    with pytest.raises(BadInput):
        strict_layout(HAND, entries)


def test_the_first_wrong_entry_is_named() -> None:
    with pytest.raises(BadInput, match="'fireball' cannot be laid"):
        strict_layout(HAND, ["attack", "fireball", "frost"])


def test_a_card_not_in_the_hand_is_refused() -> None:
    with pytest.raises(BadInput, match="'defense' cannot be laid: the hand is attack, attack, heal, counter"):
        strict_layout(TWO_ATTACKS, ["defense", None, None])


def test_cards_have_names_that_tell_copies_apart() -> None:
    assert [card_name(card) for card in (0, 4, 12, 16, 20, 3, 19)] == [
        "attack",
        "attack2",
        "attack4",
        "attack",
        "attack2",
        "counter",
        "counter",
    ]
