"""Turns a bot's answer into a move; and finds the penalty for an invalid answer.

The referee only has to understand an answer. The rules judge whether a move is allowed, as for every player. For an
invalid answer it finds the nearest legal move, for the bot's author, and the penalty, which is played: giving up if the
game has that (folding), else what the clock would play.
"""

from __future__ import annotations

import operator
import traceback
from collections.abc import Callable
from itertools import dropwhile
from pathlib import Path
from typing import Any

from croupier.kernel.contract.game import Decision, Game, Move, Option
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.spelling import writable
from croupier.kernel.vocabulary.menu import CARDS_PER_ACTION, GAP

AMOUNTS_BELOW = 2**62
"""Amounts beyond this do not fit into a record."""
SHOWN = 2000
"""How many characters of an answer or a traceback are shown."""
_OURS = str(Path(__file__).parents[1])


class NoAnswer(BadInput):
    """An answer that is neither a name nor a move."""


class UnknownWord(BadInput):
    """An answer that names no action of the game: most often a spelling mistake."""


def is_unknown(game: Game, name: Any) -> bool:
    """Whether a name is no action of a game."""
    return isinstance(name, str) and name.upper() not in game.kinds.values()


def understood(decision: Decision, answer: Any) -> Move:
    """The move that an answer means; BadInput says what was not understood."""
    cards: Any
    if type(answer) is Move:
        kind, amount, cards = answer.kind, answer.amount, answer.cards
    elif isinstance(answer, str):
        kind, amount, cards = _kind(decision, answer), 0, ()
    elif isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[0], str):
        kind, what = _kind(decision, answer[0]), answer[1]
        amount, cards = (0, what) if isinstance(what, tuple | list) else (what, ())
    else:
        raise NoAnswer(
            f"An answer is a name such as {decision.legal[0]!r}, a name with an amount or with cards, or a Move; "
            f"not {shown(answer)} ({type(answer).__name__})."
        )
    plain = type(kind) is int and type(amount) is int and not cards
    if plain and -AMOUNTS_BELOW < kind < AMOUNTS_BELOW and -AMOUNTS_BELOW < amount < AMOUNTS_BELOW:
        return Move(kind, amount)
    if not isinstance(cards, tuple | list) or len(cards) > CARDS_PER_ACTION:
        raise BadInput(f"At most {CARDS_PER_ACTION} cards can be named, in a list; not {shown(cards)}.")
    return Move(_whole(kind, "A kind"), _whole(amount, "An amount"), tuple(_whole(card, "A card") for card in cards))


def _kind(decision: Decision, name: str) -> int:
    option = decision.named(name) or decision.named(name.upper())
    if option is None:
        raise BadInput(f"{writable(name[:SHOWN])} is not possible now. Legal: {', '.join(decision.legal)}.")
    return option.kind


def _whole(value: Any, what: str) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise BadInput(f"{what} is a whole number, not {shown(value)} ({type(value).__name__}).") from None
    if not -AMOUNTS_BELOW < number < AMOUNTS_BELOW:
        raise BadInput(f"{what} has at most 18 digits; this one has more.")
    return number


def penalty(game: Game, decision: Decision) -> Move:
    """The move that is played for a bot whose answer is invalid."""
    given_up = decision.option(game.forfeit) if game.forfeit is not None else None
    return Move(given_up.kind) if given_up else default(decision)


def default(decision: Decision) -> Move:
    """What the clock would play, as the seat's own move; the first option if the clock plays nothing."""
    if decision.default >= 0:
        return least(decision.options[decision.default])
    return least((decision.owed or decision.options)[0])


def least(option: Option) -> Move:
    """An option with its lowest amount, its first cards, or its places left empty."""
    cards = (GAP,) * option.fewest if option.gaps else option.cards[: option.fewest]
    return Move(option.kind, option.low, cards)


def nearest(decision: Decision, answer: Any) -> Move:
    """The legal move nearest to an answer: of the same kind if that is offered, else the default.

    An answer may be of a class of the bot's own, whose methods can do anything: if one raises, the default is returned.
    """
    try:
        return _nearest(decision, answer)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return default(decision)


def _nearest(decision: Decision, answer: Any) -> Move:
    name, what, kind = "", None, -1
    if isinstance(answer, Move):
        kind, what = answer.kind, answer.cards or answer.amount
    elif isinstance(answer, str):
        name = answer
    elif isinstance(answer, tuple) and answer and isinstance(answer[0], str):
        name, what = answer[0], answer[1] if len(answer) > 1 else None
    option = decision.option(kind) or decision.named(name) or decision.named(name.upper())
    if option is None:
        return default(decision)
    if option.step:
        return Move(option.kind, option.nearest(_rounded(what, option.low)))
    if option.most:
        return Move(option.kind, 0, _choice(option, what if isinstance(what, tuple | list) else ()))
    return Move(option.kind)


def _rounded(value: Any, otherwise: int) -> int:
    """A number rounded to an integer; `otherwise` if the value is no number."""
    try:
        number: int = round(value)
        return max(-AMOUNTS_BELOW, min(number, AMOUNTS_BELOW))
    except (TypeError, ValueError, OverflowError):
        return otherwise


def _choice(option: Option, wanted: tuple[Any, ...] | list[Any]) -> tuple[int, ...]:
    """The wanted cards that can be chosen, each once, filled up with others to the fewest allowed."""
    kept = [card for card in dict.fromkeys(map(_hashable, wanted)) if card in option.cards][: option.most]
    if option.gaps:
        return tuple(kept + [GAP] * (option.fewest - len(kept)))
    others = [card for card in option.cards if card not in kept]
    return tuple(kept + others[: max(0, option.fewest - len(kept))])


def _hashable(card: Any) -> Any:
    return card if isinstance(card, int) else None


def shown(value: Any, how: Callable[[Any], str] = repr) -> str:
    """A bot's own value as text, even if showing it raises."""
    try:
        text = writable(how(value))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        text = f"something whose {how.__name__}() raises {type(error).__name__}"
    return text if len(text) <= SHOWN else text[:SHOWN] + " …"


def traceback_of(error: BaseException) -> str:
    """The traceback of an exception that a bot raised, from the bot's own code on."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<frozen importlib")
    ]
    own = dropwhile(lambda frame: frame.filename.startswith(_OURS), frames)
    lines = traceback.format_list(list(own)) + traceback.format_exception_only(error)
    text = writable("".join(lines).rstrip())
    return text if len(text) <= SHOWN else text[: SHOWN // 2] + "\n …\n" + text[-SHOWN // 2 :]
