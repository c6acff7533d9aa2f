"""A hand in ten lines: hold'em for people who write Python.

>>> from croupier import holdem
>>> hand = holdem.deal(stacks=[1000] * 3, blinds=(5, 10), button=0, deck="AhKd7c AsKc2d Qh8h3s 9s 4c")
>>> hand.actor, hand.to_call, hand.min_raise_to, hand.max_raise_to
(0, 10, 20, 1000)
>>> hand.raise_to(30)
>>> hand.fold()
>>> hand.call()
>>> hand.street, hand.board, hand.pot
('FLOP', ('Qh', '8h', '3s'), 65)
>>> hand.check(); hand.bet(40); hand.fold()
>>> hand.over, hand.payoffs
(True, (35, -5, -30))
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from croupier.kernel.betting import to_call
from croupier.kernel.cards import format_card, parse_cards
from croupier.kernel.chance import Dealer, RandomDealer, StackedDealer
from croupier.kernel.errors import GameOver, IllegalAction
from croupier.kernel.events import Fact
from croupier.kernel.game import Decision, Move, State
from croupier.kernel.pots import Pots, build_pots
from croupier.kernel.telling import face_up
from croupier.kernel.turns import HOUSE

from . import rules
from .game import GAME, configure
from .records import BOARD, HOLE, Table
from .words import render

STREETS = ("PRE_FLOP", "FLOP", "TURN", "RIVER", "SHOWDOWN")


class Pot(NamedTuple):
    """A pot: how much is in it, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


def deal(
    stacks: Sequence[int],
    blinds: tuple[int, int] = (50, 100),
    *,
    button: int = 0,
    seed: int | None = None,
    deck: str | Sequence[int] | None = None,
    antes: int = 0,
    straddles: Sequence[int] = (),
    **options: Any,
) -> Hand:
    """Deal one hand. Without a seed the cards are different each time.

    `deck` stacks the deck: two rounds of hole cards beginning left of the button, then the board; cards that it does
    not name are drawn at random. `options` are those of `holdem.configure`.
    """
    config = configure(
        stacks=stacks,
        small_blind=blinds[0],
        big_blind=blinds[1],
        button=button,
        ante=antes,
        straddles=straddles,
        hands=1,
        **options,
    )
    dealer: Dealer = RandomDealer(secrets.randbits(48) if seed is None else seed)
    if deck is not None:
        dealer = StackedDealer(parse_cards(deck) if isinstance(deck, str) else deck, dealer)
    state, events = GAME.start(config)
    return Hand(state, dealer, list(events))


