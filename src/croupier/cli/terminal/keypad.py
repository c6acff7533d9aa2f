"""Reads an answer key by key; Enter is needed only where more keys could follow.

A letter takes an option. Digits are the numbers beside the cards; where an option takes an amount they are its digits,
and its named amounts have letters. Backspace removes the last digit or card, Escape everything.
"""

from __future__ import annotations

from msgspec.structs import replace

from croupier.kernel.errors import BadInput
from croupier.kernel.showing.draw import chips
from croupier.kernel.showing.numbering import numbers
from croupier.kernel.showing.scene import PLACES, Card, Choice, Preset, Scene, Zone

from . import keys
from .answers import Answer, bounds, card_numbered, check_count

GAP_KEYS = ("-", "_")
SAY_WHAT = "Several options take cards: first press the letter of one."


class Keypad:
    """What has been pressed so far of an answer to the question of a Scene."""

    def __init__(self, scene: Scene) -> None:
        assert scene.question is not None
        self.scene, self.question = scene, scene.question
        self.choice: Choice | None = None
        self.digits = ""
        self.cards: list[int | None] = []

    @property
    def begun(self) -> bool:
        """Whether an option was chosen that still needs an amount or cards."""
        return self.choice is not None

    def press(self, key: str) -> Answer | None:
        """Press a key: the answer if it is complete now, else None. BadInput says why a key does nothing."""
        if self.choice is None:
            return self._take(key)
        if key == keys.ESCAPE or (key == keys.BACKSPACE and not self.digits and not self.cards):
            self.clear()
            return None
        if key == keys.BACKSPACE:
            if self.digits:
                self.digits = self.digits[:-1]
            else:
                self.cards.pop()
            return None
        return self._amount(self.choice, key) if self.choice.step else self._card(self.choice, key)

    def clear(self) -> None:
        """Forget everything that was pressed."""
        self.choice, self.digits, self.cards = None, "", []

    def take_back(self) -> None:
        """After a refused answer: drop the digits, and the option too if it takes cards and none was chosen."""
        self.digits = ""
        if self.choice is not None and not self.choice.step and not self.cards:
            self.clear()

    def _take(self, key: str) -> Answer | None:
        """Take the option of a key. A digit takes the only option that takes cards."""
        for choice in self.question.options:
            if choice.key and choice.key == key:
                if choice.step and choice.low == choice.high:
                    return Answer(choice, choice.low)
                if choice.most and len(choice.takes) == choice.fewest and not choice.gaps:
                    return Answer(choice, 0, tuple(range(choice.fewest)))
                if not choice.step and not choice.most:
                    return Answer(choice)
                self.choice = choice
                return None
        takers = [choice for choice in self.question.owed or self.question.options if choice.takes]
        if key.isdecimal() or key in GAP_KEYS:
            if len(takers) == 1 and (key.isdecimal() or takers[0].gaps):
                self.choice = takers[0]
                return self._card(takers[0], key)
            raise BadInput("Nothing has a number now: press a letter." if not takers else SAY_WHAT)
        letters = " ".join(choice.key for choice in self.question.options if choice.key and not choice.unlisted)
        raise BadInput(f"{key!r} is none of the keys: {letters}, or ? for help." if len(key) == 1 else "")

    def _amount(self, choice: Choice, key: str) -> Answer | None:
        for letter, preset in preset_keys(choice):
            if key == letter:
                return Answer(choice, preset.amount)
        if key.isdecimal():
            self.digits = (self.digits + key)[:15]
        elif key == keys.ENTER and self.digits:
            amount, self.digits = int(self.digits), ""
            if not choice.low <= amount <= choice.high:
                raise BadInput(f"{choice.words} {chips(amount)} is not possible: it takes {bounds(choice)}.")
            if (amount - choice.low) % choice.step:
                raise BadInput(f"{choice.words} goes by {choice.step} from {chips(choice.low)}.")
            return Answer(choice, amount)
        elif key != ",":
            raise BadInput(f"Type an amount from {bounds(choice)} and press Enter.")
        return None

    def _card(self, choice: Choice, key: str) -> Answer | None:
        if key.isdecimal():
            self.digits += key
            return None if self._goes_on(choice) else self._pick(choice)
        if key in (keys.ENTER, " ") and self.digits:
            return self._pick(choice)
        if key in GAP_KEYS and choice.gaps:
            return self._add(choice, None)
        if key == keys.ENTER and self.cards:
            check_count(choice, len(self.cards))
            return Answer(choice, 0, tuple(self.cards))
        raise BadInput(f"Press the numbers of the cards{', - for an empty place' if choice.gaps else ''}.")

    def _goes_on(self, choice: Choice) -> bool:
        """Whether the digits may be the start of a longer number, as 1 is of 12."""
        beside = numbers(self.scene)
        known = [str(beside[candidate.zone, candidate.slot]) for candidate in choice.takes]
        return any(number != self.digits and number.startswith(self.digits) for number in known)

    def _pick(self, choice: Choice) -> Answer | None:
        """Choose the card with the number typed; a card that is already chosen is put back."""
        number, self.digits = int(self.digits), ""
        at = card_numbered(self.scene, choice, number)
        if at in self.cards:
            self.cards.remove(at)
            return None
        return self._add(choice, at)

    def _add(self, choice: Choice, card: int | None) -> Answer | None:
        if choice.most == 1:
            return Answer(choice, 0, (card,))
        if len(self.cards) == choice.most:
            raise BadInput(f"No more than {choice.most} cards: Enter to go, Backspace to take one back.")
        self.cards.append(card)
        return None

    def shown(self) -> str:
        """The prompt: what has been pressed, and which keys may come next."""
        choice = self.choice
        if choice is None:
            return ""
        if choice.step:
            named = "  ".join(f"{key} {preset.label}" for key, preset in preset_keys(choice))
            return f"{choice.words} {self.digits}_   {named}{'  ' if named else ''}Enter · Esc back"
        names = [choice.takes[at].name if at is not None else "-" for at in self.cards]
        full = len(names) == choice.most
        said = f"{choice.words}: {' '.join([*names, *([] if full else [f'{self.digits}_'])])}"
        none = "- none · " if choice.gaps and not full else ""
        ends = "Enter goes · " if choice.fewest <= len(names) or self.digits else ""
        return f"{said}   {none}{ends}Esc back"

    @property
    def laid(self) -> Scene:
        """The Scene, with the cards chosen so far in their places if the option lays cards in places."""
        if self.choice is None or not self.choice.gaps:
            return self.scene
        names = [self.choice.takes[at].name if at is not None else "-" for at in self.cards]
        lying = tuple(Card(name=name) for name in [*names, *["-"] * (self.choice.most - len(names))])
        return replace(self.scene, zones=tuple(self._with(zone, lying) for zone in self.scene.zones))

    def _with(self, zone: Zone, lying: tuple[Card, ...]) -> Zone:
        """The zone, with the chosen cards in it if it is the player's first zone of places and has as many of them."""
        own = [it.id for it in self.scene.zones if it.lies == PLACES and it.owner == self.scene.eyes]
        return replace(zone, cards=lying) if own and zone.id == own[0] and zone.count == len(lying) else zone


def preset_keys(choice: Choice) -> list[tuple[str, Preset]]:
    """A letter for each named amount: the first of its label that is free."""
    made: dict[str, Preset] = {}
    for preset in choice.presets:
        free = [letter for letter in preset.label if letter.isalpha() and letter not in made]
        if free:
            made[free[0]] = preset
    return list(made.items())
