"""The god view: what the host may see of hands that are over, with every card face up, and late.

A table says beforehand, in its plan and in every `welcome`, whether its host may open it, and by how many hands it is
late. A hand is shown when so many more are over; in a game whose secrets outlive a hand, not before its match is over.
Only at a table that begins no other match by itself is the rest shown when its match is over: nothing follows that it
could be late by. A void match that is played again is followed by one. Every opening is a line, and everybody at the
table is told.

Who looks on this way is told nothing else: of a hand that is being played it hears not even what everybody does. Hands
are kept as they were played, and Scenes made only while somebody looks.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from croupier.kernel.contract.game import Move, State
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.moments import moments
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.scene import Scene
from croupier.kernel.showing.wire import body
from croupier.kernel.showing.wire.messages import GOD_VIEW

from . import lines
from .effects import Send
from .lines import Hand

if TYPE_CHECKING:
    from .table import Table

GOD_KEY = "god"
"""The timer of the next Scene."""
STEP_MS = 700
"""How long a Scene is looked at, at least."""
MOST_WAITING = 12
"""So many hands wait to be shown; a table that plays faster than anybody can look skips the oldest."""
MOST_KEPT = 200
"""So many hands of one match are kept, where all of them have to wait for its end."""
WHAT = "the god view"


class Hindsight:
    """Hands that were played at one table, and those who look at them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.hands: list[Hand] = []
        """Those that are over and not late enough, …"""
        self.last: Hand | None = None
        """… and the last one that was."""
        self._played: Hand | None = None
        self._watchers: dict[str, None] = {}
        self._waiting: deque[Hand] = deque(maxlen=MOST_WAITING)
        self._shown: Iterator[tuple[int, Scene]] = iter(())
        self._hand_id = ""

    # What is played

    def begin_hand(self, state: State) -> None:
        """A hand has begun."""
        if table := self._table if self._table.plan.god_view else None:
            names = [(chair.id, chair.name) for chair in table.chairs]
            self._played = Hand(table.match, table.hand_id, names, zlib.compress(state.to_bytes()), [])

    def move(self, actor: int, move: Move) -> None:
        """Somebody has moved, the house and the clock included."""
        if self._played is not None:
            self._played.moves.append((actor, move.kind, move.amount, tuple(move.cards)))

    def end_hand(self) -> None:
        """The hand is over: it waits its time."""
        self._keep()
        self._release()

    def forget(self) -> None:
        """The rules have changed: hands of before cannot be played again."""
        self.hands, self.last, self._played = [], None, None

    def end_match(self, *, last: bool) -> None:
        """The match is over, and with it what was secret in it. What is left after the last is late enough."""
        self._keep()
        if last:
            self._show(len(self.hands))
        else:
            self._release()

    def waits(self, match: int) -> bool:
        """Whether a hand of a match is not late enough."""
        return any(hand.match == match for hand in self.hands)

    def _keep(self) -> None:
        if self._played is not None:
            self.hands = [*self.hands, self._played][-MOST_KEPT:]
            self._played = None

    def _release(self) -> None:
        """Show what has become late enough."""
        table = self._table
        late = max(0, len(self.hands) - table.plan.god_view)
        if table.state is not None and table.game.legs is not None and table.game.legs.secrets_last:
            late = min(late, sum(hand.match != table.match for hand in self.hands))
        self._show(late)

    def _show(self, late: int) -> None:
        """Show so many of the hands; of these, only the last is remembered."""
        if late:
            self._waiting.extend(self.hands[:late])
            self.last, self.hands = self.hands[late - 1], self.hands[late:]
            self._go_on()

    # Who looks

    def open(self, connection: str) -> None:
        """The host opens the god view; BadInput if this table has none."""
        table = self._table
        if not table.plan.god_view:
            raise BadInput("This table has no god view: it would have said so before anybody sat down.")
        tell_opened(table, WHAT)
        view = table.game.view(table.full, None)
        table.voice.reply(connection, table.tongues.own.welcome(table.context(), view, None, ""))
        alone = not self._watchers
        self._watchers[connection] = None
        if alone and self.last is not None:
            self._waiting.append(self.last)
            self._go_on()

    def close(self, connection: str) -> None:
        """Somebody looks no more."""
        self._watchers.pop(connection, None)

    def ring(self) -> None:
        """It is time for the next Scene."""
        self._go_on()

    def _go_on(self) -> None:
        """Show the next Scene, unless one is being looked at; without anybody who looks, nothing is made."""
        table = self._table
        if not self._watchers:
            self._waiting.clear()
            self._shown = iter(())
            return
        if table.timers.get(GOD_KEY) is not None:
            return
        step = next(self._shown, None)
        while step is None and self._waiting:
            hand = self._waiting.popleft()
            self._hand_id, self._shown = hand.id, self._scenes(hand)
            step = next(self._shown, None)
        if step is not None:
            pause, scene = step
            context = msgspec.structs.replace(table.context(), hand_id=self._hand_id)
            frame = body(table.tongues.own.scene(context, scene))
            for watcher in self._watchers:
                table.do(Send(watcher, (frame,)))
            table.set_timer(GOD_KEY, table.now + max(STEP_MS, pause))

    def _scenes(self, hand: Hand) -> Iterator[tuple[int, Scene]]:
        """A hand as nobody saw it, Scene by Scene, each with how long it is looked at."""
        game = self._table.game
        state = State.from_bytes(game, zlib.decompress(hand.state))
        eyes = Onlooker(game, cast_for(game, None, [Nameplate(*name) for name in hand.names]), all_cards=True)
        yield 0, eyes.see(state)
        for actor, kind, amount, cards in hand.moves:
            facts = eyes.facts(game.advance(state, actor, Move(kind, amount, tuple(cards))))
            for moment in moments(eyes, None, facts, state):
                if moment.sentence:
                    yield moment.pause_ms, moment.scene


def tell_opened(table: Table, what: str) -> None:
    """Keep that the host was given every card of something, and tell everybody."""
    table.append(lines.Opened(what, table.wall()))
    opened(table, what)


def opened(table: Table, what: str) -> None:
    """The same, as it was kept."""
    for tongue in table.tongues.spoken():
        said = tongue.dialect.notice(GOD_VIEW, f"The host has opened {what}.")
        table.voice.say_to_all(table.now, said, tongue)
