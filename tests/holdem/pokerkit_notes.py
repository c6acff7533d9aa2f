"""The notes of a hand: what the rules of hold'em require at every decision, and how PokerKit 0.7.7 differs.

The notes follow a hand from its actions alone and share no code with our rules or with PokerKit. Each way in which
PokerKit departs from our rulings is a `Quirk`: without quirks the notes say what the rules require, with all quirks
what PokerKit answers. `docs/pokerkit-differences.md` describes each quirk.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

import phevaluator

from croupier.kernel.vocabulary.cards import format_cards

PRE_FLOP = "PRE_FLOP"
FOLD, CHECK, CALL, RAISE = "fold", "check", "call", "raise to"


class Setup(NamedTuple):
    """A hand before anybody acts. `deck` is two rounds of hole cards from the button's left, then the board."""

    stacks: tuple[int, ...]
    blinds: tuple[int, int]
    antes: int
    button: int
    deck: tuple[int, ...]
    big_blind_ante: bool = False
    """Whether the big blind pays the ante for all; otherwise every seat pays its own."""

    @property
    def seats(self) -> int:
        """How many seats are dealt in."""
        return len(self.stacks)

    def seat(self, place: int) -> int:
        """The seat of a place counted from the button's left, as PokerKit counts."""
        return (self.button + 1 + place) % self.seats

    @property
    def places(self) -> tuple[int, ...]:
        """The seats in PokerKit's order."""
        return tuple(self.seat(place) for place in range(self.seats))

    def hole(self, seat: int) -> tuple[int, int]:
        """The hole cards of a seat."""
        place = (seat - self.button - 1) % self.seats
        return self.deck[place], self.deck[place + self.seats]

    @property
    def board(self) -> tuple[int, ...]:
        """The five cards of the board."""
        return self.deck[2 * self.seats :]

    def __str__(self) -> str:
        ante = "big_blind_ante" if self.big_blind_ante else "antes"
        return (
            f"holdem.deal(stacks={list(self.stacks)}, blinds={self.blinds}, {ante}={self.antes}, "
            f"button={self.button}, deck={format_cards(self.deck)!r})"
        )


class Quirk(enum.Enum):
    """A difference of PokerKit 0.7.7 from our rulings: in the legal actions of a seat, or in how a pot is paid."""

    SHORT_BLIND = "only what a short big blind could post is called and raised"
    FIRST_RAISE = "the first raise of a street counts as a full one, however small"
    RESTARTED_SUM = "short all-ins add up only since they last made a full raise"
    ODD_TOGETHER = "all the odd chips of a pot go to the first winner"
    POTS_MERGED = "neighbouring pots are split as one if the same hands are left for them after the losers' are killed"


ALL_QUIRKS = frozenset(Quirk)
BY_COUNT = [frozenset(some) for count in range(1, len(Quirk) + 1) for some in combinations(Quirk, count)]

LIMPER = "right to raise: a limper facing a short all-in"
CHECKER = "right to raise: a checker facing a short open all-in"
CALLER = "right to raise: a caller of a short all-in facing another"
RESTARTED = "right to raise: short all-ins that add up to a full raise more than once"
SHORT_BLIND = "short big blind"
IDLE_CHECK = "a check asked of the only seat that can still act"
EQUAL_BLINDS = "who acts first: heads-up with equal blinds"
NOTHING_POSTED = "who acts first: the ante left the big blind nothing to post"
ODD_TOGETHER = "odd chips of a pot split three or more ways"
POTS_MERGED = "odd chips of two pots with the same winners"


class Answer(NamedTuple):
    """The legal actions of a seat: the chips to call, and the least and highest raise, both 0 if it may not raise."""

    actor: int
    call: int
    low: int = 0
    high: int = 0


class Action(NamedTuple):
    """One action of the betting: `bet` is the seat's street total after it."""

    seat: int
    kind: str
    bet: int
    all_in: bool

    def __str__(self) -> str:
        return f"{self.seat} {self.kind}{f' {self.bet}' if self.kind == RAISE else ''}"


