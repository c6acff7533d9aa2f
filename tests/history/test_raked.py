"""Hands of a cash table with a rake, as hand histories."""

from __future__ import annotations

from croupier import holdem
from croupier.games.holdem.phh import RAKE, HandHistory
from croupier.history import Status, check, histories_of, read_phh, write_pokerstars
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.record import Recorder
from croupier.kernel.vocabulary.turns import HOUSE

from .pokerstars_texts import read

GAME = holdem.GAME


def evening() -> list[HandHistory]:
    """Three hands at a cash table in which everybody calls; a seat is topped up before each."""
    match, dealer = (
        Recorder(GAME, holdem.configure(3, 5_000, seating="cash", rake=5, rake_cap=40, hands=3)),
        RandomDealer(1),
    )
    match.advance(0, Move(GAME.kind("AUTO_TOP_UP")))
    while pending := GAME.pending(match.state):
        decision = pending[0]
        if decision.seat == HOUSE:
            match.advance(HOUSE, dealer.deal(match.state, decision))
        else:
            match.advance(decision.seat, decision.move("CALL" if decision.named("CALL") else "CHECK"))
    return histories_of(match.record())


def test_what_the_house_took_is_in_phh_and_fits_the_end_of_the_hand() -> None:
    for hand in evening():
        (again,) = read_phh(hand.to_toml())
        assert again.about[RAKE] == 15, "5 % of 300"
        result = check(again)
        assert result.status == Status.RAKED and result.rake is not None and result.rake.chips == 15


def test_a_stack_in_a_hand_history_has_what_was_put_on_before() -> None:
    stacks = [max(hand.stacks) for hand in evening()]
    assert stacks[0] == 5_000 and stacks[1] >= 10_000


def test_what_the_house_took_is_in_the_text_of_pokerstars() -> None:
    for number, hand in enumerate(evening(), 1):
        text = write_pokerstars(hand, number)
        assert "Total pot 300 | Rake 15" in text
        assert read(text).about[RAKE] == 15
