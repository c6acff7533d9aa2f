"""The action notation of PHH: "d dh p1 AhKd", "p3 cbr 210", "p1 sm", each with an optional comment after #."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import NamedTuple

from croupier.games.holdem.phh import Amount
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.cards import parse_cards

MOST_DECIMALS, MOST_DIGITS = 6, 15
"""The most decimals and digits of an amount: more would be a mistake, or an attempt to exhaust memory."""

DEALER = -1
"""The actor of dealing lines. Players are numbered from 0 here; PHH writes the first as p1."""


class Verb(StrEnum):
    """The kind of a line."""

    DEAL_HOLE = "dh"
    DEAL_BOARD = "db"
    FOLD = "f"
    CHECK_OR_CALL = "cc"
    RAISE_TO = "cbr"
    SHOW_OR_MUCK = "sm"


class Action(NamedTuple):
    """One parsed line. `at` is its index in the list of actions."""

    at: int
    verb: Verb
    player: int
    """The player who acts or is dealt hole cards; DEALER for the board."""
    cards: tuple[int, ...] = ()
    shows: bool = False
    """Of SHOW_OR_MUCK: whether the hand is shown."""
    total: Amount = 0
    """Of RAISE_TO: the street total."""


def parse_action(text: str, at: int, players: int) -> Action | None:
    """Parse a line; None if it is empty or only a comment. BadInput says what is wrong with it."""
    words = text.partition("#")[0].split()
    match words:
        case []:
            return None
        case ["d", "dh", player, cards]:
            return Action(at, Verb.DEAL_HOLE, _player(player, players), tuple(parse_cards(cards)))
        case ["d", "db", cards]:
            return Action(at, Verb.DEAL_BOARD, DEALER, tuple(parse_cards(cards)))
        case [player, "f"]:
            return Action(at, Verb.FOLD, _player(player, players))
        case [player, "cc"]:
            return Action(at, Verb.CHECK_OR_CALL, _player(player, players))
        case [player, "cbr", total]:
            return Action(at, Verb.RAISE_TO, _player(player, players), total=_total(total))
        case [player, "sm"]:
            return Action(at, Verb.SHOW_OR_MUCK, _player(player, players))
        case [player, "sm", "-"]:
            return Action(at, Verb.SHOW_OR_MUCK, _player(player, players), shows=True)
        case [player, "sm", cards]:
            return Action(at, Verb.SHOW_OR_MUCK, _player(player, players), tuple(parse_cards(cards)), shows=True)
        case [_, "sd" | "pb", *_]:
            raise BadInput(f"{words[1]!r} is an action of draw and stud games, not of hold'em.")
    raise BadInput("This is not an action: hold'em has d dh, d db, and for players f, cc, cbr and sm.")


def checked(amount: Amount) -> Amount:
    """An amount, as an int if it is whole; BadInput if it is not finite or has too many digits."""
    if isinstance(amount, Decimal):
        if not amount.is_finite():
            raise BadInput(f"{amount} is not a number of chips.")
        if not -MOST_DECIMALS <= int(amount.as_tuple().exponent) <= MOST_DIGITS:
            raise BadInput(f"{amount} has more than {MOST_DECIMALS} decimals or {MOST_DIGITS} digits.")
        if amount == int(amount):
            amount = int(amount)
    if abs(amount) >= 10**MOST_DIGITS:
        raise BadInput(f"An amount has more than {MOST_DIGITS} digits.")
    return amount


def _player(word: str, players: int) -> int:
    if not re.fullmatch(r"p[0-9]{1,3}", word) or not 1 <= int(word[1:]) <= players:
        raise BadInput(f"{word!r} is not a player; they are p1 to p{players}.")
    return int(word[1:]) - 1


def _total(word: str) -> Amount:
    try:
        return checked(Decimal(word.replace(",", "")))
    except InvalidOperation:
        raise BadInput(f"{word!r} is not a number of chips.") from None
