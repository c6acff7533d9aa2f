"""The god view: finished hands with every card face up, which the host may see a number of hands late.

The plan and every `welcome` of a table say whether its host may open the god view, and by how many hands it is late
(`hindsight` keeps the hands until then). Every opening is a line, and everybody at the table is told.

A connection with the god view is sent nothing else, not even the public frames of the hand in play. Scenes are made
only while there is such a connection.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

import msgspec

from croupier.kernel.contract.game import Game, Move, State
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.moments import moments
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.scene import Scene
from croupier.kernel.showing.wire import body

from . import lines
from .effects import Send
from .lines import HandPlayed
from .session import Session

GOD_KEY = "god"
"""The timer of the next Scene."""
STEP_MS = 700
"""The shortest time for which a Scene is shown."""
WHAT = "the god view"


def open_for(session: Session, connection: str) -> Iterator[lines.Line]:
    """The host opens the god view; BadInput if this table has none."""
    table, god = session.table, session.god
    if not table.plan.god_view:
        raise BadInput("This table has no god view: it would have said so before anybody sat down.")
    yield lines.Opened(WHAT, session.wall())
    view = table.game.view(table.full, None)
    session.voice.reply(connection, session.dialects.own.welcome(session.context(), view, None, ""))
    alone = not god.watchers
    god.watchers[connection] = None
    if alone and table.hindsight.last is not None:
        show(session, [table.hindsight.last])


def close_for(session: Session, connection: str) -> None:
    """A connection has ended, which may have had the god view: what nobody watches is not made any further."""
    god = session.god
    god.watchers.pop(connection, None)
    if not god.watchers:
        god.waiting.clear()
        god.shown = iter(())


def show(session: Session, hands: Sequence[HandPlayed]) -> None:
    """Show hands that have become late enough."""
    session.god.waiting.extend(hands)
    go_on(session)


def go_on(session: Session) -> None:
    """Show the next Scene, unless one is still being shown. Without a connection that watches, no Scene is made."""
    god = session.god
    if not god.watchers:
        god.waiting.clear()
        return
    if session.timers.get(GOD_KEY) is not None:
        return
    step = next(god.shown, None)
    while step is None and god.waiting:
        hand = god.waiting.popleft()
        god.hand_id, god.shown = hand.id, _scenes(session.table.game, hand)
        step = next(god.shown, None)
    if step is not None:
        pause, scene = step
        context = msgspec.structs.replace(session.context(), hand_id=god.hand_id)
        frame = body(session.dialects.own.scene(context, scene))
        for watcher in god.watchers:
            session.do(Send(watcher, (frame,)))
        session.set_timer(GOD_KEY, session.now + max(STEP_MS, pause))


def _scenes(game: Game, hand: HandPlayed) -> Iterator[tuple[int, Scene]]:
    """The Scenes of a hand with every card face up, each with the time for which it is shown."""
    state = State.from_bytes(game, zlib.decompress(hand.state))
    eyes = Onlooker(game, cast_for(game, None, [Nameplate(*name) for name in hand.names]), all_cards=True)
    yield 0, eyes.see(state)
    for actor, kind, amount, cards in hand.moves:
        facts = eyes.facts(game.advance(state, actor, Move(kind, amount, tuple(cards))))
        for moment in moments(eyes, None, facts, state):
            if moment.sentence:
                yield moment.pause_ms, moment.scene
