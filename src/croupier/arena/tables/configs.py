"""The configs that a table's matches are played by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from croupier.kernel.contract.game import Game, State
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import from_dict, to_dict

from . import levels
from .plan import Plan


def config_of(game: Game, options: Mapping[str, Any], here: list[bool] | None = None) -> Any:
    """The config of a match; `here` says which seats take part, by default all. BadInput if there is no such match."""
    with sensible(game):
        config = game.seat_those(options, here) if game.seat_those and here else game.configure(**options)
        from_dict(game.Config, to_dict(config))  # refuses now what a line could not hold
    return config


@contextmanager
def sensible(game: Game) -> Iterator[None]:
    """Turn the errors of a game into BadInput: options may be any JSON, so a game may fail on them in any way."""
    try:
        yield
    except BadInput:
        raise
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, OSError) as error:
        raise BadInput(f"{game.title} cannot be played so: {error}.") from error


def planned(rules: Game, plan: Plan) -> tuple[Game, State]:
    """The game set up for the plan's config, and the first state of a match with all seats taken. BadInput if there is
    no such match."""
    config = config_of(rules, levels.first_options(plan), [True] * plan.seats)
    game = rules.for_config(config) if rules.for_config else rules
    full = game.start(config).state
    if full.table.seats != plan.seats:
        raise BadInput(f"{game.title} is for {full.table.seats} with these options, not for {plan.seats}.")
    return game, full
