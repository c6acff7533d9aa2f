"""Reads what a person types as an answer to a Scene's question.

An option is named by its key, its name, its words, or the start of them; then come its amount or its cards: "c",
"check", "raise 300", "r to 1,000", "r pot", "exchange Ah Kd". A card is named by the number beside it, by its name, or
by the start of a name if only one kind of card begins so: "plea". Of several equal cards, any is taken. If only one
option takes cards, naming the cards is enough: "Ah Kd", or "1 3"; and "all-in", "pot" or "half" are enough if only one
option has such amounts. Where places may stay empty, "-" leaves one empty: "attack - heal".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from croupier.kernel.contract.game import Decision, Move
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.draw import chips
from croupier.kernel.showing.numbering import numbers
from croupier.kernel.showing.questions import cards_wanted, move_from
from croupier.kernel.showing.scene import Choice, Scene
from croupier.kernel.showing.spelling import meant

EMPTY = ("-", "_", "–", "none")
SAID_FOR = {"bet": "raise", "raise": "bet"}
"""Synonyms: a person may type either word for an option, whichever of them the game uses."""
ALL_IN = ("all in", "allin", "all")
GLYPHS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
NUMBER = re.compile(r"\d{1,3}(,\d{3}){1,5}|\d[\d_]{0,17}")


class Answer(NamedTuple):
    """An option with its amount, or with cards as indexes into `choice.takes`; None is an empty place."""

    choice: Choice
    amount: int = 0
    cards: tuple[int | None, ...] = ()

    def move(self, decision: Decision) -> Move:
        """The answer as a move of the decision."""
        return move_from(decision, self.choice.name, self.amount, self.cards)

    @property
    def costs(self) -> str:
        """Why the person should confirm this answer; "" if there is no need."""
        return self.choice.costly if self.amount >= self.choice.costly_from else ""

    @property
    def words(self) -> str:
        """The answer in words: "Raise to 300", "Play a card: Ah"."""
        choice = self.choice
        if choice.step and choice.low != choice.high:
            return f"{choice.words} {chips(self.amount)}"
        if self.cards:
            named = ", ".join("-" if at is None else choice.takes[at].name for at in self.cards)
            return f"{choice.words}: {named}"
        return choice.words


def read_answer(scene: Scene, text: str) -> Answer:
    """Read a text as an answer to the question of a Scene; BadInput says what was not understood."""
    assert scene.question is not None
    text = " ".join(text.split())
    if not text:
        raise BadInput("Nothing was typed.")
    options = scene.question.options
    choice: Choice | None
    choice, rest = (None, text) if _begins_with_card(options, text) else _named(options, text)
    if choice is None:
        choice, rest = _implied(scene, text), text
    if choice.step:
        return Answer(choice, _amount(choice, rest))
    if choice.most:
        return Answer(choice, 0, read_cards(scene, choice, rest))
    if rest:
        raise BadInput(f"{choice.words} takes nothing more, but {rest!r} was typed.")
    return Answer(choice)


def _begins_with_card(options: Sequence[Choice], text: str) -> bool:
    """Whether a text begins with the whole name of a card: then it is not read as the name of an option."""
    names = {candidate.name.lower() for choice in options for candidate in choice.takes}
    return any(f"{text.lower()} ".startswith((f"{name} ", f"{name},")) for name in names)


def _named(options: Sequence[Choice], text: str) -> tuple[Choice | None, str]:
    """The option that the longest possible beginning of a text names, and the rest of the text."""
    words = text.split(" ")
    for length in range(len(words), 0, -1):
        said = re.sub(r"(?<=\w)[-_](?=\w)", " ", " ".join(words[:length]).strip(",").lower())
        found = _called(options, said)
        if len(found) > 1 and length == 1:
            raise BadInput(f"{said!r} could be {' or '.join(choice.words for choice in found)}.")
        if len(found) == 1:
            return found[0], " ".join(words[length:]).strip(" ,")
    return None, text


def _called(options: Sequence[Choice], said: str) -> list[Choice]:
    """The options that a phrase names: by key or name, else by the start of their names or words."""
    exact = [choice for choice in options if said in (choice.key, *_names(choice))]
    if exact or not said or len(said) == 1:
        return exact
    begun = [choice for choice in options if any(name.startswith(said) for name in _names(choice))]
    owed = [choice for choice in begun if not choice.aside and not choice.unlisted]
    if len(owed or begun) > 0 or said not in SAID_FOR:
        return owed or begun
    return [choice for choice in options if choice.step and any(n.startswith(SAID_FOR[said]) for n in _names(choice))]


def _names(choice: Choice) -> tuple[str, str]:
    return choice.name.lower().replace("_", " "), choice.words.lower().replace("-", " ")


def _implied(scene: Scene, text: str) -> Choice:
    """The only option that fits a text without an option's name: it takes the cards, or has the named amount."""
    assert scene.question is not None
    options = scene.question.owed or scene.question.options
    takers = [choice for choice in options if choice.takes]
    wagers = [choice for choice in options if choice.presets]
    first = text.replace(",", " ").split(" ")[0].lower()
    if len(takers) == 1 and (first.isdecimal() or first in EMPTY or _cards_called(takers[0], first)):
        return takers[0]
    if len(wagers) == 1 and _preset(wagers[0], text) is not None:
        return wagers[0]
    if first.replace(",", "").isdecimal():
        raise BadInput(_no_number(options, first))
    known = [name for choice in options for name in (*_names(choice), *(card.name for card in choice.takes))]
    raise BadInput(f"{text!r} is none of the options.{meant(text, known)}")


