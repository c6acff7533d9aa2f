"""The god view: what the host may see of hands that are over, with every card face up, and late.

A table says beforehand, in its plan and in every `welcome`, whether its host may open it, and by how many hands it is
late (`hindsight` keeps the hands until then). Every opening is a line, and everybody at the table is told.

Who looks on this way is told nothing else: of a hand that is being played it hears not even what everybody does. Scenes
are made only while somebody looks.
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
"""How long a Scene is looked at, at least."""
WHAT = "the god view"


def open_for(session: Session, connection: str) -> Iterator[lines.Line]:
    """The host opens the god view; BadInput if this table has none."""
    table, god = session.table, session.god
    if not table.plan.god_view:
        raise BadInput("This table has no god view: it would have said so before anybody sat down.")
    yield lines.Opened(WHAT, session.wall())
    view = table.game.view(table.full, None)
    session.voice.reply(connection, session.tongues.own.welcome(session.context(), view, None, ""))
    alone = not god.watchers
    god.watchers[connection] = None
    if alone and table.hindsight.last is not None:
        show(session, [table.hindsight.last])


def show(session: Session, hands: Sequence[HandPlayed]) -> None:
    """Show hands that have become late enough."""
    session.god.waiting.extend(hands)
    go_on(session)


def go_on(session: Session) -> None:
    """Show the next Scene, unless one is being looked at; without anybody who looks, nothing is made."""
    god = session.god
    if not god.watchers:
        god.waiting.clear()
        god.shown = iter(())
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
        frame = body(session.tongues.own.scene(context, scene))
        for watcher in god.watchers:
            session.do(Send(watcher, (frame,)))
        session.set_timer(GOD_KEY, session.now + max(STEP_MS, pause))


def _scenes(game: Game, hand: HandPlayed) -> Iterator[tuple[int, Scene]]:
    """A hand as nobody saw it, Scene by Scene, each with how long it is looked at."""
    state = State.from_bytes(game, zlib.decompress(hand.state))
    eyes = Onlooker(game, cast_for(game, None, [Nameplate(*name) for name in hand.names]), all_cards=True)
    yield 0, eyes.see(state)
    for actor, kind, amount, cards in hand.moves:
        facts = eyes.facts(game.advance(state, actor, Move(kind, amount, tuple(cards))))
        for moment in moments(eyes, None, facts, state):
            if moment.sentence:
                yield moment.pause_ms, moment.scene
