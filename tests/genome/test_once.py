"""Phases that are played once, before the rounds of the others."""

from __future__ import annotations

import pytest

from croupier.games.genome import GameGenome, from_json, to_json, validate
from croupier.games.genome.language.dead_parts import dead_parts, live_parts
from croupier.games.genome.language.genome import (
    BettingPhase,
    DealPhase,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    MostCaptured,
    PlayPhase,
    TrickPhase,
)
from croupier.games.genome.language.parts import ONCE, PHASES, without, written
from croupier.games.genome.machine.events import AntePosted, CardsTurnedUp
from croupier.games.genome.machine.records import HAND
from croupier.games.genome.rulebook.limits import least_held, most_held, most_rounds, most_turns

from .books import rules
from .table import GenomeTable, genome

ANTE, BOARD = BettingPhase(10, ante=5), DealPhase(1, "community")


def dead(played: GameGenome) -> list[str]:
    return [finding.path for finding in dead_parts(played)]


def test_ante_is_paid_once_before_the_rounds() -> None:
    for once, antes in ((0, 6), (1, 2)):
        played = genome(ANTE, BOARD, BettingPhase(10), chips=100, rounds=3, once=once)
        assert validate(played) == []
        table = GenomeTable(played)
        while table.actor is not None:
            table.do("CHECK")
        assert (len(table.told(AntePosted)), len(table.told(CardsTurnedUp))) == (antes, 3)


def test_cards_are_played_until_nobody_has_any_after_one_round_of_betting() -> None:
    table = GenomeTable(genome(ANTE, TrickPhase(), cards=3, chips=100, once=1, win=MostCaptured())).do("BET", "CALL")
    for _ in range(6):
        assert table.moves == ["PLAY"]
        table.do(f"PLAY {table.cards_for('PLAY').split()[0]}")
    assert table.actor is None


def test_turn_ends_where_the_rounds_begin() -> None:
    """Every seat draws before anybody discards, and only discards come again."""
    table = GenomeTable(genome(DrawPhase(2), DiscardPhase(), rounds=2, once=1, cards=1))
    assert [len(table.zone(HAND + seat).split()) for seat in (0, 1)] == [3, 3]
    for seat in (0, 1, 0, 1):
        assert (table.actor, table.moves) == (seat, ["DISCARD"])
        table.do(f"DISCARD {table.cards_for('DISCARD').split()[0]}")
    assert table.actor is None


def test_phases_played_once_do_not_repeat_the_others() -> None:
    """Without a number, phases come again where cards are played in them, not where that was done before."""
    table = GenomeTable(genome(PlayPhase(), BettingPhase(10), cards=3, chips=100, once=1))
    for _ in range(2):
        table.do(f"PLAY {table.cards_for('PLAY').split()[0]}")
    assert table.do("CHECK", "CHECK").actor is None


def test_something_is_left_for_the_rounds() -> None:
    (flaw,) = validate(genome(ANTE, BettingPhase(10), chips=100, rounds=2, once=2))
    assert str(flaw) == "$.turn_structure.once: 2 phases leave none for the rounds. Write 1 at most."


def test_it_is_written_only_where_it_says_something() -> None:
    played = genome(ANTE, BettingPhase(10), chips=100, rounds=2, once=1)
    assert '"once": 1' in to_json(played)
    assert from_json(to_json(played)) == played
    assert "once" not in to_json(genome(ANTE, BettingPhase(10), chips=100, rounds=2))


def test_without_a_phase_that_is_played_once_the_others_are_played_as_before() -> None:
    played = genome(BOARD, ANTE, BettingPhase(10), chips=100, rounds=2, once=2)
    assert without(played, (*PHASES, 0)) == genome(ANTE, BettingPhase(10), chips=100, rounds=2, once=1)
    assert without(played, (*PHASES, 2)).turn_structure.once == 2


def test_it_is_dead_where_nothing_comes_again() -> None:
    assert dead(genome(ANTE, BettingPhase(10), chips=100, once=1)) == [written(ONCE)]
    assert dead(genome(ANTE, BettingPhase(10), chips=100, rounds=2, once=1)) == []


def test_dead_phase_that_is_played_once_is_found() -> None:
    nothing_to_take = DrawPhase(source="discard")
    played = genome(nothing_to_take, ANTE, BOARD, BettingPhase(10), chips=100, rounds=2, once=2)
    assert dead(played) == ["$.turn_structure.phases[0]"]
    played = genome(nothing_to_take, BettingPhase(10), chips=100, rounds=2, once=1)
    assert dead(played) == ["$.turn_structure.phases[0]", written(ONCE)]


