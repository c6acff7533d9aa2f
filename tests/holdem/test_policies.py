"""The house bots: legal everywhere, the same at both speeds, each in character, and in order of strength."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from croupier import holdem
from croupier.agents.loading import house_bot
from croupier.games.holdem.betting_lines import calls_of, level_of, on_street, price_of, raises_of
from croupier.games.holdem.policies import POLICIES, starting_hands
from croupier.games.holdem.policies.grades import (
    ACE_HIGH,
    AIR,
    DRAW,
    MIDDLE_PAIR,
    MONSTER,
    STRONG_PAIR,
    TOP_PAIR,
    TWO_PAIR,
    WEAK_PAIR,
    grade,
)
from croupier.games.holdem.policies.starting_hands import PAIRS_OF_CARDS, kind_of, pair_at, place_of
from croupier.games.holdem.records import FLOP, PRE_FLOP
from croupier.kernel.contract.dealers import RandomDealer, StackedDealer
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.showing.playthrough import play_out
from croupier.kernel.vocabulary.betting import SEATS
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.evaluate import add_card

from .ladder import LADDER, contest, seated
from .room import GAME, Room

NAMES = tuple(POLICIES)


def cards(text: str) -> int:
    hand = 0
    for card in parse_cards(text):
        hand = add_card(hand, card)
    return hand


def chosen(room: Room, name: str, key: int = 1) -> str:
    """What a bot does in the seat whose turn it is."""
    move = house_bot(GAME, name, key).act(GAME.view(room.state, room.actor), room.decision)
    return GAME.kinds[move.kind]


def heads_up(cards: str) -> Room:
    """Two seats; the first two cards and the board in pairs as dealt: big blind, button, big blind, button, board."""
    return Room(StackedDealer(parse_cards(cards), RandomDealer(1)), seats=2, button=1, hands=1)


# What everybody remembers of the betting.


def test_a_line_tells_what_a_seat_did_on_each_street() -> None:
    room = Room(seats=3, button=0, hands=1)
    room.act("RAISE_TO", 250)
    room.act("FOLD")
    room.act("CALL")
    room.act("CHECK")
    room.act("RAISE_TO", 550)
    room.act("RAISE_TO", 1500)
    line = GAME.view(room.state, None).line
    opened, called = on_street(line[0], PRE_FLOP), on_street(line[2], PRE_FLOP)
    assert (raises_of(opened), calls_of(opened), level_of(opened)) == (1, 0, 1)
    assert (raises_of(called), calls_of(called), level_of(called)) == (0, 1, 1)
    assert price_of(opened) == price_of(called), "a bet and its call are of one size"
    assert level_of(on_street(line[0], FLOP)) == 1
    assert level_of(on_street(line[2], FLOP)) == 2
    assert on_street(line[1], PRE_FLOP) == 0, "who folds at once leaves no line"


def test_lines_are_forgotten_with_the_hand() -> None:
    room = Room(seats=2, button=0, hands=2)
    room.act("CALL")
    room.act("CHECK")
    assert any(room.table.line)
    room.fold_out()
    assert not any(room.table.line)


# What bots know of cards.


def test_every_pair_of_cards_has_its_place_among_starting_hands() -> None:
    shares = starting_hands.read(starting_hands.FILE.read_text("utf-8"))
    assert len(shares) == 169
    order = list(dict.fromkeys(kind_of(*_two(pair_at(number))) for number in range(PAIRS_OF_CARDS)))
    assert order == list(shares), "the file is in order"
    assert order[:4] == ["AA", "KK", "QQ", "JJ"]
    assert order[-1] == "32o"
    assert place_of(*parse_cards("AhAd")) == 0


def _two(pocket: int) -> tuple[int, int]:
    one, two = (card for card in range(52) if add_card(0, card) & pocket)
    return one, two


@pytest.mark.parametrize(
    ("pocket", "board", "expected"),
    [
        ("7c2d", "AhKs9d", AIR),
        ("Ac2d", "KhQs9d", ACE_HIGH),
        ("7c2d", "9h9s4d", AIR),
        ("7c2d", "AhKs7d", WEAK_PAIR),
        ("KcQd", "AhKs7d", MIDDLE_PAIR),
        ("9c8d", "9h7s2d", TOP_PAIR),
        ("Ac9d", "9h7s2d", STRONG_PAIR),
        ("TcTd", "9h7s2d", STRONG_PAIR),
        ("9c7d", "9h7s2d", TWO_PAIR),
        ("9c4d", "9h9s2d", TWO_PAIR),
        ("Ac4d", "9h9s9d", ACE_HIGH),
        ("8c6d", "9h7s5d", MONSTER),
        ("Ah2h", "Kh9h4s", ACE_HIGH + DRAW),
        ("8c7d", "9h6s2d", AIR + DRAW),
        ("8c7d", "9h6s2dKdQc", AIR),
        ("2c3d", "9hThJhQhKh", ACE_HIGH),
    ],
)
def test_grades_are_what_a_player_would_say(pocket: str, board: str, expected: int) -> None:
    assert grade(cards(pocket), cards(board), len(board) // 2) == expected


# In character.


def test_station_neither_folds_nor_raises() -> None:
    done = set()
    bots = {0: house_bot(GAME, "station"), 1: house_bot(GAME, "random", 1)}

    def choose(state: State, decision: Decision) -> Move:
        move = bots[decision.seat].act(GAME.view(state, decision.seat), decision)
        if decision.seat == 0:
            done.add(GAME.kinds[move.kind])
        return move

    for key in range(40):
        play_out(GAME, holdem.configure(2, hands=1), choose, key)
    assert done == {"CHECK", "CALL"}


def opened(name: str, button: int) -> int:
    """With how many of the 169 kinds of hands a bot raises first in from seat 3 of 6, where the button is there."""
    kinds = {kind_of(one, two): (one, two) for one in range(52) for two in range(one)}
    room = Room(seats=6, button=button)
    while room.actor != 3:
        room.act("FOLD")
    view, raises = GAME.view(room.state, 3), 0
    for pair in kinds.values():
        at = view.cards.first[2 + 3]
        view.cards.row[at : at + 2] = pair
        raises += house_bot(GAME, name).act(view, room.decision).kind == GAME.kind("RAISE_TO")
    return raises


def test_shark_opens_wider_on_the_button_than_under_the_gun() -> None:
    button, under_the_gun = opened("shark", 3), opened("shark", 0)
    assert 20 < under_the_gun < 45
    assert button > 2 * under_the_gun


def test_tight_folds_most_hands() -> None:
    folds = 0
    for key in range(300):
        room = Room(RandomDealer(key), seats=6)
        folds += chosen(room, "tight") == "FOLD"
    assert 0.7 * 300 < folds < 0.9 * 300


def test_tight_does_not_bet_what_it_would_not_show() -> None:
    for board in ("Ks8c3d", "QsJc7d", "9s5h5c"):
        room = heads_up("Ah 6d Tc 4s" + board)
        room.act("CALL")
        room.act("CHECK")
        assert {chosen(room, "tight", key) for key in range(10)} == {"CHECK"}


def test_oracle_folds_a_bluff_catcher_to_a_line_that_is_never_a_bluff() -> None:
    room = heads_up("9h 6d 8c 4s 9s Kc 2d 7h 3d")
    room.act("CALL")
    room.act("CHECK")
    for bet, raised in ((150, 600), (800, 2600)):
        room.act("RAISE_TO", bet)
        room.act("RAISE_TO", raised)
        room.act("CALL")
    room.act("CHECK")
    room.act("RAISE_TO", 6700)
    assert {chosen(room, "oracle", key) for key in range(5)} == {"FOLD"}


def test_oracle_calls_with_the_same_hand_after_a_weak_line() -> None:
    room = heads_up("9h 6d 8c 4s 9s Kc 2d 7h 3d")
    room.act("CALL")
    for _ in range(5):
        room.act("CHECK")
    room.act("CHECK")
    room.act("RAISE_TO", 100)
    assert "FOLD" not in {chosen(room, "oracle", key) for key in range(5)}


def test_oracle_is_not_run_over_by_a_bot_that_always_moves_in() -> None:
    calls = 0
    for key in range(200):
        room = Room(RandomDealer(key), seats=2, button=0)
        room.act("RAISE_TO", 10_000)
        calls += chosen(room, "oracle") == "CALL"
    assert 0.05 * 200 < calls < 0.2 * 200, "3.5 % would do: a called bluff costs thirty times what a blind is worth"


# Everywhere, at both speeds.


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_finds_something_legal_in_any_match(name: str) -> None:
    rng = random.Random(7)
    bots = [house_bot(GAME, name, 7, seat) for seat in range(SEATS)]

    def choose(state: State, decision: Decision) -> Move:
        return bots[decision.seat].act(GAME.view(state, decision.seat), decision)

    for key in range(15 if name in ("oracle", "blueprint") else 100):
        assert GAME.any_config is not None
        play_out(GAME, GAME.any_config(rng), choose, key)


def test_bots_decide_alike_at_both_speeds() -> None:
    table = seated("oracle", "shark", "tight", "station", "random", "shark", hands=3)
    assert table.run(5, 0, 30) == table.run_plain(5, 0, 30)


@pytest.mark.parametrize(
    ("stronger", "weaker", "hands"),
    [(*pair, hands) for pair, hands in zip(pairwise(LADDER), (10_000, 20_000, 5_000, 1_000_000), strict=True)],
)
def test_each_bot_beats_the_next(stronger: str, weaker: str, hands: int) -> None:
    found = contest(stronger, weaker, 2, hands).result
    assert found.won.low > 0
