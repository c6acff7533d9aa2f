"""A position of a match that is over is taken up again at a private table, against the house."""

from __future__ import annotations

import msgspec
import pytest

from croupier.agents.search import blindfolded
from croupier.arena.fairness import read_record
from croupier.arena.replay.hands import PlayedHand, PlayedMatch
from croupier.arena.replay.telling import Forbidden, OfTable, Permit, TakeOver, match_from, tell
from croupier.arena.room import records
from croupier.arena.room.memory import Result
from croupier.arena.room.private import PrivateDesk, PrivateTables
from croupier.arena.tables import lines
from croupier.arena.tables.inputs import Answered
from croupier.arena.tables.plan import Plan
from croupier.arena.verification import verified
from croupier.kernel.contract.record import Position
from croupier.kernel.errors import BadInput
from croupier.kernel.showing.playthrough import random_chooser
from croupier.kernel.vocabulary.turns import SEATS

from .test_replays import played
from .virtual import Client, Hall, Style, calls, hall, silent

OPEN = Permit(open=True)
GAMES = {
    "holdem": {"seats": 3, "hands": 3},
    "five_card_draw": {"seats": 3, "hands": 2},
    "gin_rummy": {"hands": 1},
    "hearts": {"hands": 1},
    "deal": {},
    "battle": {"reveal_when_confirmed": True},
}


def decisions(match: PlayedMatch, hand: PlayedHand) -> list[tuple[int, int]]:
    """The decisions of seats in a hand: after how many moves, and of which seat."""
    return [(made, actor) for made, (actor, _) in enumerate(hand.moves) if actor < SEATS]


def taken(match: PlayedMatch, number: int, made: int, seat: int, permit: Permit = OPEN) -> Position:
    told = tell(match, TakeOver("T-1-M1", number, made, seat), permit)
    assert isinstance(told, Position)
    return told


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_is_taken_over_sees_what_it_saw_and_all_else_is_dealt_anew(game: str) -> None:
    _, match = played(game, **GAMES[game])
    hand, changed = match.hands[0], 0
    for made, seat in decisions(match, hand)[:12]:
        before, position = hand.after(match.game, made), taken(match, 1, made, seat)
        after = position.read(match.game)
        for name in ("limit_ms", "prep_ms"):
            if hasattr(before.table.config, name):
                setattr(after.table.config, name, getattr(before.table.config, name))
        assert match.game.view(after, seat) == match.game.view(before, seat)
        assert blindfolded(after, seat) == blindfolded(before, seat), "only what the seat does not know differs"
        assert match.game.decision(after, seat).options == match.game.decision(before, seat).options
        assert [trace for other, trace in enumerate(after.trace) if other != seat] == [0] * (SEATS - 1)
        changed += after.table != before.table
        assert (position.match, position.hand, position.made, position.seat) == ("T-1-M1", 1, made, seat)
    assert changed > 0


@pytest.mark.parametrize("game", ["holdem", "gin_rummy", "deal"])
def test_every_time_the_unknown_is_dealt_anew_at_random(game: str) -> None:
    _, match = played(game, **GAMES[game])
    made, seat = decisions(match, match.hands[0])[0]
    worlds = {tuple(taken(match, 1, made, seat).read(match.game).table.flat()) for _ in range(8)}
    assert len(worlds) > 4


def test_only_a_seat_that_one_may_see_can_be_taken_over_and_only_in_a_hand() -> None:
    _, match = played(seats=2, hands=1)
    made, seat = decisions(match, match.hands[0])[0]
    taken(match, 1, made, seat, Permit(player=f"team{seat}"))
    for permit in (Permit(), Permit(player=f"team{1 - seat}"), Permit(could_open=True)):
        with pytest.raises(Forbidden):
            taken(match, 1, made, seat, permit)
    with pytest.raises(BadInput, match="The hand is over there"):
        taken(match, 1, len(match.hands[0].moves), seat)
    with pytest.raises(BadInput, match="There is no seat 2"):
        taken(match, 1, made, 2)


