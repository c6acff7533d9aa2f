"""`follow` applies a line to a table: the only way in which a table changes.

A table in play, a table rebuilt after a restart, a match that is replayed or written into a record: all of them are a
fold over lines by this one function. Decisions (a move, the start of a hand, a timeout) are lines; what follows from
lines by the rules (draws, the end of a match) is computed here, and told as news.
"""

from __future__ import annotations

import zlib

import msgspec

from croupier.kernel.contract.game import Move, State
from croupier.kernel.language.records import from_dict
from croupier.kernel.vocabulary.menu import LEAVE, SIT, TIMEOUT
from croupier.kernel.vocabulary.turns import CLOCK, HOUSE

from ..chain import Ordered
from . import lines, steps
from .chain import Chain
from .inputs import HOST
from .news import Foreseen, Loaded, OpenedToHost, OrderNoted, Tell, to_nobody
from .orders.obeying import obey
from .plan import level_at
from .table import Chair, Table


def follow(table: Table, line: lines.Line, tell: Tell = to_nobody) -> None:
    """Apply a line to a table, and pass the news that it leads to to `tell`."""
    match line:
        case lines.Made(actor=actor):
            if actor == CLOCK:
                _ran_out(table, line, tell)
            elif actor == HOUSE:
                _begin_next_hand(table, line, tell)
            else:
                _make(table, line, tell)
        case lines.Shuffle(secret):
            table.shoe.prepare(secret)
            steps.shuffled(table, tell)
        case lines.Snapshot():
            _follow_snapshot(table, line, tell)
        case lines.Sat(seat):
            steps.seat(table, line, tell)
            if table.at_boundary and table.unshuffled is None:
                steps.rest(table)
        case lines.Changing(seat, to):
            table.chairs[seat].changes_to = to
        case lines.Spoke(seat, dialect):
            steps.speak(table, seat, dialect, tell)
        case lines.Began():
            _begin(table, line, tell)
        case lines.Placed(position):
            table.begins_in = position
        case lines.Begun(match):
            _count_match(table, match)
        case lines.Noted():
            tell(OrderNoted(line))
            _chain_order(table, line)
            obey(table, line, tell)
        case lines.Opened(what):
            tell(OpenedToHost(what))
        case lines.Rabbit():
            table.hunted = True
            tell(Foreseen(line))
        case lines.Woke(seat):
            table.chairs[seat].missed = 0
        case lines.Refused(seat):
            table.refusals[seat] += 1


def _begin(table: Table, line: lines.Began, tell: Tell) -> None:
    config = from_dict(table.game.Config, line.config)
    if line.leg:
        table.level = line.level
        table.chain.begin_leg(line.config, line.key)
        steps.start_leg(table, config, tell)
    else:
        rules = {"game": line.game, "version": line.version, "fingerprint": line.fingerprint, "config": line.config}
        table.chain = Chain(line.key, rules=rules, position=table.begins_in)
        steps.start_match(table, config, line.at, tell)


def _count_match(table: Table, match: int) -> None:
    """Set the number of a match that has begun. It is known already, unless the `began` line could not be read."""
    if table.match != match:
        table.match, table.state = match, None


def _chain_order(table: Table, line: lines.Noted) -> None:
    """Add an order of the host in a match to the chain."""
    if table.state is not None and line.by == HOST:
        order = Ordered(line.what, table.hand, line.at, line.seat, line.values, line.why)
        table.chain.orders.append(order)


def _begin_next_hand(table: Table, line: lines.Made, tell: Tell) -> None:
    assert table.state is not None
    due = level_at(table.plan, table.hand, table.began, line.at)
    table.level = max(table.level, due or 0)
    steps.next_hand(table, table.state, tell)


def _ran_out(table: Table, line: lines.Made, tell: Tell) -> None:
    """The clock has played, for one seat or for all seats that share it."""
    assert table.state is not None
    if line.how:
        chair = table.chairs[int(line.how)]
        chair.missed += 1
        chair.timed_out_in = table.hand_id
        chair.bank_ms -= line.bank_ms
    steps.advance(table, table.state, CLOCK, Move(TIMEOUT), tell)
    steps.go_on(table, tell)


