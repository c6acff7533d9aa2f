"""Orders about one player: its clock, its moves, its seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import GENERIC, dialect_of
from croupier.kernel.showing.wire.messages import Action, Aside
from croupier.kernel.vocabulary.menu import LEAVE

from ...identity import name_key, team_name
from .. import asking
from ..attendance import KICKED, SWAPPED, tell_who_is_here
from ..chairs import SLEEPS_AFTER, Chair
from ..clocks import Question
from ..inputs import Ordered
from ..lines import BY_HOST

if TYPE_CHECKING:
    from ..table import Table

MOST_MS = 86_400_000


def check_seat(table: Table, order: Ordered) -> None:
    """Somebody has to sit there."""
    seat = order.seat
    if seat is None or not 0 <= seat < len(table.chairs) or not table.chairs[seat].taken:
        raise BadInput("Say who it is about: a seat that somebody sits in.")


def _chair(table: Table, order: Ordered) -> Chair:
    assert order.seat is not None
    return table.chairs[order.seat]


def _chairs(table: Table, order: Ordered) -> list[Chair]:
    """Who it is about: one, or all."""
    return [chair for chair in table.chairs if chair.taken and order.seat in (None, chair.seat)]


# Its clock


def hold(table: Table, order: Ordered) -> None:
    """Wait for somebody, however long; when it is back, it has its whole time."""
    for chair in _chairs(table, order):
        chair.held, chair.missed = True, 0
        if question := table.clocks.of(chair.seat):
            question.limit_ms = question.decision.limit_ms


def check_release(table: Table, order: Ordered) -> None:
    """Somebody has to be held."""
    if not any(chair.held for chair in _chairs(table, order)):
        raise BadInput("Nobody is held there.")


def release(table: Table, order: Ordered) -> None:
    """Let the clock run on from where it stood."""
    for chair in _chairs(table, order):
        chair.held = False


def check_time(table: Table, order: Ordered) -> None:
    """There has to be a decision with a clock, or a bank."""
    if not order.values or not set(order.values) <= {"ms", "bank_ms"}:
        raise BadInput("Say how much: ms=30000 for this decision, bank_ms=60000 for the match.")
    for name, value in order.values.items():
        if type(value) is not int or not 1 <= value <= MOST_MS:
            raise BadInput(f"{name} is a time from 1 to {MOST_MS:,} milliseconds, not {value!r}.")
    if table.state is None:
        raise BadInput("No match is being played.")
    question = table.clocks.of(order.seat)
    if "ms" in order.values and (question is None or not question.limit_ms):
        raise BadInput(f"{_chair(table, order).name} is asked for nothing that has a clock; give it bank_ms.")


def time(table: Table, order: Ordered) -> None:
    """More for the decision that is open, more for the bank, or both. Who shares a clock shares what it is given."""
    question, more = table.clocks.of(order.seat), order.values.get("ms", 0)
    for one in _same_clock(table, question):
        one.extra_ms += more
    bank = order.values.get("bank_ms", 0)
    _chair(table, order).bank_ms += bank
    if question is not None and not question.decision.shared_clock:
        question.bank_ms += bank


def _same_clock(table: Table, question: Question | None) -> list[Question]:
    if question is None or not question.decision.shared_clock:
        return [question] if question else []
    return [one for one in table.clocks.running() if one.decision.shared_clock]


# Its moves


def check_act(table: Table, order: Ordered) -> None:
    """It has to be asked, and what is played has to be legal."""
    _move(table, order)


def act(table: Table, order: Ordered) -> None:
    """Make a move for somebody; it is a line of its own."""
    assert order.seat is not None
    table.make(order.seat, _move(table, order), BY_HOST)


def _move(table: Table, order: Ordered) -> Move:
    """What the host wants to be played, in the words that every game understands."""
    if table.state is None or order.seat is None:
        raise BadInput("No match is being played.")
    if unknown := set(order.values) - {"action", "amount", "cards"}:
        raise BadInput(f"A move has action, amount and cards, not {sorted(unknown)[0]!r}.")
    decision = table.decision(order.seat)
    action, amount, cards = (order.values.get(name) for name in ("action", "amount", "cards"))
    named = [cards] if isinstance(cards, str) else cards
    if not isinstance(action, str) or type(amount) not in (int, type(None)) or not _are_names(named):
        raise BadInput("A move is action=NAME, with amount=NUMBER or cards=NAMES where it takes them.")
    option = decision.named(action)
    frame = (Aside if option and option.aside else Action)(action=action, amount=amount, cards=named)
    heard = dialect_of(table.game, GENERIC).hear(table.context(), frame, decision)
    if heard.move is None:
        raise BadInput(getattr(heard.reply, "msg", "That is not possible now."))
    return heard.move


def _are_names(cards: Any) -> bool:
    return cards is None or (isinstance(cards, list) and all(one is None or isinstance(one, str) for one in cards))


def check_forfeit(table: Table, order: Ordered) -> None:
    """It has to be in a match."""
    chair = _chair(table, order)
    if table.state is None or chair.outside:
        raise BadInput(f"{chair.name} is in no match that it could give up.")
    if chair.id in table.forfeits:
        raise BadInput(f"{chair.name} has given up already.")


def forfeit(table: Table, order: Ordered) -> None:
    """Its part in this match is over: where it cannot leave, `asking.give_up` plays for it. When only one is left who
    plays on, the match ends with the hand."""
    chair = _chair(table, order)
    table.forfeits.add(chair.id)
    chair.held = False
    left = [one for one in table.chairs if one.taken and not one.outside and one.id not in table.forfeits]
    table.ending = table.ending or len(left) < 2


# Its seat


def check_swap(table: Table, order: Ordered) -> None:
    """Either a new token, a bot of the house, or another team; which of them there are, the room knows."""
    values, chair = order.values, _chair(table, order)
    if len(values) > 1 or not set(values) <= {"policy", "team"}:
        raise BadInput("A seat is given to policy=NAME or to team=NAME, or gets a new token.")
    if not all(isinstance(value, str) for value in values.values()):
        raise BadInput("policy and team are names.")
    if values.get("policy") == "" and not chair.policy:
        raise BadInput(f"No bot of the house plays for {chair.name}.")
    if "team" in values and any(one.id == name_key(team_name(values["team"])) for one in table.chairs):
        raise BadInput(f"{values['team']} sits here already.")


def swap(table: Table, order: Ordered) -> None:
    """Let somebody else have the seat, with its chips, its cards and its clock."""
    chair = _chair(table, order)
    if "policy" in order.values:
        chair.policy = order.values["policy"]
    if "team" in order.values:
        chair.id, chair.name = name_key(order.values["team"]), order.values["team"]
    chair.missed = 0
    if chair.policy or "policy" not in order.values:
        table.hang_up(chair, SWAPPED, "The host has given your seat to another bot.")
    tell_who_is_here(table)


def after_swap(table: Table, order: Ordered) -> None:
    """A bot of the house is asked what its seat is being asked."""
    chair = _chair(table, order)
    question = table.clocks.of(chair.seat)
    if chair.policy and question and table.state is not None:
        asking.ask_house(table, table.state, question.decision, chair.policy)


def kick(table: Table, order: Ordered) -> None:
    """Where the game does not let it leave, the clock plays for it, quickly."""
    chair = _chair(table, order)
    table.hang_up(chair, KICKED, "The host has ended your part.")
    if table.state is None or chair.outside:
        table.sit(chair.seat, "", "", "")
    elif not table.decision(chair.seat).option(LEAVE):
        chair.missed = SLEEPS_AFTER
        tell_who_is_here(table)


def leave(table: Table, order: Ordered) -> None:
    """It leaves, where the game lets it."""
    chair = _chair(table, order)
    if chair.taken and table.decision(chair.seat).option(LEAVE):
        table.make(chair.seat, Move(LEAVE), BY_HOST)
