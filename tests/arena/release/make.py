"""Makes the fixtures of this folder with the present code: `python -m tests.arena.release.make`.

arena.db        a database with tables of every game: in the middle of a hand, between hands, over, with orders
matches/        the records of the matches in it that are over
expected.json   what a room that opens the database finds there (`found`)

They were made once, before a change that had to keep databases readable. `test_release.py` checks later code against
them.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from croupier.arena.house import Question
from croupier.arena.replay.files import match_of_file
from croupier.arena.room import host_orders, records, statements
from croupier.arena.room.listing import results
from croupier.arena.room.memory import number_of
from croupier.arena.room.offers import Offer
from croupier.arena.room.room import Room
from croupier.arena.room.transcripts import transcript
from croupier.arena.store import Entry, Lease
from croupier.arena.store.sealing import HouseKey
from croupier.arena.store.sqlite import SqliteStore
from croupier.arena.tables import lines
from croupier.arena.tables.configs import game_of
from croupier.arena.tables.plan import Level
from croupier.arena.tables.session import Session
from croupier.arena.tables.snapshots import snapshot_of
from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput
from tests.arena.memory_store import MemoryStore
from tests.arena.virtual import PEPPER, Client, Hall, InlineHouse, VirtualLoop, calls

FOLDER = Path(__file__).parent
DATABASE, RECORDS, EXPECTED = FOLDER / "arena.db", FOLDER / "matches", FOLDER / "expected.json"
KEY = HouseKey(bytes(range(32)))
NO_HURRY = 86_400_000
CHAIRS, FIELDS, CHAIR_FIELDS = 1, 21, 9
"""Where the chairs are among the fields of a snapshot, and how many fields a snapshot and a chair had in the release
that kept the database; further ones have been added since."""
BLINDS = {"stack": 400, "small_blind": 5, "big_blind": 10}


class Recorder(MemoryStore):
    """A store that keeps the order of all entries."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[tuple[Entry, ...]] = []

    def append(self, *entries: Entry, lease: Lease | None = None) -> asyncio.Future[None]:
        self.entries.append(entries)
        return super().append(*entries, lease=lease)


class Tired(InlineHouse):
    """House bots that answer a number of questions, and then none."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = 0

    def ask(self, asked: Question, answered: Callable[[Move], None]) -> None:
        self.answers -= 1
        if self.answers >= 0:
            super().ask(asked, answered)


def bots(hall: Hall, id: str, game: str, answers: int, many: int = 2, **more: Any) -> None:
    """A table of bots that stop answering after `answers` answers."""
    house = hall.house
    assert isinstance(house, Tired)
    house.answers = answers
    offer = Offer(id=id, game=game, code=f"CODE_{id.replace('-', '_')}", bots=["random"] * many, seats=many,
                  move_time_ms=NO_HURRY, pace_ms=0, **more)  # fmt: skip
    hall.do(lambda: hall.room.offer(offer))
    order(hall, id, "start")
    hall.pass_time(2_000)


def order(hall: Hall, id: str, what: str, **more: Any) -> None:
    hall.do(lambda: host_orders.give(hall.room, hall.room.tables[id], host_orders.Order(order=what, **more)))


def some_calls(many: int) -> Callable[[dict[str, Any]], dict[str, Any] | None]:
    """The style of a client that answers a number of questions, and then none."""
    left = [many]

    def style(act: dict[str, Any]) -> dict[str, Any] | None:
        left[0] -= 1
        return {**calls(act), "thoughts": "I call."} if left[0] >= 0 else None

    return style


def people(hall: Hall, id: str, answers: int, names: tuple[str, ...], **more: Any) -> list[Client]:
    """A table of hold'em for people who stop answering after `answers` answers."""
    offer = Offer(id=id, game="holdem", code=f"CODE_{id.replace('-', '_')}", seats=len(names), least=len(names),
                  options=BLINDS, pace_ms=0, **more)  # fmt: skip
    hall.do(lambda: hall.room.offer(offer))
    came = [hall.join(name, offer.code, some_calls(answers)) for name in names]
    hall.pass_time(2_000)
    return came


