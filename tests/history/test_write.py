"""Hands of ours as PHH: they read back as the same hand, and PokerKit plays them to the same end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest

from croupier import holdem
from croupier.games.holdem.events import BlindsPlaced, DealtIn, Eliminated
from croupier.history import HandHistory, Replay, Status, check, chosen_replay, histories_of, read_phh, tell, write_phh
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Move
from croupier.kernel.contract.record import MatchRecord, Recorder
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.text import told_face_up
from croupier.kernel.vocabulary.cards import parse_cards
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.menu import LEAVE
from croupier.kernel.vocabulary.turns import HOUSE, NOBODY

from .hands import DEALT, one, random_hand, random_match


def from_the_left_of(button: int, facts: Sequence[Fact], seats: int) -> list[Fact]:
    """Facts with their seats renumbered as PHH has them: the button is the last. Players go out in order of seats."""

    def place(seat: int) -> int:
        return NOBODY if seat == NOBODY else (seat - button - 1) % seats

    told: list[Fact] = []
    for fact in facts:
        match fact:
            case BlindsPlaced(big, small):
                told.append(BlindsPlaced(place(big), place(small)))
            case DealtIn(dealt):
                told.append(DealtIn(sum(1 << place(seat) for seat in range(seats) if dealt >> seat & 1)))
            case _:
                told.append(msgspec.structs.replace(fact, seat=place(fact.seat)) if hasattr(fact, "seat") else fact)
    out = iter(sorted((fact for fact in told if isinstance(fact, Eliminated)), key=lambda fact: fact.seat))
    return [next(out) if isinstance(fact, Eliminated) else fact for fact in told]


def test_reading_back_gives_the_same_events() -> None:
    rng = random.Random(1)
    for _ in range(100):
        hand = random_hand(rng)
        [history] = read_phh(write_phh(hand))
        replay = Replay(history).run()
        told = [fact for events in replay.events for fact in told_face_up(events)]
        assert told == from_the_left_of(hand.button, hand.events, len(hand.stacks))
        assert check(history).status == Status.EQUAL


def pokerkit_agrees_on_the_rules(history: HandHistory) -> bool:
    """Whether both ask the same to call: with more than two players and a short big blind, PokerKit asks for less
    than the blind; and it lets a big blind win that has put in nothing but its ante."""
    big_blind = 0 if len(history.stacks) == 2 else 1
    own_ante = history.antes[1] and not history.antes[0]
    return history.stacks[big_blind] >= history.blinds[1] + history.antes[1] or (big_blind == 0 and not own_ante)


def finish(text: str) -> list[int]:
    """The stacks with which PokerKit ends a hand."""
    *_, state = pytest.importorskip("pokerkit").HandHistory.loads(text)
    assert not state.status
    return list(state.stacks)


def features(history: HandHistory) -> set[str]:
    """What is special about a hand."""
    blinds, antes, lines = history.blinds, history.antes, history.actions
    special = {
        "heads-up": len(blinds) == 2,
        "antes": antes[0] > 0,
        "big blind ante": antes[1] > antes[0],
        "straddle": len(blinds) > 2 and blinds[2] > 0,
        "short small blind": len(blinds) > 2 and history.stacks[0] < blinds[0],
        "short ante": any(stack < ante for stack, ante in zip(history.stacks, antes, strict=True)),
        "all-in": any(" sm " in line for line in lines) and lines[-1].startswith("d db"),
        "side pots": sum(chips == 0 for chips in history.finishing or ()) > 1,
        "folded to": not any(" sm" in line for line in lines),
        "mucked": any(line.endswith(" sm") for line in lines),
    }
    return {name for name, there in special.items() if there}


def test_pokerkit_plays_our_hands_to_the_same_stacks() -> None:
    """In units of 60 chips, so that no pot has odd ones: PokerKit gives them all to the first winner."""
    rng = random.Random(2)
    seen: Counter[str] = Counter()
    for _ in range(120):
        text = write_phh(random_hand(rng, unit=60))
        [history] = read_phh(text)
        if pokerkit_agrees_on_the_rules(history):
            assert finish(text) == list(history.finishing or ()), text
            seen.update({"compared"} | features(history))
    assert seen["compared"] > 90 and len(seen) == 11, seen


def test_pokerkit_reads_heads_up_blinds_as_we_do() -> None:
    hand = holdem.deal([1000, 1000], (5, 10), button=0, seed=1)
    hand.fold()
    text = write_phh(hand)
    [history] = read_phh(text)
    assert history.actions[-1] == "p2 f" and history.finishing == (1005, 995)
    assert finish(text) == [1005, 995]


def test_names_of_players_are_written_in_the_order_of_the_file() -> None:
    hand = holdem.deal([1000] * 3, (5, 10), button=1, seed=1)
    [history] = read_phh(write_phh(hand, {"players": ["Ann", "Bob", "Cy"], "table": "Rose"}))
    assert history.about == {"players": ["Cy", "Ann", "Bob"], "table": "Rose"}
    assert history.finishing is None


def test_empty_seats_are_no_players() -> None:
    hand = holdem.deal([100, 0, 200, 0, 300], (5, 10), button=2, seed=1)
    assert read_phh(hand.to_phh())[0].stacks == (300, 100, 200)


def test_a_straddle_that_was_not_posted_is_not_written() -> None:
    hand = holdem.deal([100, 100, 100, 15], (5, 10), button=0, seed=1, straddles=(20,))
    assert read_phh(hand.to_phh())[0].blinds == (5, 10, 0, 0)


@pytest.mark.parametrize("seed", range(6))
def test_a_match_is_written_hand_by_hand(seed: int) -> None:
    record = random_match(seed, seats=4, stack=500, small_blind=5, big_blind=10, ante=seed % 2, hands=8)
    hands = histories_of(record)
    assert [hand.about["hand"] for hand in hands] == list(range(1, len(hands) + 1))
    assert all(check(hand).status == Status.EQUAL and check(hand).compared for hand in hands)
    for before, after in pairwise(hands):
        assert sorted(chips for chips in before.finishing or () if chips) == sorted(after.stacks)
    text = write_phh(record)
    assert text.startswith("[1]\n") and [hand.actions for hand in read_phh(text)] == [hand.actions for hand in hands]


def test_a_match_of_one_hand_has_the_shape_of_one_of_several() -> None:
    record = random_match(3, seats=3, hands=1)
    text = write_phh(record)
    assert text.startswith("[1]\nvariant = ")
    [history] = read_phh(text)
    again = Replay(history).run().record()
    assert histories_of(again)[0].to_toml() == histories_of(record)[0].to_toml()


def left_after(record: MatchRecord, moves: int) -> MatchRecord:
    """The record of the same match, left after some moves."""
    played = msgspec.structs.replace(record.played, moves=record.played.moves[:moves], scores=[])
    return MatchRecord(record.series, played)


def test_the_last_hand_of_a_match_that_was_left_has_no_finishing_stacks() -> None:
    record = random_match(1, seats=3, hands=3)
    assert histories_of(left_after(record, len(record.played.moves) - 1))[-1].finishing is None


def test_a_match_with_no_hand_dealt_has_nothing_to_write() -> None:
    record = random_match(1, seats=3, hands=1)
    with pytest.raises(BadInput, match="No hand of this match was dealt"):
        write_phh(left_after(record, 0))


def test_a_fixed_limit_is_the_variant_ft() -> None:
    record = random_match(1, seats=3, hands=2, structure="fixed")
    text = write_phh(record)
    assert text.count('variant = "FT"') == 2 and text.count("small_bet = 100\nbig_bet = 200") == 2
    for hand in read_phh(text):
        assert check(hand).status == Status.EQUAL
        [again] = read_phh(hand.to_toml())
        assert again == replace(hand, name=again.name)
    with pytest.raises(BadInput, match="big_bet is 300, but by our rules it is twice the small_bet of 100"):
        read_phh(text.replace("big_bet = 200", "big_bet = 300"))
    with pytest.raises(BadInput, match="lacks antes, small_bet"):
        read_phh("variant = 'FT'\nbig_bet = 4\nblinds_or_straddles = []\nstarting_stacks = []\nactions = []")


def test_a_hand_with_a_fixed_limit_becomes_a_record_and_is_told_as_one() -> None:
    [hand, *_] = read_phh(write_phh(random_match(1, seats=3, hands=1, structure="fixed")))
    record = MatchRecord.from_json(chosen_replay(hand).run().record().to_json())
    assert histories_of(record)[0].to_toml() == hand.to_toml()
    assert "Fixed-limit hold'em, blinds 50/100" in tell(hand)


@pytest.mark.parametrize(
    ("structure", "why"), [("pot_limit", "this hand had a pot limit"), ("spread", "this match had another limit")]
)
def test_other_limits_are_refused(structure: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        write_phh(random_match(1, seats=3, hands=1, structure=structure))


def test_leaving_in_mid_hand_is_refused() -> None:
    match = Recorder(holdem.GAME, holdem.configure(seats=3, seating="open", hands=1))
    match.advance(HOUSE, RandomDealer(1).deal(match.state, holdem.GAME.pending(match.state)[0]))
    match.advance(1, Move(LEAVE))
    with pytest.raises(BadInput, match="Seat 1 left in the middle of a hand"):
        write_phh(match.record())


def test_a_dead_small_blind_is_written_and_read_back() -> None:
    """Seat 2, the big blind of the first hand, is out after it: in the second, nobody is the small blind."""
    options = {"stacks": [100, 100, 10, 100], "small_blind": 5, "big_blind": 10, "button_rule": "dead", "hands": 2}
    match = Recorder(holdem.GAME, holdem.configure(**options))
    for seat, name, amount, cards in (
        (HOUSE, "DRAWN", 0, "2c 7h Ah Kh  3d 8s Ad Kd"),
        (3, "RAISE_TO", 50, ""),
        (0, "FOLD", 0, ""),
        (1, "FOLD", 0, ""),
        (HOUSE, "DRAWN", 0, "9c Tc 4d"),
        (HOUSE, "DRAWN", 0, "5s"),
        (HOUSE, "DRAWN", 0, "Qd"),
        (HOUSE, "NEXT_HAND", 0, ""),
        (HOUSE, "DRAWN", 0, "2c 3c 4c 5c 6c 7c"),
    ):
        match.advance(seat, Move(holdem.GAME.kind(name), amount, tuple(parse_cards(cards))))
    first, second = histories_of(match.record())
    assert (second.blinds, second.actions[:3]) == ((10, 0, 0), ("d dh p1 2c5c", "d dh p2 3c6c", "d dh p3 4c7c"))
    assert [len(histories_of(left_after(match.record(), moves))) for moves in (0, 1, 8, 9)] == [0, 1, 1, 2]
    assert [hand.finishing is None for hand in histories_of(left_after(match.record(), 6))] == [True]
    assert [hand.finishing is None for hand in (first, second)] == [False, True]
    whole = replace(second, actions=(*second.actions, "p2 f", "p3 f"), finishing=second.stacks)
    assert (check(whole).status, check(whole).assumes) == (Status.EQUAL, "There was no small blind.")
    assert check(first).status == Status.EQUAL


def test_fields_that_are_given_come_before_those_of_the_hand() -> None:
    history = one(DEALT, table="'Rose'", event="'Friday'")
    assert read_phh(write_phh(history, {"table": "Lily"}))[0].about == {"table": "Lily", "event": "Friday"}
    assert read_phh(write_phh(history))[0] == replace(history, name="this hand")
    match = random_match(3, seats=3, hands=2)
    assert [hand.about["hand"] for hand in histories_of(match, {"hand": 7, "table": "Rose"})] == [7, 7]
    of_file = chosen_replay(history).run().record()
    assert histories_of(of_file, {"venue": "Home"})[0].about == {"venue": "Home", **history.about}


BOARD = f"{DEALT}, p3 cbr 30, p1 cc, p2 f, d db 2c3c4h, p1 cc, p3 cc, p3 sm"


@pytest.mark.parametrize(
    ("was", "becomes", "fits"),
    [
        ("d db 2c3c4h", "d db 2c3c5h", False),
        ("p3 cbr 30", "p3 cbr 31", False),
        ("p2 f", "p2 cc", False),
        ("p3 sm", "p3 sm 7c2d", True),
        ("p3 sm", "# over", True),
    ],
)
def test_kept_lines_tell_of_the_same_bets_and_boards(was: str, becomes: str, fits: bool) -> None:
    series, played = chosen_replay(one(BOARD)).run().record()
    lines = [becomes if line == was else line for line in series.about["actions"]]
    changed = MatchRecord(msgspec.structs.replace(series, about={**series.about, "actions": lines}), played)
    if fits:
        [history] = histories_of(changed)
        assert history.actions == tuple(lines) and history.name == "this hand"
    else:
        with pytest.raises(BadInput, match="with other bets or boards than its moves"):
            histories_of(changed)
