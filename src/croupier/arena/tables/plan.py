"""The plan of a table: how it is run, settled before anybody sits down."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.kernel.errors import BadInput

FOREVER = -1


class Level(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A stretch of a match with options of its own, such as blinds: it begins between two hands.

    It lasts so many hands, or minutes. One that says neither lasts for ever; or, where the match has to be over by a
    time, it shares what is left until then with the others that say neither.
    """

    hands: int = 0
    minutes: float = 0
    changes: dict[str, Any] = {}
    """Options of the game, as the host may change them between hands."""


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table's plan. It is kept beside the table's lines, and never changes while the table stands."""

    id: str
    game: str
    genome: str = ""
    """The source of the genome, where the game is one."""
    title: str = ""
    options: dict[str, Any] = {}
    """Options of the game (`Game.configure`)."""
    seats: int
    least: int = 2
    """How many players a match needs to begin."""
    manual: bool = False
    """Whether the host begins the first hand; otherwise it begins when there are enough."""
    move_time_ms: int = 15_000
    bank_ms: int = 0
    """Extra time for a whole match. It is used only while one seat alone has to decide."""
    between_ms: int = 0
    """How long the table rests between two hands."""
    grace_ms: int = FOREVER
    """How long a player may be away before it leaves, if the game has LEAVE."""
    shows: bool = False
    """Whether the table makes the pauses that the game asks for, for spectators."""
    pace_ms: int = 0
    """The interval between two Scenes while a person plays; see `pace`."""
    waits: bool = False
    """Whether a match with too few players left waits for another to sit down; otherwise it ends."""
    again: bool = False
    """Whether another match begins when one is over."""
    god_view: int = 0
    """After how many more hands the host may see every card of a hand; 0: never."""
    open_thoughts: bool = False
    """Whether everybody may read what players thought, once a match is over."""
    matches: int = 0
    """The number of matches after which no other begins; 0 for no end."""
    levels: list[Level] = []
    """The levels of a match, in order. If the last of them has an end, the match is over with it."""
    finish_by: int = 0
    """No hand begins after this time (milliseconds since 1970); 0 for no end."""
    deal: str = ""
    """A name for the cards that are dealt here: tables with the same name are dealt the same cards, hand by hand."""
    dealt: int = 0
    """The number of matches with these cards that were played elsewhere; the first match here gets the next cards."""
    event: str = ""
    """The event that its matches are part of."""
    closed: bool = False
    """Whether spectators are refused."""
    opens: bool = False
    """Whether everybody may see every card once a match is over: known before anybody sits down."""
    unlisted: bool = False
    """Whether the table and its matches are shown only to clients that know its name."""

    def __post_init__(self) -> None:
        if self.god_view and self.deal:
            raise BadInput("A table that has its cards in common with others has no god view: they are played again.")

    def goes_on_after(self, match: int) -> bool:
        """Whether another match follows by itself."""
        return self.again and not 0 < self.matches <= match
