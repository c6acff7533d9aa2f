"""`tell` turns news into frames for each recipient, numbered for each, in the order in which things happen."""

from __future__ import annotations

from functools import partial

from croupier.kernel.contract.game import State
from croupier.kernel.showing.wire import Context, body
from croupier.kernel.showing.wire.messages import GOD_VIEW, ORDER, HostOrder
from croupier.kernel.vocabulary.events import Events
from croupier.kernel.vocabulary.turns import HOUSE

from . import god_view, news, rabbit, scenes
from .attendance import snapshot_for
from .effects import Finished
from .inputs import FOLLOWS, HOST, WATCHING
from .lines import Noted, Snapshot
from .orders.book import ORDERS
from .session import Ended, Session
from .voice import ActiveDialect, ActiveDialects


def tell(session: Session, new: news.News) -> None:
    """Send each recipient the part of the news that it may know."""
    match new:
        case news.Moved(actor=actor, events=events):
            _tell_step(session, events, actor=actor)
        case news.Draws():
            say_lobby(session)
        case news.HandBegan(midway=True):
            _tell_position(session)
        case news.HandBegan(events=events):
            _tell_step(session, events, begins=True)
        case news.Committed(commitment):
            pool = str(session.table.game.words.zones[commitment.pool])
            for active in session.dialects.active():
                session.voice.say_to_all(session.now, active.dialect.commit(pool, commitment.root), active)
        case news.HandOpens(first):
            _open_hand(session, first)
        case news.HandEnded():
            session.clocks.clear()
        case news.MatchEnded(scores, early):
            _tell_match_end(session, scores, early)
        case news.Released(hands):
            god_view.show(session, hands)
        case news.OrderNoted(noted):
            _tell_order(session, noted)
        case news.OpenedToHost(what):
            for active in session.dialects.active():
                said = active.dialect.notice(GOD_VIEW, f"The host has opened {what}.")
                session.voice.say_to_all(session.now, said, active)
        case news.Foreseen(line):
            rabbit.tell(session, line)
        case _:
            _follow_chairs(session, new)


def _follow_chairs(session: Session, new: news.News) -> None:
    """Adapt the session to changed chairs, names, dialects or plans."""
    match new:
        case news.Seated(seat):
            session.connect(seat, "")
            _speak(session, seat)
            session.tell_who_is_here()
        case news.Spoken(seat):
            _speak(session, seat)
        case news.SeatsChanged():
            session.tell_who_is_here()
        case news.ChairRemoved(seat):
            session.connect(seat, "")
            session.voice.outbox.remove(seat)
        case news.Replanned():
            session.dialects = ActiveDialects(session.table.game, session.table.chairs)
        case news.Loaded(snapshot):
            _load(session, snapshot)


def _speak(session: Session, seat: int) -> None:
    session.dialects.join(session.table.chairs[seat].dialect, session.table.state)
    session.voice.outbox.forget_for(seat)


def _load(session: Session, kept: Snapshot) -> None:
    """Count frames on from where a snapshot was written."""
    outbox, chairs = session.voice.outbox, session.table.chairs
    counts = {chair.seat: one.frames for chair, one in zip(chairs, kept.chairs, strict=False)}
    outbox.counts = {**counts, WATCHING: kept.frames}
    outbox.pause(session.now, kept.shows_ms)
    session.tell_who_is_here()


def _open_hand(session: Session, first: bool) -> None:
    if first:
        session.dialects.begin_match()
        scenes.begin_match(session)
    session.ended, session.called = None, False
    session.voice.outbox.forget()


def _tell_step(session: Session, events: Events, begins: bool = False, actor: int = HOUSE) -> None:
    state = session.table.state
    assert state is not None
    session.narrators.hear(state, events, begins, actor)
    in_use, context = session.dialects.active(), session.context()
    shown = scenes.sayings(session, state, events)
    if len(in_use) == 1 and not shown:
        _announce(session, in_use[0], context, state, events, begins)
    else:
        said = [partial(_announce, session, active, context, state, events, begins) for active in in_use]
        session.voice.outbox.side_by_side(session.now, [*said, *shown])


def _tell_position(session: Session) -> None:
    """A match begins in the middle of a hand: everybody is sent what a client that has just come would be sent."""
    state, outbox = session.table.state, session.voice.outbox
    assert state is not None
    session.narrators.hear(state, Events([], session.table.game.facts), True, HOUSE)
    for active in session.dialects.active():
        active.announcer.join(state)
    for chair in session.table.chairs:
        if chair.taken and not chair.outside:
            outbox.post(session.now, (chair.seat,), body(snapshot_for(session, state, chair.seat)))
    outbox.post(session.now, (WATCHING,), body(snapshot_for(session, state, None)))
    scenes.show_position(session, state)


def _announce(
    session: Session, active: ActiveDialect, context: Context, state: State, events: Events, begins: bool
) -> None:  # fmt: skip
    announce = active.announcer.begin if begins else active.announcer.go_on
    table, shown = session.table, None
    for said in announce(context, state, events):
        if table.plan.shows and said.fact is not None and said.fact is not shown:
            session.voice.outbox.pause(session.now, table.game.pause(state.table.config, said.fact))
            shown = said.fact
        session.voice.say(session.now, said, active)


def say_lobby(session: Session) -> None:
    """Send the lobby frame, if one is due."""
    if not session.lobby_due:
        return
    session.lobby_due = False
    state = session.table.state
    view = session.table.game.view(state, None) if state else None
    for active in session.dialects.active():
        session.voice.show_to_all(session.now, active.dialect.lobby(session.context(), view), active.name)


def _tell_match_end(session: Session, scores: tuple[int, ...], early: bool) -> None:
    table, state = session.table, session.table.state
    assert state is not None
    if early:  # nobody has been told yet
        views = partial(table.game.view, state)
        for active in session.dialects.active():
            for said in active.announcer.match_over(session.context(), views, dict(enumerate(scores))):
                session.voice.say(session.now, said, active)
    session.ended = Ended(session.context(), state, scores)
    gone = len(scores) - state.table.seats  # seats that were removed: nobody sits there
    ids = (*(chair.id for chair in table.chairs[: state.table.seats]), *[""] * gone)
    forfeits = tuple(id for id in ids if id in table.forfeits)
    session.do(Finished(table.match_id, scores, ids, forfeits, table.chain.key))
    session.clocks.clear()


# Orders


def _tell_order(session: Session, noted: Noted) -> None:
    """Tell everybody an order of the host. Orders of the room itself are not told."""
    if noted.by == HOST:
        order = HostOrder(noted.what, noted.seat, noted.values, noted.why, noted.at)
        for active in session.dialects.active():
            said = active.dialect.notice(ORDER, _in_words(session, noted), order=order)
            session.voice.say_to_all(session.now, said, active)
    if kind := ORDERS.get(noted.what):
        kind.at_once(session, noted)


def _in_words(session: Session, noted: Noted) -> str:
    about = f" {session.table.chairs[noted.seat].name}" if noted.seat is not None else ""
    follows = noted.values.get(FOLLOWS, "")
    values = "" if follows else "".join(f" {name}={value}" for name, value in noted.values.items())
    why, then = f" ({noted.why})" if noted.why else "", f". {follows}" if follows else ""
    return f"The host: {noted.what}{about}{values}{why}{then}"
