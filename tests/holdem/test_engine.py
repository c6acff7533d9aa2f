"""The engine lines of the arena protocol: legal actions, amounts, pots and the end of a match."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import holdem
from croupier.games.holdem.events import FlopDealt, HandShown, PotAwarded
from croupier.kernel.conformance import check_game
from croupier.kernel.language.records import from_row

from .ladder import seated
from .room import GAME, Room


def test_button_and_blinds_are_set_up() -> None:
    room = Room(seats=6, button=2)
    assert room.places == (2, 3, 4)
    assert [room.table.betting.bet[seat] for seat in range(6)] == [0, 0, 0, 50, 100, 0]


def test_defaults_are_six_seats_ten_thousand_and_fifty_hundred() -> None:
    config = holdem.configure()
    assert (config.seats, config.stack[0], config.small_blind, config.big_blind) == (6, 10_000, 50, 100)
    assert config.limit_ms == 15_000


def test_legal_actions_carry_their_amounts() -> None:
    decision = Room(seats=6).decision
    raise_to = decision.option(GAME.kind("RAISE_TO"))
    assert raise_to is not None
    assert [option.name for option in decision.options] == ["FOLD", "CALL", "RAISE_TO"]
    assert (raise_to.low, raise_to.high, raise_to.step) == (200, 10_000, 1)


def test_raise_updates_the_pot_and_who_must_answer() -> None:
    room = Room(seats=4, button=0)
    room.act("RAISE_TO", 300)
    assert room.table.betting.pot == 450
    assert room.table.betting.owes == 0b0111


def test_fold_to_win_awards_at_once_without_prompts() -> None:
    room = Room(seats=3, button=0, hands=1)
    room.act("RAISE_TO", 300)
    room.act("FOLD")
    room.act("FOLD")
    assert room.over
    assert room.kinds(PotAwarded) == [PotAwarded(seat=0, chips=250)]
    assert not room.kinds(HandShown)


def test_minimum_raise_is_capped_when_the_stack_equals_it() -> None:
    room = Room(stacks=[200, 1000, 1000], button=0)
    raise_to = room.decision.option(GAME.kind("RAISE_TO"))
    assert raise_to is not None
    assert (raise_to.low, raise_to.high) == (200, 200)


def test_zero_to_call_offers_check_and_no_call() -> None:
    room = Room(seats=2, button=0)
    room.act("CALL")
    names = [option.name for option in room.decision.owed]
    assert "CHECK" in names
    assert "CALL" not in names


def test_fold_cascade_after_the_flop_deals_no_more_streets() -> None:
    room = Room(seats=3, button=0, hands=1)
    room.act("CALL")
    room.act("CALL")
    room.act("CHECK")
    room.act("RAISE_TO", 100)
    room.act("FOLD")
    room.act("FOLD")
    assert room.over
    assert room.table.cards.count[1] == 3
    assert not room.kinds(FlopDealt)


def test_conforms_at_both_speeds() -> None:
    check_game(GAME, matches=12)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**40), st.integers(2, 10))
def test_chips_are_conserved_and_folded_seats_win_nothing(seed: int, seats: int) -> None:
    import random

    rng = random.Random(seed)
    hand = holdem.deal([rng.randint(1, 2_000) for _ in range(seats)], (10, 20), button=rng.randrange(seats), seed=seed)
    total = sum(hand.stacks) + hand.pot
    while not hand.over:
        choice = rng.choice(hand.legal)
        if choice == "RAISE_TO":
            assert hand.min_raise_to is not None and hand.max_raise_to is not None
            hand.raise_to(rng.choice([hand.min_raise_to, hand.max_raise_to]))
        else:
            getattr(hand, choice.lower())()
        assert sum(hand.stacks) + hand.pot == total
    assert sum(hand.stacks) == total
    folded = {event.seat for event in hand.events if type(event).__name__ == "Folded"}
    assert not folded & {event.seat for event in hand.events if isinstance(event, PotAwarded)}


def test_counts_are_the_same_plain_and_compiled() -> None:
    loop = seated(*["random"] * 6, hands=3, depth=10, ante=5)
    assert loop.run(7, 0, 100) == loop.run_plain(7, 0, 100)


def test_compiled_state_reads_back_as_plain() -> None:
    loop = seated(*["random"] * 4)
    loop.run(1, 0, 1)
    rows = loop._workspace()
    table = from_row(GAME.Table, rows[0])
    assert sum(table.betting.stack) == 40_000
