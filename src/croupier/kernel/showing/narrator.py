"""A match in words, for readers of text: a person in a terminal, or a language model.

    briefing(game, seat)                               the rules in short, what is scored, and the form of an answer
    narrator = Narrator(game, seat)
    narrator.hear(facts, "T-1-M1-H7", begins=True)     what the seat was told, step by step
    narrator.say(state, decision, FULL)                the table, what happened, and the possible answers
    narrator.since()                                   what happened since the seat's last move

The text is made only from the facts that the seat was told and from that seat's own view: a card that was mucked is
in neither. Players are called by their seats. They choose their names themselves, and a reader would take a name such
as "Fold now" for an order; names are sent beside the text.

VERSION goes up whenever the same facts are put in other words: results of readers are comparable within one version.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from ..contract.game import Decision, Game, Option, State
from ..vocabulary.events import Fact
from .cast import cast_for, seat_name
from .draw import draw
from .onlooker import Onlooker
from .scene import Choice, Scene

VERSION = 3
BRIEF: Literal["brief"] = "brief"
FULL: Literal["full"] = "full"
Length = Literal["brief", "full"]
"""BRIEF: this hand, how the hand of the seat's last move went on, and the habits of the others. FULL: the hands before,
too."""
MOST_HANDS = 20
"""At most this many earlier hands are told in full; habits are counted over all hands."""
MOST_MISSED = 3
"""At most this many hands in which a seat made no move are told in `since`."""


class Ending(NamedTuple):
    """The end of a hand: what a seat sees then, the seats of the table, and the seat's score in the match."""

    view: Any
    seats: int
    score: int


def ending_of(state: State, seat: int) -> Ending | None:
    """The end of a hand for a seat; None while one is played."""
    game = state.game
    if not (game.over(state) or game.between_hands(state)):
        return None
    return Ending(game.view(state, seat), state.table.seats, game.scores(state)[seat])


class Place(NamedTuple):
    """A place in the story of a seat: before a sentence of a hand."""

    hand: str
    sentence: int


def briefing(game: Game, seat: int) -> str:
    """What a player has to know before the first decision of a match: the same text for all of them."""
    role = f", {game.words.roles[seat]}" if seat < len(game.words.roles) else ""
    parts = [f"You play {game.title} in {seat_name(seat)}{role}."]
    parts += [game.words.short_rules().strip(), f"Your score: {game.words.scored}" if game.words.scored else ""]
    return "\n\n".join(filter(None, [*parts, _format(game)])) + "\n"


def _format(game: Game) -> str:
    """The form of an answer, with an example of each kind of option. A genome's options depend on its rules: the
    examples name none of them."""
    examples = ['{"action": "NAME", "thoughts": "why, in a sentence"}']
    if game.choices.with_amount:
        examples.append('{"action": "NAME", "amount": 300} where the option takes an amount, a whole number')
    if game.choices.with_cards:
        card = game.words.card_name(0)
        examples.append(f'{{"action": "NAME", "cards": ["{card}"]}} where the option takes cards, each by its name')
    return "\n".join(
        [
            "Each decision lists its options. An answer names one of them, with an amount or with cards only if that "
            "option takes them. As JSON:",
            *(f"  {example}" for example in examples),
            "`thoughts` are kept for later readers: nothing is played from them, and no other player sees them during "
            "the match. An answer that is not legal plays nothing, and you are told what is legal.",
        ]
    )


