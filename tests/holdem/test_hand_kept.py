"""Hands as values: compared, kept, taken back, looked back at, and run again."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from croupier import holdem
from croupier.games.holdem import events
from croupier.history import chosen_replay, histories_of, read_phh
from croupier.kernel.contract.record import MatchRecord
from croupier.kernel.errors import BadInput, IllegalAction
from tests.history.hands import one, play, random_hand

DECK = "AhKd7c AsKc2d Qh8h3s 9s 4c"


def three(**options: Any) -> holdem.Hand:
    return holdem.deal([1_000] * 3, (5, 10), **{"deck": DECK, "seed": 1, **options})


def played(hand: holdem.Hand, rng: random.Random, actions: int = 50) -> holdem.Hand:
    """The same hand some random actions later."""
    for _ in range(actions):
        if not hand.over:
            play(hand, rng, 1)
    return hand


def test_hands_are_equal_if_the_same_was_dealt_and_done() -> None:
    hand, twin, other = three(), three(), three(deck="AhKd7c AsKc2h")
    assert hand == twin and hand != other and hand != "hand"
    hand.call()
    assert hand != twin
    twin.call()
    assert hand == twin == twin.copy()


def test_cards_still_to_be_dealt_do_not_count() -> None:
    assert three() == three(deck="AhKd7c AsKc2d 2h")


def test_hands_change_and_have_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(three())


@pytest.mark.parametrize("seed", range(20))
def test_a_kept_hand_is_the_same_and_goes_on_alike(seed: int) -> None:
    rng = random.Random(seed)
    hand = holdem.deal([300] * 4, (5, 10), seed=seed, **rng.choice([{}, {"deck": "As Ah"}, {"antes": 2}]))
    played(hand, rng, rng.randint(0, 9))
    for twin in (pickle.loads(pickle.dumps(hand)), holdem.Hand.from_json(hand.to_json())):
        assert twin == hand and twin.events == hand.events
        assert played(twin, random.Random(7)) == played(hand.copy(), random.Random(7))


def test_the_json_of_a_hand_is_a_record_of_a_match_of_one_hand() -> None:
    hand = three()
    hand.fold()
    record = MatchRecord.from_json(hand.to_json())
    assert (record.series.game, record.series.about["deck"]) == ("holdem", "Ah Kd 7c As Kc 2d Qh 8h 3s 9s 4c")
    assert record.played.moves[-1] == (0, "FOLD", 0, [])
    assert histories_of(record)[0].about == {"hand": 1}


def test_a_record_of_a_hand_history_becomes_a_hand() -> None:
    history = one("d dh p1 AhAd, d dh p2 KhKd, d dh p3 7c2d, p3 cbr 30, p1 f")
    hand = holdem.Hand.from_json(chosen_replay(history).run().record().to_json())
    assert (hand.hole(0), hand.bets, hand.actor) == (("Ah", "Ad"), (5, 10, 30), 1)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace('"holdem"', '"battle"'), "The record is of battle"),
        (lambda text: text.replace('"hands":1', '"hands":2'), "several hands"),
        (lambda text: "{}", "not a match record"),
        (lambda text: text.replace('"deck":"', '"deck":"?? '), "Some cards of this hand are unknown"),
    ],
)
def test_an_invalid_hand_is_refused(change: Any, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        holdem.Hand.from_json(change(three().to_json()))


def test_undo_takes_back_actions_one_by_one() -> None:
    rng = random.Random(3)
    for _ in range(30):
        hand = holdem.deal([200] * 3, (5, 10), seed=rng.randrange(10**6))
        before = []
        while not hand.over:
            before.append(hand.copy())
            play(hand, rng, 1)
        while before:
            hand.undo()
            assert hand == before[-1] and hand.events == before.pop().events
        with pytest.raises(IllegalAction, match="Nobody has acted yet"):
            hand.undo()


def test_the_same_cards_come_again_after_undo() -> None:
    hand = holdem.deal([200] * 2, (5, 10), seed=9)
    hand.call()
    hand.check()
    flop = hand.board
    hand.undo()
    assert hand.board == ()
    hand.check()
    assert hand.board == flop


def test_every_seat_that_takes_a_pot_is_a_winner() -> None:
    hand = three()
    assert hand.winners == ()
    hand.fold()
    hand.fold()
    assert hand.winners == (2,)


def test_winners_of_side_pots_are_winners() -> None:
    """Seat 1 has the best hand and 100, seat 2 beats seat 0 for the rest."""
    hand = holdem.deal([300, 100, 300], (5, 10), deck="AhKd7c AsKc2d Qh8h3s 9s 4c")
    hand.raise_to(300)
    hand.call()
    hand.call()
    assert hand.winners == (1, 2) and hand.payoffs == (-300, 200, 100)


def test_a_hand_has_a_name_on_every_street() -> None:
    hand = three(deck="AhKd7c AsQc2d QhQs3s 9s 4c")
    assert [hand.hand_name(seat) for seat in range(3)] == ["seven high", "pair of aces", "king high"]
    hand.call(), hand.call(), hand.check()
    assert hand.hand_name(1) == "two pair, aces and queens" and hand.hand_name(2) == "three of a kind, queens"


def test_a_seat_without_cards_has_no_hand() -> None:
    hand = holdem.deal([100, 0, 100], (5, 10), seed=1)
    assert hand.hand_name(1) == ""
    with pytest.raises(BadInput, match="There is no seat 3"):
        hand.hand_name(3)


def test_a_hand_is_written_as_phh() -> None:
    hand = three(button=1)
    hand.fold()
    hand.fold()
    [history] = read_phh(hand.to_phh(players=["Ann", "Bob", "Cy"], venue="here"))
    assert history.about == {"players": ["Cy", "Ann", "Bob"], "venue": "here"}
    assert history.actions[-2:] == ("p3 f", "p1 f") and history.finishing == (995, 1005, 1000)


def test_streets_follow_one_another() -> None:
    hand = three()
    assert [street.name for street in hand.streets] == ["PRE_FLOP"]
    hand.raise_to(30), hand.fold(), hand.call()
    hand.check(), hand.bet(40), hand.call()
    hand.check(), hand.check()
    hand.check(), hand.check()
    told = [(street.name, street.board[-1:], street.pot) for street in hand.streets]
    assert told == [
        ("PRE_FLOP", (), 65),
        ("FLOP", ("3s",), 145),
        ("TURN", ("9s",), 145),
        ("RIVER", ("4c",), 145),
        ("SHOWDOWN", ("4c",), 145),
    ]
    assert events.BetPlaced(0, 40) in hand.streets[1].events
    assert [fact for street in hand.streets for fact in street.events] == hand.events


def test_the_pot_of_a_hand_without_showdown_is_what_was_won() -> None:
    hand = three()
    hand.raise_to(30), hand.fold(), hand.fold()
    assert [(street.name, street.pot) for street in hand.streets] == [("PRE_FLOP", 25)]


def all_in(**options: Any) -> holdem.Hand:
    hand = holdem.deal([100, 100], (5, 10), **options)
    hand.raise_to(100)
    hand.call()
    return hand


def test_run_it_twice_gives_each_board_half_the_pot() -> None:
    """Aces against kings; the kings hit on the second board."""
    hand = all_in(deck="Kd Ah Kc As  2h 7h 9c Jd 3s  2d 7d 9d Kh 3d")
    runs = hand.run_it()
    assert runs.boards == (("2h", "7h", "9c", "Jd", "3s"), ("2d", "7d", "9d", "Kh", "3d"))
    assert (runs.winners, runs.payoffs) == (((0,), (1,)), (0, 0))
    assert hand.payoffs == (100, -100) and hand == all_in(deck="Kd Ah Kc As  2h 7h 9c Jd 3s")


def test_the_cards_before_the_all_in_are_the_same_on_every_board() -> None:
    hand = holdem.deal([100, 100], (5, 10), seed=4)
    hand.call(), hand.check()
    hand.bet(90), hand.call()
    runs = hand.run_it(3)
    assert {board[:3] for board in runs.boards} == {hand.board[:3]} and runs.boards[0] == hand.board
    later = [card for board in runs.boards for card in board[3:]]
    assert len(set(later)) == 6 and not set(later) & {*hand.hole(0), *hand.hole(1), *hand.board[:3]}
    assert runs == hand.run_it(3)


def test_run_once_is_the_hand_itself_and_no_chip_is_lost() -> None:
    rng = random.Random(11)
    ran = 0
    for _ in range(300):
        hand = random_hand(rng)
        try:
            runs = [hand.run_it(times) for times in (1, 2, 3)]
        except IllegalAction:
            continue
        ran += 1
        assert runs[0].payoffs == hand.payoffs and runs[0].winners == (hand.winners,)
        assert all(sum(run.payoffs) == 0 for run in runs)
    assert ran > 60


def test_odd_chips_are_for_the_first_board() -> None:
    """A pot of 105: the aces win 53 on the first board, the kings 52 on the second."""
    hand = holdem.deal([50, 50, 100], (5, 10), button=0, deck="2c Kd Ah 3c Kc As 2h 7h 9c Jd 3s 2d 7d 9d Kh 3d")
    hand.call()
    hand.fold()
    hand.raise_to(100)
    hand.call()
    assert hand.run_it().payoffs == (52 - 50 + 1, -5, 2)


@pytest.mark.parametrize("actions", ["", "fold", "call check check check check check check check"])
def test_a_hand_without_an_all_in_before_the_river_is_not_run_again(actions: str) -> None:
    hand = holdem.deal([100, 100], (5, 10), seed=1)
    for action in actions.split():
        getattr(hand, action)()
    with pytest.raises(IllegalAction, match="all-in before the river"):
        hand.run_it()


def test_the_deck_ends_sometime() -> None:
    assert len(all_in(seed=1).run_it(9).boards) == 9
    with pytest.raises(IllegalAction, match="not enough cards for 10 runs of 5"):
        all_in(seed=1).run_it(10)
    with pytest.raises(BadInput, match="times takes a whole number from 1 to 20"):
        all_in(seed=1).run_it(0)
