"""Turns: what a client that reads text is told of its tables, as one value. `mcp_tools` offers them as tools.

The words are those of `GET /api/wait`, and the seats, clocks and errors are those of `polling`: this is a second
interface to the same seats. No text contains a name that a player chose.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from croupier.kernel.contract.words import chapters_of
from croupier.kernel.showing.narrator import BRIEF, FULL, MOST_HANDS, VERSION, Length, Narrator, briefing
from croupier.kernel.showing.wire.messages import Act as Asked
from croupier.kernel.showing.wire.messages import Choice

from ..room import listing
from ..room.hosted import Hosted
from ..tables.session import Phase
from .api import Api, Problem
from .mailbox import Json, Mailbox
from .polling import Act, Join, Polling, asked
from .visitor import Visitor, is_over

Status = Literal["your_turn", "waiting", "hand_over", "match_over", "paused", "superseded"]
HOLD_SECONDS = 20.0
"""How long a turn is waited for, unless the client says otherwise: below the timeouts that clients have for a tool."""
VISITOR = "croupier.visitor"
"""The key of the bearer in the scope of a request."""
NEXT: dict[Status, str] = {
    "your_turn": "Call `act` with act_id {act_id} and one of the options above.",
    "waiting": "It is not your turn. Call `wait_for_turn`.",
    "hand_over": "The hand is over and the next one has not begun. Call `wait_for_turn`.",
    "match_over": "The match is over, and no other begins by itself. You can `join` another table, or stop.",
    "paused": "The host has paused the table. Call `wait_for_turn` again until it goes on.",
    "superseded": "A newer `wait_for_turn` of yours has begun and gets the answer. Ignore this result.",
}


class Option(Choice, omit_defaults=True, kw_only=True):
    """One option of a decision, with its bounds and in words."""

    words: str


class Receipt(msgspec.Struct, omit_defaults=True):
    """What was played by an answer."""

    act_id: int | None
    action: str
    amount: int | None = None
    cards: list[str | None] | None = None
    thoughts_cut: int = 0
    """The number of bytes by which the thoughts were too long."""


class Turn(msgspec.Struct, omit_defaults=True, kw_only=True):
    """How a seat stands: its decision, if it owes one, and what it knows."""

    status: Status
    next: str
    """What to do next."""
    table: str = ""
    seat: int | None = None
    hand: str = ""
    number: int = 0
    """The number of the decision among all those of the bearer: it only goes up."""
    act_id: int | None = None
    time_left_ms: int | None = None
    options: list[Option] = []
    asides: list[Option] = []
    since: str = ""
    """What happened since the seat's last move, in sentences."""
    words: str = ""
    """The table in words, and the decision with its options."""
    words_version: int = VERSION
    briefing: str = ""
    """The rules in short, what is scored, and the form of an answer: until the first move of a match, and in `look`."""
    score: int | None = None
    """The score of the seat in the last match, when it is over."""
    receipt: Receipt | None = None
    """What was played by the answer that this call gave."""

    def text(self) -> str:
        """The turn as text. What happened since the last move is part of the words of a decision."""
        parts = [self._played(), self.briefing]
        parts += [self.words] if self.act_id is not None else [self.since, self.words]
        if self.score is not None:
            parts.append(f"Your score in the match: {self.score:+,}.")
        if self.time_left_ms:
            parts.append(f"Time left for this decision: {self.time_left_ms / 1000:.0f} s.")
        return "\n\n".join(part.strip() for part in [*parts, self.next] if part)

    def _played(self) -> str:
        if self.receipt is None:
            return ""
        one = self.receipt
        cards = " ".join("-" if card is None else card for card in one.cards or ())
        played = " ".join(str(part) for part in (one.action, one.amount or "", cards) if part)
        cut = f" Your thoughts were too long by {one.thoughts_cut} bytes." if one.thoughts_cut else ""
        return f"Played: {played}.{cut}"


class RuleBook(msgspec.Struct):
    """The rule book of a game, or one chapter of it."""

    game: str
    chapters: list[str]
    """The headings of all chapters."""
    text: str


