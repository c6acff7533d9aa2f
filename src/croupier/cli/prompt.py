"""What a person types, as a move.

An option is named by its number, its name or the start of its name; then come its amount or its cards:
"2", "check", "raise 300", "r 300", "swap Ah Kd", "swap 1 3" (by position among the cards offered). Where only one
option takes cards, they say it all: "Ah Kd". Asides, such as leaving the table, have no number. Where places may stay
empty, "-" leaves one: "confirm attack - heal".
"""

from __future__ import annotations

from croupier.kernel.errors import BadInput
from croupier.kernel.game import Decision, Game, Move, Option
from croupier.kernel.menu import GAP


def read_move(game: Game, decision: Decision, text: str) -> Move:
    """The move that a text asks for; BadInput says what was not understood."""
    words = text.replace(",", " ").split()
    if not words:
        raise BadInput("Nothing was typed.")
    if option := _option_of_card(game, decision, words[0]):
        return _choice(game, option, text)
    option = _option(game, decision, words[0])
    rest = words[1:]
    if option.step:
        return Move(option.kind, _amount(option, rest))
    if option.most:
        return _choice(game, option, text.partition(words[0])[2])
    if rest:
        raise BadInput(f"{option.name} takes nothing more, but {' '.join(rest)!r} was typed.")
    return Move(option.kind)


def _option(game: Game, decision: Decision, word: str) -> Option:
    if word.isdigit():
        if not 1 <= int(word) <= len(decision.owed):
            raise BadInput(f"There is no choice {word}; there are {len(decision.owed)}.")
        return decision.owed[int(word) - 1]
    wanted = word.upper().replace("-", "_")
    found = [o for o in decision.options if o.name == wanted]
    found = found or [o for o in decision.options if o.name.startswith(wanted)]
    if len(found) != 1:
        cards = [] if found else [game.card_name(card) for option in decision.owed for card in option.cards]
        names = ", ".join([*(o.name for o in (found or decision.options)), *cards])
        raise BadInput(f"{word!r} could be {names}." if found else f"{word!r} is none of {names}.")
    return found[0]


def _option_of_card(game: Game, decision: Decision, word: str) -> Option | None:
    """The one option that takes cards, if the word names one of them."""
    takers = [option for option in decision.owed if option.most]
    if len(takers) != 1 or not any(game.card_name(card).lower() == word.lower() for card in takers[0].cards):
        return None
    return takers[0]


def _choice(game: Game, option: Option, text: str) -> Move:
    """The cards that a text names; none need be named where all of them have to be taken."""
    named = _names(game, option, text)
    if not named and len(option.cards) == option.fewest:
        return Move(option.kind, 0, option.cards)
    if not named and option.fewest:
        example = ", ".join(game.card_name(card) for card in option.cards[: option.fewest])
        raise BadInput(f"{option.name} takes cards; name them, such as {option.name} {example}.")
    return Move(option.kind, 0, tuple(_card(game, option, name) for name in named))


def _names(game: Game, option: Option, text: str) -> list[str]:
    """The cards that a text names: one name, which may have several words, or some with commas or spaces between."""
    whole = " ".join(text.split())
    if "," in whole:
        return [name.strip() for name in whole.split(",") if name.strip()]
    known = {game.card_name(card).lower() for card in option.cards}
    return [whole] if whole.lower() in known else whole.split()


def _amount(option: Option, words: list[str]) -> int:
    if not words and option.low == option.high:
        return option.low
    if len(words) == 1:
        if words[0].lower() in ("max", "all", "allin", "all-in"):
            return option.high
        if words[0].lower() == "min":
            return option.low
        digits = words[0].replace("_", "")
        if digits.isdigit():
            return int(digits)
    raise BadInput(
        f"{option.name} takes a number from {option.low} to {option.high}, such as {option.name} {option.low}."
    )


def _card(game: Game, option: Option, word: str) -> int:
    if option.gaps and word == "-":
        return GAP
    for card in option.cards:
        if game.card_name(card).lower() == word.lower():
            return card
    if word.isdigit() and 1 <= int(word) <= len(option.cards):
        return option.cards[int(word) - 1]
    names = " ".join(game.card_name(card) for card in option.cards)
    raise BadInput(f"{word!r} is none of {names}.")
