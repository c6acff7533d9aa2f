"""The rabbit hunt: after a hand that ended early, the cards that would have come, where the table allows it.

Any player of the hand may ask, until the next hand begins. Everybody at the table is shown the cards. They are the next
of the order to which the house committed itself before the hand, and they are kept with their openings, so that every
record of the match can prove them.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.kernel.contract.game import State, ToCome
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.scenes import foreseen, told_ahead
from croupier.kernel.showing.wire import body
from croupier.kernel.showing.wire.messages import ACTION_TOO_LATE, INVALID_ACTION, OUT_OF_TURN, RABBIT

from . import lines, scenes
from .inputs import SHOWN
from .pace import NEXT_KEY, take_rest
from .session import Session

NO_RABBIT = "NO_RABBIT"


def why_not(session: Session, connection: str, hand_id: str) -> tuple[str, str] | None:
    """The code and the words with which a player that asks is refused; None if it is shown the cards."""
    table, seat, state = session.table, session.seat_of(connection), _at_end(session)
    if not table.plan.rabbit:
        return NO_RABBIT, "This table has no rabbit hunt: `welcome` tells which tables have one."
    if seat is None or table.chairs[seat].stranger or (state is not None and seat >= state.table.seats):
        return OUT_OF_TURN, "Only the players of a hand may ask what would have come."
    if hand_id != table.hand_id:
        return ACTION_TOO_LATE, "Another hand has begun."
    if table.state is not None and not table.at_boundary:
        return OUT_OF_TURN, "The hand is not over."
    if table.hunted:
        return ACTION_TOO_LATE, "The cards have been shown."
    comes = _to_come(session)
    if comes is None or not table.shoe.dealer.draws:
        return NO_RABBIT, "The cards of this hand are gone: the arena has been restarted, or the hand does not count."
    if not comes.cards:
        return INVALID_ACTION, "No more cards would have come."
    return None


def ask(session: Session, connection: str, hand_id: str) -> Iterator[lines.Line]:
    """Show everybody the cards that would have come; BadInput if that is refused."""
    if refused := why_not(session, connection, hand_id):
        raise BadInput(refused[1])
    seat, comes = session.seat_of(connection), _to_come(session)
    assert seat is not None and comes is not None
    openings = session.table.shoe.dealer.next_openings(comes.pool, comes.cards)
    yield lines.Rabbit(seat, session.wall(), hand_id, openings)


def tell(session: Session, line: lines.Rabbit) -> None:
    """Tell everybody; clients that draw Scenes are shown the cards, and the table rests anew."""
    table = session.table
    names = [table.game.words.card_name(one.card) for one in line.openings]
    asked = table.chairs[line.seat].name
    for active in session.dialects.active():
        session.voice.say_to_all(session.now, active.dialect.notice(RABBIT, told_ahead(asked, names)), active)
    comes, state = _to_come(session), _at_end(session)
    if comes is None or state is None:
        return  # after a restart: nobody is connected
    for seat in sorted(set(session.viewers.wanted.values())):
        if (eyes := scenes.eyes_of(session, seat)) is not None:
            seen = eyes.see(state)
            shown = foreseen(seen, seen.seats[line.seat], comes.zone, names)
            number = scenes.add_to_log(session, seat, shown)
            frame = session.dialects.own.scene(session.context(), shown, number)
            session.voice.outbox.post_uncounted(session.now, SHOWN + seat, body(frame))
    if session.timers.get(NEXT_KEY) is not None:
        take_rest(session)


def _at_end(session: Session) -> State | None:
    """The table at the end of the hand; None if no hand is over."""
    return session.table.state or (session.ended.state if session.ended else None)


def _to_come(session: Session) -> ToCome | None:
    state, game = _at_end(session), session.table.game
    return game.to_come(state.table) if state is not None and game.to_come is not None else None
