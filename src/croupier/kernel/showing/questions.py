"""Decisions as people meet them: every option with its words, its key, and the cards that it takes by their places.

A client answers with the name of an option, an amount, and cards by their indices among those that it takes;
`move_from` turns the answer into a move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import ascii_lowercase
from typing import Any

from msgspec.structs import replace

from ..contract.game import Decision, Game, Move, Option
from ..errors import BadInput
from ..vocabulary.cards import UNKNOWN
from ..vocabulary.ledger import row_of
from ..vocabulary.menu import GAP
from .scene import Candidate, Choice, Question

KEYS = {
    "FOLD": "f",
    "CHECK": "c",
    "CALL": "c",
    "BET": "r",
    "RAISE": "r",
    "RAISE_TO": "r",
    "ALL_IN": "a",
    "PLAY": "p",
    "DISCARD": "i",
    "DRAW": "d",
    "TAKE": "t",
    "PASS": "s",
}
"""The keys that mean the same in every game. Options that are never offered together but mean different things have
different letters, so that a player who presses a key twice does not play a card instead of passing."""
RESERVED = "blmqv"
"""Letters that clients use for themselves: rule book, log, sound, quit, view."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def question_of(game: Game, view: Any, decision: Decision) -> Question | None:
    """A decision in general words; None if there is nothing to decide."""
    if not decision.options:
        return None
    keys = keys_of(tuple(game.own_kinds.values()))
    return Question(
        number=decision.number,
        options=tuple(
            _choice(game, view, option, "" if option.aside else keys.get(option.name, ""))
            for option in decision.options
            if not (option.aside and option.unlisted)
        ),
        default=decision.options[decision.default].name if decision.default >= 0 else "",
        limit_ms=decision.limit_ms,
    )


def move_from(decision: Decision, name: str, amount: int = 0, cards: Sequence[int | None] = ()) -> Move:
    """The move of an answer to a Scene's question. Cards are indices, from 0, among those that the option takes; None
    leaves a place empty. The move is not checked: the game does that."""
    option = decision.named(name)
    if option is None:
        raise BadInput(f"There is no option {name!r}; there are {', '.join(decision.legal)}.")
    offered = option.cards
    for number in cards:
        if number is not None and not (type(number) is int and 0 <= number < len(offered)):
            raise BadInput(f"{name} has cards 0 to {len(offered) - 1}, not {number!r}.")
    return Move(option.kind, amount, tuple(GAP if number is None else offered[number] for number in cards))


def each_choice(question: Question | None, change: Callable[[Choice], Choice], says: str = "") -> Question | None:
    """A question with its choices mapped by `change`, and with the sentence `says`."""
    if question is None:
        return None
    return replace(question, options=tuple(map(change, question.options)), says=says)


def cards_wanted(fewest: int, most: int) -> str:
    """ "a card", "two cards", "up to three cards", "one or two cards"."""
    if fewest == most:
        return "a card" if most == 1 else f"{number(most)} cards"
    if fewest == 0:
        return f"up to {'a card' if most == 1 else f'{number(most)} cards'}"
    return f"{number(fewest)} {'or' if most - fewest == 1 else 'to'} {number(most)} cards"


def number(count: int) -> str:
    """A small number in words."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else f"{count:,}"


@cache
def keys_of(names: tuple[str, ...]) -> Mapping[str, str]:
    """A letter for each name of a game's options, the same throughout a game: the usual one, else the first letter of
    the name that is free, else any free letter; no letter once all are taken."""
    keys = {name: KEYS[name] for name in names if name in KEYS}
    for letters in ("", ascii_lowercase):  # first the letters of the name, then any
        for name in names:
            free = [one for one in letters or name.lower() if one.isalpha() and one not in (*RESERVED, *keys.values())]
            if name not in keys and free:
                keys[name] = free[0]
    return keys


def _choice(game: Game, view: Any, option: Option, key: str) -> Choice:
    places = places_of(view) if option.cards else {}
    return Choice(
        name=option.name,
        words=_words(option),
        key=key,
        aside=option.aside,
        unlisted=option.unlisted,
        low=option.low,
        high=option.high,
        step=option.step,
        fewest=option.fewest,
        most=option.most,
        ordered=option.ordered,
        gaps=option.gaps,
        takes=tuple(_candidate(game, view, places, option, card) for card in option.cards),
    )


def _words(option: Option) -> str:
    words = option.name.replace("_", " ").capitalize()
    if option.most:
        return f"{words} {cards_wanted(option.fewest, option.most)}"
    return f"{words} {option.low:,}" if option.step and option.low == option.high else words


def places_of(view: Any) -> dict[int, tuple[int, int]]:
    """The zone and slot of every card that a view shows."""
    cards = getattr(view, "cards", None)
    if cards is None:
        return {}
    return {
        card: (zone, slot)
        for zone in range(len(cards.count))
        for slot, card in enumerate(row_of(cards, zone))
        if card != UNKNOWN
    }


def _candidate(game: Game, view: Any, places: dict[int, tuple[int, int]], option: Option, card: int) -> Candidate:
    zone, slot = places.get(card, (option.zone, -1))
    name = game.words.face(view, card).name if game.words.face else game.words.card_name(card)
    return Candidate(zone=zone, slot=slot, name=name)
