"""From a game's core of rules to the contract that Python code uses.

    start(config) -> Step                 Step = (state, events)
    pending(state) -> tuple[Decision]     () exactly when it is over
    apply(state, seat, move) -> Step      the only transition; the given state stays as it was
    view(state, seat | None) -> View      None is a spectator
    outcome(state) -> Outcome | None

Seats, HOUSE and CLOCK all act, in the same way. `advance` is `apply` without the copy, for a driver that owns its
state. A refused move raises `IllegalAction`, says what would have been legal, and changes nothing.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from . import menu as menus
from .cards import format_card
from .decision import Decision, Move, Option
from .errors import BadInput, Fault, GameOver, IllegalAction
from .events import KEPT, Events, Fact, Out, Row, rows
from .menu import Menu, allows, allows_draw, clear, is_draw
from .picture import Picture
from .state import State
from .style import StyleCounter
from .turns import CLOCK, HOUSE, SEATS, SPECTATOR
from .wire import Wire

__all__ = ["ACTORS", "KERNEL_KINDS", "Core", "Decision", "Game", "Move", "Option", "Outcome", "State", "Step",
           "actor_name", "actors"]  # fmt: skip
"""The contract and its words: everybody imports them from here."""

KERNEL_KINDS = {menus.SIT: "SIT", menus.LEAVE: "LEAVE", menus.TIMEOUT: "TIMEOUT", menus.DRAWN: "DRAWN"}
ACTORS = {HOUSE: "house", CLOCK: "clock"}


class Core(NamedTuple):
    """The six rules that a game is."""

    begin: Callable[..., None]
    owing: Callable[..., int]
    menu: Callable[..., None]
    act: Callable[..., None]
    observe: Callable[..., None]
    score: Callable[..., int]


class Outcome(NamedTuple):
    """How a match ended: the score of each seat, in the game's own unit."""

    scores: tuple[int, ...]


class Step(NamedTuple):
    """A state and what was told on the way to it."""

    state: State
    events: Events


class _Begun(NamedTuple):
    """A match that has just begun: its config as integers, its record, and what was told."""

    config: list[int]
    table: Any
    told: tuple[Row, ...]


class _Desk(threading.local):
    """Scratch records of one thread: filled and read within a call, never kept."""

    def __init__(self) -> None:
        self.out = Out()
        self.menu = Menu()
        self.begun: _Begun | None = None
        """The match that was begun last: to begin takes no chance, so the next of the same config begins alike."""
        self.asked: tuple[State, int] | None = None
        """Whose menu it is, until something is done: a driver that has just been told what a seat may do need not have
        it worked out again when the seat does it."""


