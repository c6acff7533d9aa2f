"""All events of a room: opening them, restoring them after a restart, and describing them for the API."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path

import msgspec

from croupier.agents.loading import APART
from croupier.kernel.errors import BadInput
from croupier.simulate.tournament.lines import Registered

from ..house import House
from ..identity import name_key, new_code
from ..room import memory
from ..room.offers import Offer, policy_of, wall_time
from ..room.offers import checked as checked_offer
from ..room.recalling import Kept
from ..room.room import Room
from ..shuffle import Secrets, new_secret
from ..store import Entry, Store
from . import answers, lines, values
from .book import Book, book_of
from .contest import ContestDesk
from .desk import EventDesk
from .event import ALONE, PRACTICE_SUFFIX, Event, checked, offer_of, practice_options
from .judging import AskJudge, Compute
from .standings import Standings
from .tournament import TournamentDesk
from .tournament_told import tournament_told

NONCE_BYTES = 12
MOST_EVENTS = 500


class Events:
    """The events of one room."""

    def __init__(self, room: Room, compute: Compute = asyncio.to_thread, judge: AskJudge | None = None) -> None:
        self.room, self._compute, self._judge = room, compute, judge
        self.desks: dict[str, ContestDesk] = {}
        self._stopped = 0
        """The time up to which the arena is known to have run before it was started."""
        self._standings: dict[str, tuple[int, answers.EventStandings]] = {}

    def recall(self, kept: Kept) -> None:
        """Replace all events by the stored ones, before their tables are restored."""
        self._stopped = int(kept.values.get(memory.CLOCK, b"0"))
        self._standings.clear()
        for id, desk in list(self.desks.items()):
            if memory.EVENT + id not in kept.lines:
                self.room.drop_desk(desk)
                del self.desks[id]
        for name, read in kept.lines.items():
            if name.startswith(memory.EVENT):
                book = book_of(iter([lines.decode(line.body) for line in read]))
                codes = kept.values.get(memory.CODES + book.event.id)
                self._recall(book, msgspec.json.decode(codes, type=memory.Codes) if codes else None, kept.tables[name])

    def _recall(self, book: Book, codes: memory.Codes | None, last: int) -> None:
        known = self.desks.get(book.event.id)
        if codes is None:
            codes = memory.Codes(known.offer.code, known.offer.roster) if known else memory.Codes("", book.event.roster)
        event = msgspec.structs.replace(book.event, code=codes.code, roster=codes.roster)
        offer = offer_of(_with_codes(event), self.room.game(event))
        if known is None:
            self._add(book, offer, last)
        else:
            known.follow(book, offer, self.room.claims.get(offer.id, []), last)
            self.room.add_desk(known)

    def resume(self) -> None:
        """Continue all events, once all tables are restored."""
        for desk in self.desks.values():
            desk.stopped = self._stopped
            desk.open()

    def _add(self, book: Book, offer: Offer, last: int) -> ContestDesk:
        value, claims = values.load(book.event.value, book.opened.value_hash), self.room.claims_of(offer.id)
        desk: ContestDesk
        if book.event.kind == "tournament":
            desk = TournamentDesk(self.room, book, offer, claims, last)
        else:
            desk = EventDesk(self.room, book, offer, claims, last, self._compute, value, self._judge)
        self.room.add_desk(desk)
        self.desks[offer.id] = desk
        return desk

    def open(self, event: Event) -> ContestDesk:
        """Open an event; BadInput if its settings are invalid. An event that is open already is not changed."""
        self.room.keeping.check_working()
        if known := self.desks.get(event.id):
            return self._known(known, event)
        if not event.id:
            event = msgspec.structs.replace(event, id=self.room.new_id("event"))
        if event.id in self.room.desks:
            raise BadInput(f"There is an offer {event.id} already.")
        self.room.check_id(event.id)
        if len(self.desks) >= MOST_EVENTS:
            raise BadInput(f"There are {MOST_EVENTS} events already, the most that an arena holds.")
        event = _with_codes(event)
        game = self.room.game(event)
        offer = offer_of(checked(event, game), game)
        self.room.check_code(offer)
        practice = self._practice(event, self.room.plan_of(offer, event.id).seats)
        opened = lines.Opened(
            msgspec.structs.replace(event, code="", roster=dict.fromkeys(event.roster, "")),
            secrets.token_hex(NONCE_BYTES),
            self.room.epoch_ms + self.room.now(),
            wall_time(event.freeze) if event.freeze else 0,
            wall_time(event.finish_by) if event.finish_by else 0,
            values.hash_of(event.value),
            wall_time(event.tournament.starts) if event.tournament.starts else 0,
        )
        desk = self._add(Book(opened), offer, 0)
        entries: list[Entry] = [*desk.line(opened, *self._entrants(event)), memory.of_codes(offer)]
        entries += desk.first_entries()
        desk.open(entries)
        if practice is not None:
            self.room.offer(self._with_free_code(practice, event))
        return desk

    def _known(self, desk: ContestDesk, event: Event) -> ContestDesk:
        if values.hash_of(event.value) != desk.book.opened.value_hash or event.value != desk.book.event.value:
            raise BadInput(
                f"The value function of {event.id} was settled before its first card, and cannot change any more."
            )
        return desk

    def _entrants(self, event: Event) -> Sequence[lines.AnyLine]:
        """The entrants from the start: the teams of the roster, and house bots; of a tournament, the bots alone."""
        if event.kind == "tournament":
            return [*self._house_players(event)]
        found = [lines.Entered(name_key(team), team) for team in event.roster]
        if event.kind not in ALONE:
            game = self.room.game(event)
            for number, named in enumerate(event.bots):
                policy = named if named.startswith(APART) else policy_of(game, named)
                again = event.bots[:number].count(named)
                name = Path(named).name if named.startswith(APART) else f"house:{policy}"
                name += f" {again + 1}" if again else ""
                found.append(lines.Entered(name, name, policy))
        return found

    def _house_players(self, event: Event) -> Iterator[lines.AnyLine]:
        """The house bots of a tournament: those that its settings name, in turn."""
        game, counts, at = self.room.game(event), Counter[str](), self.room.wall()
        for number in range(event.house or len(event.bots)):
            policy = policy_of(game, event.bots[number % len(event.bots)])
            counts[policy] += 1
            name = f"house:{policy}" + (f" {counts[policy]}" if counts[policy] > 1 else "")
            yield Registered(name, name, at, policy)

    def _practice(self, event: Event, seats: int) -> Offer | None:
        """The offer of practice tables: like the event's tables, with house bots in all seats but one, and unrated."""
        if not event.practice or event.kind == "mirrored":
            return None
        game = self.room.game(event)
        offer = msgspec.structs.replace(
            offer_of(event, game),
            id=event.id + PRACTICE_SUFFIX,
            options=practice_options(event, game),
            title=f"Practice for {event.title or event.id}",
            kind="practice",
            roster={},
            code=event.practice,
            public=True,
            bots=[bot for bot, _ in zip(cycle(event.bots), range(seats - 1), strict=False)]
            if event.kind in ALONE
            else event.bots[: seats - 1],
            least=2,
            finish_by="",
        )
        return checked_offer(offer, game)

    def _with_free_code(self, offer: Offer, event: Event) -> Offer:
        try:
            self.room.check_code(offer)
        except BadInput:
            own = "".join(letter if letter.isalnum() else "_" for letter in event.id.upper())
            return msgspec.structs.replace(offer, code=f"{event.practice}_{own}"[:32])
        return offer

    # What is public

    def told(self, desk: ContestDesk) -> answers.Event:
        """An event with its current standings."""
        book = desk.book
        known = self._standings.get(desk.offer.id)
        if known is None or known[0] != desk.lines_kept:
            known = desk.lines_kept, _standings_of(desk)
            self._standings[desk.offer.id] = known
        return {
            **self.summary(desk),
            **known[1],
            "tables": _tables(book),
            "orders": _orders(book),
            "tournament": tournament_told(desk) if isinstance(desk, TournamentDesk) else None,
        }

    def summary(self, desk: ContestDesk) -> answers.EventSummary:
        """An event in short."""
        book, event = desk.book, desk.book.event
        practice = self.room.desks.get(event.id + PRACTICE_SUFFIX)
        told: answers.EventSummary = {
            "id": event.id,
            "title": desk.offer.title,
            "kind": event.kind,
            "game": event.game,
            "state": state_of(desk),
            "deals": book.deals,
            "open_deals": len(open_deals) if (open_deals := book.open_deals()) is not None else None,
            "freeze": book.opened.freeze or None,
            "finish_by": book.opened.finish_by or None,
            "practice": practice.offer.code if practice else None,
            "present": len(desk.present),
        }
        if event.kind == "tournament":
            t = book.tournament
            told["starts"] = book.opened.starts or None if not t.started else None
            told["registered"], told["places"] = len(t.players), t.terms.players
            told["left"], told["fee"] = t.left, t.terms.fee
        if book.opened.value_hash:
            told["value"] = {"name": event.value, "sha256": book.opened.value_hash}
        if event.public and desk.offer.code:
            told["code"] = desk.offer.code
        return told


