"""What each decision of a player cost, in the hands of recorded matches.

A match is replayed by the rules. At each decision of the player the state is judged from its seat's view: by the game's
solution if it has one there, else by playing choices out. A decision with a single choice costs nothing and is not
judged; nor is one of a player whose own cards the record does not tell.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

import msgspec

from croupier.agents.choices import count_choices
from croupier.kernel.contract.codec import fill_menu
from croupier.kernel.contract.decision import Decision
from croupier.kernel.contract.game import Game, Move, State, Step
from croupier.kernel.contract.record import Played, Series, move_of, replay
from croupier.kernel.errors import Diverged
from croupier.kernel.vocabulary.cards import UNKNOWN
from croupier.kernel.vocabulary.ledger import row_of
from croupier.kernel.vocabulary.menu import NEXT_HAND, Menu
from croupier.kernel.vocabulary.turns import HOUSE, NOBODY

from ..record.record_file import game_of
from ..report.findings import chips_as
from .costs import PLAYED, Cost, by_solution, by_strategy, by_worlds
from .weighing import Weigher, every_choice

PLAYED_OUT, SOLVED = "played out", "solved"


class JudgedMove(msgspec.Struct, frozen=True):
    """A decision of the player, with its cost in the unit of the report."""

    step: int
    """How many moves of the match came before it."""
    spot: tuple[str, ...]
    """The part of the hand, the position, what the seat faced, and the kind of the move; "" for what a game has not."""
    held: str
    seen: str
    """The seat's own cards, and those that lay open for everybody."""
    played: str
    better: str
    """What the adviser would rather have done; the same if nothing."""
    cost: float
    low: float
    high: float
    by: str
    """How it was judged: SOLVED or PLAYED_OUT."""


class JudgedHand(msgspec.Struct, frozen=True):
    """A hand of the player."""

    record: int
    """The number of its record among those that were read, from 0."""
    match: int
    """The number of the match in that record, from 0."""
    hand: int
    """The number of the hand in its match, from 0."""
    deal: int
    rotation: int
    """In duplicate play, which of the matches with this deal; else 0."""
    seat: int
    moves: list[JudgedMove]
    unjudged: int = 0
    """How many decisions could not be judged."""
    took_part: bool = True
    """Whether the player was in the hand: it decided something, or its score changed."""

    @property
    def title(self) -> str:
        """The deal, as `croupier replay --deal` takes it."""
        return f"{self.deal}.{self.rotation}" if self.rotation else str(self.deal)

    @property
    def cost(self) -> float:
        """The cost of all its decisions."""
        return sum(move.cost for move in self.moves)


def hands_in(played: Played) -> int:
    """How many hands a match has: each but the first begins with a move of the house."""
    return 1 + sum(kind == "NEXT_HAND" for _, kind, _, _ in played.moves)


class Sat(NamedTuple):
    """A match in which the player sat."""

    record: int
    number: int
    """In its record, from 0."""
    rotation: int
    seat: int
    played: Played


class Wanted(NamedTuple):
    """Hands of one match that are to be judged."""

    match: Sat
    hands: Collection[int]


