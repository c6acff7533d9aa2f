"""Private tables, which visitors open for their friends without a host. The lobby does not show their code.

Some chairs are for people, house bots have the others. Play begins when all chairs are taken, or when the opener says
so: then house bots take the free chairs, and keep them for people who are late. A visitor with the link then replaces a
house bot at once, with its chips, its cards and its clock, as by a host's `swap`. The opener has a token as a proof,
which gives no other rights. A table that everybody has left is taken down after a while, and its code becomes invalid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec
from msgspec import Meta

from croupier.kernel.contract.game import Game
from croupier.kernel.contract.record import Position
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.turns import SEATS

from ..identity import Lock, code_key, new_code, new_token
from ..replay.telling import LEISURE_MS
from ..store import Entry
from ..tables import scenes
from ..tables.configs import TIMES, config_of
from ..tables.inputs import DESK, Begins, Input, Ordered, Seated
from ..tables.plan import Plan
from . import memory
from .answers import ChairState
from .desks import KEPT, Desk
from .hosted import Hosted, together
from .offers import Offer, Opener, at_table, policy_of

if TYPE_CHECKING:
    from .room import Room

FEWEST = 2
"""The fewest seats of a table."""
AWAY_MS = 60_000
"""A player that is away for longer leaves, if the game lets it."""


class Wish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a visitor wants to play, as `POST /api/private` takes it."""

    game: str
    """The id of the game in the lobby."""
    people: Annotated[int, Meta(ge=1, le=SEATS)] = 2
    """Chairs for people, the opener's among them."""
    seats: Annotated[int, Meta(ge=1, le=SEATS)] | None = None
    """All chairs; those that are not for people are for house bots."""
    policy: str = ""
    """The house bot in those chairs, and in the chairs that are free when the opener begins."""
    move_time_ms: Annotated[int, Meta(ge=5_000, le=600_000)] = 30_000
    opens: bool = False
    """Whether anybody with the link may see every card once a match is over."""
    hints: bool = False
    """Whether every player may ask the house for hints."""
    rabbit: bool = False
    """Whether every player may ask for the cards that would have come in a hand that ended early."""


class PrivateDesk(Desk):
    """One table for friends."""

    takes_down: ClassVar[bool] = True

    @property
    def rests(self) -> bool:
        """Always True: its table pauses while all people are away."""
        return True

    @property
    def table_there(self) -> Hosted | None:
        """Its table, while it stands."""
        return self.room.tables.get(self.offer.id)

    def wakes(self, hosted: Hosted, seat: int) -> bool:
        """Whether play begins, or goes on, when a client takes a seat: true if no other chair is free."""
        return all(chair.taken for chair in hosted.table.chairs if chair.seat != seat)

    def open(self, news: Sequence[Entry] = ()) -> None:
        """Set up the table."""
        super().open(news)
        self.expect_nobody(self.room.tables[self.offer.id])

    @property
    def bot_seats(self) -> Sequence[int]:
        """All seats but the opener's, if that is settled."""
        own = self.own_seat
        return super().bot_seats if own is None else [seat for seat in range(self.seats) if seat != own]

    @property
    def own_seat(self) -> int | None:
        """The seat that the opener takes over, at a table that begins in the middle of a hand."""
        return self.offer.opener.seat if self.offer.opener else None

    def is_opener(self, token: str) -> bool:
        """Whether this is the opener's token."""
        opener = self.offer.opener
        return opener is not None and _lock(self.room).fits(token, opener.proof)

    def begin(self) -> None:
        """Begin, with house bots in the free chairs; BadInput if play has begun, or nobody is there. StoreError while
        nothing can be stored."""
        self.room.keeping.check_working()
        hosted = self.table_there
        if hosted is None or not hosted.people:
            raise BadInput("Nobody sits there yet: take a chair first.")
        free = [chair.seat for chair in hosted.table.chairs if not chair.taken]
        if hosted.table.state is not None or not free:
            raise BadInput("The match has begun already.")
        policy = policy_of(self.at_table, self.offer.policy)
        given: list[Input] = [Seated(f"house:{policy}:{seat}", f"{policy} {seat}", policy, seat) for seat in free]
        hosted.put(*given, Ordered("start", why="the player who opened the table begins", by=DESK))

    def kept_chair(self, hosted: Hosted) -> int | None:
        """A chair for people that a house bot keeps, preferably one that still has a part in the match; or None."""
        if self.own_seat is not None:
            return None
        people = hosted.table.plan.seats - len(self.offer.bots)
        kept = [chair.seat for chair in hosted.table.chairs[:people] if chair.policy]
        gone = scenes.gone(hosted.table)
        return min(kept, key=lambda seat: (seat in gone, seat), default=None)

    def chair_for(self, hosted: Hosted, team: str, dialect: str) -> tuple[int, list[Input]]:
        """A free chair, or else one that a house bot keeps; BadInput if there is none."""
        seat = None if hosted.table.free_chairs else self.kept_chair(hosted)
        if seat is None:
            return super().chair_for(hosted, team, dialect)
        values: tuple[dict[str, str], ...] = {"policy": ""}, {"team": team}
        return seat, [Ordered("swap", seat, each, why="a late player sits down", by=DESK) for each in values]

    def chair_left(self) -> ChairState:
        """A free one, or else one that a house bot keeps."""
        hosted = self.table_there
        kept: ChairState = KEPT if hosted is not None and self.kept_chair(hosted) is not None else ""
        return super().chair_left() or kept

    def _take_down(self, hosted: Hosted) -> None:
        self._leaving.pop(hosted.id, None)
        if not hosted.people and self.table_there is hosted:
            table = hosted.table
            finished = table.match - (table.state is not None)
            match = f"{hosted.id}-M{finished}" if finished else ""
            ended = memory.EndedTable(table.plan.title, match, hosted.session.wall())
            kept = memory.of_ended(ended_code(self.room, self.offer.code), ended)
            self.room.take_down(hosted, [*self.withdraw(), kept])


