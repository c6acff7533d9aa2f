"""Minds answer questions: any bot of a local match, or a function from frames to messages."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import queue
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypeVar

from croupier.agents.bot import Bot
from croupier.agents.player import Misplay, Player
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import CONTRACT, OWN
from croupier.kernel.vocabulary.keys import fresh_seed
from croupier.kernel.vocabulary.turns import SEATS

from . import reading
from .tally import Tally

Json = Mapping[str, Any]
Message = dict[str, Any]
Callback = Callable[[Json], Message | Awaitable[Message | None] | None]
GOODBYE_SECONDS = 3.0
TOLD = ("start_hand", "snapshot", "event", "end_hand", "match_end")
QUESTIONS = ("act", "snapshot", "prep_start")

T = TypeVar("T")


class Mind(Protocol):
    """Gets every frame, in order, and answers those that are questions."""

    dialect: str

    def hear(self, frame: Json) -> asyncio.Future[None] | None:
        """Take a frame; a future if it is still being processed."""

    async def answer(self, frame: Json) -> list[Message]:
        """The messages that answer a question: asides, if any, and the answer last; empty for no answer."""

    async def close(self) -> None:
        """End the mind, when no more frames will come."""


def question_of(frame: Json) -> tuple[Any, ...] | None:
    """The identity of the question in a frame, equal if two frames ask the same question; None if a frame asks
    nothing."""
    if frame["type"] not in QUESTIONS:
        return None
    if "act_id" in frame:
        return ("act", frame["act_id"])
    if "roundIndex" in frame and not frame.get("confirmed"):
        return frame["matchId"], frame["roundIndex"]
    return None


class CallbackMind:
    """A function from the frame of a question to the message that answers it. It may be a coroutine."""

    def __init__(self, callback: Callback, tally: Tally, dialect: str = OWN) -> None:
        self.dialect, self._callback, self._tally = dialect, callback, tally
        self._thinker = None if inspect.iscoroutinefunction(callback) else Thinker()

    def hear(self, frame: Json) -> None:
        """Do nothing: a function gets only questions."""

    async def answer(self, frame: Json) -> list[Message]:
        """The function's answer, with the number of the question."""
        began = time.perf_counter()
        given: Any = self._callback(frame) if self._thinker is None else self._thinker.do(self._callback, frame)
        message: Message | None = (await given) if inspect.isawaitable(given) else given
        self._tally.thinking.append(time.perf_counter() - began)
        if message is None:
            return []
        return [{"act_id": frame["act_id"], **message} if "act_id" in frame else message]

    async def close(self) -> None:
        """End the thread."""
        if self._thinker is not None:
            self._thinker.end()


class BotMind:
    """A bot, called by a `Player` as in a local match, in a thread of its own."""

    dialect = CONTRACT

    def __init__(self, make: Callable[[Game, int], Bot], tally: Tally, module: str | None = None) -> None:
        """`make` makes the bot, from the game and the milliseconds that a decision may take; `module` has the game, if
        it is not Croupier's own."""
        self._make, self._tally, self._module = make, tally, module
        self._thinker = Thinker()
        self._player: Player | None = None
        self._players: Any = None
        self._seed, self._sat, self._steps = fresh_seed(), 0, 0
        self._in_hand = False

    def hear(self, frame: Json) -> asyncio.Future[None] | None:
        """Tell the bot the facts that its seat is told."""
        if frame["type"] == "welcome":
            self._welcomed(frame)
        elif self._player is not None and frame["type"] in TOLD:
            return self._thinker.do(self._tell, self._player, self._player.game, frame)
        return None

    def _welcomed(self, welcome: Json) -> None:
        if self._player is not None:
            return
        game = reading.game_of(welcome, self._module)
        if note := reading.difference(game, welcome):
            self._tally.note(note)
        bot = self._make(game, int(welcome["config"]["move_time_ms"]))
        if bot.imagines:
            raise BadInput("A bot that plays on in its head needs a state, which no arena sends: take another bot.")
        self._player = Player(game, bot)

    def _tell(self, player: Player, game: Game, frame: Json) -> None:
        match frame["type"]:
            case "start_hand" | "snapshot":
                view = reading.view_of(game, frame)
                if frame["type"] == "start_hand" or not (self._in_hand or view.seat >= SEATS):
                    self._begin_hand(player, view, frame)
            case "event":
                if player.overrides("saw") and (fact := reading.fact_of(game, frame)):
                    player.hear([fact])
            case "end_hand" if self._in_hand:
                self._in_hand = False
                player.finish(reading.view_of(game, frame), frame.get("score", 0))
            case "match_end":
                self._players, self._in_hand = None, False
        self._tally.note(*(f"{note.what}: {note.detail}" for note in player.taken_notes()))

    def _begin_hand(self, player: Player, view: Any, frame: Json) -> None:
        players = reading.nameplates_of(frame, getattr(view, "seats", 0))
        if players != self._players:
            self._players, self._sat = players, self._sat + 1
            player.sit_down(self._seed, self._sat, view.seat, players)
        self._in_hand = True
        player.start(view)

    async def answer(self, frame: Json) -> list[Message]:
        """The bot's decision, or the penalty if its answer was wrong."""
        assert self._player is not None
        return await self._thinker.do(self._ask, self._player, frame)

    def _ask(self, player: Player, frame: Json) -> list[Message]:
        """Ask until the bot has decided: an aside, such as a draft, does not answer the decision."""
        view, decision = reading.view_of(player.game, frame), reading.decision_of(frame)
        said, began = list[Message](), time.perf_counter()
        while True:
            move = player.ask(view, decision, self._steps)
            self._steps += 1
            if isinstance(move, Misplay):
                self._tally.misplay(move.what, move.detail)
                move = move.instead
            numbers = {"kind": move.kind, "amount": move.amount, "cards": list(move.cards)}
            said.append({"type": "move", **numbers, "act_id": frame["act_id"]})
            option = decision.option(move.kind)
            if option is None or not option.aside or not decision.owed:
                break
        self._tally.thinking.append(time.perf_counter() - began)
        self._tally.note(*(f"{note.what}: {note.detail}" for note in player.taken_notes()))
        return said

    async def close(self) -> None:
        """End the bot's program, if it has one, and the thread; a bot that is still computing gets a short timeout."""
        if self._player is not None:
            await asyncio.wait([self._thinker.do(self._player.leave)], timeout=GOODBYE_SECONDS)
        self._thinker.end()


class Thinker:
    """A thread for bots and functions: while they block, the event loop still answers pings.

    It runs one job after the other, in order, and never keeps the program from ending.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, daemon=True, name="bot").start()

    def do(self, what: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Queue a job; a future with its result or its exception."""
        done: asyncio.Future[T] = self._loop.create_future()

        def work() -> None:
            try:
                result, error = what(*arguments), None
            except Exception as raised:
                result, error = None, raised
            with contextlib.suppress(RuntimeError):  # the loop is closed: nothing waits for the result
                self._loop.call_soon_threadsafe(_settle, done, result, error)

        self._work.put(work)
        return done

    def end(self) -> None:
        """End the thread after the queued jobs."""
        self._work.put(None)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            work()


def _settle(done: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if done.cancelled():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(result)
