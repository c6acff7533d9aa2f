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

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.contract.record import MatchRecord
from croupier.kernel.errors import BadInput, GameOver, IllegalAction
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.draw import draw
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.text import told_face_up
from croupier.kernel.vocabulary.betting import to_call
from croupier.kernel.vocabulary.cards import format_card
from croupier.kernel.vocabulary.events import Events, Fact
from croupier.kernel.vocabulary.ledger import row_of
from croupier.kernel.vocabulary.pots import Pots, build_pots
from croupier.kernel.vocabulary.turns import HOUSE

from . import rules
from .arguments import whole
from .events import PotAwarded
from .game import GAME
from .phh import hand_history
from .records import BOARD, HOLE, Config, Table
from .review import STREETS, Runs, Street, name_of, run_again, streets_of
from .saving import dealer_of, from_record, to_record


class Pot(NamedTuple):
    """A pot: how much is in it, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


class Hand:
    """One hand of hold'em: look at it, act for the seat whose turn it is. Cards are dealt automatically."""

    __slots__ = ("_config", "_dealer", "_decision", "_deck", "_moves", "_seed", "_state", "_told")

    def __init__(self, config: Config, seed: int, deck: Sequence[int] = ()) -> None:
        """A match of one hand: the cards of `deck` come first, then those that the seed deals."""
        self._config, self._seed, self._deck = config, seed, tuple(deck)
        self._begin()

    def _begin(self) -> None:
        self._dealer = dealer_of(self._seed, self._deck)
        self._state: State
        self._state, told = GAME.start(self._config)
        self._told: list[Events] = [told]
        self._moves: list[Move] = []
        self._decision: Decision | None = None
        self._deal()

    def _deal(self) -> None:
        while (pending := GAME.pending(self._state)) and pending[0].seat == HOUSE:
            self._told.append(GAME.advance(self._state, HOUSE, self._dealer.deal(self._state, pending[0])))
        self._decision = pending[0] if pending else None

    def _act(self, kind: int, amount: int = 0) -> None:
        self._make(Move(kind, amount))

    def _make(self, move: Move) -> None:
        self._told.append(GAME.advance(self._state, self._asked().seat, move))
        self._moves.append(move)
        self._deal()

    def undo(self) -> None:
        """Take back the last action. The cards that were dealt after it go back, and the same will come again."""
        if not self._moves:
            raise IllegalAction("Nobody has acted yet: there is nothing to undo.")
        moves = self._moves[:-1]
        self._begin()
        for move in moves:
            self._make(move)

    def _asked(self) -> Decision:
        if self._decision is None:
            raise GameOver("The hand is over.")
        return self._decision

    def copy(self) -> Hand:
        """An independent copy that will be dealt the same cards."""
        twin = object.__new__(Hand)
        twin._config, twin._seed, twin._deck = self._config, self._seed, self._deck
        twin._state, twin._dealer = self._state.copy(), self._dealer.copy()
        twin._told, twin._moves, twin._decision = self._told[:], self._moves[:], self._decision
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Hand:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether both are in the same state after the same actions with the same cards; cards to come do not count."""
        return self._state == other._state if isinstance(other, Hand) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._config, self._seed, self._deck, tuple(self._moves))

    def to_json(self) -> str:
        """The hand as a record of a match of one hand, which `croupier replay` and `from_json` read."""
        return to_record(self._config, self._seed, self._deck, self._moves).to_json().decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Hand:
        """The hand of a record, which goes on as the recorded one would have; BadInput if it is not of one hand."""
        return _again(*from_record(MatchRecord.from_json(text)))

    def to_phh(self, **about: Any) -> str:
        """The hand so far in PHH, the Poker Hand History format; BadInput if PHH cannot express it.

        `about` are further fields, such as `venue` or `table`. Lists with an entry for each seat, such as `players`,
        are put into the order of the hand.
        """
        return hand_history(self.table, self.events, self._seats(self.table.brought), self.over, about).to_toml()

    @property
    def events(self) -> list[Fact]:
        """Everything that has happened so far, with all cards face up."""
        return [fact for events in self._told for fact in told_face_up(events)]

    @property
    def streets(self) -> tuple[Street, ...]:
        """The streets so far, each with its board, its events, and the pot at its end."""
        return tuple(streets_of(self.events, self._seats(self.table.brought)))

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
        """The names of the legal options: of FOLD, CHECK, CALL and RAISE_TO. `fold` is accepted at every turn."""
        return () if self._decision is None else self._decision.legal

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
        """The whole record of the table, read-only."""
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
        return self._cards(HOLE + self._seat(seat))

    def hand_name(self, seat: int) -> str:
        """The name of a seat's hand, with the board: "two pair, aces and kings"; "" if it has no cards."""
        return name_of([*self._row(HOLE + self._seat(seat)), *self._row(BOARD)])

    def _seat(self, seat: int) -> int:
        number, seats = whole("seat", seat), self._state.table.seats
        if not 0 <= number < seats:
            raise BadInput(f"There is no seat {number}; seats are 0 to {seats - 1}.")
        return number

    def _cards(self, zone: int) -> tuple[str, ...]:
        return tuple(map(format_card, self._row(zone)))

    def _row(self, zone: int) -> list[int]:
        return row_of(self._state.table.cards, zone)

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
        """What each seat has won or lost; before the end, what it may lose."""
        return tuple(a - b for a, b in zip(self.stacks, self._seats(self._state.table.brought), strict=True))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won a pot or a part of one; () before the hand is over."""
        return tuple(sorted({fact.seat for fact in self.events if isinstance(fact, PotAwarded)}))

    def run_it(self, times: int = 2) -> Runs:
        """The result if the cards after the last action had been dealt several times: "run it twice".

        Each board wins its part of every pot; the first is the one that was dealt, the others come from the rest of the
        deck. IllegalAction unless a player was all-in before the river, and the hand is over.
        """
        return run_again(self._config, self._seed, self._deck, self._moves, whole("times", times, 1, 20))

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
        """Stay in when there is nothing to call."""
        self._act(rules.CHECK)

    def call(self) -> None:
        """Match the current bet, or go all-in for less."""
        self._act(rules.CALL)

    def bet(self, chips: int) -> None:
        """Open the betting of a street; legal only before any bet on it."""
        chips, decision, current = whole("bet", chips), self._asked(), self._state.table.betting.current_bet
        if current > 0:
            refused = f"seat {decision.seat}: BET {chips} is not possible over a bet of {current}."
            raise IllegalAction(f"{refused} Legal: {GAME.legal(decision)}.")
        self._act(rules.RAISE_TO, chips)

    def raise_to(self, total: int) -> None:
        """Raise so that the seat's total on this street is `total`."""
        self._act(rules.RAISE_TO, whole("raise_to", total))

    def raise_by(self, chips: int) -> None:
        """Raise by moving `chips` from the stack: this includes the chips that call, so it is not the increment.

        With 10 in and a bet of 20 to match, `raise_by(50)` is `raise_to(60)`: 10 to call, and 40 on top.
        """
        self._act(rules.RAISE_TO, whole("raise_by", chips) + self._state.table.betting.bet[self._asked().seat])

    def __str__(self) -> str:
        """The table with all hands open, and the seat to act or the result."""
        eyes = Onlooker(GAME, cast_for(GAME), all_cards=True)
        for events in self._told:
            eyes.hear(eyes.facts(events))
        scene = eyes.see(self._state)
        return f"{draw(replace(scene, over=''))}\n   {self._result() if self.over else self._turn()}"

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


def _again(config: Config, seed: int, deck: Sequence[int], moves: Sequence[Move]) -> Hand:
    """A hand in which these moves have been made."""
    hand = Hand(config, seed, deck)
    for move in moves:
        hand._make(move)
    return hand
