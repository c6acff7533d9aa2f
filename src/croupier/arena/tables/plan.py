"""The settings of a table, and the plan that they are settled to before anybody sits down.

An offer and an event are settings that a host writes; the plan of a table has every setting settled. All three are
described here, once: the fields, their defaults and their bounds. `configs.plan_for` turns settings into a plan.

    MatchSettings             what is played, and with which clocks
    ├── Event                 (events/event.py) many matches; the event itself decides how its tables go on
    └── TableSettings         and what a table does between matches
        ├── Offer             (room/offers.py) tables that people can join
        └── Plan              one table
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.turns import SEATS

FOREVER = -1
DAY = 86_400_000
MINUTE = 60_000
LONGEST = 1_000_000
"""The most hands or minutes of a level."""
LATEST = 100
"""The most hands by which a god view can be late."""
BOUNDS: Mapping[str, tuple[int, int]] = {
    "least": (1, SEATS),
    "bank_ms": (0, DAY),
    "between_ms": (0, DAY),
    "grace_ms": (FOREVER, DAY),
    "pace_ms": (0, DAY),
    "matches": (0, 1_000_000),
    "rathole_minutes": (0, DAY // MINUTE),
    "empty_minutes": (0, DAY // MINUTE),
}
"""The valid ranges of settings that are numbers."""


class Level(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A stretch of a match with options of its own, such as blinds: it begins between two hands.

    It lasts a number of hands, or of minutes. A level without either lasts for ever; or, if the match has to be over by
    a time, such levels share the time that is left evenly.
    """

    hands: int = 0
    minutes: float = 0
    changes: dict[str, Any] = {}
    """Options of the game, as the host may change them between hands."""
    rest: bool = False
    """Whether it is a break, in which no hand begins: only in tournaments over many tables."""


class MatchSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How matches are played: the game, the seats, the clocks."""

    game: str
    """A name of `croupier games`."""
    genome: str = ""
    """The source of the genome, if the game is one that was sent along."""
    title: str = ""
    options: dict[str, Any] = {}
    """Options of the game (`Game.configure`)."""
    seats: int | None = None
    """The seats of a table; by default as many as the options say."""
    least: int = 2
    """How many players a match needs to begin."""
    manual: bool = False
    """Whether the host begins the first hand; otherwise it begins when enough players are there."""
    move_time_ms: int | None = None
    """The time for a decision; by default as long as the options say."""
    bank_ms: int = 0
    """Extra time for a whole match. It is used only while one seat alone has to decide."""
    between_ms: int = 0
    """How long the table rests between two hands."""
    grace_ms: int = FOREVER
    """How long a player may be away before it leaves, if the game has LEAVE."""
    shows: bool = False
    """Whether the table makes the pauses that the game asks for, for spectators."""
    open_thoughts: bool = False
    """Whether everybody may read what players thought, once a match is over."""
    levels: list[Level] = []
    """The levels of a match, in order. If the last of them has an end, the match is over with it."""


class TableSettings(MatchSettings, frozen=True, kw_only=True, omit_defaults=True):
    """How a table is run: its matches, and what it does between them."""

    pace_ms: int = 350
    """The interval between two Scenes while a person plays; see `pace`."""
    rathole_minutes: float = 60
    """At a cash table: for how long a player that has left must bring back the chips it took; 0 for never.
    """
    empty_minutes: float = 5
    """At a cash table: how long a player keeps a chair without chips; 0 for as long as it likes."""
    waits: bool = False
    """Whether a match with too few players left waits for another to sit down; otherwise it ends. A cash table always
    waits."""
    again: bool = False
    """Whether another match begins when one is over."""
    matches: int = 0
    """The number of matches after which no other begins; 0 for no end."""
    god_view: int = 0
    """The number of hands after which the host may see every card of a hand; 0 for never."""
    opens: bool | None = None
    """Whether everybody may see every card once a match is over; by default only at tables against the house."""
    hints: bool = False
    """Whether players may ask for hints: only at private tables, whose matches count nowhere."""
    rabbit: bool = False
    """Whether players may ask for the cards that would have come in a hand that ended early: only at private tables."""


class Plan(TableSettings, frozen=True, kw_only=True, omit_defaults=True):
    """A table's plan. It is kept beside the table's lines, and never changes while the table stands.

    Its defaults are what a stored plan means that leaves a key out.
    """

    id: str
    seats: int
    move_time_ms: int = 15_000
    pace_ms: int = 0
    opens: bool = False
    finish_by: int = 0
    """No hand begins after this time (milliseconds since 1970); 0 for no end."""
    deal: str = ""
    """A name for the cards that are dealt here: tables with the same name are dealt the same cards, hand by hand."""
    dealt: int = 0
    """The number of matches with these cards that were played elsewhere; the first match here gets the next cards."""
    event: str = ""
    """The event that its matches are part of."""
    several: bool = False
    """Whether it is one of several tables of a cash game, between which players may change."""
    called: bool = False
    """Whether each hand waits until the table's desk calls it, as in a tournament, where the desk moves players."""
    closed: bool = False
    """Whether spectators are refused."""
    unlisted: bool = False
    """Whether the table and its matches are shown only to clients that know its name."""
    for_people: bool = False
    """Whether a match ends when everybody who is no house bot is out of it: bots do not play it on among themselves."""

    def __post_init__(self) -> None:
        if self.god_view and self.deal:
            raise BadInput("A table that has its cards in common with others has no god view: they are played again.")
        if self.hints and (self.event or self.deal or not self.unlisted):
            raise BadInput("Only a private table has hints: what is played elsewhere counts.")
        if self.rabbit and (self.event or self.deal or not self.unlisted):
            raise BadInput("Only a private table has a rabbit hunt: what is played elsewhere counts.")

    def goes_on_after(self, match: int) -> bool:
        """Whether another match follows by itself."""
        return self.again and not 0 < self.matches <= match


