"""What rule books say of betting: how much, who speaks, and what happens to players with too few chips."""

from __future__ import annotations

import pytest

from croupier.games.genome import GAME, GameGenome, configure, find
from croupier.games.genome.language.genome import BettingPhase, DealPhase, LowScore, TrickPhase
from croupier.games.genome.machine.wagers import BET, CALL, RAISE
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import State
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.turns import HOUSE

from .books import chapter, random_rules, rules
from .table import GenomeTable, genome

ALL_IN = "you may go **all-in**"
SHORT_POST = "puts in what they have"
MATCHES = 6
LONGEST = 300
"""The number of decisions after which a match has shown enough."""


@pytest.mark.parametrize(
    ("phase", "says"),
    [
        (BettingPhase(5, 0, ante=1), "an ante of 1 chip into the pot. A bet is 5 chips. Nobody may raise."),
        (BettingPhase(5, 1), "A bet is 5 chips, and a raise adds as much. At most one raise may follow the first bet"),
        (BettingPhase(5, structure="spread", spread=20), "neither is more than 20 chips"),
        (BettingPhase(5, 0, structure="spread", spread=20), "A bet is at least 5 chips; it is not more than 20 chips."),
        (BettingPhase(5, structure="pot_limit"), "counted as if you had already called, or 5 chips."),
        (
            BettingPhase(5, structure="no_limit"),
            "the round, or, with your last chips, 5 chips or more; at most it is all",
        ),
        (BettingPhase(5, 0, structure="no_limit"), "A bet is at least 5 chips; at most it is all that you have."),
        (BettingPhase(5, blinds=(5,)), "The starter has to bet 5 chips, the blind. The next player speaks first."),
        (BettingPhase(5, blinds=(2, 5)), "the starter has to bet 5 chips, the big blind, and the other player 2 chips"),
        (DealPhase(1, "community"), "Turn up one card in the middle of the table: it belongs to everybody."),
        (DealPhase(2, "hand", "up"), "Everybody gets two cards, face up."),
        (DealPhase(2, "hand", "others"), "gets two cards, to be seen by all but the holder."),
        (DealPhase(1, "discard"), "Turn up one card onto the discard pile."),
    ],
)
def test_phase_of_the_table_in_words(phase: BettingPhase | DealPhase, says: str) -> None:
    played = genome(phase, BettingPhase(5), chips=100, cards=2) if isinstance(phase, DealPhase) else None
    text = rules(played or genome(phase, chips=100, cards=2))
    assert says.lower() in text.lower()


def test_bring_in_is_told_with_who_has_to_bet_it() -> None:
    betting = BettingPhase(5, opening="low_showing", bring_in=2)
    text = rules(genome(betting, chips=100, cards=2, face="up"))
    who = "Whoever shows the worst open cards, by poker ranks (of several, the first from the starter on),"
    assert f"{who} has to bet 2 chips, the bring-in. The next player speaks first." in text
    assert "The bring-in counts as the first bet; whoever has put it in still has a say, and may check or raise" in text


def test_option_of_a_forced_bet_is_told() -> None:
    text = rules(genome(BettingPhase(5, blinds=(2, 5)), chips=100))
    assert (
        "The big blind counts as the first bet; whoever has put it in still has a say, and may check or raise" in text
    )
    text = rules(genome(BettingPhase(5, 0, blinds=(5,)), chips=100))
    assert "whoever has put it in still has a say, and may check if nothing more is to call." in text


def test_three_blinds_and_fewer_players() -> None:
    blinds = BettingPhase(5, blinds=(1, 2, 5))
    told = "The first three players, from the starter on, have to bet 1 chip, 2 chips and 5 chips, the blinds"
    assert f"{told}." in rules(genome(blinds, chips=100, players=3))
    assert f"{told}; of fewer players, each puts in one." in rules(genome(blinds, chips=100, players=3, hands=5))


def test_a_seat_that_is_left_alone_shows_cards_that_are_counted() -> None:
    assert "and need not show your cards." in rules(genome(BettingPhase(5), chips=100))
    counting = genome(BettingPhase(5), chips=100, win=LowScore(counted="hand"))
    assert "and need not show your cards." in rules(counting), "the points are not written down"
    until = genome(BettingPhase(5), chips=100, win=LowScore(50, counted="hand"))
    assert "but show your cards, as their points count." in rules(until)


def test_starter_who_may_have_folded_does_not_speak_first() -> None:
    rounds = BettingPhase(5), TrickPhase(), BettingPhase(10, 1)
    assert "The starter, or the next player who is still in, speaks first." in rules(
        genome(*rounds, chips=100, players=3, cards=5, rounds=2)
    )
    assert "The starter speaks first." in rules(genome(BettingPhase(5), chips=100, players=3))


def test_where_nobody_may_raise_no_raise_is_spoken_of() -> None:
    silent = 0
    for played, text in random_rules():
        if all(phase.max_raises == 0 for phase in betting_of(played)):
            assert "raise" not in text.replace("Nobody may raise", "").replace("nobody may raise", ""), played.genome_id
            silent += "obody may raise" in text
    assert silent > 3
    assert "**raise**" not in rules(find("kuhn"))