def _no_number(options: Sequence[Choice], number: str) -> str:
    """The message about a number that stands beside no card: what to type instead."""
    for choice in options:
        if choice.step and choice.low != choice.high:
            return f"Nothing has the number {number}. For an amount, type {choice.key} {number}."
    if any(choice.takes for choice in options):
        example = next(choice for choice in options if choice.takes)
        return f"Say what to do with card {number}, such as {example.key} {number}."
    return f"Nothing has the number {number}: choose by the letter, such as {options[0].key}."


def _amount(choice: Choice, text: str) -> int:
    """Read the amount in a text, with or without "to" before it."""
    wanted = text.removeprefix("to ").strip()
    if not wanted and choice.low == choice.high:
        return choice.low
    amount = _preset(choice, wanted)
    if amount is None and NUMBER.fullmatch(wanted):
        amount = int(wanted.replace(",", "").replace("_", ""))
    if amount is None:
        such = f"{choice.key} {choice.low}" if choice.key else f"{choice.name.lower()} {choice.low}"
        raise BadInput(f"{choice.words} takes an amount from {bounds(choice)}: {such}.")
    if not choice.low <= amount <= choice.high:
        raise BadInput(f"{choice.words} {chips(amount)} is not possible: it takes {bounds(choice)}.")
    if (amount - choice.low) % choice.step:
        raise BadInput(f"{choice.words} goes by {choice.step} from {chips(choice.low)}.")
    return amount


def bounds(choice: Choice) -> str:
    """The range of amounts, such as "200 to 10,000"."""
    return f"{chips(choice.low)} to {chips(choice.high)}"


def _preset(choice: Choice, said: str) -> int | None:
    """The preset amount whose name begins with the phrase: "half" is "half pot"; None if there is none."""
    wanted = said.lower().strip()
    if not wanted:
        return None
    if wanted == "max":
        return choice.high
    wanted = "all-in" if wanted in ALL_IN else wanted
    exact = [preset.amount for preset in choice.presets if preset.label == wanted]
    begun = [preset.amount for preset in choice.presets if preset.label.startswith(wanted)]
    return next(iter(exact or begun), None)