def test_turns_that_come_once_are_counted_once() -> None:
    """Two draws and two times two discards: the limit of six is never passed, that of five is."""
    for most, matters in ((6, False), (5, True)):
        played = genome(DrawPhase(2), DiscardPhase(), rounds=2, once=1, cards=2, max_turns=most)
        assert (("max_turns",) in live_parts(played)) == matters
    for most, matters in ((6, False), (5, True)):
        played = genome(TrickPhase(False), BOARD, TrickPhase(), once=2, cards=3, max_turns=most)
        assert (("max_turns",) in live_parts(played)) == matters, "three tricks of two cards"


@pytest.mark.parametrize(
    ("played", "says"),
    [
        (genome(ANTE, BettingPhase(20), chips=100, rounds=3, once=1), "Step 2 is done three times in a hand."),
        (
            genome(ANTE, BOARD, BettingPhase(20), chips=100, rounds=3, once=1),
            "Steps 2 and 3 are done three times in a hand.",
        ),
        (
            genome(ANTE, TrickPhase(), cards=5, chips=100, once=1),
            "Then it begins again with step 2, until nobody has cards left.",
        ),
        (
            genome(ANTE, BettingPhase(20), BettingPhase(20), chips=100, rounds=3, once=1),
            "All of this from step 2 on is done three times in a hand.",
        ),
        (
            genome(PlayPhase(), TrickPhase(), cards=5, once=1, win=EmptyHand()),
            "Then it begins again with step 2, until nobody has cards left. The hand is over at once when",
        ),
        (genome(DrawPhase(), DiscardPhase(), cards=5, once=1), "All of this is done once in a hand."),
    ],
)
def test_rule_book_tells_which_steps_come_again(played: GameGenome, says: str) -> None:
    assert says in rules(played)


def test_rule_book_tells_turns_that_come_once_apart() -> None:
    steps = DrawPhase(), DiscardPhase()
    assert rules(genome(*steps, cards=5, rounds=3)).count("**Turns.**") == 1
    text = rules(genome(*steps, cards=5, rounds=3, once=1))
    assert text.count("**Turns.**") == 2
    assert "Step 2 is done three times in a hand." in text


def test_cards_that_are_dealt_once_do_not_run_out() -> None:
    again, once = (genome(DrawPhase(5), TrickPhase(), cards=5, players=4, once=once) for once in (0, 1))
    assert "If the deck has too few cards" in rules(again)
    assert "If the deck has too few cards" not in rules(once)


def test_everybody_is_still_in_when_what_comes_once_is_done() -> None:
    text = rules(genome(DealPhase(face="up"), BettingPhase(20), chips=100, rounds=3, once=1))
    assert "**Cards.** Everybody gets one card" in text


def test_somebody_may_have_folded_only_before_what_comes_after() -> None:
    steps = DealPhase(face="up"), BettingPhase(20), DealPhase(face="up")
    text = rules(genome(*steps, players=3, chips=100, rounds=3, once=1))
    assert "**Cards.** Everybody gets one card" in text
    assert "**Cards.** Everybody who is still in gets one card" in text


def test_chips_that_are_put_in_once_do_not_run_out() -> None:
    again, once = (genome(ANTE, TrickPhase(), cards=5, chips=100, once=once) for once in (0, 1))
    assert "all-in" in rules(again)
    assert "all-in" not in rules(once)


def test_cards_that_are_turned_up_once_have_room() -> None:
    again, once = (genome(DealPhase(5, "community"), TrickPhase(), cards=5, once=once) for once in (0, 1))
    assert "are turned up in the middle of the table" in rules(again)
    assert "are turned up in the middle of the table" not in rules(once)


def test_how_far_a_hand_goes_is_counted_from_what_is_left_for_the_rounds() -> None:
    """Five cards, one into the first trick and two more dealt: six are left for rounds of two tricks."""
    for first, held in (((TrickPhase(), DealPhase(2)), 6), ((DealPhase(2), TrickPhase()), 7)):
        played = genome(*first, TrickPhase(), TrickPhase(), cards=5, once=2, win=MostCaptured())
        assert (most_rounds(played), most_turns(played), most_held(played)) == (3, 2 + 3 * 2 * 2, held)


def test_cards_that_are_laid_once_leave_others() -> None:
    laid_once = genome(DiscardPhase(), BettingPhase(10), cards=3, chips=100, rounds=4, once=1)
    assert least_held(laid_once) == 2
    assert least_held(genome(DiscardPhase(), BettingPhase(10), cards=3, chips=100, rounds=4)) == 0