class Lobby(msgspec.Struct):
    """What can be joined, and the seats of the bearer."""

    offers: list[Json]
    yours: list[Json]

    def text(self) -> str:
        """The lobby as text."""
        lines = ["Games that can be joined here:"]
        for one in self.offers:
            code = f"join with the code {one['code']}" if "code" in one else "its code is the host's secret"
            lines.append(f"  {one['game']} ({one['title']}, {one['kind']}): {code}")
        lines.append("Your seats:" if self.yours else "You hold no seat.")
        for own in self.yours:
            state = "over" if own["over"] else "in a match" if own["playing"] else "waiting"
            lines.append(f"  table {own['table']}, seat {own['seat']}: {state}")
        return "\n".join(lines)


class Turns:
    """What a client can ask and do, for the bearer of a token."""

    def __init__(self, polling: Polling, api: Api) -> None:
        self.polling, self.api, self.room = polling, api, polling.room

    async def wait(self, visitor: Visitor, address: str, hold: float = HOLD_SECONDS) -> Turn:
        """The oldest decision that the bearer owes, or how its table stands after `hold` seconds. A newer wait ends an
        older one."""
        ticket = visitor.supersede()
        told = await self.polling.wait_for(visitor, address, 0, hold, lambda seat: self._turn(visitor, seat), ticket)
        if told is None and ticket is not visitor.ticket:
            return Turn(status="superseded", next=NEXT["superseded"])
        return told or await self._stand(visitor, address)

    async def look(self, visitor: Visitor, address: str, table: str = "") -> Turn:
        """How a table stands now, with all that the seat remembers."""
        return await self._stand(visitor, address, table, FULL)

    async def act(self, visitor: Visitor, address: str, given: Act, hold: float = HOLD_SECONDS) -> Turn:
        """Answer a decision, then wait."""
        receipt = (await self.polling.play(visitor, address, replace(given, hold_s=None)))["receipt"]
        return replace(await self.wait(visitor, address, hold), receipt=msgspec.convert(receipt, Receipt))

    async def join(
        self,
        visitor: Visitor,
        token: str,
        address: str,
        code: str,
        buy_in: int | None = None,
        top_up: bool = False,
    ) -> Turn:
        """Seat the bearer, by the name that its token proves."""
        team = next(team for _, team, _ in visitor.doors())
        await self.polling.sit_down(Join(team, code, buy_in=buy_in, top_up=top_up), token, address)
        desk = self.room.desk_for(team, code)
        seat = visitor.at(desk) if desk is not None else None
        hosted = seat.guest.hosted if seat is not None else None
        return await self._stand(visitor, address, hosted.id if hosted is not None else "", FULL)

    async def leave(self, visitor: Visitor, address: str, table: str = "") -> Turn:
        """Give up a seat, or all of them."""
        await self.polling.settle(visitor, address)
        left = ", ".join(self.polling.give_up(visitor, table)) or "no table"
        next = f"You have left {left}. The seat waits for you as long as the table allows: `join` takes it back."
        return Turn(status="waiting", table=table, next=next)

    async def lobby(self, visitor: Visitor, address: str) -> Lobby:
        """The offers that everybody may know, and the bearer's seats."""
        await self.polling.settle(visitor, address)
        offers = [listing.offer(desk) for desk in self.room.desks.values() if desk.offer.opener is None]
        yours = [
            {"table": one["table_id"], **{key: one[key] for key in ("seat", "playing", "over")}}
            for one in visitor.tables()
        ]
        keys = ("game", "title", "kind", "code")
        return Lobby([{key: one[key] for key in keys if key in one} for one in offers], yours)  # type: ignore[literal-required]

    def rules(self, game: str, about: str = "") -> RuleBook:
        """The rule book of a game that is offered, or one chapter of it."""
        known = self.api.offered()
        if game not in known:
            raise Problem(404, "NO_SUCH_GAME", f"There is no game {game[:60]!r} here; there are {', '.join(known)}.")
        text = known[game].game.words.rule_book()
        chapters = chapters_of(text)
        headings = [heading for heading in chapters if heading]
        if about:
            found = next((one for one in headings if one.lower() == about.strip().lower()), None)
            if found is None:
                told = f"The rules of {game} have no chapter {about[:60]!r}; they have {', '.join(headings)}."
                raise Problem(404, "NO_SUCH_CHAPTER", told)
            text = chapters[found]
        return RuleBook(game, headings, text)

    async def past_hands(self, visitor: Visitor, address: str, last: int) -> str:
        """The last hands of each of the bearer's seats, as the seat saw them."""
        await self.polling.settle(visitor, address)
        return "\n\n".join(filter(None, [narrator.past(last) for _, narrator in self._narrators(visitor)]))

    async def hand(self, visitor: Visitor, address: str, id: str) -> str:
        """One of the last hands, by its id, as the bearer's seat saw it."""
        await self.polling.settle(visitor, address)
        told = next(filter(None, [narrator.hand(id) for _, narrator in self._narrators(visitor)]), "")
        if not told:
            raise Problem(404, "NO_SUCH_HAND", f"The last {MOST_HANDS} hands of your seats do not include {id[:60]!r}.")
        return told

    async def briefings(self, visitor: Visitor, address: str) -> list[str]:
        """The briefings of the bearer's seats: one for each game and seat."""
        await self.polling.settle(visitor, address)
        known = [briefing(hosted.table.game, narrator.seat) for hosted, narrator in self._narrators(visitor)]
        return list(dict.fromkeys(known))

    def _narrators(self, visitor: Visitor) -> list[tuple[Hosted, Narrator]]:
        seats = [(one.guest.hosted, one.seat) for one in visitor.seats]
        return [(hosted, hosted.session.narrators.of(seat)) for hosted, seat in seats if hosted and seat is not None]

    async def _stand(self, visitor: Visitor, address: str, table: str = "", length: Length = BRIEF) -> Turn:
        """How a table stands now; without a name, the one with the oldest decision, or any."""
        while True:
            await self.polling.settle(visitor, address)
            seat = self.polling.seat(visitor, table) if table else visitor.next(0) or _foremost(visitor)
            if seat is None:
                status: Status = "match_over" if visitor.over else "waiting"
                return Turn(status=status, next=NEXT[status])
            told, hosted = self._turn(visitor, seat, length), seat.guest.hosted
            if hosted is None:
                return told
            await hosted.kept()
            if not hosted.lost:
                return told

    def _turn(self, visitor: Visitor, seat: Mailbox, length: Length = BRIEF) -> Turn:
        """How a seat stands. What this says may be told once the lines of its table are kept."""
        hosted, at, found = seat.guest.hosted, seat.seat, seat.question()
        if hosted is None or at is None:
            status: Status = "match_over" if visitor.over else "waiting"
            return Turn(status=status, next=NEXT[status])
        table, state = hosted.table, hosted.table.state
        narrator = hosted.session.narrators.of(at)
        first = length == FULL or not narrator.moved_in(table.match_id)
        turn = Turn(
            status="your_turn" if found else _status(hosted, seat),
            next="",
            table=hosted.id,
            seat=at,
            hand=table.hand_id if state is not None else "",
            since=narrator.since(),
            briefing=briefing(table.game, at) if first and state is not None else "",
        )
        if found and state is not None:
            (turn.act_id, question), decision = found, table.game.decision(state, at)
            frame = asked(visitor, hosted, question)
            assert isinstance(frame, Asked)
            words = iter(narrator.options(state, decision))
            turn.options = [_option(one, next(words)) for one in frame.options]
            turn.asides = [_option(one, next(words)) for one in frame.asides]
            turn.number, turn.time_left_ms = seat.stamped, frame.time_ms if question.limit_ms else None
            turn.words = narrator.say(state, decision, length)
        elif state is not None:
            turn.words = narrator.see(state)
        elif turn.status == "match_over":
            turn.score = _score(seat, at)
        turn.next = NEXT[turn.status].format(act_id=turn.act_id)
        return turn


def _status(hosted: Hosted, seat: Mailbox) -> Status:
    """The status of a seat that owes no decision."""
    if is_over(seat):
        return "match_over"
    told: dict[Phase, Status] = {Phase.HELD: "paused", Phase.BETWEEN_HANDS: "hand_over"}
    return told.get(hosted.phase, "waiting")


def _option(choice: Choice, words: str) -> Option:
    return Option(**msgspec.structs.asdict(choice), words=words)


def _score(seat: Mailbox, at: int) -> int | None:
    """The score of a seat in the match that is over."""
    scores = seat.result["scores"] if seat.result else ()
    return next((int(one["score"]) for one in scores if one["seat"] == at), None)


def _foremost(visitor: Visitor) -> Mailbox | None:
    """The seat to tell of if none owes a decision: one in a match, if there is any."""
    return max(visitor.seats, key=lambda one: bool(one.guest.hosted and one.guest.hosted.table.state), default=None)
