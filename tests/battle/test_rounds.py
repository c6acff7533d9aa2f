"""What counts when a round is finalised, who was absent, and what both may send."""

from __future__ import annotations

import pytest

from croupier.games.battle import GAME
from croupier.games.battle.events import LayoutConfirmed, RoundEnded, RoundStarted, StepRevealed
from croupier.games.battle.records import ATTACK, DEFENSE, HEAL
from croupier.games.battle.rules import CONFIRM, DRAFT, TOUCH
from croupier.games.battle.steps import GRASS
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import IllegalAction
from croupier.kernel.vocabulary.menu import GAP, LEAVE, TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK

from .table import Match

EMPTY = (GAP, GAP)


def canonical(**options: object) -> Match:
    """A match whose rounds last until the deadline, as the specification has it."""
    return Match(reveal_when_confirmed=False, **options)


def test_the_numbers_of_the_standard_match() -> None:
    config = GAME.configure()
    assert (config.start_hp, config.max_hp, config.rounds) == ([10, 10], 10, 3)
    assert (config.prep_ms, config.stake, config.max_rounds) == (20_000, 1, 0)
    assert [GAME.pause(config, StepRevealed(step, (0, 0))) for step in range(3)] == [250, 900, 900]
    match = Match()
    assert (match.table.pot, match.table.tokens) == (2, [0, 0])


def test_both_owe_at_once_with_the_same_clock() -> None:
    one, two = GAME.pending(Match().state)
    assert (one.seat, two.seat) == (0, 1)
    assert (one.limit_ms, one.shared_clock) == (20_000, True)
    assert [option.name for option in one.options] == ["CONFIRM", "DRAFT", "TOUCH", "LEAVE"]
    assert [option.name for option in one.owed] == ["CONFIRM"]


def test_confirmed_layout_is_played() -> None:
    match = canonical()
    match.draft(0, "heal defense -")
    match.confirm(0, "attack - -")
    match.deadline()
    assert match.revealed == [(ATTACK, GAP), EMPTY, EMPTY]


def test_the_last_confirm_before_finalisation_counts() -> None:
    match = canonical()
    match.confirm(0, "attack - -")
    match.confirm(0, "- heal -")
    match.confirm(1, "- - -")
    match.confirm(0, "defense - -")
    match.deadline()
    assert match.revealed == [(DEFENSE, GAP), EMPTY, EMPTY]


def test_a_draft_after_a_confirm_does_not_withdraw_it() -> None:
    match = canonical()
    match.confirm(0, "attack - -")
    match.draft(0, "- heal -")
    match.deadline()
    assert match.revealed[0] == (ATTACK, GAP)


def test_partial_draft_is_played_with_empty_places() -> None:
    match = canonical()
    match.draft(0, "attack - -")
    match.deadline()
    assert match.revealed == [(ATTACK, GAP), EMPTY, EMPTY]
    assert match.table.absent == [0, 1]


def test_the_last_draft_counts() -> None:
    match = canonical()
    match.draft(0, "attack - -")
    match.draft(0, "- - heal")
    match.deadline()
    assert match.revealed == [EMPTY, EMPTY, (HEAL, GAP)]


def test_nothing_of_a_round_is_left_in_the_next() -> None:
    match = canonical()
    match.draft(0, "- attack -")
    match.confirm(1, "heal - -")
    match.deadline()
    match.touch(0)
    match.touch(1)
    match.deadline()
    assert match.revealed[3:] == [EMPTY] * 3


def test_a_refused_confirm_changes_nothing() -> None:
    match = canonical()
    before = match.state.hash()
    for cards in ((0, 0, GAP), (0, GAP), (0, 1, 2, 3), (16, GAP, GAP), (GAP, GAP, GRASS), (-1, GAP, GAP)):
        with pytest.raises(IllegalAction, match="Legal: CONFIRM 3 of attack, defense, heal, counter or -"):
            match.make(0, Move(CONFIRM, 0, cards))
    assert match.state.hash() == before


def test_a_refused_confirm_leaves_the_last_valid_one() -> None:
    match = canonical()
    match.confirm(0, "attack - -")
    with pytest.raises(IllegalAction):
        match.make(0, Move(CONFIRM, 0, (2, 2, GAP)))
    match.deadline()
    assert match.revealed[0] == (ATTACK, GAP)


def test_deadline_finalises_even_if_both_confirmed() -> None:
    match = canonical()
    match.confirm(0, "attack - -")
    match.confirm(1, "- - -")
    assert match.revealed == []
    (clock,) = GAME.pending(match.state)
    assert (clock.seat, [option.name for option in clock.owed]) == (CLOCK, ["TIMEOUT"])
    assert [option.aside for option in GAME.decision(match.state, 0).options] == [True] * 4
    match.deadline()
    assert match.hp == (10, 8)


def test_reveal_when_confirmed_finalises_at_once() -> None:
    match = Match()
    match.confirm(0, "attack - -")
    assert match.revealed == []
    match.confirm(1, "- - -")
    assert match.hp == (10, 8)
    assert [decision.seat for decision in GAME.pending(match.state)] == [0, 1]


@pytest.mark.parametrize("early", [True, False])
def test_finalise_once(early: bool) -> None:
    match = Match(reveal_when_confirmed=early)
    match.round("attack - -", "- - -")
    assert (match.table.hands, match.table.round, len(match.revealed)) == (1, 2, 3)
    assert match.told(RoundStarted) == [RoundStarted(1), RoundStarted(2)]
    assert match.told(RoundEnded) == [RoundEnded(1)]
    match.confirm(0, "attack - -")
    assert len(match.revealed) == 3, "what comes after belongs to the next round"


def test_a_hand_is_a_round() -> None:
    match = Match()
    match.round("- - -", "- - -")
    match.confirm(0, "- - -")
    assert (match.table.hands, GAME.view(match.state, 0).hands) == (1, 1)


def test_grass_never_leaves_the_rules() -> None:
    match = canonical()
    match.draft(0, "attack - -")
    match.deadline()
    match.confirm(1, "- heal -")
    match.deadline()
    assert {GRASS} & {card for step in match.revealed for card in step} == set()
    for seat in (0, 1, None):
        assert GRASS not in GAME.view(match.state, seat).flat()
    assert GRASS not in match.table.flat()
    assert match.revealed == [(ATTACK, GAP), EMPTY, EMPTY, EMPTY, (GAP, HEAL), EMPTY]


def test_everything_that_may_be_sent_is_offered_until_the_end() -> None:
    match = Match()
    match.confirm(0, "- - -")
    assert {option.kind for option in GAME.decision(match.state, 0).options} == {CONFIRM, DRAFT, TOUCH, LEAVE}
    assert GAME.decision(match.state, CLOCK).option(TIMEOUT)
    match.leave(1)
    for actor in (0, 1, CLOCK):
        assert GAME.decision(match.state, actor).options == ()


def test_only_the_seat_itself_is_told_of_its_confirm() -> None:
    events = Match().confirm(0, "attack heal -")
    assert events.seen_by(0) == [LayoutConfirmed(0, (ATTACK, HEAL, GAP))]
    assert events.seen_by(1) == events.seen_by(None) == []
