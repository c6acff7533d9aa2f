"""What a host offers: a table, as many tables against the house as people come, or a queue.

An offer is what a config file has under `[[tables]]` and what `POST /api/tables` takes. Every key but `game` has a
default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Any, Literal

import msgspec

from croupier.agents.learnt import LEARNT, learnt_policy, strategy_file
from croupier.games import GAMES, classics
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.turns import SEATS

from ..identity import check_roster
from ..tables import levels
from ..tables.configs import config_of
from ..tables.games import NamesGame, game_of
from ..tables.plan import FOREVER, Level, Plan

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,47}", re.ASCII)
TIMES = ("limit_ms", "prep_ms")
"""What games call the time of a decision."""
LATEST = 100
"""Hands by which a god view can be late."""
DAY = 86_400_000
BOUNDS: Mapping[str, tuple[int, int]] = {
    "least": (1, SEATS),
    "bank_ms": (0, DAY),
    "between_ms": (0, DAY),
    "grace_ms": (FOREVER, DAY),
    "pace_ms": (0, DAY),
    "matches": (0, 1_000_000),
}
"""The valid ranges of an offer's numbers."""
UNATTENDED = ("house", "practice", "private")
"""The kinds of offers whose tables begin without a host, and play one match after another."""

FILES_AT_HOME = "A file of the arena's own is named in arena.toml, and not from outside."