class Hand:
    """One hand of hold'em: look at it, act for whoever's turn it is. Cards are dealt by themselves."""

    __slots__ = ("_dealer", "_decision", "_state", "events")

    def __init__(self, state: State, dealer: Dealer, events: list[Fact]) -> None:
        self._state = state
        self._dealer = dealer
        self.events = events
        """Everything that has happened so far."""
        self._decision: Decision | None = None
        self._deal()

    def _deal(self) -> None:
        while (pending := GAME.pending(self._state)) and pending[0].seat == HOUSE:
            self.events += GAME.advance(self._state, HOUSE, self._dealer.deal(self._state, pending[0]))
        self._decision = pending[0] if pending else None

    def _act(self, kind: int, amount: int = 0) -> None:
        if self._decision is None:
            raise GameOver("The hand is over.")
        self.events += GAME.advance(self._state, self._decision.seat, Move(kind, amount))
        self._deal()

    def copy(self) -> Hand:
        """An independent twin that will be dealt the same cards."""
        twin = object.__new__(Hand)
        twin._state, twin._dealer = self._state.copy(), self._dealer.copy()
        twin.events, twin._decision = self.events[:], self._decision
        return twin

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self._decision is None

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is; None once the hand is over."""
        return None if self._decision is None else self._decision.seat

    @property
    def legal(self) -> tuple[str, ...]:
        """The actions that make sense now: FOLD, CHECK, CALL, RAISE_TO."""
        return () if self._decision is None else tuple(option.name for option in self._decision.owed)

    @property
    def to_call(self) -> int:
        """The chips that a call would add."""
        return 0 if self._decision is None else to_call(self._state.table.betting, self._decision.seat)

    @property
    def min_raise_to(self) -> int | None:
        """The least street total that a raise may reach; None if raising is not allowed."""
        option = self._decision and self._decision.option(rules.RAISE_TO)
        return option.low if option else None

    @property
    def max_raise_to(self) -> int | None:
        """The highest street total that a raise may reach; None if raising is not allowed."""
        option = self._decision and self._decision.option(rules.RAISE_TO)
        return option.high if option else None

    @property
    def street(self) -> str:
        """PRE_FLOP, FLOP, TURN, RIVER or SHOWDOWN."""
        return STREETS[self._state.table.street]

    @property
    def table(self) -> Table:
        """The whole record of the table, to look at."""
        table: Table = self._state.table
        return table

    @property
    def button(self) -> int:
        """The seat with the button."""
        return int(self._state.table.button)

    @property
    def board(self) -> tuple[str, ...]:
        """The cards on the board."""
        return self._cards(BOARD)

    def hole(self, seat: int) -> tuple[str, ...]:
        """A seat's hole cards."""
        return self._cards(HOLE + seat)

    def _cards(self, zone: int) -> tuple[str, ...]:
        cards = self._state.table.cards
        start = cards.first[zone]
        return tuple(format_card(card) for card in cards.row[start : start + cards.count[zone]])

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips that each seat has behind."""
        return self._seats(self._state.table.betting.stack)

    @property
    def bets(self) -> tuple[int, ...]:
        """What each seat has put in on this street."""
        return self._seats(self._state.table.betting.bet)

    @property
    def payoffs(self) -> tuple[int, ...]:
        """What each seat has won or lost; before the end, what it stands to lose."""
        return tuple(a - b for a, b in zip(self.stacks, self._seats(self._state.table.brought), strict=True))

    def _seats(self, values: list[int]) -> tuple[int, ...]:
        return tuple(values[: self._state.table.seats])

    @property
    def pot(self) -> int:
        """All chips that have been put in."""
        return int(self._state.table.betting.pot)

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots as they stand, bets of this street included; none once the hand is over."""
        if self.over:
            return ()
        built = Pots()
        build_pots(self._state.table.betting, built)
        return tuple(
            Pot(
                built.amount[i], tuple(seat for seat in range(self._state.table.seats) if built.eligible[i] >> seat & 1)
            )
            for i in range(built.count)
        )

    def fold(self) -> None:
        """Give up the hand."""
        self._act(rules.FOLD)

    def check(self) -> None:
        """Stay in where nothing is to call."""
        self._act(rules.CHECK)

    def call(self) -> None:
        """Match the current bet, or go all-in for less."""
        self._act(rules.CALL)

    def bet(self, chips: int) -> None:
        """Open the betting of a street; legal only while nobody has bet on it."""
        current = self._state.table.betting.current_bet
        if self._decision is not None and current > 0:
            raise IllegalAction(f"There is a bet of {current} already: raise_to or raise_by it, call or fold.")
        self._act(rules.RAISE_TO, chips)

    def raise_to(self, total: int) -> None:
        """Raise so that the seat's total on this street is `total`."""
        self._act(rules.RAISE_TO, total)

    def raise_by(self, chips: int) -> None:
        """Raise by moving `chips` from the stack, the part that calls included."""
        seat = self.actor
        self._act(rules.RAISE_TO, chips + (0 if seat is None else self._state.table.betting.bet[seat]))

    def __str__(self) -> str:
        """The table with all hands open."""
        table = render(face_up(self._state))
        if self.over:
            return table
        return f"{table}\n   seat {self.actor} to act{f', {self.to_call:,} to call' if self.to_call else ''}"

    def __repr__(self) -> str:
        doing = "over" if self.over else f"seat {self.actor} to act"
        return f"<Hand {self.street} {' '.join(self.board)} pot {self.pot}, {doing}>"