def shared(settings: MatchSettings, kind: type[MatchSettings]) -> dict[str, Any]:
    """The settings that `kind` declares, by name."""
    return {name: getattr(settings, name) for name in kind.__struct_fields__}


def check_bounds(settings: TableSettings) -> None:
    """Check that all numbers are in range; BadInput names the first that is not."""
    for name, (fewest, most) in BOUNDS.items():
        if not fewest <= getattr(settings, name) <= most:
            raise BadInput(f"{name} is from {fewest} to {most:,}, not {getattr(settings, name)}.")
    if not 0 <= settings.god_view <= LATEST:
        raise BadInput(f"A god view is from 1 to {LATEST} hands late, or there is none (0); not {settings.god_view}.")


# Levels, such as rising blinds, and the time by which a match has to end: both take effect between two hands


def first_options(plan: Plan) -> Mapping[str, Any]:
    """The options that a match begins with."""
    return {**plan.options, **plan.levels[0].changes} if plan.levels else plan.options


def check_levels(plan: Plan) -> None:
    """Check the levels of a plan; BadInput says what is wrong with them."""
    by_hands = [level for level in plan.levels if level.hands]
    if not all(0 <= level.hands <= LONGEST and 0 <= level.minutes <= LONGEST for level in plan.levels):
        raise BadInput(f"A level lasts some hands or minutes, up to {LONGEST:,}, and not fewer than none.")
    if by_hands and any(level.minutes for level in plan.levels):
        raise BadInput("Levels last either hands or minutes: say the same of all.")
    unsaid = [level for level in plan.levels[:-1] if not level.hands and not level.minutes]
    if unsaid and (by_hands or not plan.finish_by):
        raise BadInput(
            "A level that says neither hands nor minutes lasts for ever: let it be the last, or say finish_by."
        )


def level_at(plan: Plan, hands: int, began: int, now: int) -> int | None:
    """The level of a match at the time `now`, after `hands` hands; None if its last level is over."""
    if not plan.levels:
        return 0
    by_hands = any(level.hands for level in plan.levels)
    share = _even_share(plan, began)
    left: float = hands if by_hands else now - began
    for number, level in enumerate(plan.levels):
        length = level.hands if by_hands else level.minutes * MINUTE or share
        if not length or left < length:
            return number
        left -= length
    return None


def _even_share(plan: Plan, began: int) -> float:
    """The length in milliseconds of each level without one: an equal share of the time left until `finish_by`; 0 for no
    end."""
    unsaid = sum(not level.minutes for level in plan.levels)
    if not plan.finish_by or not unsaid:
        return 0
    said = sum(level.minutes * MINUTE for level in plan.levels)
    return max(1.0, (plan.finish_by - began - said) / unsaid)


def why_over(plan: Plan, hands: int, began: int, now: int) -> str:
    """Why no further hand of a match may begin; "" if one may."""
    if plan.finish_by and now >= plan.finish_by:
        return "it had to be over by now."
    if level_at(plan, hands, began, now) is None:
        return "its last level is over."
    return ""
