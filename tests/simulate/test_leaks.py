"""What decisions cost: known costs in Kuhn poker and on rivers, no optimism, nothing hidden; then spots and samples."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest

from croupier.games import load
from croupier.games.holdem import GAME as HOLDEM
from croupier.games.holdem.words import spot
from croupier.kernel.contract.dealers import StackedDealer
from croupier.kernel.contract.decision import Decision, Move, Option
from croupier.kernel.contract.game import Game, State
from croupier.kernel.contract.house_bots import Holdings, Worths
from croupier.kernel.contract.record import MatchRecord, Played, Recorder, move_of, replay, series_of
from croupier.kernel.errors import BadInput, Diverged
from croupier.kernel.showing.playthrough import play_out, random_chooser
from croupier.kernel.vocabulary.cards import UNKNOWN, parse_cards
from croupier.kernel.vocabulary.menu import LEAVE
from croupier.kernel.vocabulary.turns import HOUSE
from croupier.simulate.leaks.costs import by_solution, by_strategy, by_worlds
from croupier.simulate.leaks.findings import COSTLIEST, Asked, Leaks, leaks_of, of_record, read_leaks
from croupier.simulate.leaks.judging import (
    PLAYED_OUT,
    SOLVED,
    Judge,
    JudgedHand,
    JudgedMove,
    Sat,
    Wanted,
    hands_in,
    is_choice,
)
from croupier.simulate.leaks.sampling import TOGETHER, Player, Unit, drawn, player_named
from croupier.simulate.leaks.weighing import MOST_CHOICES, Weigher, every_choice
from tests.simulate.plainly import weigh_plainly
from tests.toys.kuhn import GAME as KUHN

KUHN_AT = "tests.toys.kuhn"
WORLDS = 1_000
ONE_HAND = {"seats": 2, "hands": 1}


def match(game: Game, cards: Sequence[int], moves: Sequence[str], **options: int) -> MatchRecord:
    """A match with given cards and moves, each a name with perhaps an amount."""
    config = game.configure(**options)
    recorder, dealer, left = Recorder(game, config), StackedDealer(cards), list(moves)
    while pending := game.pending(recorder.state):
        decision = pending[0]
        if decision.seat == HOUSE:
            recorder.advance(HOUSE, dealer.deal(recorder.state, decision))
        elif not left:
            break
        else:
            name, _, amount = left.pop(0).partition(" ")
            recorder.advance(decision.seat, decision.move(name, int(amount or 0)))
    return recorder.record(("one", "other"))


def judged(record: MatchRecord, seat: int, worlds: int = WORLDS, where: str | None = None) -> JudgedHand:
    """The first hand of a match, judged for a seat."""
    judge = Judge(record.series, where, 1)
    (hand,) = judge.hands(Wanted(Sat(0, 0, 0, seat, record.played), range(1)), worlds)
    return hand


JACK, QUEEN, KING = range(3)


@pytest.mark.parametrize(
    ("own", "moves", "cost"),
    [
        (KING, ("BET", "FOLD"), 3.0),  # a call wins 2, a fold loses 1
        (KING, ("BET", "CALL"), 0.0),
        (QUEEN, ("BET", "FOLD"), 1.0),  # a call wins from the jack and loses to the king
        (JACK, ("BET", "CALL"), 1.0),
        (JACK, ("BET", "FOLD"), 0.0),
        (KING, ("CHECK", "CHECK"), 0.5),  # a bet is called half the time
    ],
)
def test_costs_in_kuhn_poker_are_the_known_ones(
    own: int, moves: Sequence[str], cost: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    weigh_plainly(monkeypatch, KUHN)
    (move,) = judged(match(KUHN, [(own + 1) % 3, own], moves), 1, where=KUHN_AT).moves
    assert move.cost == pytest.approx(cost, abs=0.15 if 0 < cost < 3 else 1e-9)
    assert move.low <= move.cost <= move.high and move.by == PLAYED_OUT
    assert (move.better == move.played) == (cost == 0)


def test_later_decisions_are_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first to act bets a king for 1.5 and checks it for 0.75 on average, if everybody plays at random."""
    weigh_plainly(monkeypatch, KUHN)
    (move,) = judged(match(KUHN, [KING, QUEEN], ("CHECK", "CHECK")), 0, where=KUHN_AT).moves
    assert move.cost == pytest.approx(0.75, abs=0.2) and move.better == "BET"
    assert move.spot == ("", "", "check or bet", "check")