def test_bet_is_spoken_of_only_where_somebody_can_open() -> None:
    forced = genome(BettingPhase(5, blinds=(2, 5)), chips=100)
    assert "While nobody has bet" not in rules(forced)
    assert "If you have put in as much as the highest bet, you may **check**, which costs nothing." in rules(forced)
    assert "While nobody has bet, you may **check**" in rules(genome(BettingPhase(5), chips=100))


# Players with too few chips.


def test_short_ante_and_blind_are_told() -> None:
    forced = BettingPhase(5, ante=2, blinds=(5, 10))
    text = chapter(genome(forced, chips=50, players=3, hands=10), "Betting")
    assert "Whoever has too few chips for an ante or a blind puts in what they have; a blind is called" in text
    assert "called and raised as if it were all there." in text
    text = chapter(genome(forced, chips=50, players=3, hands=10, side_pots=True), "Betting")
    assert "but nobody need put in more than another player who is still in has put in or still could." in text
    text = chapter(genome(BettingPhase(5, ante=2), chips=50, players=3, hands=10), "Betting")
    assert "Whoever has too few chips for an ante puts in what they have." in text


def test_short_blind_is_called_as_the_rule_book_says() -> None:
    """Of a blind of 10, two chips were posted: with one pot 10 are to call, with side pots as much as others have."""
    betting = BettingPhase(5, blinds=(5, 10))
    stacks = [3, 50, 2]
    one_pot = GenomeTable(genome(betting, chips=100, players=3, hands=2), stacks=[50, 2, 30])
    assert (one_pot.actor, one_pot.moves) == (2, ["CALL", "RAISE", "FOLD"])
    assert GAME.view(one_pot.state, 2).to_call == 10
    side_pots = GenomeTable(genome(betting, chips=100, players=3, hands=2, side_pots=True), stacks=stacks)
    assert GAME.view(side_pots.state, 2).to_call == 10, "the next player has 50 and has posted 10"
    side_pots = GenomeTable(genome(betting, chips=100, players=3, hands=2, side_pots=True), stacks=[3, 2, 50])
    assert GAME.view(side_pots.state, 2).to_call == 3, "nobody else has more"


def test_last_chip_is_all_in() -> None:
    text = rules(genome(BettingPhase(5), chips=30, hands=4))
    assert "Whoever has put in their last chip is all-in, and stays in the hand without a further say." in text


def test_all_in_that_cannot_happen_is_not_told() -> None:
    for name in ("kuhn", "leduc"):
        assert "all-in" not in rules(find(name)).lower()
        assert "There is one pot" not in rules(find(name))
    betting = BettingPhase(5, 1)
    assert ALL_IN not in rules(genome(betting, chips=20, hands=2)), "ten chips a hand are the most"
    assert ALL_IN in rules(genome(betting, chips=19, hands=2))
    assert ALL_IN in rules(genome(betting, betting, chips=14)), "ten chips in the first round leave four"
    assert ALL_IN not in rules(genome(betting, betting, chips=15)), "whatever is left is a bet"


def test_side_pots_without_an_all_in_only_return_bets() -> None:
    text = rules(genome(BettingPhase(5, 1), chips=10, side_pots=True))
    assert "What you have bet beyond all others goes back to you." in text
    assert "side pot" not in text


def test_all_in_is_told_wherever_the_machine_offers_one() -> None:
    """And where it is told, some play of a few comes to one, more often than not."""
    told = seen = 0
    for played, text in random_rules():
        if not betting_of(played):
            continue
        offered, short = offers_all_in(played)
        assert ALL_IN in text or not offered, played.genome_id
        assert SHORT_POST in text or not short, played.genome_id
        told += ALL_IN in text
        seen += offered
    assert told > 15
    assert seen > told // 2


def betting_of(played: GameGenome) -> list[BettingPhase]:
    """The rounds of betting of a genome."""
    return [phase for phase in played.turn_structure.phases if isinstance(phase, BettingPhase)]


def offers_all_in(played: GameGenome) -> tuple[bool, bool]:
    """Whether the machine offers an all-in in some matches between players who like to bet, and whether a seat posts
    its last chips."""
    offered = short = False
    for key in range(MATCHES):
        dealer, at_random = RandomDealer(key), random_chooser(GAME, key)
        state = GAME.start(configure(played)).state
        for _ in range(LONGEST):
            if not (pending := GAME.pending(state)):
                break
            decision = pending[0]
            if decision.seat == HOUSE:
                move = dealer.deal(state, decision)
            else:
                offered |= "ALL_IN" in decision.legal
                move = at_random(state, decision)
                if decision.named("FOLD") or decision.named("CHECK"):
                    tries = (at_random(state, decision) for _ in range(3))
                    move = next((other for other in tries if other.kind in (BET, CALL, RAISE)), move)
            short |= has_short_blind(state)
            GAME.advance(state, decision.seat, move)
    return offered, short


def has_short_blind(state: State) -> bool:
    """Whether the bet that is to be called is one that its seat could not put in."""
    return state.table.betting.nominal == 1