class PrivateTables:
    """All private tables, and their limits."""

    def __init__(self, room: Room, most: int, per_address: int) -> None:
        """The limits are `most` tables in the whole room (0 for none) and `per_address` opened from one address."""
        self.room, self.most, self.per_address = room, most, per_address
        self._addresses: dict[str, str] = {}
        """The address from which each was opened; lost at a restart."""
        self._sizes: dict[str, list[int]] = {}

    def standing(self) -> list[PrivateDesk]:
        """All private desks."""
        return [desk for desk in self.room.desks.values() if isinstance(desk, PrivateDesk)]

    def left(self, address: str) -> int:
        """How many more may be opened from an address."""
        standing = {desk.offer.id for desk in self.standing()}
        self._addresses = {id: known for id, known in self._addresses.items() if id in standing}
        opened = sum(known == address for known in self._addresses.values())
        return max(0, min(self.most - len(standing), self.per_address - opened))

    def sizes(self, name: str, desk: Desk) -> list[int]:
        """The numbers of seats with which a game that is offered can be played."""
        if name not in self._sizes:
            self._sizes[name] = [*_sizes(desk.game, desk.seats)]
        return self._sizes[name]

    def open(self, wish: Wish, offered: Desk, address: str) -> tuple[PrivateDesk, str]:
        """Open a table as a visitor wants it, of a game that is offered. Returns its desk and the opener's token.
        BadInput if there can be no such table."""
        sizes = self.sizes(wish.game, offered)
        seats = wish.seats or max(wish.people, min(sizes))
        if seats not in sizes:
            raise BadInput(f"{offered.game.title} has {_either(sizes)} seats, not {seats}.")
        if wish.people > seats:
            raise BadInput(f"There are {seats} seats, which is too few for {wish.people} people.")
        token, source = new_token(), offered.offer
        offer = Offer(
            id=f"friends-{new_code().lower()}",
            game=source.game,
            genome=source.genome,
            title=source.title,
            kind="private",
            seats=seats,
            options={key: value for key, value in source.options.items() if key != "seats"},
            move_time_ms=wish.move_time_ms,
            grace_ms=AWAY_MS,
            opens=wish.opens,
            hints=wish.hints,
            rabbit=wish.rabbit,
            opener=Opener(proof=_lock(self.room).hash(token), game=wish.game),
        )
        policy = policy_of(at_table(offer, offered.game), wish.policy)
        offer = msgspec.structs.replace(offer, policy=policy, bots=[policy] * (seats - wish.people))
        return self._opened(offer, address), token

    def take_over(self, position: Position, plan: Plan, game: str, address: str) -> tuple[PrivateDesk, str]:
        """Open a table at which one person plays on from a position of a match that was played by a plan, with house
        bots in all other seats. Returns its desk and the opener's token. BadInput if there can be no such table."""
        token = new_token()
        offer = Offer(
            id=f"what-if-{new_code().lower()}",
            game=plan.game,
            genome=plan.genome,
            title=f"What if: {plan.title}",
            kind="private",
            seats=plan.seats if "seats" in self.room.game(plan).config_options() else None,
            options={name: value for name, value in plan.options.items() if name not in TIMES},
            move_time_ms=LEISURE_MS,
            matches=1,
            grace_ms=AWAY_MS,
            opens=True,
            hints=True,
            rabbit=self.room.game(plan).to_come is not None,
            opener=Opener(proof=_lock(self.room).hash(token), game=game, seat=position.seat),
        )
        rules = at_table(offer, self.room.game(offer))
        policy, seats = policy_of(rules), self.room.plan_of(offer, offer.id).seats
        state = position.read(rules)
        if state.table.seats != seats:
            raise BadInput(f"This match had {seats} seats when it began, and has {state.table.seats} there.")
        offer = msgspec.structs.replace(offer, policy=policy, bots=[policy] * (seats - 1))
        with together(self.room):
            desk = self._opened(offer, address)
            hosted = desk.table_there
            assert hosted is not None
            hosted.put(Begins(position))
        return desk, token

    def _opened(self, offer: Offer, address: str) -> PrivateDesk:
        desk = self.room.offer(offer)
        assert isinstance(desk, PrivateDesk)
        self._addresses[offer.id] = address
        return desk


def ended_code(room: Room, code: str) -> str:
    """The hash of a code, the key of the note on how its table ended."""
    return Lock(room.pepper, "ended code").hash(code_key(code))


async def ended_with(room: Room, code: str) -> memory.EndedTable | None:
    """What became of the private table that had a code; None if there was none."""
    key = memory.ENDED + ended_code(room, code)
    kept = (await room.store.values(key)).get(key)
    return None if kept is None else msgspec.json.decode(kept, type=memory.EndedTable)


def _lock(room: Room) -> Lock:
    return Lock(room.pepper, "opener")


def _sizes(game: Game, usual: int) -> list[int]:
    if "seats" not in game.config_options():
        return [usual]
    found = []
    for seats in range(FEWEST, SEATS + 1):
        try:
            config_of(game, {"seats": seats})
        except BadInput:
            continue
        found.append(seats)
    return found or [usual]


def _either(sizes: list[int]) -> str:
    *others, last = map(str, sizes)
    return f"{', '.join(others)} or {last}" if others else last
