"""Genome games as a game of the contract: one game whose config is a genome's program.

Only the machine is compiled, once; a genome is data to it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from croupier.kernel.contract.choices import Choices
from croupier.kernel.contract.game import Core, Game
from croupier.kernel.contract.house_bots import HouseBots
from croupier.kernel.contract.legs import Legs
from croupier.kernel.contract.words import Words, rules_beside
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.spelling import meant

from .effects import EFFECTS
from .language.checking import checked
from .language.genome import MOST_HANDS, GameGenome, name_of
from .language.random_genome import random_genome
from .language.reading import from_json, read
from .machine import choices, machine, wagers
from .machine.events import COULD_NOT_PLAY, FACTS, TIME_RAN_OUT, CardsDealt, Eliminated, HandWon, PotAwarded
from .machine.records import Config, Table, View
from .machine.translate import to_config, translate
from .observations import OBSERVATIONS
from .players import POLICIES, SEARCHING
from .players.situation import situation
from .rulebook import rule_book, short_rules
from .rulebook.brief import brief
from .showing.scene import ZONES, add_to_scene
from .showing.worth import reasons
from .strategies import files as strategy_files
from .strategies import rules_of, with_strategy
from .words import ACTS, MEANS, OPENINGS, tell

CLASSICS = files(__package__).joinpath("classics")
DEFAULT = "kuhn"
SUFFIX = ".json"
MOST_LIMIT_MS = 1 << 30
BOOKS = 64
"""How many rule books are kept once they are written: every client at a table may ask for its book."""


def classics() -> list[str]:
    """The names of the genomes that Croupier ships."""
    return [*_classics()]


@cache
def _classics() -> tuple[str, ...]:
    return tuple(sorted(path.name.removesuffix(SUFFIX) for path in CLASSICS.iterdir() if path.name.endswith(SUFFIX)))


@cache
def _classic(name: str) -> GameGenome:
    return from_json(CLASSICS.joinpath(name + SUFFIX).read_bytes(), name)


def find(name: str | Path) -> GameGenome:
    """A genome by the name of a classic, or by its file."""
    if isinstance(name, str) and not name.lower().endswith(SUFFIX):
        if name not in _classics():
            near, known = meant(name, classics()), ", ".join(_classics())
            raise BadInput(f"There is no genome {name!r}.{near} There are {known}, or name a file of JSON.")
        return _classic(name)
    return read(name)


def configure(
    genome: str | Path | GameGenome = DEFAULT,
    seats: int | None = None,
    hands: int | None = None,
    chips: int | None = None,
    *,
    limit_ms: int = 15_000,
) -> Config:
    """A session of a genome: a value, a classic's name, or a file. The options override what the genome says."""
    found = genome if isinstance(genome, GameGenome) else find(genome)
    if seats is not None:
        found = msgspec.structs.replace(found, player_count=seats)
    if hands is not None:
        found = msgspec.structs.replace(found, session=msgspec.structs.replace(found.session, hands=hands))
    if chips is not None:
        found = msgspec.structs.replace(found, setup=msgspec.structs.replace(found.setup, starting_chips=chips))
    checked(found, found.genome_id or "This genome")
    config = to_config(found, translate(found))
    config.limit_ms = _time(limit_ms)
    return config


@lru_cache(BOOKS)
def _book(genome: GameGenome) -> str:
    """The rule book of a valid genome. The hands of its example are played, which can take a second."""
    return rule_book(genome, GAME)


@lru_cache(BOOKS)
def _short_rules(genome: GameGenome) -> str:
    return short_rules(genome)


def _time(limit_ms: object) -> int:
    if type(limit_ms) is not int or not 0 <= limit_ms <= MOST_LIMIT_MS:
        raise BadInput(f"limit_ms is a whole number from 0 to {MOST_LIMIT_MS:,}, not {limit_ms!r}.")
    return limit_ms