class Narrator:
    """The memory of one seat at one table."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self._eyes = Onlooker(game, cast_for(game, seat))
        self._hands: deque[tuple[str, list[str]]] = deque(maxlen=MOST_HANDS + 1)
        """Hands by name, with their sentences; the last is the one in play, or was until now."""
        self._scores: dict[str, int] = {}
        """The seat's score in the match at the end of each of these hands, and of the one before them."""
        self._last_move: Place | None = None
        self._habits: dict[int, Counter[str]] = {}
        self._seen = 0
        self.whole = False
        """Whether it has heard the match from the first hand on."""

    def hear(
        self, facts: Sequence[Fact], hand: str, *, begins: bool = False, own: bool = False, end: Ending | None = None
    ) -> None:
        """Add what the seat was told of a step; with `begins`, of a step that begins a hand; with `own`, of a move of
        its own; with `end`, of one that ends a hand."""
        if begins or not self._hands:
            self.whole = self.whole or (begins and not self._hands and hand.endswith("-H1"))
            self._hands.append((hand, []))
            self._seen += 1
        if own:
            self._last_move = Place(self._hands[-1][0], len(self._hands[-1][1]))
        self._hands[-1][1].extend(self._eyes.hear(facts))
        if end is not None:
            self._hands[-1][1].extend(self._what_won(end))
            self._scores[self._hands[-1][0]] = end.score
            for old in [*self._scores][: -MOST_HANDS - 2]:
                del self._scores[old]
        if facts and not begins and isinstance(facts[0], self.game.words.acts):  # later facts are consequences
            seat: int = facts[0].seat  # type: ignore[attr-defined]
            self._habits.setdefault(seat, Counter())[_deed(facts[0])] += 1

    def _what_won(self, end: Ending) -> Iterator[str]:
        """Why a hand was won, where hands were compared: what the best of them was."""
        result = self._eyes.see_between(end.view, end.seats).result
        if result is not None and result.words and f"{result.words}." not in self._hands[-1][1]:
            yield f"What won: {result.words}."

    def follow(self, earlier: Narrator) -> None:
        """Add what another narrator heard before this one began."""
        self.whole = earlier.whole
        self._eyes.follow(earlier._eyes)
        if self._hands and earlier._hands and self._hands[0][0] == earlier._hands[-1][0]:
            name, sentences = self._hands[0]
            told = earlier._hands[-1][1]
            self._hands[0] = name, told + sentences
            self._seen -= 1
            before = [*earlier._hands][:-1]
            if self._last_move is not None and self._last_move.hand == name:
                self._last_move = Place(name, self._last_move.sentence + len(told))
        else:
            before = [*earlier._hands]
        self._hands.extendleft(reversed(before[len(self._hands) - MOST_HANDS - 1 or None :]))
        self._seen += earlier._seen
        self._last_move = self._last_move or earlier._last_move
        self._scores = {**earlier._scores, **self._scores}
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
            parts += [_page(f"Earlier, {name}", self._told(name, told)) for name, told in [*self._hands][:-1]]
        else:
            parts += self._missed()
        if self._hands:
            parts.append(_page(f"This hand, {self._hands[-1][0]}", self._hands[-1][1]))
        parts += [*self._others(scene), *_asked(self.game, scene, decision)]
        return "\n\n".join(parts) + "\n"

    def see(self, state: State) -> str:
        """The table as the seat sees it, without a decision."""
        scene = self._eyes.see(state)
        return f"{self.game.title}. You are {_who(scene, self.seat)}.\n\n{draw(scene)}\n"

    def since(self) -> str:
        """What happened since the seat's last move, its own move first; all of it, if it has not moved yet."""
        return "\n".join(_page(name, told) for name, told in self._later())

    def past(self, most: int) -> str:
        """The last hands that are over, at most `most`, as the seat saw them."""
        over = [(name, told) for name, told in self._hands if name in self._scores]
        return "\n\n".join(_page(name, self._told(name, told)) for name, told in over[-most:])

    def moved_in(self, match: str) -> bool:
        """Whether the seat has moved in a match."""
        return self._last_move is not None and self._last_move.hand.rpartition("-H")[0] == match

    def hand(self, name: str) -> str:
        """A hand as the seat saw it; "" if it is not remembered."""
        return next((_page(name, self._told(name, told)) for known, told in self._hands if known == name), "")

    def options(self, state: State, decision: Decision) -> list[str]:
        """What the seat may answer, as `say` lists it: a line for each option, asides last."""
        choices = _choices(self._eyes.see(state))
        return [_option(self.game, option, choices).strip() for option in (*decision.owed, *decision.asides)]

    def _later(self) -> list[tuple[str, list[str]]]:
        """The hands since the seat's last move, from that move on."""
        place = self._last_move
        hands = [(name, self._told(name, told)) for name, told in self._hands]
        at = next((at for at, (name, _) in enumerate(hands) if place is not None and name == place.hand), None)
        if place is None or at is None:
            return hands[-MOST_MISSED:]
        return [(place.hand, hands[at][1][place.sentence :]), *hands[at + 1 :][-MOST_MISSED:]]

    def _missed(self) -> Iterator[str]:
        """How earlier hands went on after the seat's last move."""
        for name, told in self._later():
            if self._hands and name != self._hands[-1][0]:
                yield _page(f"Since your last move, {name}", told)

    def _told(self, name: str, told: list[str]) -> list[str]:
        """The sentences of a hand, with its result if it is over."""
        return [*told, self._result(name)] if name in self._scores else told

    def _result(self, name: str) -> str:
        """What a hand was worth to the seat."""
        match, _, number = name.rpartition("-H")
        score, before = (
            self._scores[name],
            self._scores.get(f"{match}-H{int(number) - 1}") if number.isdigit() else None,
        )
        if before is None and number == "1":
            before = 0
        hand = f"Your score: {score - before:+,} in this hand, " if before is not None else "Your score: "
        return f"{hand}{score:+,} in the match so far."

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
    choices = _choices(scene)
    says = f" {scene.question.says}" if scene.question and scene.question.says else ""
    owed = [_option(game, option, choices) for option in decision.owed]
    yield "\n".join([f"You decide.{says} Answer with one of:", *owed])
    if asides := [_option(game, option, choices) for option in decision.asides]:
        yield "\n".join(["Besides, whoever is to act, as an aside:", *asides])


def _choices(scene: Scene) -> dict[str, Choice]:
    return {choice.name: choice for choice in scene.question.options} if scene.question else {}


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
    if choice and choice.words and not option.step:
        parts.append(f"({choice.words})")
    if meaning := game.words.means.get(option.name):
        parts.append(f"– {meaning}")
    if choice and choice.costly and not choice.costly_from:
        parts.append(f"({choice.costly})")
    return " ".join(parts)