def _make(table: Table, line: lines.Made, tell: Tell) -> None:
    """Apply a move of a seat, made by its player or for it."""
    assert table.state is not None
    seat, move, how = line.actor, Move(line.kind, line.amount, tuple(line.cards)), line.how
    if move.kind == SIT:
        table.newcomers.discard(seat)
    chair, decision = table.chairs[seat], table.game.decision(table.state, seat)
    if table.is_cash:
        _note_purse(table, chair, line)
    option = decision.option(move.kind)
    if option and not option.aside:
        own = how in ("", lines.REFUSED_FIRST)
        by_clock = not own and how != lines.BY_HOST
        chair.missed = chair.missed + 1 if by_clock else 0
        chair.timed_out_in = table.hand_id if by_clock else ""
        chair.held = chair.held and not own
        chair.answered = (table.asked_before + decision.number, move) if own else chair.answered
        chair.bank_ms -= line.bank_ms
    steps.advance(table, table.state, seat, move, tell)
    steps.go_on(table, tell)


def _note_purse(table: Table, chair: Chair, line: lines.Made) -> None:
    """Note what a player takes away from a cash table or brings to it. A player that leaves without having sat down
    has to bring as much as before; one that has lost its chips has nothing to bring back."""
    purses = table.game.purses
    assert purses is not None and table.state is not None
    if line.kind == purses.returns:
        chair.told_to_return = line.amount
    elif line.kind in (SIT, LEAVE):
        chair.told_to_return = chair.stack = 0
        chips = purses.stack(table.state.table, chair.seat)
        if line.kind == SIT:
            table.taken_away.pop(chair.id, None)
        elif chips or (table.plan.several and chair.id not in table.taken_away):
            table.taken_away[chair.id] = chips, line.at
            table.taken_away = {id: kept for id, kept in table.taken_away.items() if table.remembers(id, line.at)}


def _follow_snapshot(table: Table, kept: lines.Snapshot, tell: Tell) -> None:
    """Load a snapshot, unless the table has followed all lines before it and is in that state already. A table in the
    middle of a hand is not: the hand was given up (`renewal`)."""
    here = table.match, table.hand, table.shoe.secret, table.state is not None
    in_a_hand = table.state is not None and not table.at_boundary
    if in_a_hand or here != (kept.match, kept.hand, kept.secret, bool(kept.state)):
        _load(table, kept, tell)
    table.is_kept = True


def _load(table: Table, kept: lines.Snapshot, tell: Tell) -> None:
    """Set the table to the state of a snapshot."""
    table.state = State.from_bytes(table.game, zlib.decompress(kept.state)) if kept.state else None
    if kept.options is not None:
        steps.replan(table, msgspec.structs.replace(table.plan, seats=kept.seats, options=kept.options), tell)
    for chair, one in zip(table.chairs, kept.chairs, strict=False):  # empty ones go with a match given up
        chair.held = one.held
        chair.id, chair.name, chair.policy = one.id, one.name, one.policy
        chair.missed, chair.dialect = one.missed, one.dialect
        chair.bank_ms, chair.bank_levels = one.bank_ms, one.bank_levels
        chair.answered, chair.stranger = one.answered, one.stranger
        chair.buy_in, chair.tops_up, chair.told_to_return = one.buy_in, one.tops_up, one.told_to_return
        chair.stack, chair.changes_to = one.stack, one.changes_to
    table.newcomers = set(kept.newcomers)
    table.stepping, table.forfeits = kept.stepping, set(kept.forfeits)
    table.match, table.hand, table.asked_before = kept.match, kept.hand, kept.asked_before
    table.level, table.began, table.last = kept.level, kept.began, kept.last
    table.held, table.changes, table.rested, table.unshuffled = kept.held, dict(kept.changes), True, None
    table.shoe.prepare(kept.secret)
    table.hindsight.hands, table.hindsight.last = kept.hindsight[:], kept.shown
    table.taken_away = dict(kept.taken_away)
    table.chain = kept.chain.copy() if kept.chain else Chain()
    tell(Loaded(kept))
