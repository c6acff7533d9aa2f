"""The Deal as a game of the contract: its options, names and words."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from croupier.kernel.contract.choices import Choices
from croupier.kernel.contract.game import Core, Game
from croupier.kernel.contract.house_bots import HouseBots
from croupier.kernel.contract.legs import Legs
from croupier.kernel.contract.words import Words, rules_beside
from croupier.kernel.errors import BadInput

from . import rules
from .decks import CLASSIC, OWNERS, current_name, load_deck, names_of, our_decks
from .effects import EFFECTS
from .events import FACTS
from .observations import OBSERVATIONS
from .players import steady
from .policies import POLICIES, customer, narc
from .records import (
    CARDS,
    CUSTOMER,
    HAND_SIZE,
    MOST_RAISES,
    MOST_ROUNDS,
    NARC,
    PLAYER,
    SEATS,
    SPENT,
    Config,
    Table,
    View,
)
from .scene import ZONES, add_to_scene, face
from .words import ACTS, MEANS, OPENINGS, ROLES, tell, teller

LEAST_ROUNDS = 2
MOST_HANDS = 10_000
MOST_CASH = 10**9
MOST_HEAT = 10**6
MOST_LIMIT_MS = 24 * 60 * 60 * 1000
SWITCH = {True: 1, False: 0, "on": 1, "off": 0}


def configure(
    decks: str | Path = CLASSIC,
    rounds: int = 3,
    initiative: bool | str = True,
    order: str | Sequence[str] = OWNERS,
    max_raises: int = 3,
    hands: int = 50,
    *,
    cash: int = 0,
    heat: int = 0,
    limit_ms: int = 20_000,
) -> Config:
    """A run. `decks` is a name or the path of a TOML file; `hands` is the most hands that the run may have.

    `rounds`, `initiative`, `order` (the seats by name, first to act first) and `max_raises` are for the laboratory.
    """
    _check("rounds", rounds, LEAST_ROUNDS, MOST_ROUNDS)
    _check("max_raises", max_raises, 1, MOST_RAISES)
    _check("hands", hands, 1, MOST_HANDS)
    _check("cash", cash, 0, MOST_CASH)
    _check("heat", heat, 0, MOST_HEAT)
    _check("limit_ms", limit_ms, 0, MOST_LIMIT_MS)
    if initiative not in SWITCH:
        raise BadInput(f"initiative is on or off, not {initiative!r}.")
    seats = order.replace(",", " ").split() if isinstance(order, str) else list(order)
    if sorted(seats) != sorted(OWNERS):
        raise BadInput(f"order names every seat once, such as {','.join(OWNERS)}; it cannot be {order!r}.")
    deck = load_deck(decks)
    config = Config()
    config.rounds, config.initiative, config.max_raises = rounds, SWITCH[initiative], max_raises
    config.order[:] = [OWNERS.index(seat) for seat in seats]
    config.hands, config.cash, config.heat, config.limit_ms = hands, cash, heat, limit_ms
    config.deck = deck.number
    config.first[:] = deck.first
    config.trait[: len(deck.traits)] = deck.traits
    return config


def _check(option: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise BadInput(f"{option} is a whole number from {least} to {most}, not {value!r}.")


def carry(table: Table, changes: Mapping[str, Any]) -> Config:
    """The config of a run that goes on between two hands. All options may change except the decks, which are half
    spent."""
    if "decks" in changes:
        raise BadInput("A run goes on with the decks that it began with.")
    before = table.config
    if changes.get("hands", before.hands) <= table.hands:
        raise BadInput(f"{table.hands} hands are played already; a run that goes on has more.")
    options: dict[str, Any] = {
        "rounds": before.rounds,
        "initiative": before.initiative != 0,
        "order": [OWNERS[seat] for seat in before.order],
        "max_raises": before.max_raises,
        "hands": before.hands,
        "cash": table.cash,
        "heat": table.heat,
        "limit_ms": before.limit_ms,
    }
    config = configure(**{**options, **changes})
    config.deck, config.first[:], config.trait[:] = before.deck, before.first, before.trait
    carried = config.carried
    carried.played, carried.prevented, carried.bargained = table.hands, table.prevented, table.bargained
    for card in range(CARDS):
        carried.spent[card] = table.cards.known[card] if table.cards.zone[card] == SPENT else 0
    return config


def any_config(rng: random.Random) -> Config:
    """A random run of a few hands that exercises every option, sometimes with short decks."""
    config = configure(
        rounds=rng.randint(LEAST_ROUNDS, MOST_ROUNDS),
        initiative=rng.random() < 0.7,
        order=rng.sample(OWNERS, SEATS),
        max_raises=rng.choice([1, 3, 3, MOST_RAISES]),
        hands=rng.choice([1, 3, 50]),
        cash=rng.choice([0, 1000]),
        heat=rng.choice([0, 50]),
    )
    if rng.random() < 0.3:
        _shorten(config, rng)
    return config


def _shorten(config: Config, rng: random.Random) -> None:
    """Remove some cards of each deck."""
    kept = [
        sorted(rng.sample(range(first, last), rng.randint(HAND_SIZE, last - first)))
        for first, last in pairwise(config.first)
    ]
    traits = [config.trait[card] for cards in kept for card in cards]
    config.first[:] = accumulate((len(cards) for cards in kept), initial=0)
    config.trait[:] = traits + [0] * (len(config.trait) - len(traits))
    config.deck = 0


def for_config(config: Config) -> Game:
    """The game with the card names of a config's own deck, if decks of several files are played at once.

    `GAME` itself is given nothing but a card's number, so it names cards by the deck that was configured last.
    """
    name = names_of(config.deck).card_name
    return replace(GAME, words=replace(GAME.words, card_name=name, tell=teller(name)))


GAME = Game(
    home=__package__,
    name="deal",
    title="The Deal",
    version=2,
    core=Core(rules.begin, rules.owing, rules.menu, rules.act, rules.observe, rules.score),
    Table=Table,
    Config=Config,
    View=View,
    facts=FACTS,
    own_kinds={
        rules.CHECK: "CHECK",
        rules.RAISE: "RAISE",
        rules.FOLD: "FOLD",
        rules.CONTINUE: "CONTINUE",
        rules.GO_HOME: "GO_HOME",
    },
    configure=configure,
    shipped_names={"decks": our_decks},
    any_config=any_config,
    words=Words(
        summary="Narc, Customer and Player: three rounds of face-down cards, and a run that ends by a bust or at home",
        rule_book=rules_beside(__package__),
        short_rules=rules_beside(__package__, ("Options",)),
        scored="as the chapter “The run” says for your role. Every run counts for itself.",
        means=MEANS,
        zones=ZONES,
        roles=ROLES,
        card_name=current_name,
        face=face,
        tell=tell,
        acts=ACTS,
        openings=OPENINGS,
        scene=add_to_scene,
        phase=lambda view: f"Round {view.round}",
    ),
    observations=OBSERVATIONS,
    choices=Choices(with_cards=frozenset({rules.RAISE})),
    house_bots=HouseBots(
        policies=POLICIES, searching={"models": {NARC: narc, CUSTOMER: customer}, "below": {PLAYER: steady}, "hands": 2}
    ),
    own_seat=PLAYER,
    forfeit=rules.FOLD,
    stake=lambda config: ("cash a run", 1.0),
    for_config=for_config,
    legs=Legs(rules.between, carry, secrets_last=True),
    effects=EFFECTS,
)
