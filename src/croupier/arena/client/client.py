"""The client: a session, and a mind that answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from croupier.agents.bot import Bot
from croupier.kernel.contract.game import Game
from croupier.kernel.showing.wire import OWN

from .minds import BotMind, Callback, CallbackMind, Mind, question_of
from .session import PATIENCE, ClientSession, EventOver, Json, address
from .tally import Tally
from .tokens import SeatToken, state_folder

Told = Callable[[Json, Tally], None]
HARMLESS = "ACTION_TOO_LATE"
"""The error code for an answer that was sent again after a reconnect, although the first one had counted."""


class Client:
    """Plays in a seat of an arena, until the table begins no more matches or a number of matches is played."""

    def __init__(
        self,
        url: str,
        team: str,
        code: str,
        *,
        table: str = "",
        buy_in: int | None = None,
        top_up: bool = False,
        matches: int | None = None,
        tokens: Path | None = None,
        token: SeatToken | None = None,
        patience: float = PATIENCE,
        pause: Callable[[int], float] | None = None,
        told: Told | None = None,
        log: Callable[[str, str], None] | None = None,
    ) -> None:
        """`code` is the join code, optionally with a secret of the team's choice: "CODE-secret".

        `table` is the id of one of several tables with that code, or "new" for one more. The client leaves after
        `matches` matches; if it is None, when the table begins no more, or after one match of a queue. `tokens` is the
        folder of stored tokens, `token` that of this seat. `told` is called with every frame and the tally; `buy_in`,
        `top_up`, `patience`, `pause` and `log` are those of a `ClientSession`.
        """
        self.tally = Tally()
        token = token or SeatToken(tokens or state_folder(), address(url), team, code)
        wants: dict[str, Any] = {"table": table, "buy_in": buy_in, "top_up": top_up}
        self._make_session = partial(
            ClientSession, url, team, code, token, self.tally, patience=patience, pause=pause, log=log, **wants
        )
        self._matches, self._told = matches, told
        self._left = asyncio.Event()
        self._open: tuple[Any, ...] | None = None
        """The open question."""
        self._answer: Json | None = None
        """The last message that answered the open question."""
        self._sent_again = 0
        self._failure: BaseException | None = None
        self._queue, self._event = False, ""
        self._thinking: set[asyncio.Task[None]] = set()
        self.session: ClientSession | None = None

    async def play(self, bot: Bot | Callable[[Game, int], Bot], *, game: str | None = None) -> Tally:
        """Let a bot play, given as a bot, or as a function that makes it from the game and the milliseconds for a
        decision. `game` is the module of a game that is not Croupier's own."""
        make: Callable[[Game, int], Bot] = (lambda *_: bot) if isinstance(bot, Bot) else bot
        return await self._run(BotMind(make, self.tally, game))

    async def answer(self, callback: Callback, *, dialect: str = OWN) -> Tally:
        """Let a function answer: it gets the frame of a question (`act`, a `snapshot` that has one, the `prep_start` of
        a Battle) and gives a message, or None. It may be a coroutine; otherwise it runs in a thread."""
        return await self._run(CallbackMind(callback, self.tally, dialect))

    def leave(self) -> None:
        """Leave soon: an answer that is being computed is discarded."""
        self._left.set()

    async def _run(self, mind: Mind) -> Tally:
        session = self.session = self._make_session(dialect=mind.dialect)
        listening = asyncio.create_task(self._listen(session, mind))
        leaving = asyncio.create_task(self._left.wait())
        try:
            await asyncio.wait({listening, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if listening.done():
                listening.result()
            if self._failure is not None:
                raise self._failure
        finally:
            tasks = [listening, leaving, *self._thinking]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await session.close()
            await mind.close()
        return self.tally

    async def _listen(self, session: ClientSession, mind: Mind) -> None:
        while not self._left.is_set():
            try:
                frame = await session.next()
            except EventOver as over:
                self.tally.farewell = str(over)
                return
            if told := mind.hear(frame):
                told.add_done_callback(self._check)
            await self._take(session, mind, frame)
            if self._told:
                self._told(frame, self.tally)

    def _check(self, done: asyncio.Future[None]) -> None:
        """Leave with the exception of a failed task."""
        if not done.cancelled() and (error := done.exception()):
            self._failure = self._failure or error
            self._left.set()

    async def _take(self, session: ClientSession, mind: Mind, frame: Json) -> None:
        match frame["type"]:
            case "welcome":
                await self._welcomed(session, frame)
            case "error" | "error_msg":
                self._refused(frame)
            case "end_hand" | "round_end":
                self.tally.hands += 1
                self.tally.score = frame.get("score", self.tally.score)
            case "match_end":
                await self._match_ended(session, frame)
        question = question_of(frame)
        if question is not None and question != self._open:
            self._open, self._answer = question, None
            thinking = asyncio.create_task(self._think(session, mind, question, frame))
            self._thinking.add(thinking)
            thinking.add_done_callback(self._thinking.discard)
            thinking.add_done_callback(self._check)

    async def _think(self, session: ClientSession, mind: Mind, question: tuple[Any, ...], frame: Json) -> None:
        said = await mind.answer(frame)
        if question != self._open:
            self.tally.late += 1
            return
        for message in said:
            self._answer = message
            await session.say(message)

    async def _welcomed(self, session: ClientSession, frame: Json) -> None:
        if self.tally.table != frame["table_id"]:
            self._open = self._answer = None
        self.tally.table, self._event = frame["table_id"], frame.get("event", "")
        waits = frame.get("seat") is None
        self._queue = self._queue or (waits and not self._event)
        if waits and not self._event:
            await session.say({"type": "queue_join"})
        elif self._answer is not None and session.connections > 1:
            self._sent_again += 1
            await session.say(self._answer)

    def _refused(self, frame: Json) -> None:
        if frame.get("code") == HARMLESS and self._sent_again:
            self._sent_again -= 1
            return
        self.tally.refuse(frame.get("code", ""), frame.get("msg", ""))

    async def _match_ended(self, session: ClientSession, frame: Json) -> None:
        self.tally.results.append(frame)
        self._open = self._answer = None
        enough = len(self.tally.results) >= (self._matches or (1 if self._queue else 1 << 62))
        if enough or (self._matches is None and not await self._goes_on(session)):
            self.leave()
        elif self._queue:
            await session.say({"type": "queue_join"})

    async def _goes_on(self, session: ClientSession) -> bool:
        """Ask the arena whether the table begins another match; True if there is no answer. An event tells its clients
        when it is over."""
        if self._event:
            return True
        status, table = await session.ask(f"/api/tables/{session.table}")
        if status == 200:
            return bool(table["playing"] or not table["held"])
        return status != 404
