"""Refill as a game of the contract."""

from __future__ import annotations

from croupier.kernel.contract.choices import Choices
from croupier.kernel.contract.game import Core, Game
from croupier.kernel.contract.words import Words, ZoneWords
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.effects import Count, Deal, Effects, Own, Play, Set, Sweep, TurnUp
from croupier.kernel.vocabulary.events import Fact

from . import rules
from .records import DECK, DISCARD, HAND, SEATS, Config, Table, View


class Anted(Fact, frozen=True):
    seat: int
    chips: int


class CardDealt(Fact, frozen=True):
    seat: int
    card: int


class CardsSwapped(Fact, frozen=True):
    seat: int
    cards: tuple[int, ...]


class DeckRefilled(Fact, frozen=True):
    count: int


class HandShown(Fact, frozen=True):
    seat: int
    cards: tuple[int, ...]
    total: int


class PotAwarded(Fact, frozen=True):
    seat: int
    chips: int


class TurnPassed(Fact, frozen=True):
    seat: int
    turn: int


EFFECTS = Effects(
    ("actor", "turn", "stack", "pot"),
    {
        CardDealt: (Deal(DECK, Own(HAND)),),
        CardsSwapped: (Play(Own(HAND), DISCARD),),
        DeckRefilled: (Sweep((DISCARD,), DECK),),
        HandShown: (TurnUp(Own(HAND)),),
        PotAwarded: (Count("chips", up=("stack",), down=("pot",)),),
        TurnPassed: (Set("actor", "seat"), Set("turn", "turn")),
    },
)


def configure(seats: int = 3, turns: int = 2, ante: int = 5) -> Config:
    """One hand for two to four seats."""
    if not 2 <= seats <= SEATS:
        raise BadInput(f"Refill is for 2 to {SEATS} seats, not {seats}")
    if turns < 1 or ante < 1:
        raise BadInput("turns and ante must be at least 1")
    config = Config()
    config.seats, config.turns, config.ante, config.stack = seats, turns, ante, ante
    return config


GAME = Game(
    home=__package__,
    name="refill",
    title="Refill",
    version=1,
    core=Core(rules.begin, rules.owing, rules.menu, rules.act, rules.observe, rules.score),
    Table=Table,
    Config=Config,
    View=View,
    facts={
        rules.ANTED: Anted,
        rules.DEALT: CardDealt,
        rules.SWAPPED: CardsSwapped,
        rules.REFILLED: DeckRefilled,
        rules.SHOWN: HandShown,
        rules.POT_AWARDED: PotAwarded,
        rules.TURN_PASSED: TurnPassed,
    },
    choices=Choices(with_cards=frozenset({rules.SWAP})),
    own_kinds={rules.SWAP: "SWAP"},
    configure=configure,
    any_config=lambda rng: configure(rng.randint(2, SEATS), rng.randint(1, 4), rng.randint(1, 9)),
    words=Words(
        summary="swap cards for the highest sum; the deck refills",
        zones=(ZoneWords("deck"), ZoneWords("discard"), *(ZoneWords("hand", seat) for seat in range(SEATS))),
        card_name=str,
    ),
    effects=EFFECTS,
)
