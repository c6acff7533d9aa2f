"""From a game's core of rules to the contract that Python code uses.

    start(config) -> Step                 Step = (state, events)
    pending(state) -> tuple[Decision]     () exactly when it is over
    apply(state, seat, move) -> Step      the only transition; the given state stays as it was
    view(state, seat | None) -> View      None is a spectator
    outcome(state) -> Outcome | None

Seats, HOUSE and CLOCK act in the same way. `advance` is `apply` without the copy, for a driver that owns its
state. A refused move raises `IllegalAction`, whose message says what is legal, and changes nothing. Decisions are
numbered for each seat; a move that comes with the number of an earlier one is refused as a `LateAnswer`.
"""

from __future__ import annotations

import importlib
import inspect
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import BadInput, Fault, GameOver, IllegalAction, LateAnswer
from ..vocabulary import menu as menus
from ..vocabulary.events import FAULT_TOO_MANY_EVENTS, ROWS, Emitted, Events, Fact, rows
from ..vocabulary.menu import DRAWN, OPTIONS
from ..vocabulary.turns import CLOCK, HOUSE, SEATS, SPECTATOR
from .choices import Choices
from .decision import Decision, Move, Option, judge, judge_draw
from .fingerprint import fingerprint
from .house_bots import HouseBots
from .legs import Legs
from .observations import Observations
from .plain import Offers, PlainCore, plain_core
from .purses import Purses
from .state import BACKLOG, State
from .words import Words

if TYPE_CHECKING:
    from ..showing.effects import Effects
    from ..showing.style import StyleCounter
    from ..showing.wire.dialect import Dialect

__all__ = ["ACTORS", "KERNEL_KINDS", "Core", "Decision", "Game", "Move", "Option", "Outcome", "Outlook", "State",
           "Step", "ToCome", "actor_name", "actors"]  # fmt: skip
"""The public names of the contract: other packages import them from here."""

KERNEL_KINDS = {
    menus.SIT: "SIT",
    menus.LEAVE: "LEAVE",
    menus.TIMEOUT: "TIMEOUT",
    menus.DRAWN: "DRAWN",
    menus.NEXT_HAND: "NEXT_HAND",
}
ACTORS = {HOUSE: "house", CLOCK: "clock"}


class Core(NamedTuple):
    """The six rules that make a game."""

    begin: Callable[..., None]
    owing: Callable[..., int]
    menu: Callable[..., None]
    act: Callable[..., None]
    observe: Callable[..., None]
    score: Callable[..., int]


class Outcome(NamedTuple):
    """How a match ended: the score of each seat, in the game's own unit."""

    scores: tuple[int, ...]


class Outlook(NamedTuple):
    """What a seat's hand was worth on a street, looked at when the hand is over."""

    street: str
    board: tuple[str, ...]
    share: float | None
    """The share of the pot that it wins on average, by what the seat knew then; None where that is not told."""
    known: float | None
    """The same against the hands of those still in, as far as the seat has seen them since; None if it saw none."""
    outs: tuple[str, ...] | None
    """The next cards with which a hand that is behind would be the best, or share the best; None if it is not behind,
    if no more cards come, or if the seat has not seen all hands of those still in."""


class ToCome(NamedTuple):
    """The cards that the house would still have dealt to everybody, had a hand not ended before."""

    pool: int
    zone: int
    """The zone in which they would lie."""
    cards: int
    """How many; 0 if there are none."""


class Step(NamedTuple):
    """A state, and what was told by the step that led to it."""

    state: State
    events: Events


