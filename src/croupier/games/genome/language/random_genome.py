"""Random genomes, valid by construction: for tests over the whole language, and for evolution to start from."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, get_args

import msgspec

from .checking import validate
from .genome import (
    AnyPhase,
    BestHand,
    BettingPhase,
    CardPoints,
    Condition,
    Counted,
    DealPhase,
    DeckName,
    DiscardPhase,
    DrawPhase,
    EmptyHand,
    Evaluation,
    Face,
    GameGenome,
    HigherRank,
    HighScore,
    LowerRank,
    LowScore,
    MostCaptured,
    MostChips,
    NextRank,
    Opening,
    PlayPhase,
    Rank,
    RankIs,
    SameRank,
    SameSuit,
    SessionLength,
    SetupRules,
    ShowdownPhase,
    Structure,
    Suit,
    SuitIs,
    TrickPhase,
    TurnStructure,
    WinCondition,
)

MOST_PHASES = 7
TRIES = 1000
SIDES: tuple[Any, ...] = ("down", "up")
FACES: tuple[Any, ...] = (*SIDES * 4, "others")
RECEIVERS: tuple[Any, ...] = ("hand", "community", "community", "discard")
SOURCES: tuple[Any, ...] = ("deck", "deck", "discard", "deck_or_discard")


def random_genome(rng: random.Random) -> GameGenome:
    """A random genome that can be played. Every phase, option and condition can occur."""
    for _ in range(TRIES):
        genome = _any_genome(rng)
        if not validate(genome):
            return genome
    raise AssertionError("nearly every genome that is made here is valid")


def _any_genome(rng: random.Random) -> GameGenome:
    chips = rng.choice([0, rng.randint(1, 30), rng.randint(20, 200), 1000])
    phases = [random_phase(rng, chips) for _ in range(rng.randint(1, MOST_PHASES))]
    if chips and not any(isinstance(phase, BettingPhase) for phase in phases):
        phases.insert(rng.randrange(len(phases) + 1), random_betting(rng, chips))
    if rng.random() < 0.2:
        phases.append(ShowdownPhase())
    made = GameGenome(
        genome_id=f"random-{rng.getrandbits(32):08x}",
        setup=SetupRules(
            cards_per_player=rng.choice([0, 1, 2, 3, 5, 7, rng.randint(1, 13)]),
            initial_deck=rng.choice(["standard_52", "standard_52", *get_args(DeckName)]),
            initial_discard_count=rng.choice([0, 0, 1, 2]),
            trump_suit=rng.choice([None, None, *get_args(Suit)]),
            starting_chips=chips,
            side_pots=rng.random() < 0.5,
            face=rng.choice(["down"] * 16 + [*get_args(Face)]),
            card_points=tuple(random_points(rng) for _ in range(rng.choice([0, 0, 1, 2]))),
        ),
        turn_structure=TurnStructure(phases=tuple(phases), rounds=rng.choice([0, 0, 0, 1, 2, 4, 12])),
        win_conditions=tuple(random_conditions(rng, chips)),
        max_turns=rng.choice([1, 10, 40, 100]),
        player_count=rng.choice([2, 2, 3, 3, 4, 4, 5, 6, 8, 10]),
        session=SessionLength(hands=rng.randint(1, 4)),
    )
    once = min(rng.choice([0, 0, 0, 1, 2, 4]), len(phases) - 1)
    return msgspec.structs.replace(made, turn_structure=msgspec.structs.replace(made.turn_structure, once=once))


def random_points(rng: random.Random) -> CardPoints:
    """The points of some cards."""
    ranks = tuple(sorted(rng.sample(get_args(Rank), rng.choice([0, 1, 3]))))
    suits = tuple(sorted(rng.sample(get_args(Suit), rng.choice([0, 1, 2]))))
    return CardPoints(rng.choice([-5, 1, 1, 3, 13]), ranks, suits)


def random_phase(rng: random.Random, chips: int) -> AnyPhase:
    """Any phase except a showdown; betting only if there are chips."""
    makers: list[Callable[[random.Random], AnyPhase]] = [
        random_deal,
        random_draw,
        random_discard,
        random_play,
        lambda rng: TrickPhase(rng.random() < 0.7, rng.random() < 0.8, rng.random() < 0.8),
    ]
    if chips:
        makers += [lambda rng: random_betting(rng, chips)] * 4
    return rng.choice(makers)(rng)


def random_betting(rng: random.Random, chips: int) -> BettingPhase:
    """A round of betting that seats with `chips` can play."""
    min_bet = rng.randint(1, max(1, min(chips, rng.choice([5, 20, chips]))))
    structure: Structure = rng.choice(["fixed", "fixed", *get_args(Structure)])
    forced = min(chips, rng.choice([min_bet, min_bet, 3 * min_bet]))
    blinds = tuple(sorted(rng.randint(1, forced) for _ in range(rng.choice([0, 0, 1, 2, 3]))))
    opening: Opening = "start" if blinds else rng.choice(get_args(Opening))
    return BettingPhase(
        min_bet=min_bet,
        max_raises=rng.choice([0, 1, 2, 3, 5, 20]),
        ante=rng.choice([0, 0, rng.randint(1, forced)]),
        blinds=blinds,
        structure=structure,
        spread=max(min_bet, forced) * rng.randint(1, 5) if structure == "spread" else 0,
        opening=opening,
        bring_in=rng.choice([0, rng.randint(1, forced)]) if opening != "start" else 0,
    )


def random_deal(rng: random.Random) -> DealPhase:
    """A random deal from the house."""
    count, to, face = (rng.choice(what) for what in ([1, 2, 3, 5], RECEIVERS, FACES))
    return DealPhase(count, to, face if to == "hand" else "up")


def random_draw(rng: random.Random) -> DrawPhase:
    """A random draw of the seat in turn."""
    source = rng.choice(SOURCES)
    return DrawPhase(
        1 if source == "discard" else rng.choice([1, 2, 3, 6]),
        source,
        rng.random() < 0.5,
        rng.choice(FACES),
        rng.random() < 0.3,
    )


def random_discard(rng: random.Random) -> DiscardPhase:
    """A random discard, with or without replacement."""
    return DiscardPhase(rng.randint(1, 4), rng.random() < 0.5, rng.random() < 0.5, rng.choice(SIDES))


def random_play(rng: random.Random) -> PlayPhase:
    """A random play onto the pile, or into the captured cards, under some conditions."""
    fewest = rng.choice([1, 1, 1, 1, 2, 4])
    return PlayPhase(
        min_cards=fewest,
        max_cards=fewest + rng.choice([0, 0, 1, 3]),
        target=rng.choice(["discard", "discard", "captured"]),
        conditions=tuple(random_condition(rng) for _ in range(rng.randint(0, 3))),
        match=rng.choice(["any", "any", "all"]),
        mandatory=rng.random() < 0.6,
        only_if_passed=rng.random() < 0.2,
    )


def random_condition(rng: random.Random) -> Condition:
    """A test of a card."""
    pool: list[Condition] = [
        SameSuit(),
        SameRank(),
        HigherRank(),
        LowerRank(),
        NextRank(),
        RankIs(tuple(sorted(rng.sample(get_args(Rank), rng.randint(1, 5))))),
        SuitIs(tuple(sorted(rng.sample(get_args(Suit), rng.randint(1, 3))))),
    ]
    return rng.choice(pool)


def random_conditions(rng: random.Random, chips: int) -> list[WinCondition]:
    """One to three different conditions."""
    threshold, counted = rng.choice([0, 0, 20]), rng.choice(get_args(Counted))
    pool: list[WinCondition] = [
        random_best_hand(rng),
        random_best_hand(rng),
        HighScore(threshold, counted) if rng.random() < 0.5 else LowScore(threshold, counted),
        EmptyHand(),
        MostCaptured(),
    ]
    if chips:
        pool.append(MostChips(rng.choice([0, 2 * chips])))
    chosen: dict[type, WinCondition] = {}
    for condition in rng.sample(pool, rng.choice([1, 1, 2, 3])):
        chosen.setdefault(type(condition), condition)
    return list(chosen.values())


def random_best_hand(rng: random.Random) -> BestHand:
    """An evaluation, with a target where it counts points."""
    evaluation = rng.choice(get_args(Evaluation))
    if evaluation != "points":
        return BestHand(evaluation)
    target, bust, soft_aces, one_suit = rng.choice([0, 10, 21, 31]), *(rng.random() < 0.5 for _ in range(3))
    return BestHand(evaluation, target, bust, soft_aces, one_suit)
