"""Hints in words: what a move is called on its button, what the rules say of a decision, and what the table shows that
speaks for a move in any game. All of it is made from a Scene, so it tells a viewer nothing new."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract.decision import Decision, Move
from ..contract.game import Game
from ..contract.words import clause_in
from ..vocabulary.menu import GAP
from .scene import Question, Scene


def in_words(put: Question, decision: Decision, move: Move) -> str:
    """A move in the words of the button that makes it: "Call 200", "Raise to 600", "Discard up to two cards: 9h 2c"."""
    option = decision.option(move.kind)
    choice = next((one for one in put.options if option is not None and one.name == option.name), None)
    if option is None or choice is None:
        return ""
    if option.most:
        named = dict(zip(option.cards, (candidate.name for candidate in choice.takes), strict=True))
        names = ["–" if card == GAP else named.get(card, "") for card in move.cards]
        return f"{choice.words}: {' '.join(names) or 'none'}"
    return f"{choice.words} {move.amount:,}" if option.step and option.low != option.high else choice.words


def clause_of(game: Game, shown: Scene) -> str:
    """What the rule book says under the heading that applies to a Scene, heading included; "" if it has none."""
    return clause_in(game.words.rule_book(), shown.clause) if shown.clause else ""


def meanings(game: Game, put: Question) -> Iterator[tuple[str, str]]:
    """The options that are owed whose words leave open what they mean: the words, and what they mean."""
    for choice in put.owed:
        if means := game.words.means.get(choice.name, ""):
            yield choice.words, means


def facts_of(shown: Scene) -> Iterator[str]:
    """What the table shows its viewer that speaks for a move: its hand by name, and meters that have a meaning."""
    for seat in shown.seats:
        if seat.you and seat.holds:
            yield f"Your hand: {seat.holds}."
    for meter in shown.meters:
        if meter.verdict and meter.owner in (-1, shown.eyes):
            yield f"{meter.label} {meter.value}: {meter.verdict}."