def carry(table: Table, changes: Mapping[str, Any]) -> Config:
    """The config of a session that goes on between two hands: with another `genome`, more `hands`, more time.

    Another genome must have the same number of seats, and chips if this one has; its starting chips do not matter.
    """
    before = table.config
    if other := sorted(changes.keys() - {"genome", "hands", "limit_ms"}):
        raise BadInput(f"Within a session only genome, hands and limit_ms may change, not {', '.join(other)}.")
    hands = changes.get("hands", before.hands)
    if type(hands) is not int or not table.hands < hands <= MOST_HANDS:
        raise BadInput(f"{table.hands} hands are played; the session lasts for up to {MOST_HANDS:,}, not {hands!r}.")
    if "genome" in changes:
        config = configure(changes["genome"])
        if (config.seats, config.chips > 0) != (before.seats, before.chips > 0):
            raise BadInput("A session goes on with as many seats, and with chips if there were any.")
        config.chips = before.chips
    else:
        config = before.copy()
    config.hands, config.limit_ms = hands, _time(changes.get("limit_ms", before.limit_ms))
    carried = config.carried
    carried.played, carried.steps, carried.start = table.hands, table.steps, table.start
    carried.stack[:], carried.points[:] = table.betting.stack, table.points
    return config


def any_config(rng: random.Random) -> Config:
    """The config of a random genome."""
    return configure(random_genome(rng))


def from_file(path: str | Path) -> Game:
    """The game of a genome's file, or of a classic by its name."""
    return of(checked(find(path), str(path)))


def of(genome: GameGenome) -> Game:
    """The game of one genome. The note of an evolved genome tells its origin, so it is not used as a summary."""
    summary = genome.note if genome.note and not genome.generation else brief(genome)
    game = replace(
        GAME,
        title=name_of(genome),
        configure=partial(configure, genome),
        words=replace(
            GAME.words,
            summary=summary,
            rule_book=partial(_book, genome),
            short_rules=partial(_short_rules, genome),
            scored=_scored(configure(genome)),
        ),
    )
    game = replace(game, house_bots=with_strategy(game.house_bots, configure(genome)))
    return replace(game, for_config=partial(in_config, game))


def _scored(config: Config) -> str:
    """What the score of a session is."""
    if config.chips:
        return "the chips that you have won or lost over all hands."
    return f"your points over all hands{', counted negatively: the fewest win' if config.low_wins else ''}."


def in_config(game: Game, config: Config) -> Game:
    """A game whose Scenes and house bots know their config."""
    words = replace(game.words, scene=partial(add_to_scene, config=config))
    return replace(game, words=words, house_bots=with_strategy(game.house_bots, config))


def for_config(config: Config) -> Game:
    """The generic game with the words and the bots of a config."""
    return in_config(GAME, config)


def stake(config: Config) -> tuple[str, float]:
    """Chips or points, per hand."""
    return ("chips a hand" if config.chips else "points a hand"), 1 / config.hands


GAME = Game(
    home=__package__,
    name="genome",
    title="A genome",
    version=4,
    core=Core(machine.begin, machine.owing, machine.menu, machine.act, machine.observe, machine.score),
    Table=Table,
    Config=Config,
    View=View,
    facts=FACTS,
    own_kinds={
        wagers.CHECK: "CHECK",
        wagers.BET: "BET",
        wagers.CALL: "CALL",
        wagers.RAISE: "RAISE",
        wagers.ALL_IN: "ALL_IN",
        wagers.FOLD: "FOLD",
        choices.PLAY: "PLAY",
        choices.DISCARD: "DISCARD",
        choices.DRAW: "DRAW",
        choices.TAKE: "TAKE",
        choices.PASS: "PASS",
    },
    configure=configure,
    shipped_names={"genome": classics},
    any_config=any_config,
    words=Words(
        summary="a betting card game as data: a file, or one of the classics",
        rule_book=rules_beside(__package__),
        short_rules=rules_beside(__package__),
        means=MEANS,
        zones=ZONES,
        tell=tell,
        acts=ACTS,
        openings=OPENINGS,
        wins=(PotAwarded, HandWon),
        exits=(Eliminated,),
        deals=(CardsDealt,),
        scene=add_to_scene,
        reasons=reasons,
    ),
    house_bots=HouseBots(
        policies=POLICIES,
        searching=SEARCHING,
        situation=situation,
        strategies=strategy_files(),
        rules_of=rules_of,
    ),
    observations=OBSERVATIONS,
    choices=Choices(
        with_amount=frozenset({wagers.BET, wagers.RAISE}), with_cards=frozenset({choices.PLAY, choices.DISCARD})
    ),
    simulation={"hands": 1},
    forfeit=wagers.FOLD,
    for_config=for_config,
    stake=stake,
    legs=Legs(machine.between, carry, secrets_last=False),
    declassifies=frozenset({TIME_RAN_OUT, COULD_NOT_PLAY}),
    effects=EFFECTS,
)
