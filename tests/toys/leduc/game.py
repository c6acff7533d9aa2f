"""Leduc hold'em as a game of the contract."""

from __future__ import annotations

from croupier.kernel.contract.game import Core, Game
from croupier.kernel.contract.words import Words, ZoneWords
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.effects import Clear, Count, Deal, Effects, Gather, Own, Set, TurnUp
from croupier.kernel.vocabulary.events import Fact

from . import rules
from .records import BOARD, DECK, HAND, Config, Table, View


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


class Raised(Fact, frozen=True):
    seat: int
    chips: int


class Folded(Fact, frozen=True):
    seat: int


class CardTurnedUp(Fact, frozen=True):
    card: int


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


def configure(hands: int = 1, ante: int = 1, bet: int = 2) -> Config:
    """A match of some hands; every seat brings enough chips for all of them."""
    if hands < 1 or ante < 1 or bet < 1:
        raise BadInput("hands, ante and bet must be at least 1")
    config = Config()
    config.hands, config.ante, config.bet = hands, ante, bet
    config.stack = hands * (ante + rules.MOST_BETS * (bet + 2 * bet))
    return config


def card_name(card: int) -> str:
    """ "Qa" for the queen of the first suit, "??" for an unknown card."""
    return "??" if card < 0 else "JQK"[card >> 1] + "ab"[card & 1]


PUT_IN = (Count("chips", up=("pot",), down=("stack",)),)
EFFECTS = Effects(
    ("actor", "stack", "pot"),
    {
        HandStarted: (Gather(DECK),),
        Anted: PUT_IN,
        CardDealt: (Deal(DECK, Own(HAND)),),
        BetPlaced: PUT_IN,
        Called: PUT_IN,
        Raised: PUT_IN,
        CardTurnedUp: (Deal(DECK, BOARD),),
        CardShown: (TurnUp(Own(HAND)),),
        PotAwarded: (Clear(("pot",)), Count("chips", up=("stack",))),
        TurnPassed: (Set("actor", "seat"),),
    },
)

GAME = Game(
    home=__package__,
    name="leduc",
    title="Leduc hold'em",
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
        rules.RAISED: Raised,
        rules.FOLDED: Folded,
        rules.TURNED_UP: CardTurnedUp,
        rules.SHOWN: CardShown,
        rules.POT_AWARDED: PotAwarded,
        rules.HAND_STARTED: HandStarted,
        rules.TURN_PASSED: TurnPassed,
    },
    own_kinds={
        rules.CHECK: "CHECK",
        rules.BET: "BET",
        rules.CALL: "CALL",
        rules.RAISE: "RAISE",
        rules.FOLD: "FOLD",
    },
    configure=configure,
    any_config=lambda rng: configure(rng.randint(1, 3), rng.randint(1, 5), rng.randint(1, 5)),
    words=Words(
        summary="six cards, two rounds, one public card",
        zones=(ZoneWords("deck"), ZoneWords("board"), *(ZoneWords("hand", seat) for seat in range(2))),
        card_name=card_name,
    ),
    effects=EFFECTS,
)
