"""A step, shown moment by moment."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import structs

from croupier.games.battle import GAME
from croupier.games.battle.events import StepRevealed, Struck
from croupier.kernel.showing.moments import Moment, moments
from croupier.kernel.showing.scene import Meter, Scene
from tests.battle.table import Match


def draw(view: Any) -> Scene:
    """A Scene with the HP of both."""
    return Scene(
        game="battle",
        title="The Battle",
        meters=tuple(Meter(label="HP", owner=seat, value=view.hp[seat]) for seat in range(2)),
    )


def tell(fact: Any) -> str:
    return "struck" if isinstance(fact, Struck) else ""


def hp(scene: Scene) -> list[int]:
    return [meter.value for meter in scene.meters]


def a_round() -> list[Moment]:
    """What a seat is shown of a round in which it is struck once."""
    match = Match(start_hp=4)
    match.confirm(0, "attack - -")
    before = GAME.view(match.state, 1)
    events = match.confirm(1, "- - -")
    after = structs.replace(draw(GAME.view(match.state, 1)), phase="Round 2")
    return moments(GAME, match.table.config, before, events.seen_by(1), after, draw=draw, tell=tell)


def test_each_fact_has_its_pause_and_the_table_after_it() -> None:
    shown = a_round()
    revealed = [moment for moment in shown if isinstance(moment.fact, StepRevealed)]
    assert [moment.pause_ms for moment in revealed] == [250, 900, 900]
    assert [hp(moment.scene) for moment in revealed] == [[4, 4], [4, 2], [4, 2]], "a step is shown before what it does"
    assert sum(moment.pause_ms for moment in shown) == 250 + 900 + 900


def test_the_last_moment_shows_what_is() -> None:
    shown = a_round()
    assert [moment.scene.phase for moment in shown] == [""] * (len(shown) - 1) + ["Round 2"]


def test_a_sentence_stands_until_the_next() -> None:
    shown = a_round()
    struck = next(number for number, moment in enumerate(shown) if isinstance(moment.fact, Struck))
    assert [moment.scene.sentence for moment in shown] == [""] * struck + ["struck"] * (len(shown) - struck)
    assert [moment.sentence for moment in shown if moment.sentence] == ["struck"]


def test_without_a_view_before_every_moment_shows_what_is() -> None:
    match = Match()
    after = draw(GAME.view(match.state, 0))
    facts = match.facts[:2]
    for game, before in ((GAME, None), (replace(GAME, effects=None), GAME.view(match.state, 0))):
        shown = moments(game, match.table.config, before, facts, after, draw=draw, tell=tell)
        assert [moment.scene for moment in shown] == [after, after]
    assert moments(GAME, match.table.config, None, [], after, draw=draw, tell=tell) == []