def test_all_choices_meet_the_same_worlds_and_the_same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice that is weighed twice is worth the same in every world, although much is drawn after it."""
    weigh_plainly(monkeypatch, KUHN)
    *_, (state, _) = replay(KUHN, *match(KUHN, [KING, QUEEN], ()))
    check = KUHN.decision(state, 0).move("CHECK")
    worths = Weigher(KUHN).worths(state, 0, [check, check], 64, random.Random(1))
    assert (worths[:, 0] == worths[:, 1]).all() and len(np.unique(worths[:, 0])) > 2


def test_nothing_that_the_seat_does_not_see_enters(monkeypatch: pytest.MonkeyPatch) -> None:
    weigh_plainly(monkeypatch, KUHN)
    hands = [judged(match(KUHN, [other, QUEEN], ("BET", "FOLD")), 1, where=KUHN_AT) for other in (JACK, KING)]
    assert hands[0].moves == hands[1].moves
    assert judged(without(QUEEN_FOLDS, 0), 1, where=KUHN_AT).moves == hands[0].moves


def without(record: MatchRecord, *cards: int) -> MatchRecord:
    """A record as it is told to a reader that may not see some of the first cards drawn."""
    series, played = record
    _, kind, amount, drawn = played.moves[0]
    told = [UNKNOWN if at in cards else card for at, card in enumerate(drawn)]
    return MatchRecord(
        series, Played(0, played.seating, [("house", kind, amount, told), *played.moves[1:]], played.scores)
    )


QUEEN_FOLDS = match(KUHN, [JACK, QUEEN], ("BET", "FOLD"))


def test_without_its_own_cards_a_seat_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    weigh_plainly(monkeypatch, KUHN)
    hand = judged(without(QUEEN_FOLDS, 1), 1, where=KUHN_AT)
    assert (hand.moves, hand.unjudged, hand.took_part) == ([], 1, True)


def test_a_record_that_differs_is_refused_but_where_it_hides_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    weigh_plainly(monkeypatch, KUHN)
    called = match(KUHN, [JACK, QUEEN], ("BET", "CALL"))
    wrong = Played(0, called.played.seating, called.played.moves, [5, -5])
    with pytest.raises(Diverged):
        judged(MatchRecord(called.series, wrong), 1, 16, where=KUHN_AT)
    assert len(judged(without(called, 0), 1, 16, where=KUHN_AT).moves) == 1, "the winner cannot be told"


def test_of_a_long_match_only_the_wanted_hands_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("kuhn")
    weigh_plainly(monkeypatch, game)
    series, played = play_out(game, game.configure(hands=4, chips=20), random_chooser(game, 3), 3).record(
        ("one", "other")
    )
    judge = Judge(series, None, 1)
    every = [*judge.hands(Wanted(Sat(0, 0, 0, 0, played), range(4)), 16)]
    some = [*judge.hands(Wanted(Sat(0, 0, 0, 0, played), [1, 3]), 16)]
    assert [hand.hand for hand in every] == [0, 1, 2, 3] and some == [every[1], every[3]]
    seats = [actor for actor, *_ in played.moves]
    steps = [move.step for hand in every for move in hand.moves]
    assert steps == [step for step, actor in enumerate(seats) if actor == 0]


CALLS_TO_THE_RIVER = ("CALL", *["CHECK"] * 5)
ROYAL, NOTHING = "AsAhAcKh", "As2cAc3d"
"""Cards of seat 1 and 0 in turn: seat 0, on the button, has a royal flush, or nothing."""
BOARD = "QhJhTh5s4c"
ALL_IN = 9_900


def last_decision(record: MatchRecord) -> tuple[State, State, Decision, Move]:
    """The states before and after the last decision of a match of hold'em, the decision and the move."""
    *_, before, after = [step.state for step in replay(HOLDEM, *record)]
    seat, move = move_of(HOLDEM, record.played.moves[-1])
    return before, after, HOLDEM.decision(before, seat), move


