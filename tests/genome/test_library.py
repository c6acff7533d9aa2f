"""The library of classics: it is large, it shows the whole language, and every game in it is the one it says it is."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec import inspect

from croupier.games.genome import classics, find
from croupier.games.genome.language.dead_parts import dead_parts
from croupier.games.genome.language.genome import BettingPhase, GameGenome, HighScore, Part, as_data
from croupier.simulate.loop import Tally

from .watching import mistakes, watched

MATCHES = 300
BETTING = [name for name in classics() if find(name).setup.starting_chips]


# The library as a whole.


def test_library_is_large_enough() -> None:
    assert len(classics()) >= 16
    assert len(BETTING) >= 10
    assert len({find(name).title for name in classics()}) == len(classics())


def test_betting_classics_bet() -> None:
    for name in BETTING:
        assert any(isinstance(phase, BettingPhase) for phase in find(name).turn_structure.phases), name


def test_every_note_says_how_the_parlour_game_differs() -> None:
    for name in classics():
        note = find(name).note
        assert "Unlike" in note or "As " in note, name
        assert "\n" not in note, name


def test_no_structure_of_a_classic_is_dead() -> None:
    """No phase, condition or list of card points could be left out."""
    dead = [(name, finding.path) for name in classics() for finding in dead_parts(find(name))]
    assert [(name, path) for name, path in dead if path.endswith("]")] == []


def said(value: Any) -> Iterator[tuple[str, Any]]:
    """Everything that a part of a genome says: its structures, what the fields are, and which were added."""
    if isinstance(value, tuple):
        for item in value:
            yield from said(item)
    elif isinstance(value, Part):
        yield "structure", type(value)
        written = as_data(value)
        for field in value.__struct_fields__:
            inside = getattr(value, field)
            if not isinstance(inside, Part | tuple):
                yield f"{type(value).__name__}.{field}", inside
            if field in value.added and field in written:
                yield "added", (type(value), field)
            yield from said(inside)


def sayable(kind: inspect.Type, where: str = "") -> Iterator[tuple[str, Any]]:
    """Everything that the language can say, numbers and texts apart."""
    if isinstance(kind, inspect.StructType):
        yield "structure", kind.cls
        for field in kind.fields:
            if field.name in kind.cls.added:
                yield "added", (kind.cls, field.name)
            yield from sayable(field.type, f"{kind.cls.__name__}.{field.name}")
    elif isinstance(kind, inspect.VarTupleType):
        yield from sayable(kind.item_type)
    elif isinstance(kind, inspect.UnionType):
        for member in kind.types:
            yield from sayable(member, where)
    elif isinstance(kind, inspect.Metadata):
        yield from sayable(kind.type, where)
    elif isinstance(kind, inspect.LiteralType) and where:
        yield from ((where, value) for value in kind.values)
    elif isinstance(kind, inspect.BoolType) and where:
        yield from ((where, value) for value in (False, True))


NOWHERE_CLASSIC = {
    ("TrickPhase.high_card_wins", False),
    ("SetupRules.trump_suit", "clubs"),
    ("DealPhase.face", "others"),
    ("DrawPhase.face", "others"),
    ("HighScore.counted", "hand"),
    ("added", (HighScore, "counted")),
}
"""What no classic needs: tricks that the lowest card wins, another suit of trumps, cards for the others to see after
the first ones, and points in hand that are good."""


def test_classics_show_the_whole_language() -> None:
    """Every phase, condition, evaluation, deck, extension and choice is in one of them."""
    shown = {fact for name in classics() for fact in said(find(name))}
    assert set(sayable(inspect.type_info(GameGenome))) - shown == NOWHERE_CLASSIC


# Compiled, by the hundred.


@cache
def played(name: str) -> Tally:
    """Random matches of a classic, watched: it ends, and chips and cards are where they belong after every step."""
    loop = watched(find(name))
    tally = loop.run(1, 0, MATCHES)
    assert mistakes(loop) == {}, name
    return tally


@pytest.mark.parametrize("name", classics())
def test_random_matches_end_without_a_mistake(name: str) -> None:
    assert played(name).matches == MATCHES


@pytest.mark.parametrize("name", BETTING)
def test_what_one_wins_another_loses(name: str) -> None:
    assert sum(played(name).score) == 0


def test_hearts_has_26_points_a_hand() -> None:
    tally = played("hearts")
    assert sum(tally.score) == -26 * tally.hands


def test_sixty_six_has_120_points_a_hand() -> None:
    tally = played("sixty_six")
    assert sum(tally.score) == 120 * tally.hands


@pytest.mark.parametrize("name", ["durak", "rolling_stone", "speed", "kings_in_the_corner"])
def test_shedding_games_have_one_winner(name: str) -> None:
    """Almost always: who is left when the turns are used up may share the hand."""
    tally = played(name)
    assert tally.hands <= sum(tally.score) < 1.05 * tally.hands


@pytest.mark.parametrize("name", ["war", "put"])
def test_games_between_two_are_fair(name: str) -> None:
    """Nobody has an edge over two hands, in which each has the starting position once."""
    loop = watched(find(name))
    loop.origin.config.hands = 2
    tally = loop.run(1, 0, 20 * MATCHES)
    squares = tally.square_low[0] + (tally.square_high[0] << 32)
    assert 0 < abs(tally.score[0]) < 4 * math.sqrt(squares)
