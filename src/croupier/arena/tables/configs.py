"""The game of a table, the configs that its matches are played by, and the plan that fits both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from croupier.games import load
from croupier.games.genome import from_json, of
from croupier.kernel.contract.game import Game, State
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import from_dict, to_dict

from .plan import MatchSettings, Plan, TableSettings, check_bounds, check_levels, first_options, shared

TIMES = ("limit_ms", "prep_ms")
"""What games call the time of a decision."""


def game_of(settings: MatchSettings) -> Game:
    """The game that settings name; BadInput if there is no such game, or the genome is invalid."""
    return of(from_json(settings.genome.encode(), settings.game)) if settings.genome else load(settings.game)


def config_of(game: Game, options: Mapping[str, Any], here: list[bool] | None = None) -> Any:
    """The config of a match; `here` says which seats take part, by default all. BadInput if there is no such match."""
    with sensible(game):
        config = game.configure_present(options, here) if game.configure_present and here else game.configure(**options)
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


def plan_for(settings: TableSettings, table: str, game: Game, **changes: Any) -> Plan:
    """The plan of a table with these settings. `changes` are settings that the caller has decided otherwise, and those
    of a plan alone. BadInput says which setting is invalid."""
    check_bounds(settings)
    options = {**changes.pop("options", settings.options)}
    parameters = game.config_options(options)
    time = next((name for name in TIMES if name in parameters), "")
    if settings.move_time_ms is not None and time:
        options.setdefault(time, settings.move_time_ms)
    if settings.seats is not None and "seats" in parameters:
        options.setdefault("seats", settings.seats)
    seats = game.start(config_of(game, options)).state.table.seats
    move_time = options.get(time, parameters[time].default if time else 0)
    settled = {"title": settings.title or game.title, "options": options, "seats": seats, "move_time_ms": move_time}
    if settings.rabbit and game.to_come is None:
        raise BadInput(f"{game.title} has no rabbit hunt: no cards would have come.")
    plan = Plan(id=table, **{**shared(settings, TableSettings), **settled, **changes})
    check_levels(plan)
    for level in plan.levels:
        game.config_options(level.changes)
        config_of(game, {**options, **level.changes})
    return plan


def planned(rules: Game, plan: Plan) -> tuple[Game, State]:
    """The game set up for the plan's config, and the first state of a match with all seats taken. BadInput if there is
    no such match."""
    config = config_of(rules, first_options(plan), [True] * plan.seats)
    game = rules.for_config(config) if rules.for_config else rules
    full = game.start(config).state
    if full.table.seats != plan.seats:
        raise BadInput(f"{game.title} is for {full.table.seats} with these options, not for {plan.seats}.")
    return game, full
