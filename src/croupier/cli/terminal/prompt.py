"""What a person types, as a move.

An option is named by its name or the start of its name; then come its amount or its cards: "check", "raise 300",
"raise to 1,000", "r 300", "swap Ah Kd", "swap 1 3" (by position among the cards offered). Where only one option takes
cards, they say it all: "Ah Kd", or "1 3". Where places may stay empty, "-" leaves one: "confirm attack - heal".

Where a game has no such word of its own, "bet" is RAISE_TO, and "all in" the most that can be wagered.
"""

from __future__ import annotations

import re

from croupier.kernel.contract.game import Decision, Game, Move, Option
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.menu import GAP

SAID_FOR = {"BET": "RAISE_TO"}
"""What people say at a table, for the name that a game may have instead."""
ALL_IN = ("ALL_IN", "ALLIN")
NUMBER = re.compile(r"\d{1,3}(,\d{3}){1,5}|\d[\d_]{0,17}")


def read_move(game: Game, decision: Decision, text: str) -> Move:
    """The move that a text asks for; BadInput says what was not understood."""
    words = text.replace(",", " ").split()
    if not words:
        raise BadInput("Nothing was typed.")
    if option := _option_of_card(game, decision, words[0]):
        return _choice(game, option, text)
    if option := _option_all_in(game, decision, text):
        return Move(option.kind, option.high)
    option, rest = _named(game, decision, text)
    if option.step:
        return Move(option.kind, _amount(option, rest))
    if option.most:
        return _choice(game, option, rest)
    if rest:
        raise BadInput(f"{option.name} takes nothing more, but {rest!r} was typed.")
    return Move(option.kind)


def _option_all_in(game: Game, decision: Decision, text: str) -> Option | None:
    """The one option that takes an amount, if the text is "all in" and the game has no such move of its own."""
    takers = [option for option in decision.owed if option.step]
    if _as_name(text) not in ALL_IN or ALL_IN[0] in game.kinds.values() or len(takers) != 1:
        return None
    return takers[0]


def _as_name(text: str) -> str:
    return "_".join(text.upper().replace("-", " ").split())


def _named(game: Game, decision: Decision, text: str) -> tuple[Option, str]:
    """The option that a text begins with, by all words of its name or by the first one, and the rest of the text."""
    for found in reversed(list(re.finditer(r"[^\s,]+", text))):
        for option in decision.options:
            if option.name == "_".join(text[: found.end()].upper().split()):
                return option, _rest(text, found.end())
    first = re.search(r"[^\s,]+", text)
    assert first is not None
    return _option(game, decision, first[0]), _rest(text, first.end())


def _rest(text: str, start: int) -> str:
    return text[start:].strip(" ,")


def _option(game: Game, decision: Decision, word: str) -> Option:
    wanted = word.upper().replace("-", "_")
    found = [o for o in decision.options if o.name == wanted]
    found = found or [o for o in decision.options if o.name.startswith(wanted)]
    found = found or [o for o in decision.options if o.name == SAID_FOR.get(wanted)]
    if len(found) != 1:
        cards = [] if found else [game.words.card_name(card) for option in decision.owed for card in option.cards]
        names = ", ".join([*(o.name for o in (found or decision.options)), *cards])
        raise BadInput(f"{word!r} could be {names}." if found else f"{word!r} is none of {names}.")
    return found[0]


def _option_of_card(game: Game, decision: Decision, word: str) -> Option | None:
    """The one option that takes cards, if the word is the name or the number of one of them."""
    takers = [option for option in decision.owed if option.most]
    if len(takers) != 1:
        return None
    named = any(game.words.card_name(card).lower() == word.lower() for card in takers[0].cards)
    return takers[0] if named or word.isdecimal() else None


def _choice(game: Game, option: Option, text: str) -> Move:
    """The cards that a text names; none need be named where all of them have to be taken."""
    named = _names(game, option, text)
    if not named and len(option.cards) == option.fewest:
        return Move(option.kind, 0, option.cards)
    if not named and option.fewest:
        example = ", ".join(game.words.card_name(card) for card in option.cards[: option.fewest])
        raise BadInput(f"{option.name} takes cards; name them, such as {option.name} {example}.")
    return Move(option.kind, 0, tuple(_card(game, option, name) for name in named))


def _names(game: Game, option: Option, text: str) -> list[str]:
    """The cards that a text names: one name, which may have several words, or some with commas or spaces between."""
    whole = " ".join(text.split())
    if "," in whole:
        return [name.strip() for name in whole.split(",") if name.strip()]
    known = {game.words.card_name(card).lower() for card in option.cards}
    return [whole] if whole.lower() in known else whole.split()


def _amount(option: Option, text: str) -> int:
    """The amount that a text tells, with or without "to" before it."""
    wanted = text.upper().removeprefix("TO ").strip()
    if not wanted and option.low == option.high:
        return option.low
    if wanted == "MAX" or _as_name(wanted) in ("ALL", *ALL_IN):
        return option.high
    if wanted == "MIN":
        return option.low
    if NUMBER.fullmatch(wanted):
        return int(wanted.replace(",", "").replace("_", ""))
    raise BadInput(
        f"{option.name} takes a number from {option.low} to {option.high}, such as {option.name} {option.low}."
    )


def _card(game: Game, option: Option, word: str) -> int:
    if option.gaps and word == "-":
        return GAP
    for card in option.cards:
        if game.words.card_name(card).lower() == word.lower():
            return card
    if word.isdecimal() and 1 <= int(word) <= len(option.cards):
        return option.cards[int(word) - 1]
    names = " ".join(game.words.card_name(card) for card in option.cards)
    raise BadInput(f"{word!r} is none of {names}.")
