"""Reads the answers of language models, which surround them with prose, fences and corrections.

    read('I am ahead.\\n```json\\n{"action": "raise to 1,200"}\\n```', game, decision)     RAISE_TO 1200

An answer is an object of JSON with an `action`, wherever it stands in the text: the last one counts. Without one, a
text is understood only if its last line, or else the whole text, names exactly one of the options and denies nothing.
The rules then judge whether the move is legal, as for every player; for an answer that is not, `refusal` has the text
to send back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from croupier.kernel.contract.decision import Decision, Move, Option, judge
from croupier.kernel.contract.game import Game
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.wire.answers import cards_by_name

LONGEST = 100_000
"""The most characters of an answer that are read, from its end."""
LONGEST_THOUGHTS = 4096
SHORT = 12
"""In a text of more words than this, an option has to be named just as it is listed: "check" may mean anything."""
DECODER = json.JSONDecoder()
DENIED = re.compile(r"\b(not|never|no longer|instead of|rather than|without)\b|n['’]t\b", re.IGNORECASE)
"""Words that turn a sentence about an action into its opposite."""
LABEL = re.compile(r"\b(?:action|answer|decision|move)\b\W*(?:is\b|:|=)", re.IGNORECASE)
ALL_IN = re.compile(r"\ball[\s_-]?in\b", re.IGNORECASE)
RAISES = ("bet", "raise")
"""What people call any option with an amount."""
NUMBER = re.compile(r"\W{0,3}(?:(?:to|of|with)\b)?\W{0,3}(\d[\d,_]*)(?![\d.]*\d)", re.IGNORECASE)
SUITS = str.maketrans("♣♦♥♠", "cdhs")


class Reading(NamedTuple):
    """What was understood of an answer."""

    option: Option | None = None
    amount: int | None = None
    cards: Sequence[str | None] = ()
    named: str = ""
    """The action that it names, if that is none of the options."""

    def __str__(self) -> str:
        if self.option is None:
            return f"the action {self.named[:60]!r}, which is none of the options" if self.named else "no action"
        cards = " ".join("-" if card is None else card for card in self.cards)
        if self.option.step and self.amount is None:
            return f"{self.option.name} without an amount"
        amount = "" if self.amount is None else str(self.amount)
        return " ".join(part for part in (self.option.name, amount, cards) if part)


def read(text: str, game: Game, decision: Decision) -> Reading:
    """What an answer means. Asides are never read from it: a model is asked to decide."""
    text = text[-LONGEST:]
    found = [one for one in _objects(text) if "action" in one]
    if found:
        return _of_object(found[-1], game, decision)
    lines = [line for line in text.splitlines() if line.strip()]
    labelled = [*LABEL.finditer(text)]
    parts = [text[labelled[-1].end() :].strip().partition("\n")[0]] if labelled else []
    for part in (*parts, *lines[-1:], text):
        reading = _of_words(part, game, decision)
        if reading.option is not None and (len(part.split()) <= SHORT or reading.option.name in part):
            return reading
    return Reading()


def thoughts_in(text: str) -> str:
    """The thoughts in an answer: those that its JSON names, else the whole text."""
    found = [one for one in _objects(text[-LONGEST:]) if "action" in one]
    said = found[-1].get("thoughts") or found[-1].get("reasoning") if found else text
    return str(said or "").strip()[:LONGEST_THOUGHTS]


def move_of(reading: Reading, game: Game, decision: Decision) -> Move:
    """The legal move that was meant; BadInput says why there is none."""
    option = reading.option
    if option is None:
        what = f"{reading.named[:60]!r} is not possible now" if reading.named else "The answer names no action"
        raise BadInput(f"{what}. Legal: {game.legal(decision)}.")
    cards = cards_by_name(option, reading.cards, game.words.card_name)
    move = Move(option.kind, reading.amount or 0, cards)
    if code := judge(decision.options, move):
        raise BadInput(game.refusal(decision, move, code))
    return move


def refusal(why: str, reading: Reading, decision: Decision) -> str:
    """The reply to an answer that was refused: what was understood, and what is expected."""
    option = next(iter(decision.owed or decision.options))
    example: dict[str, Any] = {"action": option.name}
    if option.step:
        example["amount"] = option.low
    elif option.most:
        example["cards"] = ["CARD"] * max(1, option.fewest)
    return (
        f"Refused: {why}\nUnderstood: {reading}.\nExpected: one JSON object, such as "
        f"{json.dumps({**example, 'thoughts': 'why, in a sentence'})}, with one of the options of the decision. "
        "Nothing was played: answer it now."
    )


# Objects


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The objects of JSON in a text, with keys in lower case; of objects within each other, those that name an
    action."""
    at = text.find("{")
    while at >= 0:
        end = at + 1
        try:
            value, end = DECODER.raw_decode(text, at)
            yield from _inside(value)
        except (ValueError, RecursionError):
            pass
        at = text.find("{", end)


