"""A decision in words, for readers of text: a person in a terminal, or a language model.

    narrator = Narrator(game, seat)
    narrator.hear(facts, "T-1-M1-H7", begins=True)     what the seat was told, step by step
    narrator.say(state, decision, FULL)                the table, what happened, and the possible answers

The text is made only from the facts that the seat was told and from that seat's own view: a card that was mucked is
in neither. Players are called by their seats. They choose their names themselves, and a reader would take a name such
as "Fold now" for an order; names are sent beside the text.

VERSION goes up whenever the same facts are put in other words: results of readers are comparable within one version.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from ..contract.game import Decision, Game, Option, State
from ..vocabulary.events import Fact
from .cast import cast_for, seat_name
from .draw import draw
from .onlooker import Onlooker
from .scene import Choice, Scene

VERSION = 2
BRIEF: Literal["brief"] = "brief"
FULL: Literal["full"] = "full"
Length = Literal["brief", "full"]
"""BRIEF: this hand, and the habits of the others. FULL: the hands before it, too."""
MOST_HANDS = 20
"""At most this many earlier hands are told in full; habits are counted over all hands."""


class Narrator:
    """The memory of one seat at one table."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self._eyes = Onlooker(game, cast_for(game, seat))
        self._hands: deque[tuple[str, list[str]]] = deque(maxlen=MOST_HANDS + 1)
        """Hands by name, with their sentences; the last is the one in play."""
        self._habits: dict[int, Counter[str]] = {}
        self._seen = 0
        self.whole = False
        """Whether it has heard the match from the first hand on."""

    def hear(self, facts: Sequence[Fact], hand: str, *, begins: bool = False) -> None:
        """Add what the seat was told of a step; with `begins`, of a step that begins a hand."""
        if begins or not self._hands:
            self.whole = self.whole or (begins and not self._hands and hand.endswith("-H1"))
            self._hands.append((hand, []))
            self._seen += 1
        self._hands[-1][1].extend(self._eyes.hear(facts))
        if facts and not begins and isinstance(facts[0], self.game.words.acts):  # later facts are consequences
            seat: int = facts[0].seat  # type: ignore[attr-defined]
            self._habits.setdefault(seat, Counter())[_deed(facts[0])] += 1

    def follow(self, earlier: Narrator) -> None:
        """Add what another narrator heard before this one began."""
        self.whole = earlier.whole
        self._eyes.follow(earlier._eyes)
        if self._hands and earlier._hands and self._hands[0][0] == earlier._hands[-1][0]:
            name, sentences = self._hands[0]
            self._hands[0] = name, earlier._hands[-1][1] + sentences
            self._seen -= 1
            before = [*earlier._hands][:-1]
        else:
            before = [*earlier._hands]
        self._hands.extendleft(reversed(before[len(self._hands) - MOST_HANDS - 1 or None :]))
        self._seen += earlier._seen
        for seat, counted in earlier._habits.items():
            self._habits.setdefault(seat, Counter()).update(counted)

    def forget(self, seat: int) -> None:
        """Forget the habits of a seat, because another player sits there now."""
        self._habits.pop(seat, None)

    def say(self, state: State, decision: Decision, length: Length = BRIEF) -> str:
        """The decision of the seat, as text."""
        scene = self._eyes.see(state)
        parts = [f"{self.game.title}. You are {_who(scene, self.seat)}.", draw(scene)]
        if length == FULL:
            parts += [_page(f"Earlier, {name}", told) for name, told in [*self._hands][:-1]]
        if self._hands:
            parts.append(_page(f"This hand, {self._hands[-1][0]}", self._hands[-1][1]))
        parts += [*self._others(scene), *_asked(self.game, scene, decision)]
        return "\n\n".join(parts) + "\n"

    def _others(self, scene: Scene) -> Iterator[str]:
        """The habits of the others: how often each did what."""
        told = [
            f"  {_who(scene, seat)}: {', '.join(f'{deed} {times}' for deed, times in sorted(counted.items()))}"
            for seat, counted in sorted(self._habits.items())
            if seat != self.seat
        ]
        if told:
            hands = "1 hand" if self._seen == 1 else f"{self._seen} hands"
            yield "\n".join([f"The others, in {hands} that you saw:", *told])


def _who(scene: Scene, seat: int) -> str:
    role = scene.seats[seat].role
    return f"{seat_name(seat)}, the {role}" if role else seat_name(seat)


def _page(heading: str, told: Sequence[str]) -> str:
    return "\n".join([f"{heading}:", *(f"  {sentence}" for sentence in told)])


def _deed(fact: Fact) -> str:
    """ "called", "bet placed": an act by the name of its fact."""
    return re.sub(r"(?<!^)([A-Z])", r" \1", type(fact).__name__).lower()


def _asked(game: Game, scene: Scene, decision: Decision) -> Iterator[str]:
    """The possible answers, in the words that an answer takes."""
    choices = {choice.name: choice for choice in scene.question.options} if scene.question else {}
    says = f" {scene.question.says}" if scene.question and scene.question.says else ""
    owed = [_option(game, option, choices) for option in decision.owed]
    yield "\n".join([f"You decide.{says} Answer with one of:", *owed])
    if asides := [_option(game, option, choices) for option in decision.asides]:
        yield "\n".join(["Besides, whoever is to act, as an aside:", *asides])


def _option(game: Game, option: Option, choices: Mapping[str, Choice]) -> str:
    choice = choices.get(option.name)
    parts = [f"  {option.name}"]
    if option.step:
        by = f" by {option.step:,}" if option.step > 1 else ""
        many = f"{option.low}" if option.low == option.high else f"{option.low} to {option.high}{by}"
        presets = ", ".join(f"{one.label} {one.amount}" for one in choice.presets) if choice else ""
        parts.append(f"with an amount, {many}{f' ({presets})' if presets else ''}")
    elif option.most:
        many = f"{option.most}" if option.fewest == option.most else f"{option.fewest} to {option.most}"
        order = ", in order" if option.ordered else ""
        gaps = ', "-" for an empty place' if option.gaps else ""
        parts.append(f"with cards, {many}{order}{gaps}, of: {' '.join(map(game.words.card_name, option.cards))}")
    if choice and choice.words and not option.step and not option.most:
        parts.append(f"({choice.words})")
    if choice and choice.costly and not choice.costly_from:
        parts.append(f"({choice.costly})")
    return " ".join(parts)