def read_cards(scene: Scene, choice: Choice, text: str) -> tuple[int | None, ...]:
    """Read the cards in a text, as indexes into `choice.takes`. An empty text is enough if all cards must be taken."""
    if not text and len(choice.takes) == choice.fewest and not choice.gaps:
        return tuple(range(len(choice.takes)))
    chosen: list[int | None] = []
    for part in text.split(",") if "," in text else [text]:
        words = part.split()
        while words:
            length, at = _next_card(scene, choice, words, chosen)
            chosen.append(at)
            words = words[length:]
    check_count(choice, len(chosen))
    return tuple(chosen)


def check_count(choice: Choice, count: int) -> None:
    """Refuse too few or too many cards."""
    if not choice.fewest <= count <= choice.most:
        places = f" Type - for a place that stays empty: {choice.most} in all." if choice.gaps else ""
        raise BadInput(f"{choice.words}: it takes {cards_wanted(choice.fewest, choice.most)}, not {count}.{places}")


def _next_card(
    scene: Scene, choice: Choice, words: Sequence[str], chosen: Sequence[int | None]
) -> tuple[int, int | None]:
    """How many words name the next card, and its index: first by the number beside a card, then by the longest name.
    So 8 is the eighth card, even if there is only one eight."""
    if choice.gaps and words[0].lower() in EMPTY:
        return 1, None
    if words[0].isdecimal() and int(words[0]) in numbers(scene).values():
        return 1, _free_card(scene, choice, words[0], chosen)
    for length in range(len(words), 0, -1):
        said = " ".join(words[:length])
        found = _cards_called(choice, said)
        if found:
            free = [at for at in found if at not in chosen]
            if not free:
                raise BadInput(f"There is no other {choice.takes[found[0]].name}.")
            return length, free[0]
    if words[0].isdecimal():
        return 1, _free_card(scene, choice, words[0], chosen)
    raise BadInput(_no_card(choice, " ".join(words)))


def _free_card(scene: Scene, choice: Choice, number: str, chosen: Sequence[int | None]) -> int:
    """The card with this number; BadInput if it was chosen already."""
    at = card_numbered(scene, choice, int(number))
    if at in chosen:
        raise BadInput(f"{choice.takes[at].name} is named twice.")
    return at


def _cards_called(choice: Choice, said: str) -> list[int]:
    """The cards with this name, or of the only kind of card whose name begins with it."""
    wanted = said.lower().replace("10", "t")
    for glyph, letter in GLYPHS.items():
        wanted = wanted.replace(glyph, letter)
    names = [candidate.name.lower() for candidate in choice.takes]
    begun = {name for name in names if name.startswith(wanted)}
    kind = wanted if wanted in names else begun.pop() if len(begun) == 1 else None
    return [at for at, name in enumerate(names) if name == kind]


def card_numbered(scene: Scene, choice: Choice, number: int) -> int:
    """The index in `choice.takes` of the card with this number beside it; BadInput says why there is none."""
    place = next((place for place, beside in numbers(scene).items() if beside == number), None)
    for at, candidate in enumerate(choice.takes):
        if (candidate.zone, candidate.slot) == place:
            return at
    for candidate in choice.refuses:
        if (candidate.zone, candidate.slot) == place:
            raise BadInput(f"{candidate.name} cannot be chosen: {candidate.why_not}.")
    beside = numbers(scene)
    there = sorted(beside[candidate.zone, candidate.slot] for candidate in choice.takes)
    raise BadInput(f"No card has the number {number}; there are {', '.join(map(str, there))}.")


def _no_card(choice: Choice, said: str) -> str:
    """The message about a phrase that names no card."""
    for candidate in choice.refuses:
        if candidate.name.lower() == said.lower():
            return f"{candidate.name} cannot be chosen: {candidate.why_not}."
    kinds = list(dict.fromkeys(candidate.name for candidate in choice.takes))
    begun = [name for name in kinds if name.lower().startswith(said.lower())]
    if begun:
        return f"{said!r} could be {' or '.join(begun)}."
    return f"{said!r} is none of {', '.join(kinds)}.{meant(said, kinds)}"
