"""Hints at a table that has them: what the rules say of a decision, and what the house would do, with its reasons.

A hint is made from the view of the seat that asks, and from nothing else. The house's advice comes from a worker that
no table waits for. Hints are not kept, and have no effect on play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from croupier.kernel.contract.game import Game
from croupier.kernel.contract.nameplate import Nameplate
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.hints import clause_of, facts_of, in_words, meanings
from croupier.kernel.showing.scene import Question, Scene
from croupier.kernel.showing.scenes import scene
from croupier.kernel.showing.wire import Frame
from croupier.kernel.showing.wire.messages import OUT_OF_TURN, Hint, HouseAdvice, Meaning

from ..house import Explained
from ..house.questions import question
from .hosted import Hosted

if TYPE_CHECKING:
    from .room import Room

NO_HINTS = "NO_HINTS"


class Refusal(NamedTuple):
    """The code and the words with which a question for a hint is refused."""

    code: str
    msg: str


def give(room: Room, hosted: Hosted, connection: str, about: str, say: Callable[[Frame], None]) -> Refusal | None:
    """Answer a player that asks for a hint with `say`, at once or, about "advice", later; or return why not."""
    session, table = hosted.session, hosted.table
    if not table.plan.hints:
        return Refusal(NO_HINTS, "This table has no hints: `welcome` tells which tables have them.")
    seat, state = session.seat_of(connection), table.state
    question_now = session.clocks.of(seat)
    if seat is None or state is None or question_now is None or table.chairs[seat].stranger:
        return Refusal(OUT_OF_TURN, "You have nothing to decide now.")
    game, act_id = table.game, table.asked_before + question_now.decision.number
    players = [Nameplate(chair.id, chair.name) for chair in table.chairs]
    shown = scene(game, state, cast_for(game, seat, players))
    asks = shown.question
    assert asks is not None
    told = of_rules(game, shown, asks, act_id)
    if about == "rule":
        say(told)
        return None
    policy, decision = game.house_bots.adviser, table.decision(seat)

    def answered(said: Explained) -> None:
        if session.clocks.of(seat) is question_now and session.seat_of(connection) == seat:
            advised = in_words(asks, decision, said.move)
            say(replace(told, advice=HouseAdvice(f"house:{policy}", advised, [*facts_of(shown), *said.reasons])))

    room.house.advise(question(game, policy, state, decision), players, answered)
    return None


def of_rules(game: Game, shown: Scene, asks: Question, act_id: int) -> Hint:
    """What the rule book says of the decision in a Scene."""
    options = [Meaning(words, means) for words, means in meanings(game, asks)]
    return Hint(act_id=act_id, says=asks.says, clause=shown.clause, rule=clause_of(game, shown), options=options)
