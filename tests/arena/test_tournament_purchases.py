"""What players of a tournament buy: re-buys and add-ons, between two hands or wished for in a hand, and their fees."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.arena.events.felts import Felts, in_hand
from croupier.arena.events.tournament import TournamentDesk
from croupier.arena.tables.plan import Level
from croupier.kernel.errors import BadInput
from croupier.simulate.tournament import lines as said

from .evenings import CODE, check, evening, play
from .virtual import Client, Hall, folds, hall


def test_who_has_exactly_the_fee_can_pay_it() -> None:
    levels = [Level(minutes=60), Level()]
    with hall() as one:
        fee = one.room.bank.accounts.opening // 2
        terms = {"players": 3, "late_levels": 1, "addon": 5_000, "fee": fee}
        desk = evening(one, house=2, levels=levels, terms=terms, code=CODE, between_ms=3_000)
        one.join("Alpha", CODE, lambda act: {"action": "FOLD"})
        one.until(lambda: desk.t.started and desk.tables() and desk.tables()[0].table.hand)
        assert one.room.bank.accounts.balance("alpha") == fee
        one.do(lambda: desk.wish("alpha", "addon"))
        one.until(lambda: desk.t.players["alpha"].addons)
        assert one.room.bank.accounts.balance("alpha") == 0


def test_chips_are_bought_between_two_hands() -> None:
    terms = {"players": 3, "late_levels": 1, "rebuys": 1, "addon": 5_000, "fee": 2}
    levels = [Level(minutes=5), Level(changes={"small_blind": 3_000, "big_blind": 6_000})]
    with hall() as one:
        desk = evening(one, house=2, levels=levels, terms=terms, code=CODE, between_ms=3_000)
        one.join("Alpha", CODE, lambda act: {"action": "FOLD"})
        one.until(lambda: desk.t.started and desk.tables() and desk.tables()[0].table.hand)
        one.do(lambda: desk.wish("alpha", "addon"))
        one.until(lambda: desk.t.players["alpha"].addons)
        check(one, desk)
        assert desk.t.chips == 35_000 and one.room.bank.accounts.balance("alpha") == 6
        with pytest.raises(BadInput):
            desk.wish("alpha", "addon")
        play(one, desk)


def wishing(one: Hall, style: Any = folds, **more: Any) -> tuple[TournamentDesk, Client]:
    """A tournament in the middle of a hand, and a player in it."""
    terms = {"players": 3, "late_levels": 1, "rebuys": 2, "addon": 5_000, "fee": 2}
    desk = evening(one, house=2, levels=[Level(minutes=60), Level()], terms=terms, code=CODE, between_ms=3_000, **more)
    client = one.join("Alpha", CODE, style)
    one.until(lambda: client.of("act") and in_hand(desk.tables()[0]))
    return desk, client


def told_of(one: Hall, key: str) -> dict[str, Any]:
    return next(player for player in one.told()["tournament"]["players"] if player["key"] == key)


def test_a_wish_is_kept_and_carried_out_after_a_kill() -> None:
    with hall() as one:
        desk, _ = wishing(one)
        one.do(lambda: desk.wish("alpha", "addon"))
        one.do(lambda: desk.wish("alpha", "rebuy"))
        one.do(lambda: desk.wish("alpha", "addon"))
        assert told_of(one, "alpha")["wishes"] == ["addon", "rebuy"], "each is asked for once"
        assert told_of(one, "alpha")["may"] == []
        one.kill()
        desk = one.events.desks["cup"]  # type: ignore[assignment]
        assert told_of(one, "alpha")["wishes"] == ["addon", "rebuy"]
        one.join("Alpha", CODE, folds)
        one.until(lambda: desk.t.players["alpha"].addons)
        told = told_of(one, "alpha")
        assert told["wishes"] == [] and told["addons"] == 1
        check(one, desk)


def test_a_player_is_told_why_it_cannot_buy_what_it_wished_for() -> None:
    with hall() as one:
        desk, client = wishing(one)
        one.do(lambda: desk.wish("alpha", "addon"))
        one.do(lambda: desk.order("late", values={"levels": 0}))
        one.until(lambda: not desk.t.players["alpha"].wishes)
        one.pass_time(1)
        why = "Chips can be bought only in a seat, as long as players may enter."
        assert told_of(one, "alpha")["declined"] == why and desk.t.players["alpha"].addons == 0
        assert [(said["code"], said["msg"]) for said in client.of("notice")] == [("NOT_BOUGHT", why)]
        assert one.room.bank.accounts.balance("alpha") == one.room.bank.accounts.opening - 2


def test_who_wishes_for_a_stack_and_wins_more_chips_than_a_starting_stack_is_told_so() -> None:
    with hall() as one:
        desk, client = wishing(one)
        one.do(lambda: desk.wish("alpha", "addon"))
        one.do(lambda: desk.wish("alpha", "rebuy"))
        one.until(lambda: not desk.t.players["alpha"].wishes)
        one.pass_time(1)
        told = told_of(one, "alpha")
        assert (told["addons"], told["rebuys"]) == (1, 0)
        assert (
            told["declined"]
            == client.of("notice")[0]["msg"]
            == "Only who has at most 10,000 chips may buy another stack."
        )


def test_the_next_wish_and_the_next_purchase_clear_why_the_last_was_declined() -> None:
    with hall() as one:
        desk, _ = wishing(one)
        one.do(lambda: one.room.keep(*desk.line(said.Declined("alpha", "rebuy", "Too late.", 1))))
        assert told_of(one, "alpha")["declined"] == "Too late."
        one.do(lambda: desk.wish("alpha", "addon"))
        assert told_of(one, "alpha")["declined"] == ""
        one.do(lambda: one.room.keep(*desk.line(said.Declined("alpha", "rebuy", "Too late.", 1))))
        one.until(lambda: desk.t.players["alpha"].addons)
        assert told_of(one, "alpha")["declined"] == ""


def test_a_disqualified_player_buys_nothing_more() -> None:
    with hall() as one:
        desk, _ = wishing(one)
        one.do(lambda: desk.wish("alpha", "addon"))
        one.do(lambda: desk.order("withdraw", team="Alpha"))
        one.until(lambda: not desk.t.players["alpha"].table)
        assert desk.t.players["alpha"].addons == 0 and told_of(one, "alpha")["declined"] == "You were disqualified."
        assert desk.t.players["alpha"].wishes == ()
        check(one, desk)


def test_a_newcomer_that_buys_chips_before_its_first_hand_keeps_those_that_it_brought() -> None:
    terms = {"players": 2, "late_levels": 1, "addon": 5_000}
    levels = [Level(minutes=60), Level(changes={"small_blind": 3_000, "big_blind": 6_000})]
    with hall() as one:
        desk = evening(one, house=2, levels=levels, terms=terms, code=CODE, bots=["tight"], between_ms=3_000)
        one.until(lambda: desk.t.started and desk.tables() and desk.tables()[0].table.hand)
        one.do(lambda: desk.order("pause"))
        one.until(lambda: Felts(desk)[1].rests)
        one.join("Late", CODE)
        one.until(lambda: desk.place_of("late"))
        one.do(lambda: desk.wish("late", "addon"))
        assert desk.t.players["late"].chips == 15_000
        check(one, desk)
        one.do(lambda: desk.order("withdraw", team="Late", why="caught"))
        assert desk.t.removed == 15_000, "and so does one that is disqualified"
        check(one, desk)


def test_a_tournament_that_is_cancelled_gives_back_what_was_bought() -> None:
    with hall() as one:
        desk, _ = wishing(one)
        one.do(lambda: desk.wish("alpha", "addon"))
        one.until(lambda: desk.t.players["alpha"].addons)
        bank = one.room.bank.accounts
        assert bank.balance("alpha") == bank.opening - 4
        one.do(lambda: desk.order("cancel", why="a fire"))
        one.pass_time(50)
        assert bank.balance("alpha") == bank.opening and bank.stakes("cup") == {}