@pytest.mark.parametrize(
    ("dealt", "answer", "cost"),
    [(ROYAL, "FOLD", 200 + ALL_IN), (ROYAL, "CALL", 0), (NOTHING, "FOLD", 0), (NOTHING, "CALL", ALL_IN)],
)
def test_a_river_is_solved(dealt: str, answer: str, cost: int) -> None:
    """The best hand wins the pot and what was bet for sure; the worst hand loses it."""
    record = match(HOLDEM, parse_cards(dealt + BOARD), (*CALLS_TO_THE_RIVER, f"RAISE_TO {ALL_IN}", answer), **ONE_HAND)
    before, after, decision, move = last_decision(record)
    valuation, seat = HOLDEM.house_bots.valuation, decision.seat
    assert valuation
    view = HOLDEM.view(before, seat)
    found = valuation.worths(view, decision, move, HOLDEM.view(after, seat))
    assert found and spot(view) == ("BTN", "an overbet")
    assert by_solution(found, move).points.mean == pytest.approx(cost, rel=0.02)


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ("", ("BTN", "nobody in")),
        ("CALL", ("BB", "a limp")),
        ("RAISE_TO 250", ("BB", "a raise")),
        ("RAISE_TO 250,RAISE_TO 900", ("BTN", "a re-raise")),
        ("CALL,CHECK", ("BB", "no bet")),
        ("CALL,CHECK,CHECK,RAISE_TO 150", ("BB", "a large bet")),
        ("CALL,CHECK,RAISE_TO 100", ("BTN", "a medium bet")),
        ("CALL,CHECK,RAISE_TO 100,RAISE_TO 300", ("BB", "a raise")),
        ("RAISE_TO 250,CALL,RAISE_TO 100", ("BTN", "a small bet")),
    ],
)
def test_a_spot_is_the_position_and_what_is_faced(moves: str, found: tuple[str, str]) -> None:
    record = match(HOLDEM, parse_cards(ROYAL + BOARD), [move for move in moves.split(",") if move], **ONE_HAND)
    *_, (state, _) = replay(HOLDEM, *record)
    assert spot(HOLDEM.view(state, state.table.betting.actor)) == found


def drawn_cards(moves: Sequence[str], seats: int, draws: int) -> tuple[Holdings, list[int]]:
    """Cards that others may hold at the next decision of a hand, and those that the seat sees."""
    options = {"seats": seats, "hands": 1}
    *_, (state, _) = replay(HOLDEM, *match(HOLDEM, parse_cards("2c3dAhKc6s8sAd7h" + BOARD), moves, **options))
    view, valuation = HOLDEM.view(state, state.table.betting.actor), HOLDEM.house_bots.valuation
    assert valuation
    found = valuation.holdings(view, draws, random.Random(1))
    assert found
    return found, [card for card in view.cards.row if card != UNKNOWN]


@pytest.mark.parametrize("seats", [2, 4])
def test_others_hold_cards_that_the_seat_does_not_see(seats: int) -> None:
    found, seen = drawn_cards(["CALL"] * (seats - 1) + ["CHECK"], seats, 60)
    assert found.places.shape == (2 * (seats - 1), 2) and found.cards.shape == (60, 2 * (seats - 1))
    assert len(seen) == 5 and not set(seen) & set(found.cards.ravel().tolist())
    assert all(len({*draw}) == len(draw) for draw in found.cards.tolist())


def test_others_hold_what_their_moves_imply() -> None:
    """Of any hands, 3 % are a pair of tens or better, or an ace with a king; of those that raise again, far more."""
    found, _ = drawn_cards(["RAISE_TO 250", "RAISE_TO 900"], 2, 400)
    ranks = np.sort(found.cards >> 2, axis=1)
    strong = ((ranks[:, 0] == ranks[:, 1]) & (ranks[:, 0] >= 8)) | ((ranks[:, 0] == 11) & (ranks[:, 1] == 12))
    assert 0.1 < strong.mean() < 0.6


