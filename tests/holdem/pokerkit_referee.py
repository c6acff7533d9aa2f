"""Compares every decision and every payoff of hold'em with PokerKit 0.7.7.

Three parties follow the same hand, dealt the same cards:

- **ours**, `croupier.holdem.Hand`, which also decides what is legal to do next;
- **theirs**, PokerKit's `State`;
- **notes**, which say what the rules require (`pokerkit_notes.py`), and know PokerKit's quirks.

Without quirks the notes must always agree with ours, with all quirks with PokerKit. Where ours and theirs differ, the
fewest quirks that turn one answer into the other are the explanation. A difference that no quirk explains is a fault in
one of the three, and raises `Unexplained` with everything that is needed to replay it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from pokerkit import Automation, BettingStructure, Deck, Opening, StandardHighHand, State, Street

from croupier import holdem
from croupier.kernel.errors import CroupierError
from croupier.kernel.vocabulary.cards import format_cards

from .pokerkit_notes import (
    ALL_QUIRKS,
    BY_COUNT,
    CALL,
    CHECK,
    EQUAL_BLINDS,
    FOLD,
    IDLE_CHECK,
    NOTHING_POSTED,
    PRE_FLOP,
    RAISE,
    Answer,
    Notes,
    Setup,
)

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
BROADWAY = (32, 37, 42, 47, 48)
"""T J Q K A in mixed suits: the board plays."""
TWO_PAIR = (44, 45, 40, 41, 6)
"""K K Q Q 3: all hands with an ace, and without a king or queen, tie."""


def any_setup(chance: random.Random) -> Setup:
    """Two to six seats, sometimes nine; deep, short and tiny stacks, or all nearly alike; ties more often than not."""
    seats = chance.choice((2, 3, 3, 4, 4, 5, 6, 6, 6, 9))
    big = chance.choice((2, 10, 20, 25, 100))
    small = chance.choice((big // 2, big // 2, big // 2, big // 2, big // 3, 0, big))
    antes = chance.choice((0, 0, 0, 1, big // 4, big))
    base = chance.randint(big, 15 * big)
    kinds: tuple[Callable[[], int], ...] = (
        lambda: chance.randint(50 * big, 300 * big),
        lambda: chance.randint(big, 10 * big),
        lambda: chance.randint(1, 2 * big),
        lambda: max(1, base + chance.randint(-big, big)),
    )
    weights = chance.choice(((5, 2, 1, 0), (1, 3, 2, 0), (2, 0, 1, 6), (0, 0, 0, 1)))
    stacks = tuple(chance.choices(kinds, weights)[0]() for _ in range(seats))
    board = chance.choice((None, None, None, BROADWAY, TWO_PAIR))
    if board is None:
        deck = chance.sample(range(52), 2 * seats + 5)
    else:
        holes = [card for card in range(52) if card not in board and (board is TWO_PAIR or card < 32)]
        deck = [*chance.sample(holes, 2 * seats), *board]
    return Setup(stacks, (small, big), antes, chance.randrange(seats), tuple(deck), chance.random() < 0.25)


class Unexplained(AssertionError):
    """Ours, PokerKit and the notes contradict each other."""


class Theirs:
    """PokerKit's state of the same hand, in our numbering of seats."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        big = setup.blinds[1]
        streets = [Street(False, (False, False), 0, False, Opening.POSITION, big, None)]
        streets += [Street(False, (), cards, False, Opening.POSITION, big, None) for cards in (3, 1, 1)]
        self.state = State(
            AUTOMATIONS,
            Deck.STANDARD,
            (StandardHighHand,),
            tuple(streets),
            BettingStructure.NO_LIMIT,
            not setup.big_blind_ante,
            {1: setup.antes} if setup.big_blind_ante else setup.antes,
            setup.blinds,
            0,
            tuple(setup.stacks[seat] for seat in setup.places),
            setup.seats,
        )
        for seat in setup.places:
            self.state.deal_hole(format_cards(setup.hole(seat), ""))
        self._deal()

    def _deal(self) -> None:
        while any(self.state.board_dealing_counts):
            shown = sum(map(len, self.state.board_cards))
            cards = self.setup.board[shown : shown + self.state.board_dealing_counts[0]]
            self.state.deal_board(format_cards(cards, ""))

    def _by_seat(self, values: list[int]) -> tuple[int, ...]:
        made = [0] * self.setup.seats
        for seat, value in zip(self.setup.places, values, strict=True):
            made[seat] = value
        return tuple(made)

    @cached_property
    def answer(self) -> Answer | None:
        """The legal actions of the seat in turn; None once the hand is over."""
        state = self.state
        if state.actor_index is None:
            return None
        return Answer(
            self.setup.seat(state.actor_index),
            state.checking_or_calling_amount or 0,
            state.min_completion_betting_or_raising_to_amount or 0,
            state.max_completion_betting_or_raising_to_amount or 0,
        )

    @property
    def chips(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Stacks and bets."""
        return self._by_seat(self.state.stacks), self._by_seat(self.state.bets)

    @property
    def payoffs(self) -> tuple[int, ...]:
        """The winnings of each seat."""
        return self._by_seat(self.state.payoffs)

    def act(self, kind: str, amount: int = 0) -> None:
        """Act for the seat in turn."""
        if kind == FOLD:
            self.state.fold()
        elif kind == RAISE:
            self.state.complete_bet_or_raise_to(amount)
        else:
            self.state.check_or_call()
        self._deal()
        self.__dict__.pop("answer", None)


def answer_of(hand: holdem.Hand) -> Answer | None:
    """The legal actions of the seat in turn by our rules; None once the hand is over."""
    if hand.actor is None:
        return None
    return Answer(hand.actor, hand.to_call, hand.min_raise_to or 0, hand.max_raise_to or 0)


class Style(NamedTuple):
    """How a table plays: how often it folds to a bet, how often it raises, and the weights of sizes."""

    fold: float
    aggression: float
    sizes: tuple[int, int, int, int]
    """Weights of the least raise, one of up to three times that, any, and all-in."""


STYLES = (
    Style(0.05, 0.5, (2, 1, 1, 2)),
    Style(0.02, 0.2, (3, 2, 1, 1)),
    Style(0.20, 0.5, (3, 3, 2, 1)),
    Style(0.03, 0.6, (2, 0, 0, 4)),
)


def any_action(answer: Answer, style: Style, chance: random.Random) -> tuple[str, int]:
    """A legal action in a style of play."""
    if answer.call and chance.random() < style.fold:
        return FOLD, 0
    if not answer.high or chance.random() > style.aggression:
        return (CALL if answer.call else CHECK), 0
    low, high = answer.low, answer.high
    sizes = (low, chance.randint(low, min(high, 3 * low)), chance.randint(low, high), high)
    return RAISE, chance.choices(sizes, style.sizes)[0]


def scripted(text: str) -> Callable[[Answer], tuple[str, int]]:
    """A chooser that makes the actions of a text in the form of `Unexplained`, such as "3 call, 4 raise to 300", and
    then checks or calls."""
    actions = [line.split(maxsplit=1) for line in text.split(", ")] if text else []

    def choose(answer: Answer) -> tuple[str, int]:
        if not actions:
            return (CALL if answer.call else CHECK), 0
        seat, done = actions.pop(0)
        assert answer.actor == int(seat), f"it is the turn of {answer.actor}, not of {seat}"
        kind = done.rstrip("0123456789 ")
        return kind, int(done.removeprefix(kind) or 0)

    return choose


@dataclass
class Result:
    """Counts of what was compared, and of the differences that were found and explained."""

    hands: int = 0
    complete: int = 0
    """Hands that PokerKit could follow to the payoffs."""
    decisions: int = 0
    """Decisions at which all three were asked."""
    all_ins: int = 0
    """Hands in which a seat was all-in at the end."""
    side_pots: int = 0
    """Hands with more than one pot at the end."""
    differences: Counter[str] = field(default_factory=Counter)
    hands_with: Counter[str] = field(default_factory=Counter)
    """The same, each counted at most once a hand."""

    def add(self, other: Result) -> None:
        """Add another result."""
        for name, value in vars(other).items():
            if isinstance(value, Counter):
                getattr(self, name).update(value)
            else:
                setattr(self, name, getattr(self, name) + value)


def compare(seed: int) -> Result:
    """Play one random hand in both engines and compare everything; raises Unexplained."""
    chance = random.Random(seed)
    setup, style = any_setup(chance), chance.choice(STYLES)
    return Comparison(setup, lambda answer: any_action(answer, style, chance), f"compare({seed})").run()


def compare_many(first: int, stop: int) -> Result:
    """Compare the hands of the seeds from `first` to `stop` - 1."""
    total = Result()
    for seed in range(first, stop):
        total.add(compare(seed))
    return total


class Comparison:
    """One hand, played in all three."""

    def __init__(self, setup: Setup, choose: Callable[[Answer], tuple[str, int]], name: str = "") -> None:
        self.setup, self.choose, self.name = setup, choose, name
        self.log: list[str] = []
        self.notes = Notes(setup)
        paid: dict[str, Any] = {"big_blind_ante" if setup.big_blind_ante else "antes": setup.antes}
        self.ours = holdem.deal(setup.stacks, setup.blinds, button=setup.button, deck=setup.deck, **paid)
        self.theirs: Theirs | None = Theirs(setup)
        self.result = Result(hands=1)

    def run(self) -> Result:
        """Play to the end of the hand."""
        try:
            self._follow()
        except (CroupierError, ValueError, IndexError, StopIteration) as error:
            raise Unexplained(f"{error!r}\n{self}") from error
        self.result.hands_with = Counter(set(self.result.differences))
        return self.result

    def _follow(self) -> None:
        self._compare_who_begins()
        while (answer := answer_of(self.ours)) is not None:
            self._compare(answer)
            self._act(answer)
        self._compare_payoffs()

    def __str__(self) -> str:
        return f"{self.name}: {self.setup}\n{self.ours.street}: {', '.join(self.log)}"

    def _compare_who_begins(self) -> None:
        """Compare the first to act. PokerKit finds the big blind by the posted chips, and of equals takes the last."""
        assert self.theirs is not None
        ours, theirs = answer_of(self.ours), self.theirs.answer
        if ours is None or theirs is None or self.ours.street != PRE_FLOP or ours.actor == theirs.actor:
            return
        self._check(theirs.actor == self.notes.first_by_pokerkit(), "who acts first", ours, theirs)
        if self.setup.seats == 2:
            self._check(self.notes.posted[0] == self.notes.posted[1], "unequal blinds", ours, theirs)
            self._explain(EQUAL_BLINDS)
        else:
            self._check(not any(self.notes.posted), "blinds were posted", ours, theirs)
            self._explain(NOTHING_POSTED)
        self.theirs = None

    def _compare(self, ours: Answer) -> None:
        if self.ours.street != self.notes.street:
            self._skip_idle_checks()
            self.notes.next_street(self.ours.street)
        expected = self.notes.expected(ours.actor)
        self._check(ours == expected, "ours is not what the rules ask for", ours, expected)
        chips = tuple(self.notes.stacks), tuple(self.notes.bets)
        self._check((self.ours.stacks, self.ours.bets) == chips, "our chips", self.ours.stacks, self.ours.bets, *chips)
        if self.theirs is None:
            return
        theirs = self.theirs.answer
        self.result.decisions += 1
        self._check(self.theirs.chips == chips, "their chips", *self.theirs.chips, *chips)
        self._check(theirs is not None and theirs.actor == ours.actor, "another seat is to act", ours, theirs)
        quirky = self.notes.expected(ours.actor, ALL_QUIRKS)
        self._check(theirs == quirky, "PokerKit is not as we know it", ours, theirs, quirky)
        if ours != theirs:
            fewest = next(some for some in BY_COUNT if self.notes.expected(ours.actor, some) == theirs)
            self._explain(*(self.notes.name_of(quirk, ours.actor) for quirk in fewest))

    def _act(self, ours: Answer) -> None:
        """Act in all three. If PokerKit understands another action, it follows the hand no further."""
        kind, amount = self.choose(ours)
        if self.theirs is not None:
            theirs = self.theirs.answer
            assert theirs is not None
            same = {
                FOLD: theirs.call > 0,  # it refuses to fold where nothing is to call
                RAISE: theirs.low <= amount <= theirs.high,
            }.get(kind, theirs.call == ours.call)
            if same:
                self.theirs.act(kind, amount)
            else:
                self.theirs = None
        bet = self.ours.bets[ours.actor]
        self.notes.act(ours.actor, kind, 0 if kind == FOLD else amount - bet if kind == RAISE else ours.call)
        self.log.append(str(self.notes.actions[-1]))
        if kind == RAISE:
            self.ours.raise_to(amount)
        else:
            {FOLD: self.ours.fold, CHECK: self.ours.check, CALL: self.ours.call}[kind]()

    def _skip_idle_checks(self) -> None:
        """Check in PokerKit where it asks for a check although no other seat could answer a bet."""
        while self.theirs is not None and (theirs := self.theirs.answer) is not None and self.notes.idle(theirs.actor):
            self._check(theirs.call == 0 and not theirs.high, "a decision that we do not see", theirs)
            self._explain(IDLE_CHECK)
            self.theirs.act(CHECK)

    def _compare_payoffs(self) -> None:
        self._skip_idle_checks()
        self.notes.next_street(self.ours.street)
        notes = self.notes.payoffs()
        self._check(sum(self.ours.payoffs) == 0, "chips were lost", self.ours.payoffs)
        self._check(self.ours.payoffs == notes, "ours is not what the rules pay", self.ours.payoffs, notes)
        broke = [seat for seat in self.notes.live if not self.notes.stacks[seat]]
        self.result.all_ins += bool(broke)
        self.result.side_pots += len({self.notes.totals[seat] for seat in self.notes.live}) > 1
        if self.theirs is None:
            return
        self._check(not self.theirs.state.status, "PokerKit goes on", self.theirs.answer)
        theirs = self.theirs.payoffs
        if theirs != notes:
            quirky = self.notes.payoffs(ALL_QUIRKS)
            self._check(theirs == quirky, "payoffs", self.ours.payoffs, theirs, quirky)
            fewest = next(some for some in BY_COUNT if self.notes.payoffs(some) == theirs)
            self._explain(*(self.notes.name_of(quirk) for quirk in fewest))
        self.result.complete += 1

    def _explain(self, *names: str) -> None:
        self.result.differences[" and ".join(sorted(names))] += 1

    def _check(self, holds: bool, what: str, *values: object) -> None:
        if not holds:
            shown = "\n".join(f"  {value}" for value in values)
            raise Unexplained(f"{what}\n{shown}\n{self}")
