"""Kuhn poker as a game of the contract."""

from __future__ import annotations

from croupier.kernel.contract.game import Core, Game
from croupier.kernel.contract.words import Words, ZoneWords
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.effects import Clear, Count, Deal, Effects, Gather, Own, Set, TurnUp
from croupier.kernel.vocabulary.events import Fact

from . import rules
from .records import DECK, HAND, Config, Table, View


class Anted(Fact, frozen=True):
    seat: int
    chips: int


class CardDealt(Fact, frozen=True):
    seat: int
    card: int


class Checked(Fact, frozen=True):
    seat: int


class BetPlaced(Fact, frozen=True):
    seat: int
    chips: int


class Called(Fact, frozen=True):
    seat: int
    chips: int


class Folded(Fact, frozen=True):
    seat: int


class CardShown(Fact, frozen=True):
    seat: int
    card: int


class PotAwarded(Fact, frozen=True):
    seat: int
    chips: int


class HandStarted(Fact, frozen=True):
    number: int


class TurnPassed(Fact, frozen=True):
    seat: int


def configure(hands: int = 1, ante: int = 1, bet: int = 1) -> Config:
    """A match of some hands; every seat brings enough chips for all of them."""
    if hands < 1 or ante < 1 or bet < 1:
        raise BadInput("hands, ante and bet must be at least 1")
    config = Config()
    config.hands, config.ante, config.bet = hands, ante, bet
    config.stack = hands * (ante + bet)
    return config


PUT_IN = (Count("chips", up=("pot",), down=("stack",)),)
EFFECTS = Effects(
    ("actor", "stack", "pot"),
    {
        HandStarted: (Gather(DECK),),
        Anted: PUT_IN,
        CardDealt: (Deal(DECK, Own(HAND)),),
        BetPlaced: PUT_IN,
        Called: PUT_IN,
        CardShown: (TurnUp(Own(HAND)),),
        PotAwarded: (Clear(("pot",)), Count("chips", up=("stack",))),
        TurnPassed: (Set("actor", "seat"),),
    },
)

GAME = Game(
    home=__package__,
    name="kuhn",
    title="Kuhn poker",
    version=1,
    core=Core(rules.begin, rules.owing, rules.menu, rules.act, rules.observe, rules.score),
    Table=Table,
    Config=Config,
    View=View,
    facts={
        rules.ANTED: Anted,
        rules.DEALT: CardDealt,
        rules.CHECKED: Checked,
        rules.BET_PLACED: BetPlaced,
        rules.CALLED: Called,
        rules.FOLDED: Folded,
        rules.SHOWN: CardShown,
        rules.POT_AWARDED: PotAwarded,
        rules.HAND_STARTED: HandStarted,
        rules.TURN_PASSED: TurnPassed,
    },
    own_kinds={rules.CHECK: "CHECK", rules.BET: "BET", rules.CALL: "CALL", rules.FOLD: "FOLD"},
    configure=configure,
    any_config=lambda rng: configure(rng.randint(1, 4), rng.randint(1, 5), rng.randint(1, 5)),
    words=Words(
        summary="three cards, one bet",
        zones=(ZoneWords("deck"), *(ZoneWords("hand", seat) for seat in range(2))),
        card_name=lambda card: "?JQK"[card + 1],
    ),
    simulation={"hands": 1},
    effects=EFFECTS,
)