async def open_room(
    store: Store,
    pepper: bytes,
    house: House,
    compute: Compute = asyncio.to_thread,
    *,
    judge: AskJudge | None = None,
    lost_key: bool = False,
    secrets: Secrets = new_secret,
    ahead_ms: int = 0,
) -> Events:
    """A room with its events, restored from the store; without a judge, the standings have no AIVAT figures."""
    found: list[Events] = []

    def recall(room: Room, kept: Kept) -> None:
        if not found:
            found.append(Events(room, compute, judge))
        found[0].recall(kept)

    await Room.open(store, pepper, house, recall, lost_key=lost_key, secrets=secrets, ahead_ms=ahead_ms)
    found[0].resume()
    return found[0]


def _standings_of(desk: ContestDesk) -> answers.EventStandings:
    """The standings of an event. A tournament has none: its places are told with it."""
    if isinstance(desk, TournamentDesk):
        return {"unit": "", "teams": [], "comparisons": []}
    config = desk.game.configure(**desk.plan.options)
    return Standings(desk.book, desk.game.stake(config)).told()


def state_of(desk: ContestDesk) -> answers.EventState:
    """The state of an event, as one word."""
    if desk.book.over is not None:
        return "closed" if desk.book.closed else "over"
    if desk.frozen:
        return "frozen"
    return "playing" if desk.book.begun else "waiting"


def _tables(book: Book) -> list[answers.EventTable]:
    """The tables of an event, with teams and progress; with aliases, without the teams until the event is over."""
    hidden = book.event.aliases and book.over is None
    return [
        {
            "table": fixture.table,
            "teams": [] if hidden else [key for key in fixture.keys if key],
            "deals": fixture.deals,
            "over": fixture.begun,
            "void": {f"{fixture.table}-M{match}": why for match, why in fixture.voided.items()},
        }
        for fixture in book.fixtures.values()
    ]


def _orders(book: Book) -> list[answers.EventOrder]:
    return [{"order": one.what, "team": one.key, "why": one.why, "at": one.at} for one in book.orders]


def _with_codes(event: Event) -> Event:
    """The event with new codes where they are missing: of the teams of its roster, or of the event itself."""
    roster = {team: code or new_code() for team, code in event.roster.items()}
    code = event.code if roster or event.code else new_code() if event.kind != "mirrored" else ""
    return msgspec.structs.replace(event, roster=roster, code="" if roster else code)