def opened(one: Hall, game: str, number: int = 1) -> tuple[PrivateDesk, Plan, Position]:
    """A table that takes up a decision in the middle of a hand."""
    room, match = played(game, **GAMES[game])
    found = decisions(match, match.hands[number - 1])
    made, seat = found[len(found) // 2]
    position = taken(match, number, made, seat)
    desk, _ = one.do(lambda: PrivateTables(one.room, 5, 5).take_over(position, room.plan, game, "10.0.0.1"))
    return desk, room.plan, position


def joined(one: Hall, desk: PrivateDesk, style: Style = calls) -> Client:
    client = one.join("Mara", desk.offer.code, style=style, dialect="generic", scenes=True)
    one.until(lambda: client.of("snapshot"))
    return client


def at_random(one: Hall, desk: PrivateDesk) -> None:
    """Let the person at a table choose at random, by the contract, until the match is over."""
    hosted = desk.table_there
    assert hosted is not None
    choose = random_chooser(hosted.table.game, 3)
    seat = desk.own_seat
    assert seat is not None
    for _ in range(2_000):
        one.until(lambda: hosted.session.clocks.of(seat) is not None or hosted.table.state is None)
        if hosted.table.state is None:
            return
        decision = hosted.table.decision(seat)
        move = choose(hosted.table.state, decision)
        given = Answered(seat, hosted.table.asked_before + decision.number, move)
        one.do(lambda given=given: hosted.put(given))  # type: ignore[misc]
    raise AssertionError("The match never ends.")


@pytest.mark.parametrize("game", GAMES)
def test_the_match_goes_on_from_there_against_the_house_and_its_record_says_what_it_is(game: str) -> None:
    with hall() as one:
        desk, plan, position = opened(one, game)
        hosted = desk.table_there
        assert hosted is not None and hosted.table.plan.title == f"What if: {plan.title}"
        mara = joined(one, desk, silent)
        assert mara.of("welcome")[0]["seat"] == position.seat and mara.of("welcome")[0]["hints"] is True
        assert [chair.seat for chair in hosted.table.chairs if not chair.policy] == [position.seat]
        assert mara.of("scene")[0]["scene"]["question"]["options"]
        at_random(one, desk)
        one.until(lambda: mara.of("match_end"))
        assert not one.room.past.matches()
        kept = [lines.decode(line.body) for line in one.loop.run_until_complete(one.store.read(hosted.id, 1))]
        placed = next(line for line in kept if isinstance(line, lines.Placed))
        assert placed.position == position and lines.is_secret(placed, False)
        teller = records.told(hosted.table.set_up, hosted.table.rules, 1, kept, whole=True)
        text = records.as_text(teller, Result(hosted.table.match_id, [], [], [], 0), one.room.signer)
        report = verified(read_record(text))
        assert report.flaws == [] and report.replayed == 1 and report.signed > 0
        assert any(
            said.startswith(f"what happened before: the match took up hand 1 of {position.match}")
            for said in report.open
        )
        head, *rest = text.splitlines()
        changed = msgspec.json.decode(head)
        changed["position"]["made"] += 1
        forged = verified(read_record(b"\n".join([msgspec.json.encode(changed), *rest])))
        assert any("another field of the record's first line" in flaw for flaw in forged.flaws)
        replay = match_from(OfTable(hosted.table.set_up, 1, [lines.encode(line) for line in kept]))
        assert replay.hands[0].opening.state == position.read(replay.game)


def test_a_table_that_was_killed_goes_on_in_the_same_hand() -> None:
    with hall() as one:
        desk, _, _ = opened(one, "holdem", 2)
        one.kill()
        desk = one.room.desks[desk.offer.id]  # type: ignore[assignment]
        mara = joined(one, desk, silent)
        one.until(lambda: mara.of("act"))
        hosted = desk.table_there
        assert hosted is not None and hosted.table.state is not None
        before = hosted.table.state.copy()
        one.kill()
        again = one.room.tables[hosted.id]
        assert again.table.state == before and again.table.chain.position is not None


def test_nobody_else_gets_a_chair_there() -> None:
    with hall() as one:
        desk, _, _ = opened(one, "holdem")
        joined(one, desk, silent)
        assert desk.chair_left() == ""
        assert one.join("Beta", desk.offer.code).of("error")[0]["code"] == "TABLE_FULL"
