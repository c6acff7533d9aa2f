"""The decisions of a table: `decide` judges an input, `go_on` finds what the table does by itself. Both yield lines.

This is the only module that asks rules, clocks and orders whether an input counts. It does not change the table: each
line is followed before the next is decided. Everything that a decision takes from the session or from the clock is in
its lines, so that they can be followed again without it.

Thoughts and usage are kept in a line of their own before the move, sealed, as they may name hidden cards. They are sent
to no other seat, and they have no effect on play.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from croupier.kernel.contract.game import Decision, Move, State
from croupier.kernel.errors import BadInput
from croupier.kernel.language.records import to_dict
from croupier.kernel.showing.wire import body
from croupier.kernel.showing.wire.messages import Frame, Rider
from croupier.kernel.vocabulary.menu import LEAVE, NEXT_HAND, SIT
from croupier.kernel.vocabulary.turns import CLOCK_BIT, HOUSE

from . import asking, god_view, lines, rabbit, scenes
from .asking import how_played, made, refused, wake
from .attendance import (
    EMPTY_KEY,
    GRACE_KEY,
    attach,
    clear_chair,
    detach,
    fall_silent,
    let_go,
    react,
    watch_empty_chairs,
)
from .configs import config_of
from .effects import Rested
from .inputs import (
    DESK,
    Answered,
    Attached,
    Begins,
    Called,
    Changes,
    Closing,
    Departs,
    Detached,
    Freed,
    Garbled,
    Hunted,
    Input,
    Opened,
    Ordered,
    Rang,
    Reacted,
    Said,
    Seated,
    Sent,
    Silent,
)
from .orders.book import give
from .orders.obeying import GROW
from .pace import NEXT_KEY, take_rest
from .plan import first_options, level_at, why_over
from .session import Phase, Session
from .snapshots import boundary
from .steps import can_sit
from .table import Chair, Table
from .tell import say_lobby

CLOCK_KEY, SHOW_KEY = "clock", "show"
"""The timers of the next deadline and of the next delayed frame."""


def decide(session: Session, given: Input) -> Iterable[lines.Line]:
    """The lines that one input leads to; BadInput, before the first line, if the input is refused."""
    match given:
        case Said():
            return hear(session, given)
        case Garbled():
            return garbled(session, given)
        case Answered():
            return _answered(session, given)
        case Attached():
            return attach(session, given)
        case Seated():
            return (_sat(session.table.free_chair(given.seat).seat, given),)
        case Changes(seat, to):
            return (lines.Changing(seat, to),)
        case Departs(seat):
            return (asking.made(session, seat, Move(LEAVE), BY_HOUSE),)
        case Freed(seat):
            return _freed(session, seat)
        case Called(levels, ms):
            session.called = True
            return _grown(session, levels, ms)
        case Begins(position):
            return (lines.Placed(position),)
        case Ordered():
            return give(session, given)
        case Opened(what):
            return (lines.Opened(what, session.wall()),)
        case Hunted(connection, hand_id):
            return rabbit.ask(session, connection, hand_id)
        case Rang(key):
            return _rang(session, key)
        case Sent(receipt):
            asking.start_clock(session, *receipt)
        case Detached(connection):
            detach(session, connection)
        case Reacted(connection, what):
            react(session, connection, what)
        case Silent(connection, silent):
            fall_silent(session, connection, silent)
        case Closing():
            session.closing = True
    return ()


def _sat(seat: int, given: Seated) -> lines.Sat:
    return lines.Sat(seat, **{name: getattr(given, name) for name in lines.Sat.__struct_fields__ if name != "seat"})


def _grown(session: Session, levels: int, ms: int) -> Iterable[lines.Line]:
    """Let the time banks grow that have not grown with all levels yet."""
    if ms and any(chair.taken and chair.bank_levels < levels for chair in session.table.chairs):
        yield lines.Noted(GROW, session.wall(), values={"levels": levels, "ms": ms}, by=DESK)


def _freed(session: Session, seat: int) -> Iterable[lines.Line]:
    """A chair becomes free; only between two hands. A connection that had it is told nothing more: whoever takes the
    chair has cards of its own."""
    table = session.table
    if table.state is not None and not table.at_boundary:
        raise BadInput("A chair becomes free between two hands.")
    if connection := session.connections.get(seat):
        detach(session, connection)
    if table.chairs[seat].taken:
        yield lines.Sat(seat)


def _answered(session: Session, given: Answered) -> Iterable[lines.Line]:
    """A house bot has decided; its answer counts only while its question is open."""
    question = session.clocks.of(given.seat)
    if question and given.act_id == session.table.asked_before + question.decision.number:
        yield asking.made(session, given.seat, given.move)


def _rang(session: Session, key: str) -> Iterable[lines.Line]:
    due = session.timers.pop(key, None)
    if key == CLOCK_KEY and due is not None:
        session.late = session.clocks.late(session.now, due)
    elif key == god_view.GOD_KEY:
        god_view.go_on(session)
    elif key in (NEXT_KEY, SHOW_KEY) and session.table.plan.called and session.phase is not Phase.IN_A_HAND:
        session.do(Rested())
    elif key.startswith(GRACE_KEY):
        return let_go(session, int(key.removeprefix(GRACE_KEY)))
    elif key.startswith(EMPTY_KEY):
        return clear_chair(session, int(key.removeprefix(EMPTY_KEY)))
    return ()


MOST_REFUSALS, LONGEST_REFUSAL = 20, 1024
"""The number of refused answers of a seat that are kept for a hand, and the number of characters kept of each."""
CLEANED = "CLEANED"
"""The code for an answer that counted after its invalid parts were dropped. It is in the log only."""
LONGEST_THOUGHTS = 4096
"""In bytes of UTF-8. Longer thoughts are cut, and the answer counts."""


def hear(session: Session, given: Said) -> Iterator[lines.Line]:
    """Take a message of a connection: play it, refuse it, or acknowledge again an answer that was already played."""
    seat, reply = session.seat_of(given.connection), session.voice.reply
    if seat is None:
        return reply(given.connection, session.dialects.own.error("OUT_OF_TURN", "You only look on."))
    chair, rider, dialect = session.table.chairs[seat], given.rider, session.dialects.of(seat)
    if chair.policy:
        msg = "A bot of the house has your seat; ask the host."
        return reply(given.connection, dialect.error("OUT_OF_TURN", msg))
    if again := _again(session, chair, given.frame, rider):
        yield from wake(session, chair)
        return reply(given.connection, again)
    decision = _open_to(session, seat)
    context, unread = session.context(), _is_unread(session, chair, given.round_trip_ms)
    heard = dialect.hear(replace(context, unread=True) if unread else context, given.frame, decision)
    if heard.move is None and heard.reply is not None and decision is not None and not unread:
        refused(session, seat, given.frame)
    if heard.move is None and heard.reply is not None:
        code, msg = (str(getattr(heard.reply, name, "")) for name in ("code", "msg"))
        yield from _refusal(session, chair, body(given.frame).decode(), code, msg)
    if heard.notes:
        yield from _refusal(session, chair, body(given.frame).decode(), CLEANED, "; ".join(heard.notes))
    if heard.move is not None and decision is not None:
        act_id = _answers(session, decision, heard.move)
        over = 0
        if rider and heard.reply is None:
            text, over = cut(rider.thoughts)
            yield from _thoughts(session, chair, act_id, text, rider)
        yield made(session, seat, heard.move, how_played(session, seat))
        if rider and heard.reply is None and (rider.receipt or over):
            reply(given.connection, dialect.receipt(heard.move, act_id, over))
    yield from wake(session, chair)
    if heard.reply is not None:
        reply(given.connection, heard.reply)


def garbled(session: Session, given: Garbled) -> Iterator[lines.Line]:
    """Keep what the client of a chair sent, although it was no valid message."""
    seat = session.seat_of(given.connection)
    if seat is not None:
        yield from _refusal(session, session.table.chairs[seat], given.said, given.code, given.msg)


def _refusal(session: Session, chair: Chair, said: str, code: str, msg: str) -> Iterator[lines.Line]:
    """The line of an answer that did not count; only the first MOST_REFUSALS of a seat in a hand are kept."""
    if session.table.refusals[chair.seat] < MOST_REFUSALS:
        yield lines.Refused(chair.seat, chair.id, session.wall(), said[:LONGEST_REFUSAL], code, msg)


def _open_to(session: Session, seat: int) -> Decision | None:
    """The decision that is open to a seat; None while no answer of it counts."""
    question = session.clocks.of(seat)
    if session.table.state is None or (question and question.started is None):
        return None
    decision = session.table.decision(seat)
    if not session.table.is_cash:
        return decision
    own = tuple([option for option in decision.options if not (option.aside and option.unlisted)])
    return replace(decision, options=own)


def _is_unread(session: Session, chair: Chair, round_trip_ms: int) -> bool:
    """Whether a frame that arrives now was sent before its client can have read the open question, and the clock has
    played the previous question of the same hand: then the frame is probably the answer to the previous one."""
    question = session.clocks.of(chair.seat)
    if question is None or question.started is None or chair.timed_out_in != session.table.hand_id:
        return False
    return session.now - question.started < round_trip_ms


def _answers(session: Session, decision: Decision, move: Move) -> int | None:
    """The `act_id` of the question that a move answers; None for an aside."""
    option = decision.option(move.kind)
    return session.table.asked_before + decision.number if option and not option.aside else None


def _again(session: Session, chair: Chair, frame: Frame, rider: Rider | None) -> Frame | None:
    """The receipt of a repeated answer that has counted already; None for a new answer, or without a wish for one."""
    if rider is None or not rider.receipt or chair.answered is None:
        return None
    act_id, move = chair.answered
    dialect = session.dialects.of(chair.seat)
    if getattr(frame, "act_id", None) != act_id or not dialect.spells(frame, move):
        return None
    return dialect.receipt(move, act_id, cut(rider.thoughts)[1])


def _thoughts(session: Session, chair: Chair, act_id: int | None, text: str, rider: Rider) -> Iterator[lines.Line]:
    """The line with the thoughts and the usage of an answer that counts, if it has any."""
    if text or rider.usage is not None:
        hand_id = session.table.hand_id
        yield lines.Thought(chair.seat, chair.id, hand_id, session.wall(), act_id, text, rider.usage)


def cut(text: str) -> tuple[str, int]:
    """A text cut to LONGEST_THOUGHTS bytes, and the number of bytes cut off. No character is split."""
    whole = text.encode("utf-8", "replace")
    kept = whole[:LONGEST_THOUGHTS].decode("utf-8", "ignore")
    return kept, len(whole) - len(kept.encode())


BY_HOUSE = "house"
"""The `how` of a move that the table makes for a player."""
REFUSED = "refused"
"""The `what` of the line for a change that the game refused when it was due."""


def go_on(session: Session) -> Iterator[lines.Line]:
    """Go on as far as possible: let newcomers in, begin the next hand or match, ask the seats that have to decide."""
    table = session.table
    while True:
        say_lobby(session)
        if table.state is None and not table.is_kept:
            take_rest(session)
            yield from boundary(session)
        if table.state is None and _may_begin(session) and _are_enough(session):
            yield from _begin_match(session)
        while table.state is not None and table.state.owed:
            if table.is_cash:
                yield from _tell_what_returns(session)
                yield from _buy_in_for_bots(session, table.state)
                yield from _sit_out_absent(session)
            if table.newcomers:
                yield from _let_in(session, table.state)
            if not table.at_boundary or table.ending or not (yield from _rest(session, table.state)):
                break
            yield from _begin_hand(session, table.state)
        if table.ending and table.at_boundary:
            yield lines.Shuffle(session.secrets())  # the secret was drawn for a hand that will never be played
        if table.state is None and not table.is_kept:
            continue
        if table.is_cash:
            watch_empty_chairs(session)
        if (forced := _ask(session)) is None:
            return
        yield forced


def _ask(session: Session) -> lines.Made | None:
    """Ask the seats that have to decide. Returns the next move for a player that has given up or is late, if any."""
    state = session.table.state
    if state is None:
        return None
    asked = asking.ask(session, state)
    forced = asking.forfeit_move(session, state) or asking.timeout_move(session, state)
    if forced is None:
        scenes.tell_time(session, state, asked)
    return forced


def _may_begin(session: Session) -> bool:
    """Whether the next hand or match may begin: there is no pause by the host, no rest between hands, no closing arena,
    and a call where hands are called."""
    calm = session.table.goes_on and not session.closing and session.timers.get(NEXT_KEY) is None
    return calm and (session.called or not session.table.plan.called)


def _are_enough(session: Session) -> bool:
    """Whether enough players sit here for a match."""
    table = session.table
    taken = sum(chair.taken for chair in table.chairs)
    if table.is_cash:  # its match waits for players itself
        return taken > 0
    if 0 < table.plan.finish_by <= session.wall():
        return False
    return taken >= (table.plan.least if table.game.configure_present else table.plan.seats)


def _begin_match(session: Session) -> Iterator[lines.Line]:
    """Begin a match between the players who sit here."""
    table = session.table
    if table.begins_in is None:
        options = {**first_options(table.plan), **session.private}
        config = config_of(table.game, options, [chair.taken for chair in table.chairs])
    else:
        config = table.begins_in.read(table.game).table.config
    number = table.match + 1
    yield began(session, config, leg=False, level=0)
    yield lines.Begun(number)


def began(session: Session, config: Any, *, leg: bool, level: int) -> lines.Began:
    """The line of a match, or of a leg of one, that begins now."""
    game, key = session.table.game, session.signer.key if session.signer else ""
    return lines.Began(game.name, game.version, game.fingerprint, to_dict(config), session.wall(), leg, level, key)


def _let_in(session: Session, state: State) -> Iterator[lines.Line]:
    """Let players that took a chair during the match join it, where the game has SIT."""
    table = session.table
    for seat in sorted(table.newcomers):
        if seat in table.newcomers and can_sit(table, seat):
            option = table.decision(seat).option(SIT)
            assert option is not None
            chair, usual = table.chairs[seat], getattr(state.table.config, "buy_in", option.high)
            tops_up = table.is_cash and chair.tops_up
            yield asking.made(
                session, seat, Move(SIT, option.nearest(chair.stack or max(chair.buy_in, 0) or usual)), BY_HOUSE
            )
            if tops_up and table.game.purses is not None:
                yield asking.made(session, seat, Move(table.game.purses.keeps_full), BY_HOUSE)


def _buy_in_for_bots(session: Session, state: State) -> Iterator[lines.Line]:
    """Let house bots that have lost all at a cash table buy in again, for what is usual."""
    table = session.table
    for chair in table.chairs:
        if chair.policy and chair.seat not in table.newcomers and (option := table.decision(chair.seat).option(SIT)):
            brings = option.nearest(state.table.config.buy_in)
            yield asking.made(session, chair.seat, Move(SIT, brings), BY_HOUSE)


def _sit_out_absent(session: Session) -> Iterator[lines.Line]:
    """Let players at a cash table sit out for whom the clock has played again and again: they pay no blinds while they
    are not there, and come back when they say so."""
    table, purses = session.table, session.table.game.purses
    assert purses is not None
    for chair in table.chairs if table.at_boundary else ():
        if chair.taken and chair.asleep and table.decision(chair.seat).option(purses.sits_out):
            yield asking.made(session, chair.seat, Move(purses.sits_out), lines.AWAY)


def _tell_what_returns(session: Session) -> Iterator[lines.Line]:
    """Tell the match what players who are about to sit down at a cash table took away a while ago."""
    table, purses = session.table, session.table.game.purses
    assert purses is not None
    for chair in table.chairs:
        chips = max(chair.stack, table.has_to_return(chair.id, session.wall())) if chair.taken else 0
        if chips != chair.told_to_return and (option := table.decision(chair.seat).option(purses.returns)):
            yield asking.made(session, chair.seat, Move(purses.returns, option.nearest(chips)), BY_HOUSE)


def _rest(session: Session, state: State) -> Generator[lines.Line, None, bool]:
    """Rest between two hands: write one snapshot, then wait for the host, for players, or for the timer. True if the
    next hand begins."""
    table = session.table
    if not table.is_kept:
        yield from boundary(session)
        take_rest(session)
        if table.plan.called:
            session.do(Rested())
    if any(chair.changes_to for chair in table.chairs):
        session.do(Rested())
        return False
    if not _may_begin(session):
        return False
    if why := why_over(table.plan, table.hand, table.began, session.wall()) or _why_pointless(table):
        yield lines.Noted("end", session.wall(), why=why, by=DESK)
        return False
    if state.owed == CLOCK_BIT and not table.plan.waits and not table.is_cash:
        yield asking.ran_out(session, state, None)
    return table.plan.called or bool(state.owed >> HOUSE & 1)


def _why_pointless(table: Table) -> str:
    """Why a match for people is not played on; "" if it is."""
    people = {chair.seat for chair in table.chairs if chair.taken and not chair.policy and not chair.outside}
    if table.plan.for_people and people and people <= scenes.gone(table):
        return "only house bots are left in it."
    return ""


def _begin_hand(session: Session, state: State) -> Iterator[lines.Line]:
    """The next hand: in a new leg if something is to change, because of an order or of the level that is due."""
    scenes.begin_hand(session)
    table, plan = session.table, session.table.plan
    changes, level = table.changes, table.level
    due = level_at(plan, table.hand, table.began, session.wall())
    if due is not None and due > level:
        changes, level = {**plan.levels[due].changes, **changes}, due
    if changes:
        try:
            config = table.game.carry_over(state, **changes)
        except BadInput as error:  # the game cannot go on as the host wants
            yield lines.Noted(REFUSED, session.wall(), values=changes, why=str(error))
        else:
            yield began(session, config, leg=True, level=level)
            return
    yield lines.Made(HOUSE, NEXT_HAND, session.wall())
