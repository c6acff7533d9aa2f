"""Hold'em against PokerKit: random hands, and one worked example of each known difference.

`scripts/compare_pokerkit` plays as many random hands as you like; `docs/pokerkit-differences.md` explains the rest.
"""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.kernel.vocabulary.cards import parse_cards

from . import pokerkit_referee as referee
from .pokerkit_notes import (
    CALLER,
    CHECKER,
    EQUAL_BLINDS,
    IDLE_CHECK,
    LIMPER,
    NOTHING_POSTED,
    ODD_TOGETHER,
    POTS_MERGED,
    RESTARTED,
    SHORT_BLIND,
    Answer,
    Notes,
    Setup,
)
from .pokerkit_referee import Comparison, Result, Unexplained, compare_many, scripted

SHARDS = 2
HANDS = 80
"""Hands of a shard; `scripts/compare_pokerkit` plays as many as one likes."""

LOW = "2c3d 4h5s 6c7d 8h9s 2h3s 4c5d 6h7s 8c9d 2s3c".replace(" ", "")
BROADWAY = "TcJdQhKsAc"


def table(*stacks: int, blinds: tuple[int, int] = (50, 100), antes: int = 0, deck: str = "") -> Setup:
    """A table with the button on seat 0, where the board plays unless a deck is given."""
    return Setup(stacks, blinds, antes, 0, tuple(parse_cards(deck or LOW[: 4 * len(stacks)] + BROADWAY)))


class Followed(Comparison):
    """A comparison that remembers what both sides said where they differed."""

    differed: tuple[Answer, Answer | None] | None = None

    def _explain(self, *names: str) -> None:
        ours = referee.answer_of(self.ours)
        if ours is not None and self.theirs is not None and self.differed is None:
            self.differed = ours, self.theirs.answer
        super()._explain(*names)


def follow(setup: Setup, actions: str) -> Followed:
    """Play a hand through, checking or calling after the given actions."""
    comparison = Followed(setup, scripted(actions))
    comparison.run()
    return comparison


@pytest.mark.parametrize("shard", range(SHARDS))
def test_random_hands_differ_only_where_a_ruling_explains_it(shard: int) -> None:
    result = compare_many(shard * HANDS, (shard + 1) * HANDS)
    assert result.hands == HANDS
    assert result.complete > 0.85 * HANDS


@pytest.mark.parametrize(
    ("name", "setup", "actions", "ours", "theirs"),
    [
        (SHORT_BLIND, table(1000, 1000, 60, 1000), "", Answer(3, 100, 200, 1000), Answer(3, 60, 160, 1000)),
        (LIMPER, table(1000, 1000, 130), "0 call, 1 call, 2 raise to 130", Answer(0, 30), Answer(0, 30, 230, 1000)),
        (
            CHECKER,
            table(1000, 1000, 160),
            "0 call, 1 call, 2 check, 1 check, 2 raise to 60, 0 call",
            Answer(1, 60),
            Answer(1, 60, 160, 900),
        ),
        (
            CALLER,
            table(230, 160, 1000, 1000),
            "3 call, 0 call, 1 call, 2 check, 1 raise to 60, 2 call, 3 call, 0 raise to 130",
            Answer(2, 70),
            Answer(2, 70, 230, 900),
        ),
        (
            RESTARTED,
            table(550, 1000, 1000, 1000, 400, 500),
            "3 raise to 300, 4 raise to 400, 5 raise to 500, 0 raise to 550, 1 fold, 2 call",
            Answer(3, 250, 750, 1000),
            Answer(3, 250),
        ),
        (EQUAL_BLINDS, table(1000, 1000, blinds=(100, 100)), "", Answer(0, 0, 200, 1000), Answer(1, 0, 200, 1000)),
        (
            NOTHING_POSTED,
            table(1000, 1000, 12, 1000, blinds=(0, 100), antes=25),
            "",
            Answer(3, 100, 200, 975),
            Answer(1, 0, 100, 975),
        ),
    ],
)
def test_decisions_that_differ(name: str, setup: Setup, actions: str, ours: Answer, theirs: Answer) -> None:
    hand = follow(setup, actions)
    assert hand.result.differences[name] > 0
    assert set(hand.result.differences) == {name}
    assert hand.differed == (ours, theirs)


@pytest.mark.parametrize(
    ("name", "setup", "actions", "ours", "theirs"),
    [
        (ODD_TOGETHER, table(*[1000] * 4), "3 call, 0 call, 1 fold", (16, -50, 17, 17), (16, -50, 18, 16)),
        (
            POTS_MERGED,
            table(1000, 1000, 1000, 25, 1000, blinds=(1, 2), deck="4c Ad 2s 5c Ac 6c 7d 8s 9d 7h KcKdQcQd3h"),
            "3 raise to 25, 4 raise to 48, 0 call, 1 fold, 2 call, 2 raise to 10, 4 fold, 0 call",
            (36, -1, 38, -25, -48),
            (37, -1, 37, -25, -48),
        ),
    ],
)
def test_payoffs_that_differ(
    name: str, setup: Setup, actions: str, ours: tuple[int, ...], theirs: tuple[int, ...]
) -> None:
    hand = follow(setup, actions)
    assert hand.result.differences == Counter({name: 1})
    assert hand.theirs is not None
    assert (hand.ours.payoffs, hand.theirs.payoffs) == (ours, theirs)


def test_the_only_seat_that_can_act_is_not_asked_to_check() -> None:
    hand = follow(table(100, 1000, 1000), "0 call, 1 fold")
    assert hand.log == ["0 call", "1 fold"]
    assert hand.result == Result(
        1, complete=1, decisions=2, all_ins=1, differences=Counter([IDLE_CHECK]), hands_with=Counter([IDLE_CHECK])
    )


@pytest.mark.parametrize(
    ("setup", "actions"),
    [
        (table(1000, 60), ""),  # heads-up, a short big blind is called for what it has
        (table(400, 1000, 1000, 1000), "3 raise to 300, 0 raise to 400"),
        (table(400, 500, 1000, 1000), "3 raise to 300, 0 raise to 400, 1 raise to 500, 2 call, 3 raise to 700"),
        (table(1000, 3000, 5000), "0 raise to 1000, 1 raise to 3000, 2 call"),
        (table(1000, 5, 1000, antes=10), "0 raise to 300"),  # an ante that its seat cannot pay
        (table(1000, 1000, 1000, antes=100)._replace(big_blind_ante=True), "0 raise to 300, 1 raise to 1000"),
    ],
)
def test_hands_in_which_nothing_differs(setup: Setup, actions: str) -> None:
    hand = follow(setup, actions)
    assert hand.result.complete == 1
    assert not hand.result.differences


def test_an_unknown_difference_is_reported_with_all_it_takes_to_repeat_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "ALL_QUIRKS", frozenset())
    setup, actions = table(1000, 1000, 130), "0 call, 1 call, 2 raise to 130"
    with pytest.raises(Unexplained) as caught:
        follow(setup, actions)
    assert "PokerKit is not as we know it" in str(caught.value)
    assert f"{setup}\nPRE_FLOP: {actions}" in str(caught.value)


def test_a_wrong_answer_of_ours_is_not_taken_for_a_quirk(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Notes.expected
    monkeypatch.setattr(Notes, "expected", lambda *known: right(*known)._replace(call=99))
    with pytest.raises(Unexplained, match="ours is not what the rules ask for"):
        follow(table(1000, 1000, 1000), "")
