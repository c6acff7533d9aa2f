"""The settings of an event: an entry `[[events]]` of a config file, or the body of `POST /api/events`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from croupier.agents.loading import APART, load_bot
from croupier.agents.terms import Terms as BotTerms
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.simulate.tournament.terms import MOST_PLAYERS, Stage, Terms, check_terms, ready_changes
from croupier.simulate.tournament.tournament import Tournament

from ..identity import CODE, check_roster, new_code
from ..room.offers import ID, Offer, policy_of
from ..tables.plan import Level, MatchSettings, shared

Kind = Literal["common", "mirrored", "robin", "rolling", "freezeout", "tournament", "duplicate"]
DEALS: Mapping[str, int] = {
    "common": 100,
    "mirrored": 100,
    "robin": 20,
    "rolling": 1,
    "freezeout": 1,
    "tournament": 1,
    "duplicate": 30,
}
"""The number of deals, or matches, of each kind of event if its settings name none."""
ALONE = ("common", "duplicate")
"""The kinds in which each team sits alone among the house bots of a panel, and all teams get the same cards."""
MOST_DEALS = 10_000
MOST_BOTS = 16
PRACTICE = "PRACTICE"
PRACTICE_SUFFIX = "-practice"
"""The suffix of an event's id that gives the id of its practice tables."""


