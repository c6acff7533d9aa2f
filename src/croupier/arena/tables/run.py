"""Runs a table: inputs go in, effects come out. Also rebuilds a table from its lines.

`handle` calls `decide` and `follow` in a loop: every line that an input leads to is followed, and told, before the next
is decided. The caller appends all lines together, and sends the frames when the lines are kept.

`restore` folds kept lines into a fresh table: the same hand, the same cards, the same numbers, and the time that was
left. Frames are counted, but not sent again. `replay` does the same from the first line on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from croupier.kernel.errors import BadInput

from . import asking, lines, scenes
from .decide import CLOCK_KEY, SHOW_KEY, decide, go_on
from .effects import Append, Effect
from .follow import follow
from .inputs import Input, Sent
from .session import Session
from .tell import say_lobby, tell


def handle(session: Session, now: int, *given: Input) -> list[Effect]:
    """Take one or several inputs at once. Returns the effects, in order. BadInput if the first input is refused."""
    session.now, session.effects = max(now, session.now), []
    first = not session.table.shoe.secret
    if first:
        keep(session, lines.Shuffle(session.secrets()))
    try:
        for one in given:
            for line in decide(session, one):
                keep(session, line)
    except BadInput:
        if first:  # the secret that was drawn just now will not be kept
            follow(session.table, lines.Shuffle(b""))
            session.line = 0
        raise
    if not all(type(one) is Sent for one in given):
        return settle(session)
    _set_clock(session)  # a clock is started only by a question that has gone out
    return session.effects


def keep(session: Session, line: lines.Line) -> None:
    """Follow a line that was decided, and have it appended; a line that ends a hand together with the secret of the
    next hand."""
    session.line += 1
    session.do(Append(session.line, line))
    follow(session.table, line, partial(tell, session))
    if session.table.unshuffled is not None:
        if isinstance(line, lines.Began) and not line.leg:
            return  # the number of the match comes first
        keep(session, lines.Shuffle(session.secrets()))


def settle(session: Session) -> list[Effect]:
    """Go on as far as possible. Returns all effects so far that have not been taken."""
    for line in go_on(session):
        keep(session, line)
    _release(session)
    _set_clock(session)
    return session.effects


def _release(session: Session) -> None:
    """Send the frames that are due."""
    for receipt in session.voice.release(session.now):
        asking.start_clock(session, *receipt)
    session.set_timer(SHOW_KEY, session.voice.outbox.next_due)


def _set_clock(session: Session) -> None:
    session.clocks.stand_or_run(session.now)
    session.set_timer(CLOCK_KEY, session.clocks.next_deadline)


# From lines


def restore(session: Session, kept: Sequence[lines.Lines], last: int, stopped: int, now: int) -> list[Effect]:
    """Bring a fresh table to where its lines end. Returns the effects with which it goes on.

    The lines are those from the last snapshot on, `last` is the number of the last of them. `stopped` is the time up to
    which the arena is known to have run (milliseconds since 1970). No clock counts the downtime since then, nor any
    earlier downtime: each line is followed as long before `now` as the arena has run since that line.
    """
    session.line = last
    down = sum(line.down_ms for line in kept if isinstance(line, lines.Resumed))
    for line in kept:
        if isinstance(line, lines.Resumed):
            down -= line.down_ms
        if (at := getattr(line, "at", None)) is not None:
            _pass_time(session, now - max(0, stopped - at - down))
        _follow_again(session, line)
    _pass_time(session, now)
    session.effects, session.timers = [], {}
    for question in session.clocks.running():
        question.interrupted = True
        chair, state = session.table.chairs[question.decision.seat], session.table.state
        if chair.policy and state is not None:
            asking.ask_house(session, state, question.decision, chair.policy)
    if session.clocks.running() and session.wall() > stopped:
        keep(session, lines.Resumed(session.wall(), session.wall() - stopped))
    return settle(session)


def wake(session: Session, now: int, away_ms: int) -> list[Effect]:
    """Let a session go on that came from another process (`carrying`). Returns the effects: its timers, and its
    questions to house bots. No clock counts the time that it was on its way."""
    session.now, session.effects = max(now, session.now), []
    timers, session.timers = session.timers, {}
    for key, at in timers.items():
        session.set_timer(key, at)
    for question in session.clocks.running():
        if question.started is not None and question.stopped is None:
            question.extra_ms += away_ms
        chair, state = session.table.chairs[question.decision.seat], session.table.state
        if chair.policy and state is not None:
            asking.ask_house(session, state, question.decision, chair.policy)
    _set_clock(session)
    return session.effects


def replay(
    session: Session, kept: Iterable[lines.Lines], between: Callable[[], None]
) -> Iterator[tuple[lines.Lines, Sequence[Effect]]]:
    """Let a fresh table follow its lines at the times at which they were kept. Yields, after each, its effects.

    `between` is called before every line.
    """
    for line in kept:
        between()
        session.now = max(session.now, getattr(line, "at", 0) - session.epoch_ms)
        _follow_again(session, line)
        yield line, session.taken()


def _follow_again(session: Session, line: lines.Lines) -> None:
    """Follow a line that is kept already: nothing is decided."""
    follow(session.table, line, partial(tell, session))
    _ask_again(session)


def _ask_again(session: Session) -> None:
    say_lobby(session)
    if (state := session.table.state) is not None:
        scenes.tell_time(session, state, asking.ask(session, state))
    _release(session)


def _pass_time(session: Session, until: int) -> None:
    """Advance the time as timers would: delayed frames go out when they are due, and their clocks start then."""
    session.clocks.stand_or_run(session.now)
    while (due := session.voice.outbox.next_due) is not None and due <= until:
        session.now = due
        _ask_again(session)
    session.now = max(session.now, until)