class Opener(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who opened a private table, and of what."""

    proof: str
    """The hash of a token that nobody else has."""
    game: str
    """What the lobby calls the game."""


class Offer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing that can be joined, under one code or by a roster."""

    id: str = ""
    game: str
    """A name of `croupier games`."""
    genome: str = ""
    """The source of a genome, where the game is one of its own."""
    title: str = ""
    kind: Literal["table", "house", "practice", "queue", "private"] = "table"
    """One table · a table against the house for whoever comes, one always open · the same for every connection · a
    queue that pairs two · a visitor's table for friends."""
    code: str = ""
    """The join code; without one, a new one is made."""
    roster: dict[str, str] = {}
    """Teams with their codes: then nobody else may sit down."""
    public: bool = False
    """Whether the lobby tells the code to everybody."""
    bots: list[str] = []
    """Bots of the house that sit at a table from the start."""
    policy: str = ""
    """The bot that plays against whoever comes, where the kind is "house"; that fills a "private" table."""
    options: dict[str, Any] = {}
    """Options of the game."""
    seats: int | None = None
    least: int = 2
    manual: bool = False
    move_time_ms: int | None = None
    bank_ms: int = 0
    between_ms: int = 0
    grace_ms: int = FOREVER
    shows: bool = False
    pace_ms: int = 350
    waits: bool = False
    again: bool = False
    god_view: int = 0
    matches: int = 0
    levels: list[Level] = []
    finish_by: str = ""
    """A time of day, "18:30", or a date with one, "2026-11-16T18:30"."""
    open_thoughts: bool = False
    opens: bool | None = None
    """Whether everybody may see every card once a match is over; by default only where one plays against the house."""
    stake: int = 1
    """Tokens, where the kind is "queue"."""
    opener: Opener | None = None
    """Who opened it, where the kind is "private"."""


def check_from_outside(offer: NamesGame, *options: Mapping[str, Any]) -> None:
    """Check an offer from the network: BadInput if it would open a file of the arena, or a module."""
    if not offer.genome and offer.game not in (*GAMES, *classics()):
        raise BadInput(
            f"There is no game {offer.game!r} in the box. {FILES_AT_HOME} A genome can be sent along, as `genome`."
        )
    check_options_from_outside(game_of(offer), *options)


def check_options_from_outside(game: Game, *options: Mapping[str, Any]) -> None:
    """Check options of a game from the network in the same way."""
    for name, names in game.shipped_names.items():
        for values in options:
            if name in values and values[name] not in (known := names()):
                raise BadInput(f"{name} is one of {', '.join(known)}, not {values[name]!r}. {FILES_AT_HOME}")


def game_name(one: Offer) -> str:
    """The name under which the game of an offer is listed; a genome has the id of its original offer."""
    if one.opener is not None:
        return one.opener.game
    return one.id if one.genome else one.game


def at_table(offer: Offer, game: Game) -> Game:
    """The game as an offer's tables are set up: with the house bots that know this set-up."""
    return game.for_config(config_of(game, plan_of(offer, offer.id, game).options)) if game.for_config else game


def plan_of(offer: Offer, table: str, game: Game) -> Plan:
    """The plan of a table of an offer; BadInput if it makes no sense."""
    for name, (fewest, most) in BOUNDS.items():
        if not fewest <= getattr(offer, name) <= most:
            raise BadInput(f"{name} is from {fewest} to {most:,}, not {getattr(offer, name)}.")
    options = {**offer.options}
    parameters = game.config_options(options)
    time = next((name for name in TIMES if name in parameters), "")
    if offer.move_time_ms is not None and time:
        options.setdefault(time, offer.move_time_ms)
    if offer.seats is not None and "seats" in parameters:
        options.setdefault("seats", offer.seats)
    if offer.kind == "queue":
        options.setdefault("stake", offer.stake)
    started = game.start(config_of(game, options)).state
    seats = started.table.seats
    move_time = options.get(time, parameters[time].default if time else 0)
    plan = Plan(
        id=table,
        game=offer.game,
        genome=offer.genome,
        title=offer.title or game.title,
        options=options,
        seats=seats,
        least=offer.least,
        manual=offer.manual or offer.kind in UNATTENDED or bool(offer.bots),
        move_time_ms=move_time,
        bank_ms=offer.bank_ms,
        between_ms=offer.between_ms,
        grace_ms=0 if offer.kind == "queue" else offer.grace_ms,
        shows=offer.shows,
        pace_ms=offer.pace_ms,
        waits=offer.waits,
        again=offer.again or offer.kind in UNATTENDED,
        matches=offer.matches,
        levels=offer.levels,
        finish_by=wall_time(offer.finish_by) if offer.finish_by else 0,
        god_view=offer.god_view,
        open_thoughts=offer.open_thoughts,
        opens=offer.kind == "house" if offer.opens is None else offer.opens,
        unlisted=offer.kind == "private",
    )
    levels.checked(plan)
    for level in plan.levels:
        game.config_options(level.changes)
        config_of(game, {**options, **level.changes})
    return plan


def wall_time(text: str, now: datetime | None = None) -> int:
    """A time as milliseconds since 1970. Without a date, it is the next such time of day, in the arena's time zone."""
    try:
        if "T" in text or " " in text:
            return int(datetime.fromisoformat(text).timestamp() * 1000)
        now = now or datetime.now()
        at = datetime.combine(now, time.fromisoformat(text))
    except ValueError:
        raise BadInput(f"{text!r} is no time; write one such as 18:30 or 2026-11-16T18:30.") from None
    return int((at if at > now else at + timedelta(days=1)).timestamp() * 1000)


def settled(offer: Offer) -> Offer:
    """The offer with dates added to its times, so that they mean the same tomorrow."""
    if not offer.finish_by or "T" in offer.finish_by:
        return offer
    at = datetime.fromtimestamp(wall_time(offer.finish_by) / 1000)
    return msgspec.structs.replace(offer, finish_by=at.isoformat())


def policy_of(game: Game, named: str = "", own: Sequence[str] = ()) -> str:
    """The house bot with a name, or the default one; BadInput if there is no such bot.

    A strategy from a file (`learnt:FILE`) has to be among the offer's `own` bots: visitors and orders open no files.
    """
    if named in own and named.startswith(LEARNT):
        learnt_policy(game, strategy_file(game, named.removeprefix(LEARNT)))
        return named
    known = game.house_bots.names
    if named and named not in known:
        raise BadInput(f"{game.title} has no house bot {named!r}; it has {', '.join(known)}.")
    return named or known[0]


def checked(offer: Offer, game: Game) -> Offer:
    """The offer, if it makes sense; BadInput says what does not."""
    if not ID.fullmatch(offer.id):
        raise BadInput(f"An id has 1 to 48 letters, digits and _ . -, a letter or digit first; not {offer.id!r}.")
    if not 0 <= offer.god_view <= LATEST:
        raise BadInput(f"A god view is from 1 to {LATEST} hands late, or there is none (0); not {offer.god_view}.")
    if offer.kind == "queue" and offer.game != "battle":
        raise BadInput("A queue pairs two for a Battle.")
    if offer.kind == "queue" and offer.again:
        raise BadInput("A table of a queue has one match, and who wants another queues again: leave `again` out.")
    options = [offer.options, *(level.changes for level in offer.levels)]
    if offer.kind == "queue" and any(one.get("stake", offer.stake) != offer.stake for one in options):
        raise BadInput(f"A queue's match costs the offer's own stake, {offer.stake}: leave it out of the options.")
    if (offer.kind == "private") != (offer.opener is not None):
        raise BadInput("A private table is opened by a visitor: POST /api/private.")
    check_roster(offer.roster)
    plan = plan_of(offer, offer.id, game)
    for named in (*offer.bots, offer.policy):
        policy_of(at_table(offer, game), named, (*offer.bots, offer.policy))
    if len(offer.bots) > plan.seats:
        raise BadInput(f"There are {plan.seats} seats, which is too few for {len(offer.bots)} bots.")
    return offer
