"""The Battle as a game of the contract: its options, names and words."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from croupier.kernel.contract.choices import Choices
from croupier.kernel.contract.game import Core, Game
from croupier.kernel.contract.house_bots import HouseBots
from croupier.kernel.contract.legs import Legs
from croupier.kernel.contract.words import Words, rules_beside
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.events import Fact

from . import rules
from .effects import EFFECTS
from .events import FACTS, StepRevealed
from .layouts import NAMES, card_name
from .observations import OBSERVATIONS
from .policies import POLICIES, play_equilibrium
from .records import HAND_SIZE, SEATS, Config, Table, View
from .scene import ZONES, add_to_scene, face
from .wire import BattleDialect
from .words import MEANS, OPENINGS, tell

DEFAULT_HAND = NAMES
MOST_HP = 1_000
MOST_STAKE = 2**30

SIMULATION = {"max_rounds": 100}
"""Options for simulations: a match between two bots that only defend must end."""

SEARCHING = {
    "models": dict.fromkeys(range(SEATS), play_equilibrium),
    "below": dict.fromkeys(range(SEATS), play_equilibrium),
    "default": play_equilibrium,
    "mixes": True,
    "hands": 0,
}
"""Search weighs each layout against the equilibrium, and plays a draw from the equilibrium: see `agents.search`."""

Hand = str | Sequence[str]


def configure(
    hand: Hand = DEFAULT_HAND,
    opponent_hand: Hand | None = None,
    *,
    start_hp: int | Sequence[int] = 10,
    max_hp: int = 10,
    rounds: int = 3,
    max_rounds: int = 0,
    stake: int = 1,
    reveal_when_confirmed: bool = True,
    prep_ms: int = 20_000,
    first_reveal_ms: int = 250,
    reveal_ms: int = 900,
) -> Config:
    """A match. Both seats play `hand` unless seat 1 has one of its own; a hand is four names, or "attack,heal,…".

    `max_rounds` 0 plays sudden death until it is decided; otherwise it ends in a draw after that many rounds in all.
    With `reveal_when_confirmed=False` every round lasts until its deadline, whatever the seats have confirmed.
    """
    config = Config()
    for seat, given in enumerate((hand, hand if opponent_hand is None else opponent_hand)):
        config.hand[seat] = _kinds(given)
    health = [start_hp] * SEATS if isinstance(start_hp, int) else list(start_hp)
    if len(health) != SEATS or not all(1 <= hp <= max_hp <= MOST_HP for hp in health):
        raise BadInput(f"Seats start with 1 to max_hp HP, and max_hp is at most {MOST_HP}: {health} of {max_hp}.")
    if rounds < 1 or max_rounds < 0 or 0 < max_rounds < rounds:
        raise BadInput("There is at least one round, and max_rounds is 0 (no limit) or not below rounds.")
    if not 1 <= stake <= MOST_STAKE:
        raise BadInput(f"The stake is from 1 to {MOST_STAKE:,} tokens, not {stake}.")
    if prep_ms < 1 or min(first_reveal_ms, reveal_ms) < 0:
        raise BadInput("prep_ms is at least 1; first_reveal_ms and reveal_ms are not negative.")
    config.start_hp, config.max_hp = health, max_hp
    config.rounds, config.max_rounds, config.stake = rounds, max_rounds, stake
    config.reveal_when_confirmed = int(reveal_when_confirmed)
    config.prep_ms, config.first_reveal_ms, config.reveal_ms = prep_ms, first_reveal_ms, reveal_ms
    return config


def carry(table: Table, changes: Mapping[str, Any]) -> Config:
    """The config of a match that goes on between two rounds. Hands, HP and stake do not change."""
    before = table.config
    options: dict[str, Any] = {
        "rounds": before.rounds,
        "max_rounds": before.max_rounds,
        "reveal_when_confirmed": before.reveal_when_confirmed != 0,
        "prep_ms": before.prep_ms,
        "first_reveal_ms": before.first_reveal_ms,
        "reveal_ms": before.reveal_ms,
    }
    if fixed := sorted(changes.keys() - options.keys()):
        raise BadInput(f"Within a match of the Battle only {', '.join(options)} may change, not {', '.join(fixed)}.")
    if 0 < changes.get("max_rounds", before.max_rounds) <= table.hands:
        raise BadInput(f"{table.hands} rounds are played already; a match that goes on has more, or 0 for no limit.")
    config = configure(start_hp=table.hp, max_hp=before.max_hp, stake=before.stake, **{**options, **changes})
    config.hand = [list(hand) for hand in before.hand]
    carried = config.carried
    carried.played, carried.sudden_death, carried.both_absent = table.hands, table.sudden_death, table.both_absent
    carried.absent[:] = table.absent
    carried.last, carried.shown, carried.most_shown = deepcopy((table.last, table.shown, table.most_shown))
    return config


def _kinds(hand: Hand) -> list[int]:
    names = hand.split(",") if isinstance(hand, str) else list(hand)
    if len(names) != HAND_SIZE or any(name not in NAMES for name in names):
        raise BadInput(f"A hand is {HAND_SIZE} of {', '.join(NAMES)}, the same one as often as you like; not {names}.")
    return [NAMES.index(name) for name in names]


def any_config(rng: random.Random) -> Config:
    """A random match that exercises every option."""
    hands = [DEFAULT_HAND if rng.random() < 0.5 else rng.choices(NAMES, k=HAND_SIZE) for _ in range(SEATS)]
    max_hp = rng.choice([1, 4, 10])
    rounds = rng.randint(1, 4)
    return configure(
        *hands,
        start_hp=[rng.randint(1, max_hp) for _ in range(SEATS)] if rng.random() < 0.5 else max_hp,
        max_hp=max_hp,
        rounds=rounds,
        max_rounds=rounds + rng.randint(0, 8),
        stake=rng.randint(1, 5),
        reveal_when_confirmed=rng.random() < 0.5,
    )


def pause(config: Config, fact: Fact) -> int:
    """The pause before the first step of a reveal, and the longer one before each further step."""
    if not isinstance(fact, StepRevealed):
        return 0
    return config.reveal_ms if fact.step else config.first_reveal_ms


GAME = Game(
    home=__package__,
    name="battle",
    title="The Battle",
    version=2,
    core=Core(rules.begin, rules.owing, rules.menu, rules.act, rules.observe, rules.score),
    Table=Table,
    Config=Config,
    View=View,
    facts=FACTS,
    own_kinds={rules.CONFIRM: "CONFIRM", rules.DRAFT: "DRAFT", rules.TOUCH: "TOUCH"},
    configure=configure,
    any_config=any_config,
    words=Words(
        summary="two seats lay three of four cards in secret, and both layouts meet",
        rule_book=rules_beside(__package__),
        short_rules=rules_beside(__package__, ("The house",)),
        scored="the tokens that you have won or lost: the match counts, not the HP that are left.",
        means=MEANS,
        zones=ZONES,
        card_name=card_name,
        face=face,
        tell=tell,
        openings=OPENINGS,
        scene=add_to_scene,
    ),
    house_bots=HouseBots(policies=POLICIES, searching=SEARCHING),
    observations=OBSERVATIONS,
    choices=Choices(with_cards=frozenset({rules.CONFIRM, rules.DRAFT})),
    simulation=SIMULATION,
    stake=lambda config: ("tokens a match", 1.0),
    conceal=rules.conceal,
    effects=EFFECTS,
    pause=pause,
    legs=Legs(rules.between, carry, secrets_last=True),
    wire=BattleDialect,
)
