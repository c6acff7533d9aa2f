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

import inspect
from collections.abc import Sequence
from typing import Any, NamedTuple

from croupier.kernel.contract.dealers import Dealer, RandomDealer, StackedDealer
from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.errors import BadInput, GameOver, IllegalAction
from croupier.kernel.showing.text import face_up, told_face_up
from croupier.kernel.vocabulary.betting import to_call
from croupier.kernel.vocabulary.cards import format_card
from croupier.kernel.vocabulary.events import Events, Fact
from croupier.kernel.vocabulary.keys import fresh_seed
from croupier.kernel.vocabulary.pots import Pots, build_pots
from croupier.kernel.vocabulary.turns import HOUSE

from . import rules
from .arguments import Cards, cards, whole, wholes
from .game import GAME
from .options import MOST_CHIPS, configure
from .records import BOARD, HOLE, Table
from .words import render

STREETS = ("PRE_FLOP", "FLOP", "TURN", "RIVER", "SHOWDOWN")
OWN_OPTIONS = ("stacks", "blinds", "button", "seed", "deck", "antes", "straddles")
RENAMED = {"ante": "antes", "small_blind": "blinds", "big_blind": "blinds", "stack": "stacks"}
OPTIONS = tuple(
    name for name in inspect.signature(configure).parameters if name not in {*OWN_OPTIONS, *RENAMED, "seats", "hands"}
)
"""The options of a match that a hand of its own passes on."""


class Pot(NamedTuple):
    """A pot: how much is in it, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


def deal(
    stacks: Sequence[int],
    blinds: Sequence[int] = (50, 100),
    *,
    button: int = 0,
    seed: int | None = None,
    deck: Cards | None = None,
    antes: int = 0,
    straddles: Sequence[int] = (),
    **options: Any,
) -> Hand:
    """Deal one hand. Without a seed the cards are different each time.

    `stacks` has the chips of each seat, 0 for an empty one; `blinds` the small and the big one. `deck` stacks the deck,
    as a text or a list of cards: two rounds of hole cards beginning left of the button, then the board; cards that it
    does not name are drawn at random. `antes` are paid by every seat, `straddles` by the seats after the big blind.

    What else may be given:

    - `big_blind_ante`: an ante that the big blind pays for all; `blind_before_ante`: a short stack pays the blind first
    - `structure`: no_limit, pot_limit, spread (a raise is at most `spread`) or fixed; `cap`: raises in a street
    - `reopen`: whether short all-ins reopen the betting by their "sum" or only if a "single" one is a full raise
    - `short_bet`: whether an all-in below the least bet "stands" or may be "completed"
    - the rest is for matches: `button_rule`, `timeout`, `limit_ms`, `seating`, `late_until`, `entry`, `bank`
    """
    for name in options:
        if name not in OPTIONS:
            raise BadInput(_no_option(name))
    paid = wholes("blinds", blinds, 0, MOST_CHIPS)
    if len(paid) != 2:
        raise BadInput(f"blinds are two numbers, the small and the big one, not {paid}.")
    config = configure(
        stacks=wholes("stacks", stacks),
        small_blind=paid[0],
        big_blind=paid[1],
        button=button,
        ante=whole("antes", antes, 0, MOST_CHIPS),
        straddles=straddles,
        hands=1,
        **options,
    )
    dealer: Dealer = RandomDealer(fresh_seed() if seed is None else whole("seed", seed))
    if deck is not None:
        dealer = StackedDealer(cards("deck", deck), dealer)
    state, events = GAME.start(config)
    return Hand(state, dealer, events)


def _no_option(name: str) -> str:
    if name in RENAMED:
        return f"deal has no option {name!r}; it is called {RENAMED[name]!r} here."
    return f"deal has no option {name!r}; it has {', '.join([*OWN_OPTIONS, *OPTIONS])}."


class Hand:
    """One hand of hold'em: look at it, act for whoever's turn it is. Cards are dealt by themselves."""

    __slots__ = ("_dealer", "_decision", "_state", "_told")

    def __init__(self, state: State, dealer: Dealer, events: Events) -> None:
        self._state = state
        self._dealer = dealer
        self._told = [events]
        self._decision: Decision | None = None
        self._deal()

    def _deal(self) -> None:
        while (pending := GAME.pending(self._state)) and pending[0].seat == HOUSE:
            self._told.append(GAME.advance(self._state, HOUSE, self._dealer.deal(self._state, pending[0])))
        self._decision = pending[0] if pending else None

    def _act(self, kind: int, amount: int = 0) -> None:
        self._told.append(GAME.advance(self._state, self._asked().seat, Move(kind, amount)))
        self._deal()

    def _asked(self) -> Decision:
        if self._decision is None:
            raise GameOver("The hand is over.")
        return self._decision

    def copy(self) -> Hand:
        """An independent twin that will be dealt the same cards."""
        twin = object.__new__(Hand)
        twin._state, twin._dealer = self._state.copy(), self._dealer.copy()
        twin._told, twin._decision = self._told[:], self._decision
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Hand:
        return self.copy()

    @property
    def events(self) -> list[Fact]:
        """Everything that has happened so far, with all cards face up."""
        return [fact for events in self._told for fact in told_face_up(events)]

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
        number, seats = whole("seat", seat), self._state.table.seats
        if not 0 <= number < seats:
            raise BadInput(f"There is no seat {number}; seats are 0 to {seats - 1}.")
        return self._cards(HOLE + number)

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
        chips, decision, current = whole("bet", chips), self._asked(), self._state.table.betting.current_bet
        if current > 0:
            legal = ", ".join(map(GAME.describe_option, decision.options))
            raise IllegalAction(
                f"seat {decision.seat}: BET {chips} is not possible over a bet of {current}. Legal: {legal}."
            )
        self._act(rules.RAISE_TO, chips)

    def raise_to(self, total: int) -> None:
        """Raise so that the seat's total on this street is `total`."""
        self._act(rules.RAISE_TO, whole("raise_to", total))

    def raise_by(self, chips: int) -> None:
        """Raise by moving `chips` from the stack: the part that calls is among them, so this is not the increment.

        With 10 in and a bet of 20 to match, `raise_by(50)` is `raise_to(60)`: 10 to call, and 40 on top.
        """
        self._act(rules.RAISE_TO, whole("raise_by", chips) + self._state.table.betting.bet[self._asked().seat])

    def __str__(self) -> str:
        """The table with all hands open, and whose turn it is or who has won."""
        return f"{render(face_up(self._state))}\n   {self._result() if self.over else self._turn()}"

    def _turn(self) -> str:
        return f"seat {self.actor} to act{f', {self.to_call:,} to call' if self.to_call else ''}"

    def _result(self) -> str:
        changed = [
            f"seat {seat} {'wins' if chips > 0 else 'loses'} {abs(chips):,}"
            for seat, chips in enumerate(self.payoffs)
            if chips
        ]
        return ", ".join(changed) or "nobody wins or loses anything"

    def __repr__(self) -> str:
        doing = "over" if self.over else f"seat {self.actor} to act"
        return f"<Hand {' '.join([self.street, *self.board])} pot {self.pot}, {doing}>"
