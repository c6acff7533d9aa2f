"""A step, shown moment by moment."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from croupier.games.battle import GAME
from croupier.games.battle.events import StepRevealed, Struck
from croupier.kernel.contract.game import Game
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.moments import Moment, moments
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.scene import Scene
from tests.battle.table import Match


def hp(scene: Scene) -> list[int]:
    return [meter.value for meter in scene.meters]


def a_round() -> list[Moment]:
    """What a seat is shown of a round in which it is struck once."""
    match = Match(start_hp=4)
    match.confirm(0, "attack - -")
    before = GAME.view(match.state, 1)
    events = match.confirm(1, "- - -")
    return moments(Onlooker(GAME, cast_for(GAME, 1)), before, events.seen_by(1), match.state)


def test_each_fact_has_its_pause_and_the_table_after_it() -> None:
    shown = a_round()
    revealed = [moment for moment in shown if isinstance(moment.fact, StepRevealed)]
    assert [moment.pause_ms for moment in revealed] == [250, 900, 900]
    assert [hp(moment.scene) for moment in revealed] == [[4, 4], [4, 2], [4, 2]], "a step is shown before what it does"
    assert sum(moment.pause_ms for moment in shown) == 250 + 900 + 900


def test_the_last_moment_shows_what_is_and_those_before_ask_nothing() -> None:
    match = Match()
    match.round("- - -", "- - -")
    before = GAME.view(match.state, 1)
    events = match.draft(1, "heal - -")
    shown = moments(Onlooker(GAME, cast_for(GAME, 1)), before, events.seen_by(1), match.state)
    assert shown[-1].scene.question is not None
    assert all(moment.scene.question is None for moment in a_round()[:-1])


def test_a_sentence_stands_until_the_next() -> None:
    shown = a_round()
    said = ""
    for moment in shown:
        said = moment.sentence or said
        assert moment.scene.sentence == said
    assert (
        next(moment.sentence for moment in shown if isinstance(moment.fact, Struck)) == "You are struck and have 2 HP."
    )


def test_without_a_view_before_every_moment_shows_what_is() -> None:
    match = Match()

    def scenes(game: Game, before: object) -> list[Scene]:
        shown = moments(Onlooker(game, cast_for(game, 0)), before, match.facts[:2], match.state)
        return [structs.replace(moment.scene, sentence="") for moment in shown]

    after = Onlooker(GAME, cast_for(GAME, 0)).see(match.state)
    assert scenes(GAME, None) == [after, after]
    assert scenes(replace(GAME, effects=None), GAME.view(match.state, 0)) == [after, after]
    assert moments(Onlooker(GAME, cast_for(GAME)), None, [], match.state) == []