def play(hall: Hall) -> None:
    """Play everything that the database is to contain."""
    bots(hall, "deal-mid", "deal", 12, 3, options={"hands": 3})
    bots(hall, "deal-over", "deal", 10_000, 3, options={"hands": 1}, opens=True)
    bots(hall, "battle-mid", "battle", 3, options={"max_rounds": 6})
    bots(hall, "battle-over", "battle", 10_000, options={"max_rounds": 3})
    bots(hall, "leduc-mid", "leduc", 7, options={"hands": 6})
    bots(hall, "leduc-again", "leduc", 15, options={"hands": 2}, again=True, opens=True)
    bots(hall, "gin-over", "gin_rummy", 10_000, options={"hands": 1})
    bots(hall, "eights-mid", "crazy_eights", 15, 4, options={"hands": 2})
    bots(hall, "holdem-mid", "holdem", 23, 3, options={**BLINDS, "hands": 30}, god_view=1)
    bots(hall, "holdem-open", "holdem", 18, 3, options={**BLINDS, "seating": "open", "bank": 900}, waits=True)
    people(hall, "people-mid", 5, ("Ann", "Bo", "Cy"), move_time_ms=20_000, bank_ms=30_000,
           levels=[Level(hands=1), Level(hands=50, changes={"small_blind": 10, "big_blind": 20})])  # fmt: skip
    order(hall, "people-mid", "time", seat=0, values={"bank_ms": 5_000}, why="A slow line.")
    order(hall, "people-mid", "change", values={"big_blind": 40}, why="It is late.")
    order(hall, "people-mid", "hold", seat=1)
    rest = people(hall, "people-rest", 50, ("Di", "Ed"), between_ms=60_000, move_time_ms=20_000)
    order(hall, "people-rest", "pause")
    order(hall, "people-rest", "resize", values={"seats": 4})
    hall.do(rest[0].cut)
    people(hall, "people-void", 1, ("Flo", "Gus"), move_time_ms=1_000)
    hall.pass_time(6_000)
    order(hall, "people-void", "act", seat=0, values={"action": "FOLD"})
    order(hall, "people-void", "void", why="The wrong blinds.", values={"replay": True})
    ended = people(hall, "people-end", 3, ("Hal", "Ida"), move_time_ms=NO_HURRY)
    order(hall, "people-end", "end", why="Dinner.")
    order(hall, "people-end", "forfeit", seat=1)
    hall.do(ended[1].cut)
    people(hall, "people-wait", 3, ("Jo", "Kim"), manual=True)


async def found(room: Room) -> dict[str, Any]:
    """The contents of a room: every table to the card and to the second, and all that it says of matches."""
    return {
        "tables": {id: _table(hosted.session) for id, hosted in sorted(room.tables.items())},
        "matches": {id: await _matches(room, id) for id in sorted(room.tables)},
    }


def _table(session: Session) -> dict[str, Any]:
    table, snapshot = session.table, lines.encode(table_line(session))
    fields = msgspec.msgpack.decode(snapshot)[: FIELDS + 1]
    fields[CHAIRS] = [chair[:CHAIR_FIELDS] for chair in fields[CHAIRS]]
    questions = session.clocks.running()
    return {
        "match": table.match_id,
        "hand": table.hand,
        "kept": _digest(msgspec.msgpack.encode(fields)),
        "ending": table.ending,
        "asked": [[one.decision.seat, one.decision.number, one.left(session.now), one.bank_ms] for one in questions],
        "commitment": table.shoe.commitment,
        "frames": {str(to): [_timeless(frame) for frame in session.voice.outbox.after(to, sent - 1) or ()]
                   for to, sent in sorted(session.voice.outbox.counts.items()) if sent},
    }  # fmt: skip