class Event(MatchSettings, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An event. Every key but `kind` has a default."""

    id: str = ""
    kind: Kind
    """`common`: every team plays the same deals against the same house bots · `mirrored`: house bots play every deal in
    all rotations · `robin`: every team against every other, two at a table · `rolling`: short matches of two, one after
    the other until it freezes · `freezeout`: all at one table until one has everything · `tournament`: over many
    tables, from which players are moved as others go out · `duplicate`: every team plays the same tournaments at one
    table, with the same cards, against the same house bots."""
    game: str = "holdem"
    hands: int = 0
    """Hands of a match; 0 means one hand, or in a freezeout as many as it takes."""
    deals: int = 0
    """Deals or duplicate tournaments of each team, matches of each pair, freezeouts; of a rolling event, matches until
    the next pairing."""
    seats: int | None = None
    """Seats of a table, where the kind does not say."""
    code: str = ""
    """The code for all; without one, and without a roster, a new one is made."""
    roster: dict[str, str] = msgspec.field(default_factory=dict)
    """Teams with their codes; a team whose code is "" gets a new one."""
    public: bool = False
    """Whether the lobby tells the code."""
    bots: list[str] = msgspec.field(default_factory=list)
    """House bots: the panel of common deals and duplicate tournaments; elsewhere they take part. Of mirrored deals also
    bots of files, each in a process of its own: `proc:FILE.py`."""
    least: int = 2
    """The number of teams that have to be there before the first match begins."""
    manual: bool = False
    """Whether the host begins it."""
    finish_by: str = ""
    """When the last hand begins at the latest, "18:30" or with a date."""
    freeze: str = ""
    """When the last match begins at the latest."""
    aliases: bool = False
    """Whether teams are not told the names of their opponents."""
    practice: str = PRACTICE
    """The code of practice tables, which are run as in the event; "" for none."""
    tournament: Terms = Terms()
    """The terms of a tournament; of duplicate tournaments, its `payouts` alone."""
    house: int = 0
    """How many house bots take part in a tournament: those of `bots` in turn; 0 for one of each."""
    value: str = ""
    """A value function, `FILE.py:NAME`, which removes luck before the last decision too."""


def options_of(event: Event, game: Game) -> dict[str, Any]:
    """The options of a match."""
    options = {**game.simulation, **event.options}
    if "hands" in game.config_options():
        if event.hands:
            options["hands"] = event.hands
        elif event.kind in ("freezeout", "tournament", "duplicate"):
            options.pop("hands", None) if "hands" not in event.options else None
    if event.kind == "duplicate":
        options |= {"stack": stack_of(event), "button_rule": "dead"}
    if event.kind == "tournament":
        options |= {**options_at(event, 0), "seating": "assigned", "button_rule": "dead", "entry": "free"}
    return options


READY_HANDS = 10
"""The hands of a level of a duplicate tournament that names none."""
RAKES = ("rake", "rake_cap")
ANTES = ("ante", "big_blind_ante")
TOURNAMENT_GAME, TOURNAMENT_SEATS, TOURNAMENT_STACK = "holdem", 9, 10_000


def blank_tournament(event: Event) -> Tournament:
    """The tournament of an event before its first line; of an event of another kind, one without players."""
    if event.kind != "tournament":
        return Tournament(Terms(), 2, 1)
    stages = [Stage(level.minutes, level.hands, level.rest) for level in event.levels]
    return Tournament(event.tournament, event.seats or TOURNAMENT_SEATS, stack_of(event), stages)


def stack_of(event: Event) -> int:
    """The chips of a starting stack in a tournament."""
    return int(event.options.get("stack", TOURNAMENT_STACK))


def options_at(event: Event, level: int) -> dict[str, Any]:
    """The options that the levels of a tournament have changed by then; what a level does not name stays. A big-blind
    ante takes the place of antes, and the other way round."""
    found: dict[str, Any] = {}
    for one in event.levels[: level + 1]:
        found |= {**dict.fromkeys(ANTES if one.changes.keys() & ANTES else (), 0), **one.changes}
    return found


def seats_of(event: Event) -> int | None:
    """The number of seats at a table; None for the game's default."""
    if event.kind in ("robin", "rolling"):
        return 2
    if event.kind in ALONE:
        return event.seats or (len(event.bots) + 1 if event.bots else None)
    if event.kind == "mirrored":
        return event.seats or len(event.bots)
    if event.kind == "tournament":
        return event.seats or TOURNAMENT_SEATS
    return event.seats or len(event.roster) + len(event.bots) or None


def begins_with(event: Event, here: int) -> bool:
    """Whether the first match begins by itself when `here` teams are present."""
    if event.kind == "freezeout" and event.roster:
        least = max(event.least, len(event.roster) + len(event.bots))
    else:
        least = 1 if event.kind in ALONE else event.least
    return not event.manual and here >= least


def offer_of(event: Event, game: Game) -> Offer:
    """The event as an offer of the room: its door, and how its tables are run."""
    own: dict[str, Any] = {
        "title": event.title or f"{game.title}: {event.kind}",
        "options": options_of(event, game),
        "seats": seats_of(event) if "seats" in game.config_options() else None,
        "least": event.least if event.kind == "freezeout" else 2,
        "manual": False,  # the event begins its tables
    }
    if event.kind == "tournament":
        own["levels"] = []  # the levels of a tournament are the same at all tables: its desk changes them
    if event.kind == "duplicate":
        own["levels"] = event.levels or ready_levels()
    return Offer(
        **{**shared(event, MatchSettings), **own},
        id=event.id,
        code="" if event.roster else event.code or new_code(),
        roster=event.roster,
        public=event.public,
        finish_by=event.finish_by,
    )


def ready_levels() -> list[Level]:
    """The levels of a duplicate tournament that names none: the blinds of the ready structures, by hands."""
    *levels, last = (Level(hands=READY_HANDS, changes=changes) for changes in ready_changes())
    return [*levels, msgspec.structs.replace(last, hands=0)]


def practice_options(event: Event, game: Game) -> dict[str, Any]:
    """The options of practice tables: those of a match, which in a tournament does not begin with its own seating."""
    if event.kind != "tournament":
        return options_of(event, game)
    return {**event.options, **options_at(event, 0)}


def checked(event: Event, game: Game) -> Event:
    """The event, if its settings are valid; BadInput says what is wrong."""
    if not ID.fullmatch(event.id + PRACTICE_SUFFIX):
        raise BadInput(f"An id has 1 to 39 letters, digits and _ . -, a letter or digit first; not {event.id!r}.")
    if not 0 <= event.deals <= MOST_DEALS:
        raise BadInput(f"An event has 1 to {MOST_DEALS:,} deals, not {event.deals}.")
    if len(event.bots) > MOST_BOTS:
        raise BadInput(f"At most {MOST_BOTS} bots of the house take part.")
    for named in event.bots:
        _check_bot(event, game, named)
    check_roster(event.roster)
    for code in (event.practice, event.code):
        if code and not CODE.fullmatch(code):
            raise BadInput("A join code has 4 to 32 letters, digits and underscores.")
    if event.kind == "mirrored":
        _check_mirrored(event)
    if event.kind == "tournament":
        _check_tournament(event, game)
    elif event.kind == "duplicate":
        _check_duplicate(event, game)
    elif event.tournament != Terms() or event.house or any(level.rest for level in event.levels):
        raise BadInput('The terms of a tournament, `house` and breaks are for kind = "tournament".')
    if event.freeze and event.kind != "rolling":
        raise BadInput("Only a rolling event freezes; say finish_by.")
    if event.kind == "rolling" and not event.freeze and not event.finish_by and not event.manual:
        raise BadInput('A rolling event goes on until it freezes: say freeze = "18:30", or manual = true.')
    return event


def _check_tournament(event: Event, game: Game) -> None:
    """Check the terms, the levels and the bots of a tournament."""
    if event.game != TOURNAMENT_GAME or event.genome:
        raise BadInput("A tournament is played in hold'em.")
    if event.finish_by or event.deals or event.hands or event.aliases or event.value:
        raise BadInput("A tournament ends when one player has all chips: no finish_by, deals, hands, aliases or value.")
    _check_own_options(event)
    game.configure(**{**options_of(event, game), "seats": event.seats or TOURNAMENT_SEATS})
    blank = blank_tournament(event)
    check_terms(event.tournament, blank.seats, blank.stack, blank.stages)
    if not 0 <= event.house <= MOST_PLAYERS or (event.house and not event.bots):
        raise BadInput(f"`house` is the number of bots, up to {MOST_PLAYERS:,}, and `bots` says which.")
    blank.check_chips(max(event.tournament.players, event.house or len(event.bots)) * blank.stack)
    for number in range(len(event.levels)):
        game.configure(**{**options_of(event, game), **options_at(event, number), "seats": blank.seats})


def _check_own_options(event: Event) -> None:
    for name in ("seating", "button_rule", "entry", "stacks", "bank", "button", "hands", "late_until", *RAKES):
        if name in event.options or any(name in level.changes for level in event.levels):
            raise BadInput(f"The tournament itself says what {name!r} is at its tables.")


def _check_duplicate(event: Event, game: Game) -> None:
    """Check the levels, the prizes and the panel of duplicate tournaments."""
    if event.game != TOURNAMENT_GAME or event.genome:
        raise BadInput("A tournament is played in hold'em.")
    if event.hands or event.aliases or event.value or event.house:
        raise BadInput("A tournament ends when one player has all chips: no hands, aliases, value or house.")
    if event.tournament != Terms(payouts=event.tournament.payouts):
        raise BadInput("Of the terms of a tournament, duplicate tournaments have `payouts` alone.")
    _check_own_options(event)
    *levels, last = event.levels or ready_levels()
    if any(level.minutes or level.rest for level in event.levels) or not all(level.hands for level in levels):
        raise BadInput("Levels of duplicate tournaments last some hands, not minutes: so teams have the same blinds.")
    if last.hands:
        raise BadInput("The last level has no end: the tournament is over when one player has all chips.")
    if not event.bots:
        raise BadInput("Say against which house bots the teams play: `bots`.")
    seats = event.seats or len(event.bots) + 1
    check_terms(Terms(players=seats, payouts=event.tournament.payouts), seats, TOURNAMENT_STACK, ())
    for level in (*levels, last):
        game.configure(**{**options_of(event, game), **level.changes, "seats": seats})


def _check_bot(event: Event, game: Game, named: str) -> None:
    """Check a bot's name: a house bot, or in a mirrored event also a bot from a file, `proc:FILE.py`."""
    if not named.startswith(APART):
        policy_of(game, named)
    elif event.kind != "mirrored":
        raise BadInput(f"{named} can only take part where the arena starts everybody: in mirrored duplicate.")
    else:
        load_bot(game, named.removeprefix(APART), BotTerms())


def _check_mirrored(event: Event) -> None:
    """Check that only bots which the arena starts take part: another player could remember the cards of the first half,
    which its opponent holds in the second."""
    if event.roster or event.code:
        raise BadInput(
            "Mirrored duplicate is only for bots that the arena starts itself: a team that remembers the first half "
            'would know the cards of the second. For teams from outside take kind = "common".'
        )
    if len(event.bots) < 2 or not 2 <= (event.seats or len(event.bots)) <= len(event.bots):
        raise BadInput("Mirrored duplicate is between two bots of the house or more: name them as `bots`.")