def _inside(value: Any) -> Iterator[dict[str, Any]]:
    if not isinstance(value, dict):
        return
    lower = {str(key).lower(): one for key, one in value.items()}
    if "action" in lower and not isinstance(lower["action"], dict):
        yield lower
        return
    for one in value.values():
        yield from _inside(one)


def _of_object(given: dict[str, Any], game: Game, decision: Decision) -> Reading:
    action = str(given["action"] or "").strip()
    reading = _of_words(action, game, decision)
    option = reading.option
    if option is None:
        return Reading(named=action)
    if option.step and given.get("amount") is not None:
        reading = reading._replace(amount=_amount(given["amount"], option))
    if option.most and (cards := given.get("cards")):
        listed = re.split(r"[\s,]+", cards.strip()) if isinstance(cards, str) else cards
        if isinstance(listed, list):
            reading = reading._replace(cards=[_card(one, option, game) for one in listed])
    return reading


def _amount(value: Any, option: Option) -> int | None:
    """A whole number; None for anything else."""
    if isinstance(value, str) and ALL_IN.search(value):
        return option.high
    if isinstance(value, str) and re.fullmatch(r"\d[\d,_]*", bare := value.strip()):
        return int(re.sub(r"\D", "", bare)[:18])
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return int(value) if whole and not isinstance(value, bool) and abs(value) < 10**18 else None


def _card(given: Any, option: Option, game: Game) -> str | None:
    """A card by its name, in any case and with any sign for its suit."""
    if given is None or str(given).strip() in ("", "-"):
        return None
    bare = _plain(str(given))
    names = [game.words.card_name(card) for card in option.cards]
    return next((name for name in names if _plain(name) == bare), str(given)[:60])


def _plain(card: str) -> str:
    return card.strip().translate(SUITS).replace("10", "T").casefold()


# Words


def _of_words(text: str, game: Game, decision: Decision) -> Reading:
    """The one option that a phrase names; none if it names several, or denies something."""
    places = {option: end for option in _answers(decision) if (end := _named_at(text, option, decision)) is not None}
    if ALL_IN.search(text) and not any("ALL" in option.name for option in places):
        amounts = [option for option in _answers(decision) if option.step]
        if len(amounts) == 1 and set(places) <= set(amounts):
            return Reading(amounts[0], amounts[0].high)
    if len(places) != 1 or DENIED.search(text):
        return Reading()
    ((option, end),) = places.items()
    amount: int | None = None
    if option.step:
        number = NUMBER.match(text, end)
        amount = int(re.sub(r"\D", "", number[1])[:18]) if number else None
        if amount is None and option.low == option.high:
            amount = option.low
    cards = list[str | None]()
    if option.most:
        names = {_plain(game.words.card_name(card)): game.words.card_name(card) for card in option.cards}
        words = re.split(r"[\s,;:.()\[\]\"'*`]+", text[end:])
        cards = [names[_plain(word)] for word in words if _plain(word) in names]
    return Reading(option, amount, cards)


def _answers(decision: Decision) -> list[Option]:
    return [option for option in decision.options if not option.aside]


def _named_at(text: str, option: Option, decision: Decision) -> int | None:
    """The end of the last place at which a text names an option; None if it does not."""
    words = option.name.split("_")
    ways = [r"[\s_-]+".join(map(re.escape, words))]
    others = [other for other in _answers(decision) if other != option]
    first = {other.name.split("_")[0] for other in others}
    if words[0] not in first:
        ways.append(re.escape(words[0]))
    if option.step and not any(other.step for other in others):
        taken = {word.lower() for other in others for word in other.name.split("_")}
        ways += [word for word in RAISES if word not in taken]
    found = [*re.finditer(rf"\b(?:{'|'.join(ways)})\b", text, re.IGNORECASE)]
    return found[-1].end() if found else None
