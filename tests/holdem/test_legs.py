"""A match that goes on in new legs: the same match with nothing changed, and what may change."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import holdem
from croupier.games.holdem.events import BlindPosted, DeadBlindPosted, HandStarted
from croupier.games.holdem.options import any_config, options_of
from croupier.games.holdem.records import Config
from croupier.kernel.conformance.walk import everyone, random_move
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Move, State
from croupier.kernel.contract.record import MatchRecord, Recorder, replay
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import from_dict, to_dict
from croupier.kernel.vocabulary.betting import SEATS
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.turns import HOUSE

from .room import GAME, Room


def same_but_for_the_config(leg: State, whole: State) -> bool:
    one, other = leg.table.copy(), whole.table.copy()
    one.config = other.config
    return bool(one == other)


def scores(state: State) -> list[int]:
    return [GAME.core.score(state.table, seat) for seat in range(state.table.seats)]


class Cut:
    """One match played twice: once as it is, once cut into legs between some of its hands."""

    def __init__(self, config: Config, seed: int, share: float) -> None:
        self.rng, self.share = random.Random(seed), share
        self.whole, self.told = GAME.start(config)
        self.leg, told = GAME.start(config)
        self.dealers = RandomDealer(seed), RandomDealer(seed)
        self.cuts = 0
        assert list(self.told) == list(told)
        for _ in range(3_000):
            if not self.step():
                break

    def step(self) -> bool:
        """One move in both, the same; whether there was one."""
        pending = GAME.pending(self.whole)
        if not pending:
            return False
        decision = pending[0]
        share = self.share if decision.seat == HOUSE else 0.2
        if GAME.between_hands(self.whole) and self.rng.random() < share:
            self.cut()
            return True
        asides = [(who.seat, option) for who in everyone(GAME, self.whole) for option in who.options if option.aside]
        chance = 0.5 if GAME.between_hands(self.whole) else 0.1
        seat, option = decision.seat, self.rng.choice(decision.owed)
        if asides and self.rng.random() < chance:
            seat, option = self.rng.choice(asides)
        if seat == HOUSE:
            move, again = (
                dealer.deal(state, decision) for dealer, state in zip(self.dealers, (self.whole, self.leg), strict=True)
            )
            assert move == again, "the same cards"
        else:
            move = random_move(GAME, self.whole, option, self.rng)
        self.same(list(GAME.advance(self.whole, seat, move)), list(GAME.advance(self.leg, seat, move)))
        return True

    def cut(self) -> None:
        """Begin a new leg of the one, and the next hand of the other, if enough can play."""
        self.cuts += 1
        carried = from_dict(GAME.Config, to_dict(GAME.carry_over(self.leg)))
        self.leg, told = GAME.start(carried, after=self.leg)
        self.dealers = self.dealers[0], self.dealers[0].copy()
        if GAME.pending(self.whole)[0].seat == HOUSE:
            self.same(list(GAME.advance(self.whole, HOUSE, Move(GAME.kind("NEXT_HAND")))), list(told))
            assert same_but_for_the_config(self.leg, self.whole)
        else:
            assert list(told) == []
            self.same([], [])

    def same(self, whole: list[Fact], leg: list[Fact]) -> None:
        assert whole == leg, "the same facts"
        one, other = self.whole.table, self.leg.table
        assert one.betting.stack == other.betting.stack
        assert (one.hands, one.bank, one.away, one.over) == (other.hands, other.bank, other.away, other.over)
        assert [(one.seat, one.options) for one in GAME.pending(self.whole)] == [
            (one.seat, one.options) for one in GAME.pending(self.leg)
        ]
        assert scores(self.whole) == scores(self.leg), "scores are those of the match"


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from([0.2, 0.6, 1.0]))
def test_match_cut_into_legs_plays_as_the_uncut_one(seed: int, share: float) -> None:
    config = any_config(random.Random(seed))
    config.hands += 8
    Cut(config, seed, share)


def test_match_at_an_open_table_is_cut_many_times() -> None:
    """The property above is not empty: here is a match with twenty legs."""
    config = holdem.configure(6, 5_000, ante=5, straddles=[200], seating="open", bank=50_000, hands=40)
    assert Cut(config, 9, 1.0).cuts >= 20


# What may change.


def between(**options: Any) -> Room:
    """A table after its first hand: the button is on 0, everybody has folded to the big blind."""
    room = Room(**{"stacks": [1_000] * 4, "button": 0, "pauses": True, **options})
    room.fold_out()
    return room


def test_nothing_changed_goes_on_with_the_next_hand() -> None:
    room = between()
    room.go_on()
    assert room.kinds(HandStarted) == [HandStarted(seat=1, number=2)]
    assert (room.places, room.table.hands) == ((1, 2, 3), 1)


def test_new_blinds_begin_a_new_leg() -> None:
    room = between()
    room.go_on(small_blind=100, big_blind=200, ante=25)
    assert room.kinds(BlindPosted) == [BlindPosted(seat=2, chips=100), BlindPosted(seat=3, chips=200)]
    assert room.table.betting.pot == 300 + 4 * 25
    assert sum(room.table.betting.stack) + room.table.betting.pot == 4_000


@pytest.mark.parametrize(
    ("changes", "field", "value"),
    [
        ({"structure": "fixed"}, "structure", 3),
        ({"structure": "fixed"}, "cap", 3),
        ({"seating": "open"}, "entry", 0),
        ({"hands": 9}, "hands", 9),
        ({"button_rule": "dead"}, "button_rule", 1),
        ({"limit_ms": 1_000}, "limit_ms", 1_000),
        ({"straddles": [200, 400]}, "straddles", 2),
        ({"bank": 77}, "bank", 77),
        ({"late_until": 5}, "late_until", 5),
    ],
)
def test_options_may_change_and_what_follows_from_them_with_them(
    changes: dict[str, Any], field: str, value: int
) -> None:
    config = GAME.carry_over(between().state, **changes)
    assert getattr(config, field) == value
    assert config.stack[:4] == [1_000, 950, 1_050, 1_000]


def test_options_that_do_not_change_stay() -> None:
    options = {"ante": 5, "structure": "spread", "spread": 300, "cap": 2, "timeout": "check_fold", "hands": 7}
    room = between(**options)
    before, after = options_of(room.table.config), options_of(GAME.carry_over(room.state))
    for name in ("stacks", "button"):
        before.pop(name), after.pop(name)
    assert before == after


def test_match_counts_its_hands_over_all_legs() -> None:
    room = between(hands=3)
    for _ in range(2):
        room.go_on()
        room.fold_out()
    assert (room.over, room.table.hands) == (True, 3)


@pytest.mark.parametrize("hands", [1, 2])
def test_match_cannot_have_fewer_hands_than_were_played(hands: int) -> None:
    room = between()
    room.next_hand()
    room.fold_out()
    with pytest.raises(BadInput, match=f"2 hands of this match have been played: hands={hands} is too few"):
        room.go_on(hands=hands)
    assert GAME.carry_over(room.state, hands=3).hands == 3


def test_table_may_grow() -> None:
    room = between(seating="open", bank=1_000)
    room.go_on(seats=6)
    assert (room.table.seats, room.table.dealt, room.places) == (6, 0b1111, (1, 2, 3))
    room.act("SIT", 1_000, seat=5)
    room.fold_out()
    room.next_hand()
    assert (room.table.dealt, room.places) == (0b101111, (2, 3, 5))


def test_table_may_lose_empty_seats() -> None:
    room = between(stacks=[1_000, 1_000, 1_000, 0, 0])
    room.go_on(seats=3)
    assert (room.table.seats, room.places) == (3, (1, 2, 0))


def test_seat_that_is_taken_cannot_go() -> None:
    room = between()
    with pytest.raises(BadInput, match="Seat 3 is taken: only empty seats can go"):
        room.go_on(seats=3)
    with pytest.raises(BadInput, match="Seat 3 is taken"):
        room.go_on(stacks=[1_000] * 3)


def test_seat_with_the_button_or_a_blind_cannot_go() -> None:
    """It is empty, but the next button and blinds are counted from it."""
    room = between(stacks=[1_000] * 5, button=2, seating="open")
    room.act("LEAVE", seat=4)
    with pytest.raises(BadInput, match="Seat 4 has the button or a blind"):
        room.go_on(seats=4)
    for _ in range(2):
        room.next_hand()
        room.fold_out()
    room.go_on(seats=4)
    assert room.table.seats == 4


def test_stacks_may_change_and_a_seat_that_gets_chips_comes_in() -> None:
    room = between(stacks=[1_000, 1_000, 1_000, 1_000, 0], seating="open")
    room.go_on(stacks=[2_000, 950, 1_050, 0, 500])
    assert (room.table.dealt, room.places) == (0b10111, (1, 2, 4))
    room = between(stacks=[1_000, 0, 1_000, 1_000], seating="open")
    room.go_on(stacks=[1_000] * 4)
    assert room.posted(1) == [BlindPosted(seat=1, chips=100)]


def test_a_seat_that_is_given_chips_again_comes_in() -> None:
    """Seat 1 has left, and is given chips for the next leg: it has sat down again."""
    room = between(seating="open")
    room.act("LEAVE", seat=1)
    room.go_on(stacks=[1_000] * 4)
    assert room.places == (1, 2, 3)
    assert room.posted(1) == [BlindPosted(seat=1, chips=100)]


def test_scores_are_those_of_the_match_whatever_is_given_to_a_seat() -> None:
    """The small blind has lost 50 to the big blind. Then seat 1 is given 500, and seat 3 loses all its chips."""
    room = between(hands=2)
    room.go_on(stacks=[1_000, 1_450, 1_050, 0])
    assert scores(room.state) == [0, -50, 50, 0]
    room.fold_out()
    outcome = GAME.outcome(room.state)
    assert outcome is not None and sum(outcome.scores) == 0
    assert outcome.scores[1] in (-50, -100, -150, 0, 50)


def test_a_seat_that_sits_out_goes_on_sitting_out_and_owes_what_it_has_missed() -> None:
    room = between(stacks=[1_000] * 5, seating="open")
    room.act("AWAY", seat=3)
    for _ in range(3):
        room.go_on()
        assert not room.table.dealt >> 3 & 1
        room.fold_out()
    room.act("BACK", seat=3)
    room.go_on()
    assert room.posted(3) == [DeadBlindPosted(seat=3, chips=50), BlindPosted(seat=3, chips=100)]


def test_a_seat_that_is_given_chips_does_not_sit_out() -> None:
    room = between(seating="open")
    room.act("AWAY", seat=0)
    room.go_on(stacks=[0, 950, 1_050, 1_000])
    assert room.table.away == 0


def test_a_seat_that_waits_for_the_big_blind_goes_on_waiting() -> None:
    room = between(stacks=[1_000, 0, 1_000, 1_000, 1_000], seating="open", entry="wait", bank=1_000)
    room.act("SIT", 1_000, seat=1)
    dealt = []
    for _ in range(3):
        room.go_on()
        dealt.append((room.table.dealt >> 1 & 1, room.table.big_blind))
        room.fold_out()
    assert dealt == [(0, 4), (0, 0), (1, 1)]


def test_seat_that_was_taken_once_stays_taken() -> None:
    room = between(stacks=[1_000, 1_000, 1_000, 0], seating="once", bank=9_000)
    room.go_on(stacks=[1_000, 0, 1_000, 0])
    assert [len(GAME.decision(room.state, seat).options) for seat in (1, 3)] == [0, 1]


def test_table_that_waits_goes_on_waiting_in_a_new_leg() -> None:
    room = between(stacks=[1_000, 1_000], seating="open")
    room.act("LEAVE", seat=0)
    room.go_on(seats=4, bank=5_000)
    assert (room.told, room.between, room.table.bank) == ([], True, 5_000)
    room.act("SIT", 1_000, seat=3)
    room.next_hand()
    assert room.kinds(HandStarted) == [HandStarted(seat=1, number=2)]
    assert (room.table.dealt, room.places) == (0b1010, (1, 1, 3))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"button": 2}, "A new leg cannot change 'button'; it can change stack, stacks, small_blind"),
        ({"blinds": (1, 2)}, "A new leg cannot change 'blinds'"),
        ({"small_blind": 500}, "Blinds of 500/100 make no sense"),
        ({"seats": 11}, "seats takes a whole number from 2 to 10"),
        ({"seats": 1}, "seats takes a whole number from 2 to 10"),
        ({"seats": "5"}, "seats takes a whole number, not '5'"),
        ({"seats": 5, "stacks": [1_000] * 4}, "4 stacks were given for 5 seats"),
        ({"stacks": 7}, "stacks takes a list of whole numbers"),
        ({"stacks": [1_000, 0, 0, 0]}, "At least two seats need chips"),
        ({"structure": "dice"}, "structure is one of"),
    ],
)
def test_leg_that_makes_no_sense_is_refused(changes: dict[str, Any], says: str) -> None:
    room = between()
    before = room.state.hash()
    with pytest.raises(BadInput, match=says):
        room.go_on(**changes)
    assert room.state.hash() == before


def test_leg_begins_only_between_two_hands() -> None:
    for room in (Room(stacks=[1_000] * 3), between(hands=1)):
        with pytest.raises(BadInput, match="only between two hands"):
            room.go_on()


# Scores, whoever has left.


def padded(scored: Sequence[int]) -> list[int]:
    """Scores of as many seats as there can be."""
    return [*scored, *[0] * (SEATS - len(scored))]


class Resizing:
    """A match at a table that people come to and leave, and that has other seats every few hands."""

    def __init__(self, seed: int, steps: int = 250) -> None:
        self.rng, self.dealer = random.Random(seed), RandomDealer(seed)
        seats = self.rng.randint(3, 8)
        config = holdem.configure(seats, 1_000, seating="open", bank=50_000, hands=40)
        self.match = Recorder(GAME, config)
        self.shrunk = self.kept = 0
        for _ in range(steps):
            if not self.step():
                break
            assert sum(GAME.scores(self.state)) == 0, "what some have won, others have lost"
            self.kept += len(GAME.scores(self.state)) > self.state.table.seats

    @property
    def state(self) -> State:
        return self.match.state

    def step(self) -> bool:
        """One move, or a new leg; whether there was anything to do."""
        pending = GAME.pending(self.state)
        if not pending:
            return False
        if GAME.between_hands(self.state) and self.rng.random() < 0.4:
            self.resize()
            return True
        asides = [(who.seat, one) for who in everyone(GAME, self.state) for one in who.options if one.aside]
        decision = pending[0]
        if asides and (not decision.owed or self.rng.random() < (0.5 if GAME.between_hands(self.state) else 0.03)):
            seat, option = self.rng.choice(asides)
        else:
            seat, option = decision.seat, decision.owed[0 if self.rng.random() < 0.8 else -1]
        house = seat == HOUSE
        move = self.dealer.deal(self.state, decision) if house else random_move(GAME, self.state, option, self.rng)
        self.match.advance(seat, move)
        return True

    def resize(self) -> None:
        """Have as few seats as can be, or some more; scores stay what they were."""
        before, seats = padded(GAME.scores(self.state)), self.state.table.seats
        for many in self.rng.choice([range(2, seats), [min(SEATS, seats + 2)]]):
            with suppress(BadInput):
                self.match.begin_leg(seats=many)
                self.shrunk += self.state.table.seats < seats
                assert padded(GAME.scores(self.state)) == before
                return


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32))
def test_scores_add_up_and_stay_when_players_leave_and_seats_are_taken_away(seed: int) -> None:
    played = Resizing(seed)
    record = played.match.record()
    *_, last = replay(GAME, *MatchRecord.from_json(record.to_json()))
    assert GAME.scores(last.state) == GAME.scores(played.state)


def test_the_random_tables_above_do_lose_seats_of_winners_and_losers() -> None:
    """The property above is not empty."""
    played = [Resizing(seed) for seed in range(10, 18)]
    assert sum(one.shrunk for one in played) >= 10
    assert any(one.kept for one in played)


def test_seat_that_is_taken_away_keeps_its_score() -> None:
    """Seat 1 has lost the small blind to seat 2 and leaves; then the table is for those who are left."""
    room = between(stacks=[1_000] * 4, button=2, seating="open", hands=4)
    assert scores(room.state) == [50, 0, 0, -50]
    room.act("LEAVE", seat=3)
    for _ in range(2):
        room.next_hand()
        room.fold_out()
    before = GAME.scores(room.state)
    room.go_on(seats=3)
    assert (room.table.seats, GAME.scores(room.state)) == (3, before)
    assert before[3] == -50 and sum(before) == 0
    room.fold_out()
    outcome = GAME.outcome(room.state)
    assert outcome is not None and len(outcome.scores) == 4
    assert outcome.scores[3] == -50 and sum(outcome.scores) == 0


def test_seat_that_comes_back_has_the_score_that_it_was_taken_away_with() -> None:
    room = between(stacks=[1_000] * 4, button=2, seating="open", bank=5_000)
    room.act("LEAVE", seat=3)
    for _ in range(2):
        room.next_hand()
        room.fold_out()
    room.go_on(seats=3)
    room.fold_out()
    room.go_on(seats=5)
    room.act("SIT", 1_000, seat=3)
    assert GAME.scores(room.state)[3:] == (-50, 0) and sum(GAME.scores(room.state)) == 0


def test_seat_that_goes_without_having_won_or_lost_leaves_no_score() -> None:
    room = between(stacks=[1_000, 1_000, 1_000, 0, 0])
    room.go_on(seats=3)
    assert len(GAME.scores(room.state)) == 3
