"""Matching pennies as a game of the contract."""

from __future__ import annotations

from croupier.kernel.contract.choices import Choices
from croupier.kernel.contract.game import Core, Game
from croupier.kernel.contract.words import Words
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.effects import Clear, Count, Effects, Set
from croupier.kernel.vocabulary.events import Fact

from . import rules
from .records import Config, Table, View


class SideChosen(Fact, frozen=True):
    seat: int
    side: int


class SideTurnedUp(Fact, frozen=True):
    seat: int
    side: int


class ChipWon(Fact, frozen=True):
    seat: int
    chips: int


class TimeRanOut(Fact, frozen=True):
    pass


class PlayerLeft(Fact, frozen=True):
    seat: int


def win_a_chip(view: View, fact: ChipWon) -> None:
    view.stack[1 - fact.seat] -= fact.chips


def leave(view: View, fact: PlayerLeft) -> None:
    view.stack[1 - fact.seat] += view.stack[fact.seat]
    view.stack[fact.seat] = 0


EFFECTS = Effects(
    ("mine", "stack"),
    {
        SideChosen: (Set("mine", "side"),),
        SideTurnedUp: (Clear(("mine",)),),
        ChipWon: (Count("chips", up=("stack",)), win_a_chip),
        PlayerLeft: (leave,),
    },
)


def configure(rounds: int = 1, limit_ms: int = 1000) -> Config:
    """A match of some rounds."""
    if rounds < 1 or limit_ms < 1:
        raise BadInput("rounds and limit_ms must be at least 1")
    config = Config()
    config.rounds, config.limit_ms = rounds, limit_ms
    return config


GAME = Game(
    home=__package__,
    name="pennies",
    title="Matching pennies",
    version=1,
    core=Core(rules.begin, rules.owing, rules.menu, rules.act, rules.observe, rules.score),
    Table=Table,
    Config=Config,
    View=View,
    facts={
        rules.CHOSEN: SideChosen,
        rules.TURNED_UP: SideTurnedUp,
        rules.CHIP_WON: ChipWon,
        rules.RAN_OUT: TimeRanOut,
        rules.LEFT: PlayerLeft,
    },
    choices=Choices(with_amount=frozenset({rules.CHOOSE})),
    own_kinds={rules.CHOOSE: "CHOOSE"},
    configure=configure,
    any_config=lambda rng: configure(rng.randint(1, 5)),
    words=Words(
        summary="both choose a side at once",
    ),
    conceal=rules.conceal,
    effects=EFFECTS,
)
