"""Scenes of random matches of any game, made without an arena: the fullest for each kind of viewer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.games import load
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.contract.game import Game, Move
from croupier.kernel.contract.nameplate import nameplates
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.showing.scene import Scene
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE

NAMES = (
    *("Mara", 'Bartholomew "Lucky" Okonkwo', "house:shark", "Professor Calloway-Whitfield", "house:greedy 2", "Wren"),
    *("Amber Finch of the North", "house:equilibrium", "Ninepin", "Quasar"),
)
"""Names of players, some of them long."""
DECISIONS = 40
"""The most decisions of a match."""


def fullest(name: str, seats: int | None = None, key: int = 1, **options: Any) -> dict[str, Any]:
    """The Scene of a random match that shows most, by kind of viewer ("player", "open").

    An "open" Scene shows every card, as a replay or a showdown does.
    """
    game = load(name)
    config = game.configure(**({} if seats is None else {"seats": seats}), **options)
    game = game.for_config(config) if game.for_config else game
    best: dict[str, tuple[int, Scene]] = {}
    for whose, shown in _scenes(game, config, key):
        if whose not in best or _weight(shown) > best[whose][0]:
            best[whose] = (_weight(shown), shown)
    return {whose: msgspec.to_builtins(shown) for whose, (_, shown) in best.items()}


def _scenes(game: Game, config: Any, key: int) -> Iterator[tuple[str, Scene]]:
    state, events = game.start(config)
    players = nameplates(list(NAMES[: state.table.seats]))
    eyes = {
        "player": Onlooker(game, cast_for(game, 0, players)),
        "open": Onlooker(game, cast_for(game, None, players), all_cards=True),
    }
    dealer, choose = RandomDealer(key), random_chooser(game, key)
    seen = 0
    while seen < DECISIONS:
        for whose, onlooker in eyes.items():
            onlooker.hear(onlooker.facts(events))
            yield whose, onlooker.see(state)
        if not (pending := game.pending(state)):
            break
        decision = pending[0]
        if decision.seat == HOUSE:
            move = dealer.deal(state, decision)
        elif decision.seat == CLOCK:
            move = Move(decision.options[0].kind)
        else:
            seen += 1
            move = choose(state, decision)
        events = game.advance(state, decision.seat, move)


def _weight(shown: Scene) -> int:
    """How much a Scene shows; one with a question comes before one without."""
    cards = sum(2 if card.name else 1 for zone in shown.zones for card in zone.cards)
    words = sum(bool(seat.bet) + bool(seat.last) + bool(seat.holds) + 2 * bool(seat.to_act) for seat in shown.seats)
    return cards + words + 20 * (shown.question is not None)
