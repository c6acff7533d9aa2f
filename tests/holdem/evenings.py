"""Random play at tables where players come and go, with checks after every step (`scripts/check_tables` for many).

The checks: chips are conserved, those that the house has raked included, and every chip in the pot belongs to a seat;
scores and rake add up to what they were; no seat is big blind twice in a row, or button and blind at once with three
dealt in; and where coming in has a price, a seat that is dealt in for n hands in a row at a table of k seats has posted
at least n // k big blinds. At a cash table nobody sits down with less than the least buy-in or, unless it has to bring
back more, with more than the most; no stack is topped up beyond the most; and who buys in again before the next hand
posts no more than the blinds of its seat.
"""

from __future__ import annotations

import random
from collections import Counter

from croupier.games.holdem import rules
from croupier.games.holdem.events import BlindPosted, DeadBlindPosted, HandStarted, Left, Returned, SatDown, ToppedUp
from croupier.games.holdem.options import ENTRIES, SEATINGS, any_config
from croupier.games.holdem.records import FREE, OPEN, Config
from croupier.kernel.conformance.walk import everyone, random_move
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Move, Option
from croupier.kernel.vocabulary.betting import SEATS
from croupier.kernel.vocabulary.events import Fact
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE, NOBODY, arc, size

from .room import GAME

STEPS = 1_000
"""The most steps of one evening."""
PASSIVE = 0.7
"""How often a seat folds or checks, so that chips last for many hands."""


