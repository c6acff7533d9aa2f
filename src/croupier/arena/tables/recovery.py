"""A table made again from its lines: the same hand, the same cards, the same numbers, and the time that was left.

What was decided by itself (when a hand begins, who is brought in, when time is up) is a line like any other, so nothing
is decided anew; what follows from lines by the rules (draws, questions, frames) is worked out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from croupier.kernel.contract.game import Move
from croupier.kernel.language.records import from_dict
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE

from . import lines, orders
from .asking import ask_house, ran_out
from .attendance import speak
from .effects import Effect
from .hindsight import opened
from .matches import next_hand, start_leg, start_match
from .snapshots import load
from .table import Table


def restore(table: Table, kept: Iterable[lines.Lines], last: int, stopped: int, now: int) -> list[Effect]:
    """Bring a fresh table to where its lines end; what is to be done to go on from there.

    The lines are those from the last snapshot on, `last` is the number of the last of them. `stopped` is the time up to
    which the arena is known to have run (milliseconds since 1970): the time after it costs nobody anything, nor does
    any that it was down before. So each line is followed as long before `now` as the arena has run since.
    """
    kept = list(kept)
    table.restoring, table.line = True, last
    down = sum(line.down_ms for line in kept if isinstance(line, lines.Resumed))
    for line in kept:
        if isinstance(line, lines.Resumed):
            down -= line.down_ms
        if (at := getattr(line, "at", None)) is not None:
            _pass_time(table, now - max(0, stopped - at - down))
        _follow(table, line)
    _pass_time(table, now)
    table.restoring = False
    table.wake()
    for question in table.clocks.running():
        question.interrupted = True
        chair = table.chairs[question.decision.seat]
        if chair.policy and table.state is not None:
            ask_house(table, table.state, question.decision, chair.policy)
    if table.clocks.running() and table.wall() > stopped:
        table.append(lines.Resumed(table.wall(), table.wall() - stopped))
    return table.settle()


def _pass_time(table: Table, until: int) -> None:
    """Let it be later, as timers would have: what was held back goes out when it is due, and clocks start with it."""
    table.clocks.stand_or_run(table.now)
    while (due := table.voice.outbox.next_due) is not None and due <= until:
        table.now = due
        table.go_on()
    table.now = max(table.now, until)


def replay(
    table: Table, kept: Sequence[lines.Lines], between: Callable[[], None]
) -> Iterator[tuple[lines.Lines, list[Effect]]]:
    """Let a fresh table follow its lines at the times at which they were kept; after each, what it would have done.

    `between` is called before every line.
    """
    table.restoring = True
    table.foreseen.extend(line.secret for line in kept if isinstance(line, lines.Shuffle))
    for line in kept:
        between()
        table.now = max(table.now, getattr(line, "at", 0) - table.epoch_ms)
        if isinstance(line, lines.Shuffle) and table.foreseen and table.foreseen[0] == line.secret:
            table.foreseen.popleft()
        if not isinstance(line, lines.Snapshot) or table.match == 0:  # the last; or the first line, after pruning
            _follow(table, line)
        yield line, table.taken()


def _follow(table: Table, line: lines.Lines) -> None:
    """Do what a line tells."""
    state = table.state
    match line:
        case lines.Snapshot():
            load(table, line)
        case lines.Shuffle(secret):
            table.shoe.secret = secret
        case lines.Sat(seat, id, name, policy, dialect):
            table.sit(seat, id, name, policy, dialect)
        case lines.Spoke(seat, dialect):
            speak(table, seat, dialect)
        case lines.Noted():
            orders.follow(table, line)
        case lines.Opened(what):
            opened(table, what)
        case lines.Woke(seat):
            table.chairs[seat].missed = 0
        case lines.Began(config=written, at=at, leg=leg, level=level):
            config = from_dict(table.game.Config, written)
            if leg:
                table.level = level
                start_leg(table, state, config)
            else:
                start_match(table, config, at)
        case lines.Made(actor, kind, _, amount, cards, how, bank_ms=bank_ms):
            if actor == CLOCK:
                ran_out(table, int(how) if how else None, bank_ms)
            elif actor == HOUSE and state is not None:
                next_hand(table, state)
            else:
                table.made(actor, Move(kind, amount, tuple(cards)), how, bank_ms)
    table.go_on()