class Judge:
    """Judges hands of records that have one head."""

    def __init__(self, series: Series, where: str | None, seed: int) -> None:
        self.series, self.seed = series, seed
        self.game = game_of(series, where)
        self.weigher = Weigher(self.game)

    def hands(self, wanted: Wanted, worlds: int) -> Iterator[JudgedHand]:
        """The wanted hands of a match, each decision in some worlds if it is played out."""
        (record, match, rotation, seat, played), numbers = wanted
        game, hand, score, moves, unjudged = self.game, 0, 0, list[JudgedMove](), 0
        moved = [move_of(game, line) for line in played.moves]
        steps = _replayed(game, self.series, played)
        state = next(steps).state

        def closed(after: State) -> Iterator[JudgedHand]:
            if hand in numbers:
                took_part = bool(moves or unjudged or game.core.score(after.table, seat) != score)
                yield JudgedHand(record, match, hand, played.deal, rotation, seat, moves, unjudged, took_part)

        for step, (actor, move) in enumerate(moved):
            after = next(steps, None)
            if after is None:
                break
            if actor == HOUSE and move.kind == NEXT_HAND:
                yield from closed(state)
                hand, score, moves, unjudged = hand + 1, game.core.score(state.table, seat), [], 0
            elif actor == seat and hand in numbers and is_choice(decision := game.decision(state, seat), move):
                view = game.view(state, seat)
                if UNKNOWN in _cards(game, view, seat):
                    unjudged += 1
                else:
                    chance = random.Random(f"{self.seed} {record} {match} {step} {worlds}")
                    moves.append(self._judged(state, after.state, decision, move, worlds, chance, step))
            state = after.state
        next(steps, None)  # compares the scores
        yield from closed(state)

    def _judged(
        self, state: State, after: State, decision: Decision, move: Move, worlds: int, chance: random.Random, step: int
    ) -> JudgedMove:
        game, seat = self.game, decision.seat
        view = game.view(state, seat)
        cost, by = self.cost(state, after, decision, move, worlds, chance)
        scale = unit_of(game, state.table.config)[1]
        points = cost.points.times(scale)
        return JudgedMove(
            step,
            spot_of(game, view, decision, move),
            _named(game, _cards(game, view, seat)),
            _named(game, _cards(game, view, NOBODY)),
            game.describe(move),
            game.describe(cost.better),
            *points,
            by,
        )

    def cost(
        self, state: State, after: State, decision: Decision, move: Move, worlds: int, chance: random.Random
    ) -> tuple[Cost, str]:
        """The cost of a move in points, and how it was found."""
        seat, valuation = decision.seat, self.game.house_bots.valuation
        view = self.game.view(state, seat)
        if valuation and (solved := valuation.worths(view, decision, move, self.game.view(after, seat))):
            return by_solution(solved, move), SOLVED
        strategy = valuation.strategy(view, decision) if valuation else None
        others = every_choice(decision, chance) if strategy is None else [one for one in strategy if strategy[one] > 0]
        choices = list(dict.fromkeys([move, *others]))
        assert choices[PLAYED] == move
        worths = self.weigher.worths(state, seat, choices, worlds, chance)
        found = by_worlds(worths, choices) if strategy is None else by_strategy(worths, choices, strategy)
        return found, PLAYED_OUT


def _replayed(game: Game, series: Series, played: Played) -> Iterator[Step]:
    """The steps of a match, up to where it cannot be replayed: an arena's record may not tell the cards that decide."""
    try:
        yield from replay(game, series, played)
    except Diverged:
        if not any(UNKNOWN in cards for *_, cards in played.moves):
            raise


def is_choice(decision: Decision, move: Move) -> bool:
    """Whether a move answered a decision with more than one choice."""
    option, menu = decision.option(move.kind), Menu()
    fill_menu(menu, decision)
    return option is not None and not option.aside and (count_choices(menu) > 1 or option.unlisted)


def spot_of(game: Game, view: Any, decision: Decision, move: Move) -> tuple[str, ...]:
    """The spot of a decision with the kind of the move: the part of the hand, the position, what the seat faces."""
    words = game.words
    if words.spot:
        place, faced = words.spot(view)
    else:
        place = words.roles[decision.seat] if decision.seat < len(words.roles) else ""
        faced = " or ".join(spoken(option.name) for option in decision.owed)
    return words.phase(view) if words.phase else "", place, faced, spoken(game.kinds[move.kind])


def spoken(kind: str) -> str:
    """The name of a kind of action in words: "raise to"."""
    return kind.lower().replace("_", " ")


def _cards(game: Game, view: Any, owner: int) -> list[int]:
    """The cards that a view shows in the rows of a seat, or of no seat (NOBODY)."""
    found: list[int] = []
    for zone, words in enumerate(game.words.zones if game.has_cards else ()):
        if words.owner == owner and words.drawn:
            found += row_of(view.cards, zone)
    return found


def _named(game: Game, cards: list[int]) -> str:
    return " ".join("??" if card == UNKNOWN else game.words.card_name(card) for card in cards)


def unit_of(game: Game, config: Any) -> tuple[str, float]:
    """The unit of a hand's result, and what one point of score is in it: big blinds in hold'em."""
    one_hand = config.copy()
    if hasattr(one_hand, "hands"):
        one_hand.hands = 1
    return chips_as(game, one_hand)