class Evening:
    """One evening, by a seed."""

    def __init__(self, seed: int, seating: str, entry: str, steps: int = STEPS) -> None:
        self.rng, self.dealer = random.Random(seed), RandomDealer(seed)
        config = self._config(seating, entry)
        self.state, told = GAME.start(config)
        self.t = self.state.table
        self.chips, self.balance = self._chips(), self._balance()
        self.missed_nothing: set[int] = set()
        """Seats that have lost all in the last hand, and bought in again before the next."""
        self.returning: dict[int, int] = {}
        self.there = self.t.seated
        self.started: dict[int, int] = {}
        """The stacks with which the seats began this hand, without those of players who have left."""
        self.running, self.posted = Counter[int](), Counter[int]()
        """For each seat, the hands in a row in which it was dealt in, and the big blinds that it posted in them."""
        self.last_big_blind = config.carried.big_blind if config.carried.played else NOBODY
        self.seen = Counter[str]()
        self._watch(list(told))
        for _ in range(steps):
            if not self._step():
                break

    def _config(self, seating: str, entry: str) -> Config:
        """A random config without a limit of hands, and with enough chips in the bank."""
        config = any_config(self.rng)
        config.seating, config.entry = SEATINGS.get(seating, OPEN), ENTRIES[entry]
        config.least_buy_in, config.most_buy_in = 0, 0
        if seating == "cash":
            config.least_buy_in, config.most_buy_in = 20 * config.big_blind, 100 * config.big_blind
        else:
            config.carried.topping, config.carried.ordered[:] = 0, [0] * SEATS
        config.carried.returning[:] = [0] * SEATS
        config.hands = config.late_until = 0
        config.buy_in = 100 * config.big_blind
        config.bank = 10_000 * config.big_blind
        if config.seating != OPEN:
            config.carried.away = config.carried.entering = config.carried.missed = 0
        return config

    def _chips(self) -> int:
        betting = self.t.betting
        assert betting.pot == sum(betting.total), "every chip in the pot belongs to a seat"
        assert all(0 <= dead <= total for dead, total in zip(betting.dead, betting.total, strict=True))
        return sum(betting.stack) + sum(betting.total) + self.t.bank + self.t.raked

    def _balance(self) -> int:
        """All scores and the rake."""
        return sum(rules.score(self.t, seat) for seat in range(SEATS)) + self.t.raked

    def _step(self) -> bool:
        pending = GAME.pending(self.state)
        if not pending:
            return False
        seat, move = self._choose(pending[0].seat, pending[0].owed)
        before = self.t.hands
        told = list(GAME.advance(self.state, seat, move))
        self.seen[GAME.kinds[move.kind]] += 1
        assert self._chips() == self.chips, "chips are conserved"
        assert self._balance() == self.balance, "scores and rake add up"
        self._watch(told)
        if self.t.hands == before and not self.t.between:
            for one, chips in self.started.items():
                assert self.t.betting.stack[one] + self.t.betting.total[one] == chips, "stacks can be told at any time"
        return True

    def _choose(self, seat: int, owed: tuple[Option, ...]) -> tuple[int, Move]:
        """Choose the next move: mostly of a seat that owes one, sometimes an aside, and often one between two hands."""
        asides = [
            (who.seat, option)
            for who in everyone(GAME, self.state)
            for option in who.options
            if option.aside and who.seat != CLOCK
        ]
        chance = 0.4 if self.t.between else 0.03
        if asides and (seat == CLOCK or self.rng.random() < chance):
            weights = [1 if option.name in ("LEAVE", "AWAY") else 8 for _, option in asides]
            ((who, option),) = self.rng.choices(asides, weights)
            return who, self._made(option)
        if seat == HOUSE:
            return HOUSE, self.dealer.deal(self.state, GAME.decision(self.state, HOUSE))
        option = owed[0] if self.rng.random() < PASSIVE else self.rng.choice(owed)
        return seat, self._made(option)

    def _made(self, option: Option) -> Move:
        if option.name in ("SIT", "RETURN"):
            blinds = self.rng.randint(1, 50 if option.name == "SIT" else 200)
            return Move(option.kind, min(option.high, max(option.low, blinds * self.t.config.big_blind)))
        return random_move(GAME, self.state, option, self.rng)

    def _watch(self, told: list[Fact]) -> None:
        for fact in told:
            if isinstance(fact, Left):
                self.started.pop(fact.seat, None)
                self.missed_nothing.discard(fact.seat)
                self.there &= ~(1 << fact.seat)
                self.returning.pop(fact.seat, None)
            elif isinstance(fact, Returned):
                self.returning[fact.seat] = fact.chips
            elif isinstance(fact, SatDown):
                self._watch_buy_in(fact)
            elif isinstance(fact, ToppedUp):
                self.seen["top-ups"] += 1
                held = self.t.betting.stack[fact.seat] + self.t.betting.total[fact.seat]
                assert held <= self.t.config.most_buy_in, "nobody is topped up beyond the most"
        if any(isinstance(fact, HandStarted) for fact in told):
            self._watch_start(told)

    def _watch_buy_in(self, fact: SatDown) -> None:
        """Check what a player brings, and note whether it has missed a hand."""
        config, seat, back = self.t.config, fact.seat, self.returning.pop(fact.seat, 0)
        if config.most_buy_in:
            assert max(config.least_buy_in, back) <= fact.chips <= max(config.most_buy_in, back)
            self.seen["brought back"] += back > config.most_buy_in
        if self.there >> seat & 1 and self.t.dealt >> seat & 1:
            self.missed_nothing.add(seat)
        self.there |= 1 << seat

    def _watch_start(self, told: list[Fact]) -> None:
        """Check the places and the posted blinds of a hand that has begun."""
        t, betting = self.t, self.t.betting
        dealt = {seat for seat in range(t.seats) if t.dealt >> seat & 1}
        self.started = {seat: betting.stack[seat] + betting.total[seat] for seat in dealt}
        assert all(chips > 0 for chips in self.started.values()) and not t.dealt & t.away
        assert t.big_blind in dealt and t.big_blind != self.last_big_blind, "nobody is big blind twice running"
        passed = 0 if self.last_big_blind == NOBODY else arc(self.last_big_blind, t.big_blind)
        self.last_big_blind = t.big_blind
        assert len({t.button, t.small_blind, t.big_blind}) == (2 if len(dealt) == 2 else 3)
        self.seen[f"{size(t.dealt)} seats"] += 1
        dead = {fact.seat for fact in told if isinstance(fact, DeadBlindPosted)}
        live = {fact.seat for fact in told if isinstance(fact, BlindPosted)}
        for seat in range(t.seats):
            if seat not in dealt:
                self.running[seat] = self.posted[seat] = 0
                continue
            self.running[seat] += 1
            if seat in self.missed_nothing and seat not in (t.small_blind, t.big_blind):
                self.seen["bought in again"] += 1
                assert seat not in dead | live or passed >> seat & 1, "it has missed nothing"
            owed = seat in live and (seat != t.small_blind or seat in dead or t.config.small_blind == 0)
            if seat == t.big_blind or owed or betting.stack[seat] == 0:  # all-in: it has nothing left to post with
                self.posted[seat] += 1
            if t.config.entry != FREE:
                assert self.posted[seat] >= self.running[seat] // t.seats, "nobody plays a round without a big blind"
        self.seen["dead blinds"] += len(dead)
        self.missed_nothing.clear()


def evenings(steps: int, first: int = 0) -> Counter[str]:
    """Play and check a number of steps; returns counts."""
    seen, seed = Counter[str](), first
    while seen["steps"] < steps:
        for seating, entry in (
            ("open", "post"),
            ("open", "wait"),
            ("open", "free"),
            ("cash", "post"),
            ("cash", "wait"),
            ("once", "post"),
            ("once", "free"),
        ):
            try:
                evening = Evening(seed, seating, entry, min(STEPS, steps))
            except Exception as error:
                raise AssertionError(f"evening {seed} at a table of {seating!r}, {entry!r}: {error}") from error
            seen += evening.seen
            seen["steps"] += sum(count for kind, count in evening.seen.items() if kind.isupper())
        seed += 1
    return seen