def test_a_bet_on_a_river_is_in_the_tree_and_its_consequences_are_not() -> None:
    moves = (*CALLS_TO_THE_RIVER, "RAISE_TO 137")
    before, after, decision, move = last_decision(match(HOLDEM, parse_cards(ROYAL + BOARD), moves, **ONE_HAND))
    valuation = HOLDEM.house_bots.valuation
    assert valuation
    found = valuation.worths(HOLDEM.view(before, 1), decision, move, HOLDEM.view(after, 1))
    assert found and found.worths[move] and len(found.worths) > 3
    assert valuation.worths(HOLDEM.view(before, 1), decision, Move(HOLDEM.kind("FOLD")), HOLDEM.view(after, 1))


def test_before_the_river_the_blueprint_is_the_adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ten big blinds, a pair of aces goes all-in, and to fold it costs; to fold the worst hand costs nothing."""
    weigh_plainly(monkeypatch, HOLDEM)
    options = {**ONE_HAND, "stack": 1_000}
    aces, worst = (match(HOLDEM, parse_cards(cards), ("FOLD",), **options) for cards in ("JsAhTsAd", "Js7hTs2d"))
    costly, free = (judged(record, 0, 64).moves[0] for record in (aces, worst))
    assert costly.spot == ("Before the flop", "BTN", "nobody in", "fold") and costly.held == "Ah Ad"
    assert 1 < costly.cost < 11 and costly.better == "RAISE_TO 1000" and free.cost == 0
    assert judged(without(aces, 0, 2), 0, 64).moves == [costly], "the other's cards do not matter, told or not"


def test_only_decisions_with_a_choice_are_judged() -> None:
    check, fold, leave = (
        Option(16, "CHECK"),
        Option(17, "FOLD", unlisted=True),
        Option(LEAVE, "LEAVE", aside=True),
    )
    alone = Decision(0, (check, fold, leave), 0, 0, False)
    assert not is_choice(alone, Move(16)) and is_choice(alone, Move(17)), "to fold instead of checking is a choice"
    assert not is_choice(alone, Move(LEAVE))
    assert is_choice(Decision(0, (check, Option(18, "BET")), 0, 0, False), Move(16))


def test_of_many_choices_some_are_drawn() -> None:
    decision = Decision(0, (Option(16, "DISCARD", most=5, cards=tuple(range(8))),), 0, 0, False)
    found = every_choice(decision, random.Random(1))
    assert len(found) == len(set(found)) == MOST_CHOICES
    few = Decision(0, (Option(16, "BET", low=10, high=30, step=10),), 0, 0, False)
    assert every_choice(few, random.Random(1)) == [Move(16, 10), Move(16, 20), Move(16, 30)]


CHOICES = [Move(16 + number) for number in range(5)]


def mean_cost(better: int, worlds: int = 32, repeats: int = 3_000) -> tuple[float, float]:
    """The mean cost of playing choice 0 of five, where choice 4 is worth `better` more, and its standard error."""
    chance = np.random.default_rng(1)
    worths = chance.normal(0, 100, (repeats, worlds, len(CHOICES))).astype(np.int64)
    worths[:, :, 4] += better
    costs = [by_worlds(one, CHOICES).points.mean for one in worths]
    return float(np.mean(costs)), float(np.std(costs)) / repeats**0.5


def test_the_best_of_equal_choices_costs_nothing_on_average() -> None:
    """The best of five equal means of 32 would seem to be 20 points better than the one played."""
    mean, error = mean_cost(0)
    assert error < 1 and abs(mean) < 4 * error


def test_a_better_choice_costs_what_it_is_better_at_most() -> None:
    mean, _ = mean_cost(150)
    assert 145 < mean < 152
    assert 10 < mean_cost(40)[0] < 40, "the best by few worlds is not always the true best"


def test_against_a_strategy_the_cost_is_the_difference_from_its_mean() -> None:
    worths = np.array([[0, 10, 30], [4, 20, 20]])
    cost = by_strategy(worths, CHOICES[:3], {CHOICES[1]: 0.75, CHOICES[2]: 0.25})
    assert cost.points.mean == (15 + 16) / 2 and cost.better == CHOICES[1]
    same = by_strategy(worths.repeat(10, axis=0), CHOICES[:3], {CHOICES[0]: 1.0})
    assert same.points == (0, 0, 0) and same.better == CHOICES[0]


def test_a_solution_is_no_finer_than_its_accuracy() -> None:
    worths = {CHOICES[0]: 10.0, CHOICES[1]: 11.5}
    assert by_solution(Worths(worths, 2.0), CHOICES[0]) == ((0, 0, 0), CHOICES[0])
    assert by_solution(Worths(worths, 1.0), CHOICES[0]) == ((1.5, 1.5, 1.5), CHOICES[1])


def a_move(kind: str, cost: float) -> JudgedMove:
    return JudgedMove(1, ("Flop", "BB", "no bet", kind), "", "", kind.upper(), "BET", cost, cost, cost, SOLVED)


def a_hand(number: int, *moves: JudgedMove, deal: int | None = None) -> JudgedHand:
    return JudgedHand(0, number, 0, number if deal is None else deal, 0, 0, [*moves])


def findings(hands: Sequence[JudgedHand], *, duplicate: bool = False, again: Sequence[JudgedHand] = ()) -> Leaks:
    heads = {0: series_of(KUHN, KUHN.configure(), ["one", "other"], duplicate=duplicate)}
    asked = Asked("kuhn", "Kuhn poker", "one", "chips", ["r.jsonl"], heads, 1, 16, len(hands))
    return leaks_of(asked, hands, again, True)


def test_spots_add_up_and_only_what_survives_is_a_leak() -> None:
    """Checks cost 1 or 3 in every hand, folds 5 in one of a hundred, bets gain."""
    hands = [
        a_hand(n, a_move("check", 1 + 2 * (n % 2)), a_move("bet", -1), *[a_move("fold", 5)] * (n == 7))
        for n in range(100)
    ]
    found = findings(hands)
    assert [(one.spot[-1], one.decisions, one.leak) for one in found.spots] == [
        ("check", 100, True), ("fold", 1, False), ("bet", 100, False)
    ]  # fmt: skip
    means = [one.cost["mean"] for one in found.spots]
    assert means == pytest.approx([200, 5, -100]) and found.total["mean"] == pytest.approx(105)
    assert found.spots[0].share == pytest.approx(200 / 105)
    assert [(one.spot, one.decisions, one.cost["mean"]) for one in found.parts] == [(("Flop",), 201, 105)]
    assert found.costliest[0].match == 7 and len(found.costliest) == COSTLIEST


def test_chances_are_corrected_for_the_number_of_spots() -> None:
    hands = [a_hand(n, a_move("check", 3 if n % 4 else -4)) for n in range(40)]
    (alone,) = findings(hands).spots
    among = findings([*hands, *(a_hand(100 + n, a_move(f"bet {n}", 0)) for n in range(9))])
    told = next(one for one in among.spots if one.spot[-1] == "check")
    assert alone.leak and not told.leak and told.p > 8 * alone.p


def test_rotations_of_a_deal_are_one_sample() -> None:
    """In every deal one rotation costs 3 and the other gains 1: the mean of all is the same, and surer."""
    hands = [a_hand(2 * n + m, a_move("check", 3 - 4 * m), deal=n) for n in range(20) for m in range(2)]
    together, apart = findings(hands, duplicate=True), findings(hands)
    assert together.total["mean"] == apart.total["mean"] == 100
    assert (together.total["high"] or 0) < (apart.total["high"] or 0)


def test_deals_with_more_hands_count_for_more() -> None:
    """A deal of three hands that cost 2 each, and one of a single hand that costs nothing, are 6 in four hands."""
    hands = [a_hand(n, a_move("check", 2), deal=0) for n in range(3)] + [a_hand(3, a_move("check", 0), deal=1)]
    assert findings(hands, duplicate=True).total["mean"] == 150


def test_the_costliest_are_told_with_their_second_figures() -> None:
    again = [a_hand(3, a_move("check", 2)), a_hand(4, a_move("check", -1))]
    found = findings([a_hand(n, a_move("check", 9)) for n in range(6)], again=again)
    assert found.costliest == [again[0]] and found.total["mean"] == 900
    assert [hand.cost for hand in found.judged] == [9, 9, 9, 2, -1, 9], "luck that was found out is told nowhere"


def test_findings_are_read_again(tmp_path: Path) -> None:
    found = findings([a_hand(n, a_move("check", n)) for n in range(40)])
    path = tmp_path / "leaks.json"
    path.write_bytes(msgspec.json.encode(found))
    assert read_leaks(path) == found
    assert of_record(found, tmp_path / "r.jsonl")[39] == [found.costliest[0]]
    with pytest.raises(BadInput, match=r"about r\.jsonl, not about"):
        of_record(found, tmp_path / "other.jsonl")
    path.write_text("{}")
    with pytest.raises(BadInput, match="was not written by"):
        read_leaks(path)


def test_a_player_whose_cards_are_never_told_is_refused() -> None:
    hidden = msgspec.structs.replace(a_hand(1), unjudged=2)
    with pytest.raises(BadInput, match="does not tell the cards of one"):
        findings([hidden])
    assert findings([hidden, a_hand(2, a_move("check", 1))]).unjudged == 2


def test_a_player_who_was_in_no_hand_is_refused() -> None:
    with pytest.raises(BadInput, match="took part in no hand"):
        findings([msgspec.structs.replace(a_hand(1), took_part=False)])


def a_player(matches: int, *, hands: int = 1, duplicate: bool = False) -> Player:
    """A player of matches of some hands; in duplicate play, each deal is played twice."""
    series = series_of(KUHN, KUHN.configure(), ["one", "other"], duplicate=duplicate)
    moves = [("house", "NEXT_HAND", 0, [])] * (hands - 1)
    each = 2 if duplicate else 1
    played = [Played(n // each, [n % 2, 1 - n % 2], moves, [0, 0]) for n in range(matches)]
    return player_named("one", [(0, series, n, one) for n, one in enumerate(played)])


def judged_in(units: Sequence[Unit]) -> list[tuple[int, int]]:
    return sorted((one.match.number, hand) for unit in units for one in unit.wanted for hand in one.hands)


def test_a_sample_is_random_and_repeatable() -> None:
    player = a_player(50)
    assert [sat.seat for sat in player.matches[:3]] == [0, 1, 0]
    every, some = drawn(player, None, 16, 1), drawn(player, 10, 16, 1)
    assert judged_in(every) == [(n, 0) for n in range(50)] and every[:10] == some
    assert judged_in(some) != [(n, 0) for n in range(10)] and judged_in(drawn(player, 10, 16, 2)) != judged_in(some)
    for wrong in (0, -1):
        with pytest.raises(BadInput, match="at least one hand"):
            drawn(player, wrong, 16, 1)


def test_rotations_are_judged_together_and_long_matches_in_pieces() -> None:
    for unit in drawn(a_player(20, duplicate=True), None, 16, 1):
        assert [(one.match.played.deal, one.match.rotation) for one in unit.wanted] == [
            (unit.wanted[0].match.played.deal, 0), (unit.wanted[0].match.played.deal, 1)
        ]  # fmt: skip
    long = a_player(1, hands=50)
    assert hands_in(long.matches[0].played) == 50
    pieces = drawn(long, None, 16, 1)
    assert sorted(unit.hands for unit in pieces) == [10, TOGETHER, TOGETHER]
    assert judged_in(pieces) == [(0, hand) for hand in range(50)]
    assert sum(unit.hands for unit in drawn(long, 25, 16, 1)) == 25


def test_an_unknown_player_is_refused_with_those_that_there_are() -> None:
    series = series_of(KUHN, KUHN.configure(), ["one", "other"])
    with pytest.raises(BadInput, match="No match has a player 'three'; there are one, other"):
        player_named("three", [(0, series, 0, Played(0, [0, 1], [], []))])