class _Begun(NamedTuple):
    """A match that has just begun: its config as integers, its table, and what was told."""

    config: list[int]
    table: Any
    told: Emitted


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
    shipped_names: Mapping[str, Callable[[], Sequence[str]]] = field(default_factory=dict)
    """Options that may name a file, each with the names that Croupier ships: a remote client may name only those."""
    any_config: Callable[[random.Random], Any] | None = None
    """Makes a random config, for tests over all that can be configured; without it, only the default is tested."""
    words: Words = field(default_factory=Words)
    house_bots: HouseBots = field(default_factory=HouseBots)
    choices: Choices = field(default_factory=Choices)
    """What its kinds of action take: the fixed space of choices that learners number (`agents.space`)."""
    observations: Observations | None = None
    """What learners are given at a decision (`envs`); without it, what follows from the View."""
    style: Callable[[Game, Any, int], StyleCounter] | None = None
    """Makes a counter of playing styles, given the game, a config and a number of bots."""
    declassifies: frozenset[int] = frozenset()
    """Kinds of rows that may reveal something about hidden cards without showing them, such as who won."""
    simulation: Mapping[str, Any] = field(default_factory=dict)
    """Default options of a simulation, such as one hand a match."""
    own_seat: int = 0
    """The seat of a person who does not choose one."""
    for_config: Callable[[Any], Game] | None = None
    """The game with the words of one config, for a game whose card names depend on the config."""
    forfeit: int | None = None
    """The kind of action that gives up, if there is one: it is played for a bot whose answers are invalid."""
    stake: Callable[[Any], tuple[str, float]] = lambda config: ("points a match", 1.0)
    """The unit in which results under a config are shown, and how much of it one point of score in a match is."""
    effects: Effects | None = None
    """What its facts do to a view; without it, a match cannot be followed by facts alone."""
    pause: Callable[[Any, Fact], int] = lambda config, fact: 0
    """How many milliseconds spectators wait before a fact is shown to them. The rules never wait."""
    odds: Callable[[Any], tuple[float | None, ...] | None] | None = None
    """The share of the pot that each seat wins on average, computed from a view: None for a seat that is out, and None
    instead of the tuple where the view does not tell. A game without such odds leaves it out."""
    outlooks: Callable[[Sequence[Any]], Sequence[Outlook]] | None = None
    """What a seat's hand was worth street by street, given the seat's views of a whole hand, in order. A game without
    such figures leaves it out."""
    to_come: Callable[[Any], ToCome] | None = None
    """The cards that would have come, given the table at the end of a hand. A game without such cards leaves it out."""
    wire: type[Dialect] | None = None
    """The game's own dialect of wire messages; without it, every field is sent by its name."""
    configure_present: Callable[[Mapping[str, Any], Sequence[bool]], Any] | None = None
    """Makes a config from options and the seats that are taken, for a game that can begin with empty seats. Without it,
    every seat must be taken."""
    legs: Legs | None = None
    """How a match of several hands goes on in a new leg; None if it cannot."""
    purses: Purses | None = None
    """How players bring chips to a table and take them away; None if every match begins with chips for all."""
    home: str = ""
    """The module that holds the game as its GAME: games are pickled by reference."""
    conceal: Callable[..., None] | None = None
    """A rule `conceal(t, seat)` that takes back what the other seats have chosen in secret, so that they owe it again.
    The search needs it, and only for a game in which something other than cards is secret."""
    compile_for_bots: Callable[[], object] = lambda: None
    """Compiles, and caches, functions of the game that bots call: a sandboxed bot cannot write to the cache."""
    begun: list[_Begun] = field(default_factory=list, init=False, repr=False, compare=False)
    """The match that was begun last: `begin` involves no chance, so the next match of that config is a copy."""

    @cached_property
    def kinds(self) -> Mapping[int, str]:
        """The names of all kinds of action."""
        return {**KERNEL_KINDS, **self.own_kinds}

    @cached_property
    def plain(self) -> PlainCore:
        """The core in plain Python, as the contract calls it: one for all games that differ only in their words."""
        known = self.core, tuple(self.kinds.items())
        if known not in _plain_cores:
            _plain_cores[known] = plain_core(self.core, self.kinds, self.has_cards)
        return _plain_cores[known]

    @cached_property
    def has_cards(self) -> bool:
        """Whether the game keeps a card ledger (always in the field `cards`)."""
        return any(f.name == "cards" for f in self.Table.fields)

    def config_options(self, given: Iterable[str] = ()) -> Mapping[str, inspect.Parameter]:
        """The options that `configure` takes, by their names; BadInput if a given one is not among them."""
        known = inspect.signature(self.configure).parameters
        if unknown := [name for name in given if name not in known]:
            raise BadInput(f"{self.title} has no option {', '.join(map(repr, unknown))}; it has {', '.join(known)}.")
        return known

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.home:
            raise BadInput(f"{self.title} names no home, the module that has it as GAME, so it cannot be pickled.")
        return _of_module, (self.home,)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of its rules and of the layout of its table: if it differs, matches may go on differently."""
        return fingerprint(self.core, (self.Table, self.Config))

    def fresh(self, config: Any = None) -> Any:
        """A blank table with its config filled in, as `begin` expects it."""
        table = self.Table()
        table.config = (self.configure() if config is None else config).copy()
        return table

    def start(self, config: Any = None, *, after: State | None = None) -> Step:
        """A new match; with `after`, a new leg of a match, whose decisions go on counting from the state `after`."""
        config = self.configure() if config is None else config
        values = config.flat()
        begun = next((last for last in self.begun if last.config == values), None)
        if begun is None:
            begun = self._begin(config, values)
            self.begun[:] = [begun]
        state = State(self, begun.table.copy(), [0] * SEATS, after.questions[:] if after else [0] * SEATS, 0)
        state.count_questions(HOUSE, False)
        state.untraced += begun.told
        return Step(state, Events(begun.told, self.facts))

    def _begin(self, config: Any, values: list[int]) -> _Begun:
        table, told = self.fresh(config), list[Any]()
        self._check(self.plain.begin(table, told), told, "begin")
        return _Begun(values, table, told)

    def pending(self, state: State) -> tuple[Decision, ...]:
        """The decisions that are owed now, one for each actor that owes one; () exactly when the match is over."""
        mask = state.owed
        if mask and mask & (mask - 1) == 0:
            return (self.decision(state, mask.bit_length() - 1),)
        return tuple([self.decision(state, seat) for seat in actors(mask)])

    def decision(self, state: State, seat: int) -> Decision:
        """Everything that an actor may do now, owed or aside; without options if it may do nothing."""
        known = state.told
        if known is not None and known.seat == seat:
            return known
        offers = Offers()
        state.rules.menu(state.table, seat, offers)
        options = tuple(offers.options)
        if len(options) > OPTIONS:
            raise Fault(f"{self.name}: the menu of {actor_name(seat)} ran out of room")
        shared, number = offers.shared_clock != 0, state.question(seat)
        state.told = Decision(seat, options, offers.default, offers.limit_ms, shared, number)
        return state.told

    def apply(self, state: State, seat: int, move: Move, number: int | None = None) -> Step:
        """The state after a move, and what was told. The given state stays as it was."""
        twin = state.copy()
        return Step(twin, self.advance(twin, seat, move, number))

    def advance(self, state: State, seat: int, move: Move, number: int | None = None) -> Events:
        """Make a move on a state that the caller owns; returns what was told. With the `number` of the decision that
        the move answers, a move that comes too late is refused (LateAnswer)."""
        if number is not None and number != state.question(seat):
            raise LateAnswer(_late(state, seat, number))
        table = state.table
        options = self.decision(state, seat).options
        if code := judge(options, move) or (move.kind == DRAWN and judge_draw(options, move, table)):
            raise self._refusal(state, seat, move, code)
        state.told = None
        told: Emitted = []
        if (fault := state.rules.act(table, told, seat, move)) or len(told) > ROWS:
            self._check(fault, told, f"{actor_name(seat)} {self.describe(move)}")
        state.count_questions(seat, seat < SEATS and _is_aside(options, move.kind))
        untraced = state.untraced
        untraced += told
        if len(untraced) > BACKLOG:
            state.catch_up()
        return Events(told, self.facts)

    def view(self, state: State, seat: int | None) -> Any:
        """What a seat, or a spectator (None), may know."""
        if seat is not None and not 0 <= seat < state.table.seats:
            raise BadInput(f"There is no seat {seat}; seats are 0 to {state.table.seats - 1}.")
        seen = self.View()
        self.core.observe(state.table, SPECTATOR if seat is None else seat, seen)
        return seen

    def over(self, state: State) -> bool:
        """Whether the match has ended."""
        return state.owed == 0

    def outcome(self, state: State) -> Outcome | None:
        """The scores, once the match is over."""
        return Outcome(self.scores(state)) if self.over(state) else None

    def scores(self, state: State) -> tuple[int, ...]:
        """What every seat of the match has won or lost so far, including seats that were taken away."""
        seats = state.table.seats if self.legs is None else self.legs.scored(state.table)
        return tuple(self.core.score(state.table, seat) for seat in range(seats))

    def between_hands(self, state: State) -> bool:
        """Whether a hand is over and the next has not begun: the moment for a new leg."""
        return self.legs is not None and bool(self.legs.between(state.table))

    def carry_over(self, state: State, **changes: Any) -> Any:
        """The config of a new leg: the match goes on with the next hand; `changes` are options of `configure`."""
        if self.legs is None:
            raise BadInput(f"A match of {self.title} cannot go on in a new leg: it ends as it began.")
        if not self.between_hands(state):
            raise BadInput(f"A match of {self.title} goes on in a new leg only between two hands.")
        return self.legs.carry(state.table, changes)

    def kind(self, name: str) -> int:
        """The number of a kind of action by its name."""
        for number, known in self.kinds.items():
            if known == name:
                return number
        raise BadInput(f"{self.name} has no action {name!r}; it has {', '.join(self.own_kinds.values())}.")

    def describe(self, move: Move) -> str:
        """A move in words, such as "RAISE_TO 300" or "DISCARD 9h"; an empty place is "-"."""
        parts = [self.kinds.get(move.kind, f"kind {move.kind!r}")]
        if move.amount or type(move.amount) is not int:
            parts.append(repr(move.amount))
        parts += map(self._card, move.cards)
        return " ".join(parts)

    def _card(self, card: int) -> str:
        """The name of a card; an invalid card is shown by its number, because a refusal has to name it too."""
        if type(card) is not int:
            return f"card {card!r}"
        try:
            return "-" if card == menus.GAP else self.words.card_name(card)
        except (BadInput, LookupError):
            return f"card {card}"

    def _check(self, fault: int, told: Emitted, after: str) -> None:
        if not fault and len(rows(told)) > ROWS:
            fault = FAULT_TOO_MANY_EVENTS
        if fault:
            raise Fault(f"{self.name}: fault {fault} after {after}")

    def _refusal(self, state: State, seat: int, move: Move, code: int) -> IllegalAction | GameOver:
        if self.over(state):
            return GameOver(f"The match of {self.title} is over: {self.outcome(state)}.")
        decision = self.decision(state, seat)
        if decision.options:
            return IllegalAction(f"{actor_name(seat)}: {self.refusal(decision, move, code)}")
        refused, owed = f"{actor_name(seat)}: {self.describe(move)} is not possible now.", self.pending(state)
        if any(one.shared_clock for one in owed):  # it is secret which seats have not answered yet
            return IllegalAction(refused)
        return IllegalAction(f"{refused} To act: {' and '.join(actor_name(one.seat) for one in owed)}.")

    def refusal(self, decision: Decision, move: Move, code: int) -> str:
        """Why a decision does not allow a move, by the code of `menu.allows`, and what it does allow."""
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
            menus.NOT_WHOLE: "is not in whole numbers",
        }[code]
        nothing = " 0" if option and option.step and move.amount == 0 else ""
        return f"{self.describe(move)}{nothing} {reason}. Legal: {self.legal(decision)}."

    def legal(self, decision: Decision) -> str:
        """What is legal, in words: "CHECK, RAISE_TO 300–9600; as an aside: LEAVE"."""
        owed, asides = (", ".join(map(self.describe_option, part)) for part in (decision.owed, decision.asides))
        return "; ".join(part for part in (owed, asides and f"as an aside: {asides}") if part) or "nothing now"

    def describe_option(self, option: Option) -> str:
        """An option in words, such as "RAISE_TO 300–9600"."""
        if option.step:
            if option.low == option.high:
                return f"{option.name} {option.low}"
            by = f" by {option.step}" if option.step > 1 else ""
            return f"{option.name} {option.low}–{option.high}{by}"
        if option.most:
            many = f"{option.fewest}" if option.fewest == option.most else f"{option.fewest}–{option.most}"
            among = ", ".join(self.words.card_name(card) for card in option.cards) or str(self.words.zones[option.zone])
            return f"{option.name} {many} of {among}{' or -' if option.gaps else ''}"
        return option.name


def _is_aside(options: tuple[Option, ...], kind: int) -> bool:
    for option in options:
        if option.kind == kind:
            return option.aside
    return False


def _late(state: State, seat: int, number: int) -> str:
    """The message for an answer that names another decision than the last one."""
    who, asked = actor_name(seat), state.question(seat)
    if not 0 < number <= asked:
        return f"{who}: nobody has asked for decision {number}; the last one was {asked}."
    return f"{who}: the answer to decision {number} comes too late; now it is decision {asked}."


def _of_module(home: str) -> Game:
    """The game of a module."""
    return importlib.import_module(home).GAME  # type: ignore[no-any-return]


_plain_cores: dict[Any, PlainCore] = {}


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
