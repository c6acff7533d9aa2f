"""The plain speed: every game plays the same whether its rules are written out or run as they stand."""

from __future__ import annotations

import random
from typing import Any

import pytest

from croupier.games import load
from croupier.kernel.game import Game, Move
from croupier.kernel.plain import MANY, Offers, PlainCore, PlainRules


def moves(game: Game, core: PlainCore, seed: int) -> list[Any]:
    """Play a match at random; all that was offered, told and done, and the table, step by step."""
    chance, trail = random.Random(seed), list[Any]()
    config = game.any_config(chance) if game.any_config else game.configure()
    table, told = game.fresh(config), list[Any]()
    assert core.begin(table, told) == 0
    while mask := core.owing(table):
        actor = (mask & -mask).bit_length() - 1
        offers = Offers()
        core.menu(table, actor, offers)
        trail.append((table.flat(), list(told), list(offers.options), offers.default, offers.limit_ms))
        option = chance.choice([option for option in offers.options if not option.aside])
        pool = option.cards
        if option.most and not pool:
            pool = tuple(card for card, zone in enumerate(table.cards.zone) if zone == option.zone)
        cards = tuple(chance.sample(pool, option.most)) if option.most else ()
        move = Move(option.kind, chance.randrange(option.low, option.high + 1, option.step or 1), cards)
        told.clear()
        assert core.act(table, told, actor, move) == 0
        if len(trail) > 400:
            break
    return [*trail, table.flat(), told]


GAMES = ("holdem", "deal", "battle", "kuhn", "five_card_draw", "crazy_eights", "tests.toys.leduc", "tests.toys.refill")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_written_out_plays_the_same(name: str) -> None:
    game = load(name)
    rules = PlainRules(game.core, game.kinds, game.has_cards)
    as_they_stand = rules.take()
    rules.write_out()
    written_out = rules.take()
    assert written_out.act.__code__ is not as_they_stand.act.__code__
    for seed in range(30):
        assert moves(game, written_out, seed) == moves(game, as_they_stand, seed)


def test_rules_are_written_out_once_many_matches_are_played() -> None:
    game = load("tests.toys.kuhn")
    rules = PlainRules(game.core, game.kinds, game.has_cards)
    taken = [rules.take() for _ in range(MANY + 1)]
    assert len(set(map(id, taken[: MANY - 1]))) == 1
    assert taken[MANY - 1] is taken[MANY] is not taken[0]
