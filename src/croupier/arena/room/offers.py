"""Offers: a table, a table against the house for every client, or a queue.

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

from ..identity import check_roster
from ..tables.configs import config_of, game_of, plan_for
from ..tables.plan import MatchSettings, Plan, TableSettings

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,47}", re.ASCII)
UNATTENDED = ("house", "practice", "private")
"""The kinds of offers whose tables begin without a host, and play one match after another."""
FOR_PEOPLE = ("house", "private")
"""The kinds of offers that are set up by people or for them. There a player whose time is up checks or folds, unless
the offer says otherwise; elsewhere the order of the protocol for bots holds: check, else call, else fold."""
TIMEOUT, FOLDS = "timeout", "check_fold"
"""The option of a game that says so, and its value."""

MOST_OF_GAME = 50
"""The most tables of one cash game."""
FILES_AT_HOME = "A file of the arena's own is named in arena.toml, and not from outside."


class Opener(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The visitor that opened a private table, and the game that it chose."""

    proof: str
    """The hash of a token that nobody else has."""
    game: str
    """The name of the game in the lobby."""
    seat: int | None = None
    """The seat that is for the opener, at a table that begins in the middle of a hand; by default any that is free."""


class Offer(TableSettings, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Tables that can be joined, under one code or by a roster."""

    id: str = ""
    kind: Literal["table", "house", "practice", "queue", "private"] = "table"
    """One table · a table against the house for every client, one always open · the same for every connection · a queue
    that pairs two · a visitor's table for friends."""
    code: str = ""
    """The join code; without one, a new one is made."""
    roster: dict[str, str] = msgspec.field(default_factory=dict)
    """Teams with their codes: then nobody else may sit down."""
    public: bool = False
    """Whether the lobby tells the code to everybody."""
    bots: list[str] = msgspec.field(default_factory=list)
    """House bots that sit at a table from the start."""
    policy: str = ""
    """The house bot that plays against each client, if the kind is "house"; that fills a "private" table."""
    tables: int = 1
    """The most tables of a cash game: another is set up when all are full, and players may change between them."""
    finish_by: str = ""
    """When the last hand begins at the latest: a time of day, "18:30", or a date with one, "2026-11-16T18:30"."""
    stake: int = 1
    """Tokens, if the kind is "queue"."""
    opener: Opener | None = None
    """The visitor that opened it, if the kind is "private"."""


def check_from_outside(settings: MatchSettings, *options: Mapping[str, Any]) -> None:
    """Check settings from the network: BadInput if they would open a file of the arena, or a module."""
    if not settings.genome and settings.game not in (*GAMES, *classics()):
        raise BadInput(
            f"Croupier has no game {settings.game!r}. {FILES_AT_HOME} A genome can be sent along, as `genome`."
        )
    check_options_from_outside(game_of(settings), *options)


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
    queues = offer.kind == "queue"
    options = {"stake": offer.stake, **offer.options} if queues else offer.options
    if offer.kind in FOR_PEOPLE and TIMEOUT in game.config_options(offer.options):
        options = {TIMEOUT: FOLDS, **options}
    return plan_for(
        offer,
        table,
        game,
        options=options,
        manual=offer.manual or offer.kind in UNATTENDED or bool(offer.bots),
        grace_ms=0 if queues else offer.grace_ms,
        again=offer.again or offer.kind in UNATTENDED,
        finish_by=wall_time(offer.finish_by) if offer.finish_by else 0,
        opens=offer.kind == "house" if offer.opens is None else offer.opens,
        unlisted=offer.kind == "private",
        several=offer.tables > 1,
        for_people=offer.kind in FOR_PEOPLE,
    )


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
    if offer.kind == "queue" and offer.game != "battle":
        raise BadInput("A queue pairs two for a Battle.")
    if offer.kind == "queue" and offer.again:
        raise BadInput(
            "A table of a queue has one match, and a client that wants another queues again: leave `again` out."
        )
    options = [offer.options, *(level.changes for level in offer.levels)]
    if offer.kind == "queue" and any(one.get("stake", offer.stake) != offer.stake for one in options):
        raise BadInput(f"A queue's match costs the offer's own stake, {offer.stake}: leave it out of the options.")
    if (offer.kind == "private") != (offer.opener is not None):
        raise BadInput("A private table is opened by a visitor: POST /api/private.")
    check_roster(offer.roster)
    plan = plan_of(offer, offer.id, game)
    for named in (*offer.bots, offer.policy):
        policy_of(at_table(offer, game), named, (*offer.bots, offer.policy))
    if not 1 <= offer.tables <= MOST_OF_GAME:
        raise BadInput(f"A cash game has 1 to {MOST_OF_GAME} tables, not {offer.tables}.")
    cash = game.purses is not None and game.purses.are(config_of(game, plan.options))
    if offer.tables > 1 and (offer.kind != "table" or not cash):
        raise BadInput("Only a cash game has several tables behind one code: leave `tables` out.")
    if len(offer.bots) > plan.seats:
        raise BadInput(f"There are {plan.seats} seats, which is too few for {len(offer.bots)} bots.")
    return offer
