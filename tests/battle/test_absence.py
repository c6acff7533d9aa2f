"""Absence and its price: only a player who sends nothing at all is absent, and one round alone costs nothing."""

from __future__ import annotations

from croupier.games.battle.events import AbsenceCounted, BothLost, MatchWon, RoundEnded, Touched
from croupier.games.battle.records import ATTACK, TIMEOUT_REASON
from croupier.kernel.vocabulary.menu import GAP

from .table import Match

EMPTY = (GAP, GAP)


def canonical(**options: object) -> Match:
    """A match whose rounds last until the deadline, as the specification has it."""
    return Match(reveal_when_confirmed=False, **options)


def test_all_null_draft_is_not_afk() -> None:
    match = canonical()
    for _ in range(3):
        match.draft(0, "- - -")
        match.confirm(1, "- - -")
        match.deadline()
    assert match.table.absent == [0, 0]
    assert match.revealed == [EMPTY] * 9
    assert match.scores is None


def test_confirm_of_three_empty_places_is_not_afk() -> None:
    match = canonical()
    match.confirm(0, "- - -")
    match.deadline()
    assert match.table.absent == [0, 1]


def test_a_refused_confirm_is_a_sign_of_life_once_the_server_notes_it() -> None:
    match = canonical()
    match.draft(0, "attack - -")
    match.deadline()
    match.draft(1, "- attack -")
    assert (match.touch(0).seen_by(0), match.touch(0).seen_by(1)) == ([Touched(0)], [])
    match.deadline()
    assert match.table.absent == [0, 0]
    match.draft(1, "- attack -")
    match.touch(1)
    match.deadline()
    assert match.revealed[7] == (GAP, ATTACK), "a sign of life leaves the draft as it was"


def test_a_seat_is_told_of_its_own_absence_and_of_no_other() -> None:
    match = canonical()
    match.draft(0, "attack - -")
    events = match.deadline()
    assert AbsenceCounted(1, 1) in events.seen_by(1)
    assert all(AbsenceCounted(1, 1) not in events.seen_by(seat) for seat in (0, None))
    match.draft(0, "attack - -")
    match.draft(1, "attack - -")
    assert match.deadline().seen_by(1)[1] == AbsenceCounted(1, 0)


def test_match_does_not_end_after_one_afk_round() -> None:
    match = canonical()
    match.confirm(1, "attack - -")
    match.deadline()
    assert match.scores is None
    assert match.hp == (8, 10)


def test_one_afk_two_rounds_loses() -> None:
    match = canonical()
    for _ in range(2):
        match.confirm(1, "- - -")
        match.deadline()
    assert match.told(MatchWon) == [MatchWon(1, TIMEOUT_REASON)]
    assert match.scores == (-1, 1)


def test_afk_is_judged_before_any_step_is_revealed() -> None:
    match = canonical(start_hp=(10, 2))
    match.draft(0, "- - -")
    match.deadline()
    match.draft(0, "attack - -")
    match.deadline()
    assert match.scores == (1, -1)
    assert len(match.revealed) == 3, "only the first round was revealed"
    assert match.hp == (10, 2)
    assert match.told(RoundEnded) == [RoundEnded(1)]


def test_both_afk_two_rounds_burns_pot() -> None:
    match = canonical(stake=3)
    match.deadline()
    assert match.scores is None
    match.deadline()
    assert match.scores == (-3, -3)
    assert (match.table.pot, match.table.burnt) == (0, 6)
    assert match.told(BothLost) == [BothLost(TIMEOUT_REASON)]


def test_both_afk_is_tested_before_single_afk() -> None:
    """Seat 0 is absent for the second time in the round in which both are for the first time: seat 0 alone loses."""
    match = canonical()
    match.confirm(1, "- - -")
    match.deadline()
    match.deadline()
    assert match.scores == (-1, 1)
    both = canonical()
    both.deadline()
    both.deadline()
    assert both.table.winner == -1, "neither is punished as the only one"


def test_afk_streak_needs_rounds_in_a_row() -> None:
    match = canonical()
    for present in (False, True, False, True, False):
        if present:
            match.touch(0)
        match.touch(1)
        match.deadline()
    assert match.table.absent[0] == 1
    assert match.scores is None


def test_afk_streak_resets_when_confirmed_early() -> None:
    match = Match()
    match.touch(1)
    match.deadline()
    assert match.table.absent == [1, 0]
    match.round("- - -", "- - -")
    assert match.table.absent == [0, 0]
    match.touch(1)
    match.deadline()
    assert match.scores is None


def test_both_afk_streak_resets_when_one_is_back() -> None:
    match = canonical()
    match.deadline()
    match.touch(0)
    match.touch(1)
    match.deadline()
    match.deadline()
    assert match.scores is None
    assert match.table.both_absent == 1


def test_afk_in_sudden_death_counts() -> None:
    match = canonical(rounds=1)
    match.touch(0)
    match.deadline()
    assert match.table.sudden_death == 1
    match.touch(0)
    match.deadline()
    assert match.scores == (1, -1)