def table_line(session: Session) -> lines.Line:
    """A table as a snapshot, uncompressed and without its time."""
    snapshot, plain = snapshot_of(session), _with_plain_state
    hindsight = [plain(hand) for hand in snapshot.hindsight]
    shown = plain(snapshot.shown) if snapshot.shown else None
    return plain(msgspec.structs.replace(snapshot, at=0, hindsight=hindsight, shown=shown))


def _with_plain_state(one: Any) -> Any:
    return msgspec.structs.replace(one, state=zlib.decompress(one.state) if one.state else b"")


async def _matches(room: Room, id: str) -> dict[str, Any]:
    plan, told = room.tables[id].table.set_up, dict[str, Any]()
    kept = [lines.decode(line.body) for line in await room.store.read(id, 1)]
    played = await results(room, id)
    for result in played:
        if not result.void:
            told[result.match] = _digest(record_of(room, id, kept, result))
        for whose in result.ids:
            text = transcript(plan, room.game(plan), number_of(result.match), kept, whose)
            told[f"{result.match} {whose}"] = _digest(text)
    told["ledger"] = _digest(statements.as_jsonl(statements.of_table(plan, game_of(plan), kept, played)))
    return told


def record_of(room: Room, id: str, kept: list[lines.Lines], result: Any) -> bytes:
    """The record of a match of a table."""
    plan, number = room.tables[id].table.set_up, number_of(result.match)
    teller = records.told(plan, game_of(plan), number, kept, whole=result.opens)
    return records.as_text(teller, result)


def _timeless(frame: bytes) -> str:
    """A frame without its deadline, which depends on when the frame is made."""
    told = json.loads(frame)
    return _digest(json.dumps({name: value for name, value in told.items() if "deadline" not in name}).encode())


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:16]


async def opened(path: Path) -> Room:
    """A room on a database of this folder, in which no bot answers."""
    store = await SqliteStore.open(path, KEY)
    house = InlineHouse()
    house.silent = True
    secrets = iter(range(10**6, 10**7))
    return await Room.open(store, PEPPER, house, secrets=lambda: next(secrets).to_bytes(32))


async def write(entries: list[tuple[Entry, ...]]) -> None:
    store = await SqliteStore.open(DATABASE, KEY)
    for batch in entries:
        await store.append(*batch)
    await store.close()
    DATABASE.with_suffix(".db.lock").unlink()


async def look() -> None:
    """Open a copy of the database, and describe its contents."""
    with tempfile.TemporaryDirectory() as folder:
        room = await opened(Path(shutil.copy(DATABASE, folder)))
        expected = await found(room)
        for id in sorted(room.tables):
            kept = [lines.decode(line.body) for line in await room.store.read(id, 1)]
            for result in await results(room, id):
                if not result.void:
                    (RECORDS / f"{result.match}.jsonl").write_bytes(record_of(room, id, kept, result))
        await room.close()
    expected["files"] = {path.stem: replayed(path) for path in sorted(RECORDS.glob("*.jsonl"))}
    EXPECTED.write_text(json.dumps(expected, indent=1) + "\n")


def replayed(record: Path) -> list[str]:
    """The end of every hand of a record; or why it cannot be replayed, as the cards of others are missing."""
    try:
        match = match_of_file(record.read_text())
    except BadInput as refusal:
        return [str(refusal)]
    return [hand.ended(match.game) for hand in match.hands]


def main() -> None:
    """Make all fixtures anew."""
    for path in (DATABASE, *RECORDS.glob("*.jsonl")):
        path.unlink(missing_ok=True)
    RECORDS.mkdir(exist_ok=True)
    loop, store, secrets = VirtualLoop(), Recorder(), iter(range(1, 10**6))
    asyncio.set_event_loop(loop)
    hall = Hall(loop, store, lambda: next(secrets).to_bytes(32))
    hall.house = Tired()
    hall.open()
    play(hall)
    entries = store.entries[:]
    asyncio.set_event_loop(None)
    asyncio.run(write(entries))
    asyncio.run(look())


if __name__ == "__main__":
    main()
