"""From a client's message to a move: whether it comes in time, and which cards it means.

A frame without `act_id` answers the last question, unless its client cannot have read that question yet. A frame that
names another question is late, or early, and answers none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from ...contract.game import Decision, Move, Option
from ...errors import BadInput
from ...vocabulary.menu import GAP
from .context import Context
from .messages import ACTION_TOO_LATE, OUT_OF_TURN, Answer, Aside, Frame

LONGEST = 200
"""Quotations of a client's message are cut to this length."""

F = TypeVar("F", bound=msgspec.Struct)


class Refusal(NamedTuple):
    """Why an answer is refused."""

    code: str
    msg: str


class Heard(NamedTuple):
    """The result of a client's message: a move to make, and a reply to the client, if any.

    `move` is legal, and is made even if there is a `reply`. `meant` is the move that a refused message named.
    `notes` are for the log.
    """

    move: Move | None = None
    reply: Frame | None = None
    meant: Move | None = None
    notes: tuple[str, ...] = ()


def decoded(decoder: msgspec.json.Decoder[F], data: bytes | str) -> F:
    """A client's message; BadInput if the data is not a valid one."""
    try:
        return decoder.decode(data)
    except RecursionError:
        raise BadInput("It is nested too deeply.") from None
    except ValueError as error:  # no JSON, no UTF-8, another type, or a number of thousands of digits
        raise BadInput(f"{error}."[:LONGEST]) from None


def untimely(context: Context, answer: Answer, decision: Decision | None) -> Refusal | None:
    """Why an answer comes too late or too early; None if it is in time. An aside is always in time."""
    if answer.hand_id and answer.hand_id != context.hand_id:
        return Refusal(ACTION_TOO_LATE, f"Hand {answer.hand_id[:LONGEST]} is not played now.")
    asked = context.asked_before + decision.number if decision else None
    if answer.act_id is not None and answer.act_id != asked:
        if asked is not None and answer.act_id > asked:
            return Refusal(OUT_OF_TURN, "Nobody has asked that yet.")
        return Refusal(ACTION_TOO_LATE, f"Question {answer.act_id} is past.")
    if not isinstance(answer, Aside) and not (decision and decision.owed):
        if answer.act_id is not None:
            return Refusal(ACTION_TOO_LATE, f"Question {answer.act_id} has been answered.")
        return Refusal(OUT_OF_TURN, "It is not your turn.")
    if context.unread and answer.act_id is None and not isinstance(answer, Aside):
        early = f"This came before you can have read question {asked}: it is taken for an answer to the one before, "
        return Refusal(ACTION_TOO_LATE, early + "which the clock has played. Repeat `act_id` in every answer.")
    return None


def move_by_name(option: Option, answer: Answer, card_name: Callable[[int], str]) -> Move:
    """The move that an answer names; BadInput if it names a card that the option does not take."""
    picks, names = getattr(answer, "picks", None), getattr(answer, "cards", None)
    cards = cards_by_name(option, names or (), card_name) if picks is None else cards_by_number(option, picks)
    return Move(option.kind, answer.amount or 0, cards)


def cards_by_number(option: Option, numbers: Sequence[int | None]) -> tuple[int, ...]:
    """Cards by their indices among those of an option; null is a gap."""
    for number in numbers:
        if number is not None and not 0 <= number < len(option.cards):
            raise BadInput(f"{option.name} takes {len(option.cards)} cards now, from 0; there is no card {number}.")
    return tuple(GAP if number is None else option.cards[number] for number in numbers)


def cards_by_name(option: Option, names: Sequence[Any], card_name: Callable[[int], str]) -> tuple[int, ...]:
    """Cards by name among those of an option: equal names take the cards in order. Null or "-" is a gap."""
    left, cards = list(option.cards), list[int]()
    for name in names:
        if name is None or name == "-":
            cards.append(GAP)
            continue
        card = next((card for card in left if card_name(card) == name), None)
        if card is None:
            raise BadInput(f"{name[:LONGEST]!r} is none of the cards that {option.name} can take now.")
        left.remove(card)
        cards.append(card)
    return tuple(cards)
