"""Orders about one player: its clock, its moves, its seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.kernel.contract.game import Move
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire import GENERIC, dialect_of
from croupier.kernel.showing.wire.messages import Action, Aside
from croupier.kernel.vocabulary.menu import LEAVE

from ...identity import name_key, team_name
from ..asking import ask_house, made
from ..attendance import hang_up
from ..effects import KICKED, SWAPPED
from ..inputs import Ordered
from ..lines import BY_HOST, Line, Noted
from ..session import Question, Session
from ..table import Chair
from .obeying import meant

MOST_MS = 86_400_000


def check_seat(session: Session, order: Ordered) -> None:
    """Check that a player sits in the seat."""
    chairs, seat = session.table.chairs, order.seat
    if seat is None or not 0 <= seat < len(chairs) or not chairs[seat].taken:
        raise BadInput("Name a seat in which a player sits.")


def _chair(session: Session, order: Ordered | Noted) -> Chair:
    assert order.seat is not None
    return session.table.chairs[order.seat]


# Its clock


def hold(session: Session, noted: Noted) -> None:
    """Give the open decision its full time again."""
    for chair in meant(session.table, noted.seat):
        if question := session.clocks.of(chair.seat):
            question.limit_ms = question.decision.limit_ms


def check_release(session: Session, order: Ordered) -> None:
    """Check that a player is held."""
    if not any(chair.held for chair in meant(session.table, order.seat)):
        raise BadInput("No clock is stopped there by `hold`.")


def check_time(session: Session, order: Ordered) -> None:
    """Check that there is a decision with a clock, or a bank."""
    if not order.values or not set(order.values) <= {"ms", "bank_ms"}:
        raise BadInput("Say how much: ms=30000 for this decision, bank_ms=60000 for the match.")
    for name, value in order.values.items():
        if type(value) is not int or not 1 <= value <= MOST_MS:
            raise BadInput(f"{name} is a time from 1 to {MOST_MS:,} milliseconds, not {value!r}.")
    if session.table.state is None:
        raise BadInput("No match is being played.")
    question = session.clocks.of(order.seat)
    if "ms" in order.values and (question is None or not question.limit_ms):
        raise BadInput(f"No clock runs for {_chair(session, order).name} now; add to the bank with bank_ms.")


def give_time(session: Session, noted: Noted) -> None:
    """Add time to the open decision, for all seats that share its clock, and to its bank."""
    question, more = session.clocks.of(noted.seat), noted.values.get("ms", 0)
    for one in _same_clock(session, question):
        one.extra_ms += more
    if question is not None and not question.decision.shared_clock:
        question.bank_ms += noted.values.get("bank_ms", 0)


def _same_clock(session: Session, question: Question | None) -> list[Question]:
    if question is None or not question.decision.shared_clock:
        return [question] if question else []
    return [one for one in session.clocks.running() if one.decision.shared_clock]


# Its moves


def check_act(session: Session, order: Ordered) -> None:
    """Check that the move is legal for the seat now."""
    _move(session, order)


def act(session: Session, order: Ordered) -> Iterator[Line]:
    """The line of the move that the host makes for a seat."""
    assert order.seat is not None
    yield made(session, order.seat, _move(session, order), BY_HOST)


def _move(session: Session, order: Ordered) -> Move:
    """The move that the host wants, from the names of the generic dialect."""
    table = session.table
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
    heard = dialect_of(table.game, GENERIC).hear(session.context(), frame, decision)
    if heard.move is None:
        raise BadInput(getattr(heard.reply, "msg", "That is not possible now."))
    return heard.move


def _are_names(cards: Any) -> bool:
    return cards is None or (isinstance(cards, list) and all(one is None or isinstance(one, str) for one in cards))


def check_forfeit(session: Session, order: Ordered) -> None:
    """Check that the player is in a match."""
    chair = _chair(session, order)
    if session.table.state is None or chair.outside:
        raise BadInput(f"{chair.name} is in no match that it could give up.")
    if chair.id in session.table.forfeits:
        raise BadInput(f"{chair.name} has given up already.")


# Its seat


def check_swap(session: Session, order: Ordered) -> None:
    """Check that the values ask for a new token, a house bot, or another team. Whether these exist, the room checks."""
    values, chair = order.values, _chair(session, order)
    if len(values) > 1 or not set(values) <= {"policy", "team"}:
        raise BadInput("A seat is given to policy=NAME or to team=NAME, or gets a new token.")
    if not all(isinstance(value, str) for value in values.values()):
        raise BadInput("policy and team are names.")
    if values.get("policy") == "" and not chair.policy:
        raise BadInput(f"No bot of the house plays for {chair.name}.")
    if "team" in values and any(one.id == name_key(team_name(values["team"])) for one in session.table.chairs):
        raise BadInput(f"{values['team']} sits here already.")


def hang_up_for_swap(session: Session, noted: Noted) -> None:
    """Close the connection that had the seat, unless a house bot gives the seat back."""
    if noted.values.get("policy") != "":
        seat = _chair(session, noted).seat
        hang_up(session, seat, SWAPPED, "The host has given your seat to another bot.")


def after_swap(session: Session, order: Ordered) -> Iterator[Line]:
    """Ask the new house bot the open question of its seat."""
    chair, state = _chair(session, order), session.table.state
    question = session.clocks.of(chair.seat)
    if chair.policy and question and state is not None:
        ask_house(session, state, question.decision, chair.policy)
    yield from ()


def hang_up_for_kick(session: Session, noted: Noted) -> None:
    """Close the connection of the seat."""
    hang_up(session, _chair(session, noted).seat, KICKED, "The host has ended your part.")


def leave(session: Session, order: Ordered) -> Iterator[Line]:
    """Make the player leave, if the game allows it."""
    chair = _chair(session, order)
    if chair.taken and session.table.decision(chair.seat).option(LEAVE):
        yield made(session, chair.seat, Move(LEAVE), BY_HOST)
