"""The cards of a hand: settled and committed to before anything is told, told once, and announced by a hash."""

from __future__ import annotations

from croupier.arena.shuffle import hash_of_secret
from croupier.arena.tables.table import Shoe
from croupier.games import load
from croupier.kernel.contract.game import State
from croupier.kernel.vocabulary.turns import HOUSE

GAME = load("holdem")


def shoe_at(secret: int = 1, hand: str = "H-1") -> tuple[Shoe, State]:
    shoe, state = Shoe(GAME), GAME.start(GAME.configure(seats=2)).state
    shoe.prepare(secret.to_bytes(32))
    shoe.open_hand(hand)
    return shoe, state


def play_on(shoe: Shoe, state: State) -> list[str]:
    """Let the house draw until a seat is asked; the roots that were told."""
    roots = []
    while state.owed >> HOUSE & 1:
        roots += [one.root for one in shoe.look_ahead(state)]
        GAME.advance(state, HOUSE, shoe.draw())
    return roots


def test_the_next_deal_is_settled_once_and_told_once() -> None:
    shoe, state = shoe_at()
    first = shoe.look_ahead(state)
    assert len(first) == 1 and shoe.commitment == first[0].root
    assert shoe.look_ahead(state) == [], "it is settled already"
    drawn = shoe.draw()
    assert drawn.cards
    again, other = shoe_at()
    assert [one.root for one in again.look_ahead(other)] == [first[0].root] and again.draw() == drawn


def test_a_hand_of_one_deck_has_one_root_to_its_end() -> None:
    shoe, state = shoe_at()
    roots = play_on(shoe, state)
    while not GAME.between_hands(state) and state.owed:
        decision = GAME.pending(state)[0]
        GAME.advance(state, decision.seat, decision.move("CALL" if decision.named("CALL") else "CHECK"))
        if not GAME.between_hands(state):
            roots += play_on(shoe, state)
    assert len(roots) == 1 and shoe.commitment == roots[0]
    assert shoe.look_ahead(state) == [], "the next hand has a shoe of its own"


def test_where_nobody_draws_nothing_is_settled() -> None:
    shoe, state = shoe_at()
    play_on(shoe, state)
    assert shoe.look_ahead(state) == []


def test_every_hand_is_dealt_anew_by_its_own_secret_and_name() -> None:
    roots = set()
    for secret, hand in ((1, "H-1"), (2, "H-1"), (1, "H-2")):
        shoe, state = shoe_at(secret, hand)
        roots.add(play_on(shoe, state)[0])
    assert len(roots) == 3
    shoe, state = shoe_at()
    shoe.look_ahead(state)
    shoe.prepare((2).to_bytes(32))
    shoe.open_hand("H-2")
    assert shoe.commitment == ""
    fresh = GAME.start(GAME.configure(seats=2)).state
    assert len(shoe.look_ahead(fresh)) == 1 and shoe.commitment


def test_the_hash_of_the_next_secret_is_told_for_the_hand_that_it_is_for() -> None:
    shoe = Shoe(GAME)
    assert shoe.announced("H-1") == "", "there is none yet"
    for secret, hand in ((5, "H-1"), (5, "H-2"), (4, "H-1"), (6, "H-0")):
        shoe.prepare(secret.to_bytes(32))
        for _ in range(2):
            assert shoe.announced(hand) == hash_of_secret(secret.to_bytes(32), hand)