@dataclass(frozen=True)
class Game:
    """A game's facts, its core, and the contract over it. One instance per game, made in its `game.py`."""

    name: str
    title: str
    version: int
    core: Core
    Table: type[Any]
    Config: type[Any]
    View: type[Any]
    facts: Mapping[int, type[Fact]]
    own_kinds: Mapping[int, str]
    configure: Callable[..., Any]
    """Makes a config record from keyword options, refusing what makes no sense (BadInput)."""
    any_config: Callable[[random.Random], Any] | None = None
    """A random config, for tests over all that can be configured; without it, only the default is tested."""
    policies: Mapping[str, Callable[..., None]] = field(default_factory=dict)
    """House bots by name: rules `policy(view, menu, rng, action)`."""
    zones: tuple[str, ...] = ()
    card_name: Callable[[int], str] = format_card
    summary: str = ""
    """One line for a list of games."""
    rule_book: Callable[[], str] = lambda: ""
    """The rules for players, as Markdown."""
    render: Callable[[Any], str] | None = None
    """A view as a person at a terminal would like it; without it, every field is shown by its name."""
    tell: Callable[[Fact], str] | None = None
    """A fact as a sentence; without it, its name and fields are shown."""
    picture: Callable[[Any], Picture] | None = None
    """A view as a table to draw; without it, a page shows the text of `render`."""
    phase: Callable[[Any], str] | None = None
    """What part of a hand a view is of, such as its street."""
    style: Callable[[Game, Any, int], StyleCounter] | None = None
    """Makes a counter of playing styles, given the game, a config and a number of bots."""
    declassifies: frozenset[int] = frozenset()
    """Kinds of rows that lawfully tell something of hidden cards without showing them, such as who won."""
    simulation: Mapping[str, Any] = field(default_factory=dict)
    """Options that a simulation starts from, such as one hand a match."""
    own_seat: int = 0
    """Where a person sits who does not say where."""
    for_config: Callable[[Any], Game] | None = None
    """The game with the words of one config, where card names depend on it."""
    forfeit: int | None = None
    """The kind of action that gives up, where there is one: what a bot plays that has answered with nonsense."""
    stake: Callable[[Any], tuple[str, float]] = lambda config: ("points a match", 1.0)
    """The unit in which the results of a config are told, and how much of it one point of score in a match is."""
    wire: Wire | None = None
    """The game's own words for messages to programs; without it, every field is sent by its name."""
    searching: Mapping[str, Any] = field(default_factory=dict)
    """How its house bot that searches is set up, beyond the number of iterations: arguments of `agents.search.Search`,
    such as policies that play the other seats in its thoughts."""
    conceal: Callable[..., None] | None = None
    """A rule `conceal(t, seat)` that takes back what the other seats have chosen in secret, so that they owe it again:
    for search. Needed only where something other than cards is secret."""
    desk: _Desk = field(default_factory=_Desk, repr=False, compare=False)

    @cached_property
    def kinds(self) -> Mapping[int, str]:
        """The names of all kinds of action."""
        return {**KERNEL_KINDS, **self.own_kinds}

    @cached_property
    def _bare_options(self) -> Mapping[tuple[int, bool], Option]:
        """Options with neither amount nor cards, by kind and by whether they are asides: most options are such."""
        return {
            (kind, aside): Option(kind, name, aside=aside)
            for kind, name in self.kinds.items()
            for aside in (False, True)
        }

    @cached_property
    def has_cards(self) -> bool:
        """Whether the game keeps a card ledger (always the field `cards`)."""
        return any(f.name == "cards" for f in self.Table.fields)

    def fresh(self, config: Any = None) -> Any:
        """A blank record with its config filled in: what `begin` expects."""
        table = self.Table()
        table.config = (self.configure() if config is None else config).copy()
        return table

    def start(self, config: Any = None) -> Step:
        """A new match."""
        config = self.configure() if config is None else config
        values = config.flat()
        begun = self.desk.begun
        if begun is None or begun.config != values:
            begun = self.desk.begun = self._begin(config, values)
        state = State(self, begun.table.copy(), [0] * SEATS)
        state.tell(begun.told)
        return Step(state, Events(begun.told, self.facts))

    def _begin(self, config: Any, values: list[int]) -> _Begun:
        table, out = self.fresh(config), self.desk.out
        out.mode = KEPT
        out.count = out.fault = 0
        self.core.begin(table, out)
        if fault := self._fault(table, out):
            raise Fault(f"{self.name}: fault {fault} after begin")
        return _Begun(values, table, rows(out))

    def pending(self, state: State) -> tuple[Decision, ...]:
        """The decisions that are owed now, one for each actor that owes; () exactly when the match is over."""
        mask = self.core.owing(state.table)
        return tuple([self.decision(state, seat) for seat in actors(mask)])

    def decision(self, state: State, seat: int) -> Decision:
        """All that an actor may do now, owed or aside; without options if it may do nothing."""
        m = self._menu(state, seat)
        options = tuple([self._option(m, at) for at in range(m.count)])
        traced = state.backlog(seat) if seat < SEATS else 0
        return Decision(seat, options, m.default, m.limit_ms, m.shared_clock != 0, traced)

    def _option(self, m: Menu, at: int) -> Option:
        """A line of a menu, with what it has."""
        kind, aside = m.kind[at], m.aside[at] != 0
        step = m.step[at]
        if not step and not m.most[at]:
            return self._bare_options[kind, aside]
        name = self.kinds[kind]
        low, high = (m.low[at], m.high[at]) if step else (0, 0)
        if not m.most[at]:
            return Option(kind, name, low, high, step, menus.NO_ZONE, 0, 0, False, (), aside)
        cards = tuple(m.candidate[m.first[at] : m.first[at] + m.choices[at]])
        ordered, gaps = m.ordered[at] != 0, m.gaps[at] != 0
        zone, fewest, most = m.zone[at], m.fewest[at], m.most[at]
        return Option(kind, name, low, high, step, zone, fewest, most, ordered, cards, aside, gaps)

    def _menu(self, state: State, seat: int) -> Menu:
        """The menu of an actor, good until the next one is filled."""
        m = self.desk.menu
        clear(m)
        self.core.menu(state.table, seat, m)
        if m.fault:
            m.fault = 0
            raise Fault(f"{self.name}: the menu of {actor_name(seat)} ran out of room")
        self.desk.asked = state, seat
        return m

    def apply(self, state: State, seat: int, move: Move) -> Step:
        """The state after a move, and what was told. The given state stays as it was."""
        twin = state.copy()
        return Step(twin, self.advance(twin, seat, move))

    def advance(self, state: State, seat: int, move: Move) -> Events:
        """Make a move on a state that the caller owns."""
        desk, table = self.desk, state.table
        out, asked = desk.out, desk.asked
        m = desk.menu if asked and asked[0] is state and asked[1] == seat else self._menu(state, seat)
        code = allows(m, move)  # type: ignore[arg-type]
        if code == menus.ALLOWED and move.kind == menus.DRAWN and is_draw(m, 0):
            code = allows_draw(m, table.cards, move)  # type: ignore[arg-type]
        if code != menus.ALLOWED:
            raise self._refusal(state, seat, move, code)
        out.mode, out.seats = KEPT, table.seats
        out.count = out.fault = 0
        desk.asked = None
        self.core.act(table, out, seat, move)
        if fault := self._fault(table, out):
            raise Fault(f"{self.name}: fault {fault} after {actor_name(seat)} {self.describe(move)}")
        told = rows(out)
        state.tell(told)
        return Events(told, self.facts)

    def view(self, state: State, seat: int | None) -> Any:
        """What a seat, or a spectator (None), may know."""
        seen = self.View()
        self.core.observe(state.table, SPECTATOR if seat is None else seat, seen)
        return seen

    def over(self, state: State) -> bool:
        """Whether the match has ended."""
        return self.core.owing(state.table) == 0

    def outcome(self, state: State) -> Outcome | None:
        """The scores, once the match is over."""
        if not self.over(state):
            return None
        return Outcome(tuple(self.core.score(state.table, seat) for seat in range(state.table.seats)))

    def kind(self, name: str) -> int:
        """The number of a kind of action by its name."""
        for number, known in self.kinds.items():
            if known == name:
                return number
        raise BadInput(f"{self.name} has no action {name!r}; it has {', '.join(self.own_kinds.values())}.")

    def describe(self, move: Move) -> str:
        """A move in words, such as "RAISE_TO 300" or "DISCARD 9h"; an empty place is "-"."""
        parts = [self.kinds.get(move.kind, f"kind {move.kind}")]
        if move.amount:
            parts.append(str(move.amount))
        parts += map(self._card, move.cards)
        return " ".join(parts)

    def _card(self, card: int) -> str:
        """The name of a card; what is none keeps its number, for a refusal has to name that too."""
        try:
            return "-" if card == menus.GAP else self.card_name(card)
        except (BadInput, LookupError):
            return f"card {card}"

    def _fault(self, table: Any, out: Out) -> int:
        return table.fault or out.fault or (table.cards.fault if self.has_cards else 0)

    def _refusal(self, state: State, seat: int, move: Move, code: int) -> IllegalAction | GameOver:
        if self.over(state):
            return GameOver(f"The match of {self.title} is over: {self.outcome(state)}.")
        return IllegalAction(f"{actor_name(seat)}: {self.refusal(self.decision(state, seat), move, code)}")

    def refusal(self, decision: Decision, move: Move, code: int) -> str:
        """Why a decision does not allow a move, by the code of `allows`, and what it does allow."""
        legal = ", ".join(self.describe_option(option) for option in decision.options) or "nothing now"
        option = decision.option(move.kind)
        reason = {
            menus.NOT_OFFERED: "is not possible now",
            menus.AMOUNT_NOT_TAKEN: "takes no amount",
            menus.TOO_LOW: f"is below the minimum of {option.low if option else 0}",
            menus.TOO_HIGH: f"is above the maximum of {option.high if option else 0}",
            menus.OFF_STEP: f"is not {option.low if option else 0} plus a multiple of {option.step if option else 0}",
            menus.TOO_FEW_CARDS: f"needs at least {option.fewest if option else 0} cards",
            menus.TOO_MANY_CARDS: f"takes at most {option.most if option else 0} cards",
            menus.CARD_NOT_OFFERED: "names a card that cannot be chosen",
            menus.CARD_TWICE: "names a card twice",
        }[code]
        return f"{self.describe(move)} {reason}. Legal: {legal}."

    def describe_option(self, option: Option) -> str:
        """An option in words, such as "RAISE_TO 300–9600"."""
        if option.step:
            if option.low == option.high:
                return f"{option.name} {option.low}"
            by = f" by {option.step}" if option.step > 1 else ""
            return f"{option.name} {option.low}–{option.high}{by}"
        if option.most:
            many = f"{option.fewest}" if option.fewest == option.most else f"{option.fewest}–{option.most}"
            among = ", ".join(self.card_name(card) for card in option.cards) or self.zones[option.zone]
            return f"{option.name} {many} of {among}{' or -' if option.gaps else ''}"
        return option.name


def actors(mask: int) -> list[int]:
    """The actors of an owing mask: seats in order, then HOUSE, then CLOCK."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


def actor_name(seat: int) -> str:
    """ "seat 2", "house" or "clock"."""
    return ACTORS.get(seat, f"seat {seat}")
