"""Hints at private tables: what they say, who gets them, and that they tell nothing that the seat does not know."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.arena.house.questions import question
from croupier.arena.room import hints
from croupier.arena.room.offers import Offer
from croupier.arena.room.private import PrivateDesk, PrivateTables, Wish
from croupier.arena.tables.plan import Plan
from croupier.kernel.errors import BadInput
from croupier.kernel.vocabulary.ledger import imagine
from croupier.kernel.vocabulary.rng import Rng, seed

from .virtual import Client, Hall, hall, silent

pytestmark = pytest.mark.usefixtures("rough_odds")


def opened(one: Hall, game: str = "holdem", options: dict[str, Any] | None = None, **wish: Any) -> PrivateDesk:
    """A private table, with hints unless `wish` says otherwise."""
    desk = one.do(lambda: one.room.offer(Offer(id=game, game=game, kind="house", options=options or {})))
    asked = Wish(**{"game": game, "people": 1, "hints": True, **wish})
    made: PrivateDesk = one.do(lambda: PrivateTables(one.room, 5, 5).open(asked, desk, "10.0.0.1"))[0]
    return made


def asked(one: Hall, desk: PrivateDesk, **hello: Any) -> Client:
    """A client at that table, when it is to decide."""
    mara = one.join("Mara", desk.offer.code, style=silent, **hello)
    one.until(lambda: mara.of("act"))
    return mara


def hint(one: Hall, client: Client, about: str) -> dict[str, Any]:
    before = len(client.of("hint"))
    one.do(lambda: client.say(type="hint", about=about))
    one.until(lambda: len(client.of("hint")) > before or client.of("error"))
    assert not client.of("error")
    told: dict[str, Any] = client.of("hint")[-1]
    return told


@pytest.mark.parametrize("dialect", ["game", "generic", "contract"])
def test_a_hint_is_the_clause_that_applies_and_then_the_house_s_advice_with_its_reasons(dialect: str) -> None:
    with hall() as one:
        mara = asked(one, opened(one, seats=2), dialect=dialect)
        assert mara.of("welcome")[0]["hints"] is True
        rule = hint(one, mara, "rule")
        assert rule["clause"] == "Betting" and rule["rule"].startswith("## Betting") and "advice" not in rule
        assert rule["act_id"] == mara.of("act")[-1]["act_id"] and rule["says"].endswith("to call.")
        assert {"words": "Fold", "means": "give up this hand and what you have put in"} in rule["options"]
        told = hint(one, mara, "advice")
        advice = told.pop("advice")
        assert told == rule and advice["bot"] == "house:oracle" and advice["advised"]
        reasons = " ".join(advice["reasons"])
        for part in ("Against any hands, this one wins", "A call costs", "With this hand the blueprint would"):
            assert part in reasons


def test_advice_in_a_genome_game_is_by_what_was_learnt_and_has_the_chance_and_the_price() -> None:
    with hall() as one:
        mara = asked(one, opened(one, "leduc", seats=2))
        advice = hint(one, mara, "advice")["advice"]
        assert advice["bot"] == "house:learnt:leduc" and "Against hands that fit" in " ".join(advice["reasons"])


def test_only_a_player_that_is_to_decide_at_a_table_with_hints_gets_one() -> None:
    with hall() as one:
        one.house.silent = True
        desk = opened(one, people=2, seats=2)
        both = [one.join(name, desk.offer.code, style=silent) for name in ("Mara", "Beta")]
        one.until(lambda: any(client.of("act") for client in both))
        waits = next(client for client in both if not client.of("act"))
        one.do(lambda: waits.say(type="hint"))
        assert waits.of("error")[-1]["code"] == "OUT_OF_TURN"
        watcher = one.join("Zed", desk.offer.id, role="spectator")
        one.do(lambda: watcher.say(type="hint"))
        assert watcher.of("error")[-1]["code"] == "OUT_OF_TURN"
        assert not waits.of("hint") and not watcher.of("hint")
    with hall() as one:
        mara = asked(one, opened(one, hints=False, seats=2))
        one.do(lambda: mara.say(type="hint", about="advice"))
        assert mara.of("error")[-1]["code"] == hints.NO_HINTS and "hints" not in mara.of("welcome")[0]


def test_advice_that_comes_after_the_decision_is_not_told() -> None:
    with hall() as one:
        mara = asked(one, opened(one, seats=2))
        act = mara.of("act")[-1]

        def both() -> None:
            mara.say(type="hint", about="advice")
            mara.say(type="action", action="CALL", hand_id=act["hand_id"], act_id=act["act_id"])

        one.do(both)
        one.until(lambda: len(mara.of("act")) > 1)
        assert not mara.of("hint")


def test_hints_are_asked_for_a_few_at_a_time_and_leave_no_line() -> None:
    with hall() as one:
        desk = opened(one, seats=2)
        mara = asked(one, desk)
        assert desk.table_there is not None
        before = desk.table_there.session.line
        for _ in range(7):
            one.do(lambda: mara.say(type="hint"))
        assert len(mara.of("hint")) == 6 and mara.of("error")[-1]["code"] == "TOO_MANY_HINTS"
        assert desk.table_there.session.line == before


def test_no_table_whose_matches_count_has_hints() -> None:
    for plan in ({}, {"unlisted": True, "event": "E"}, {"unlisted": True, "deal": "D"}):
        with pytest.raises(BadInput, match="Only a private table has hints"):
            Plan(id="T", game="holdem", seats=2, hints=True, **plan)  # type: ignore[arg-type]
    with hall() as one:
        for kind in ("table", "house", "practice"):
            with pytest.raises(BadInput, match="Only a private table has hints"):
                one.do(lambda kind=kind: one.room.offer(Offer(id=kind, game="holdem", kind=kind, hints=True)))  # type: ignore[misc]
        desk = opened(one, options={"hands": 1}, seats=2)
        mara = one.join("Mara", desk.offer.code)
        one.until(lambda: mara.of("match_end"))
        assert not one.room.past.matches()


@pytest.mark.parametrize(
    ("game", "options"), [("holdem", {"seats": 3}), ("five_card_draw", {"seats": 3}), ("gin_rummy", {}), ("deal", {})]
)
def test_a_hint_tells_nothing_that_its_seat_does_not_know(game: str, options: dict[str, Any]) -> None:
    with hall() as one:
        desk = opened(one, game, options)
        mara = asked(one, desk, dialect="generic")
        hosted = desk.table_there
        assert hosted is not None and hosted.table.state is not None
        seat, state = mara.of("welcome")[0]["seat"], hosted.table.state
        told, asks = [], []
        for key in range(4):
            rng = Rng()
            seed(rng, key, 0)
            hosted.table.state = state.copy()
            if key:
                imagine(hosted.table.state.table.cards, seat, rng)
            assert bool(key) == (hosted.table.state != state)
            decision = hosted.table.decision(seat)
            sees = question(hosted.table.game, hosted.table.game.house_bots.adviser, hosted.table.state, decision)
            asks.append((sees.sees, sees.decision))
            told.append([hint(one, mara, "rule"), hint(one, mara, "advice")["advice"]["reasons"]])
            one.pass_time(4_000)
        hosted.table.state = state
        assert all(one == asks[0] for one in asks) and all(one == told[0] for one in told)
        assert msgspec.json.encode(told[0])