class Notes:
    """Notes on a hand: the chips, and the actions of the street."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.stacks = list(setup.stacks)
        self.totals = [0] * setup.seats
        self.bets = [0] * setup.seats
        self.live = set(range(setup.seats))
        self.street = PRE_FLOP
        self.actions: list[Action] = []
        places = setup.places
        small, self.big = (places[1], places[0]) if setup.seats == 2 else places[:2]
        self.dead = min(setup.antes, setup.stacks[self.big]) if setup.big_blind_ante else 0
        self.stacks[self.big] -= self.dead
        if not setup.big_blind_ante:
            for seat in self.live:
                self._pay(seat, setup.antes)
        self.bets = [0] * setup.seats
        self._pay(small, setup.blinds[0])
        self._pay(self.big, setup.blinds[1])
        self.posted = self.bets[:]

    def _pay(self, seat: int, chips: int) -> None:
        chips = min(chips, self.stacks[seat])
        self.stacks[seat] -= chips
        self.bets[seat] += chips
        self.totals[seat] += chips

    def act(self, seat: int, kind: str, chips: int) -> None:
        """Note an action of a seat, and the chips that it added to the pot."""
        self._pay(seat, chips)
        if kind == FOLD:
            self.live.discard(seat)
        self.actions.append(Action(seat, kind, self.bets[seat], self.stacks[seat] == 0))

    def next_street(self, street: str) -> None:
        """Return the unmatched part of a bet, and clear the bets."""
        top, second = sorted(self.totals)[:-3:-1]
        if top > second:
            owner = self.totals.index(top)
            excess = min(top - second, self.bets[owner])
            self.totals[owner] -= excess
            self.stacks[owner] += excess
        self.street = street
        self.actions = []
        self.bets = [0] * self.setup.seats

    def others(self, seat: int) -> Iterable[int]:
        """The other seats that have not folded."""
        return (other for other in self.live if other != seat)

    def reach(self, seat: int) -> int:
        """The highest bet that a seat could make on this street."""
        return self.bets[seat] + self.stacks[seat]

    def expected(self, seat: int, quirks: frozenset[Quirk] = frozenset()) -> Answer:
        """The legal actions of a seat by the rules, or by the rules with some quirks."""
        big = self.setup.blinds[1]
        level = big if self.street == PRE_FLOP else 0
        nominal = self.street == PRE_FLOP and self.posted[self.big] < big
        if nominal and Quirk.SHORT_BLIND in quirks:
            level = max(self.posted)
        full = 0 if Quirk.FIRST_RAISE in quirks else big
        acted: set[int] = set()
        shorts: list[int] = []
        for action in self.actions:
            if action.kind == RAISE:
                increase = action.bet - level
                level = action.bet
                nominal = False
                if increase >= full:
                    acted.clear()
                full = max(full, increase)
                shorts = [*shorts, increase] if action.all_in else []
                if sum(shorts) >= full:
                    shorts = []
            acted.add(action.seat)
        facing = level - self.bets[seat]
        contested = min(level, max(self.reach(other) for other in self.others(seat))) if nominal else level
        call = max(0, min(contested - self.bets[seat], self.stacks[seat]))
        may_raise = self.stacks[seat] > facing and any(self.reach(other) > level for other in self.others(seat))
        if seat in acted and facing < full:
            may_raise = False
        if seat in acted and Quirk.RESTARTED_SUM in quirks and 0 < sum(shorts) < full:
            may_raise = False
        if not may_raise:
            return Answer(seat, call)
        return Answer(seat, call, min(level + max(full, big), self.reach(seat)), self.reach(seat))

    def first_by_pokerkit(self) -> int:
        """The first seat to act before the flop in PokerKit: the first that can act left of the last highest blind."""
        places = self.setup.places
        highest = max(range(len(places)), key=lambda place: (self.posted[places[place]], place))
        order = [self.setup.seat(highest + 1 + nth) for nth in range(len(places))]
        return next(seat for seat in order if self.stacks[seat])

    def idle(self, seat: int) -> bool:
        """Whether a seat has nothing to decide: no other seat can act, and there is nothing to call."""
        return self.expected(seat).call == 0 and not any(self.stacks[other] for other in self.others(seat))

    def name_of(self, quirk: Quirk, seat: int = 0) -> str:
        """The class of a difference that a quirk explains, in the situation of a seat."""
        if quirk is Quirk.FIRST_RAISE:
            own = next(action for action in reversed(self.actions) if action.seat == seat)
            limped = self.street == PRE_FLOP and own.bet <= self.setup.blinds[1]
            return LIMPER if limped else CHECKER if own.kind == CHECK else CALLER
        return {
            Quirk.SHORT_BLIND: SHORT_BLIND,
            Quirk.RESTARTED_SUM: RESTARTED,
            Quirk.ODD_TOGETHER: ODD_TOGETHER,
            Quirk.POTS_MERGED: POTS_MERGED,
        }[quirk]

    def payoffs(self, quirks: frozenset[Quirk] = frozenset()) -> tuple[int, ...]:
        """The winnings of each seat: every pot is split by itself, odd chips go one each from the button's left."""
        won = [-total for total in self.totals]
        won[self.big] -= self.dead
        for amount, winners in self._pots(merge=Quirk.POTS_MERGED in quirks):
            share, odd = divmod(amount, len(winners))
            for nth, seat in enumerate(winners):
                first = nth == 0
                won[seat] += share + (odd * first if Quirk.ODD_TOGETHER in quirks else nth < odd)
        return tuple(won)

    def _pots(self, *, merge: bool) -> list[tuple[int, list[int]]]:
        """The pots and their winners, in order from the button's left."""
        rank = {seat: phevaluator.evaluate_cards(*self.setup.hole(seat), *self.setup.board) for seat in self.live}
        levels = sorted({self.totals[seat] for seat in self.live})
        pots: list[tuple[int, list[int]]] = []
        before = 0
        for level in levels:
            top = max(self.totals) if level == levels[-1] else level  # folded chips above all live ones are not lost
            amount = sum(max(0, min(total, top) - before) for total in self.totals)
            able = [seat for seat in self.setup.places if seat in self.live and self.totals[seat] >= level]
            pots.append((amount if pots else amount + self.dead, able))
            before = level
        if merge:
            winners = {seat for _, able in pots for seat in best_of(able, rank)}
            merged: list[tuple[int, list[int]]] = []
            for amount, able in pots:
                left = [seat for seat in able if seat in winners]
                if merged and merged[-1][1] == left:
                    amount += merged.pop()[0]
                merged.append((amount, left))
            pots = merged
        return [(amount, best_of(able, rank)) for amount, able in pots]


def best_of(seats: list[int], rank: dict[int, int]) -> list[int]:
    """The seats with the best hand; less is better."""
    best = min(rank[seat] for seat in seats)
    return [seat for seat in seats if rank[seat] == best]
