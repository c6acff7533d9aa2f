"""What a house bot would have done at a decision of a hand, from the view of the seat that had to decide."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from croupier.kernel.contract.game import Game, Move
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.errors import BadInput
from croupier.kernel.showing import scene as scenes
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.hints import in_words
from croupier.kernel.showing.scenes import scene

from ..house.questions import Explained, Question, question
from .hands import PlayedHand


class Asked(NamedTuple):
    """A question for a house bot, as the seat was asked it, and the move that was made."""

    question: Question
    put: scenes.Question
    played: Move | None
    share: float | None
    players: tuple[Nameplate, ...]


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """The move of a house bot and the move that was made, in the words of their buttons."""

    bot: str
    seat: int
    advised: str
    played: str = ""
    same: bool = False
    share: float | None = None
    """What the seat's hand wins of the pot on average, against hands that it has not seen."""
    reasons: tuple[str, ...] = ()
    """What speaks for the advised move, in sentences."""


def asked(game: Game, hand: PlayedHand, made: int, seat: int) -> Asked:
    """The question about the decision of a seat after `made` moves; BadInput if the seat owes none."""
    state = hand.after(game, made)
    if not (0 <= seat < state.table.seats and state.owed >> seat & 1):
        raise BadInput(f"Seat {seat} has nothing to decide there.")
    decision = game.decision(state, seat)
    put = scene(game, state, cast_for(game, seat, hand.players)).question
    assert put is not None
    played = next((move for actor, move in hand.moves[made:] if actor == seat), None)
    told = game.odds(game.view(state, seat)) if game.odds else None
    asks = question(game, game.house_bots.adviser, state, decision)
    return Asked(asks, put, played, told[seat] if told else None, hand.players)


def advice(about: Asked, said: Explained) -> Advice:
    """The advice for a question, in words."""
    decision, played, advised = about.question.decision, about.played, said.move
    return Advice(
        f"house:{about.question.policy}",
        decision.seat,
        in_words(about.put, decision, advised),
        "" if played is None else in_words(about.put, decision, played),
        advised == played,
        None if about.share is None else round(about.share, 4),
        said.reasons,
    )
