"""Rulings of docs/tournaments.md about what players buy: another entry, another stack, an add-on."""

from __future__ import annotations

from typing import Any

from croupier.simulate.tournament import lines
from croupier.simulate.tournament.purchases import bought, refusal
from croupier.simulate.tournament.terms import Stage

from .tournaments import Club


def buying(**terms: Any) -> Club:
    """A tournament of ten that is played, with late entries in the first two levels."""
    club = Club(stages=[Stage(hands=2), Stage(hands=2), Stage()], late_levels=2, **terms)
    club.start(10)
    return club


def test_who_is_out_may_enter_again_as_often_as_the_terms_say_while_players_may_enter() -> None:
    club = buying(reentries=1)
    assert refusal(club.t, "p3", "reenter", 100) == "You still have a seat."
    club.say(lines.Out(club.t.players["p3"].table, 1, {"p3": 100}, club.now))
    assert refusal(club.t, "p3", "reenter", 0) == ""
    club.say(lines.Registered("p3", "p3", club.now))
    assert refusal(club.t, "p3", "reenter", 0) == "You cannot enter again."
    club.say(lines.Out(club.t.players["p4"].table, 1, {"p4": 100}, club.now), lines.Level(2, club.now, {}))
    assert refusal(club.t, "p4", "reenter", 0) == "You cannot enter again."


def test_who_was_disqualified_does_not_enter_again() -> None:
    club = buying(reentries=3)
    club.say(lines.Out(club.t.players["p3"].table, 1, {"p3": 100}, club.now, "caught"))
    assert refusal(club.t, "p3", "reenter", 0) == "You cannot enter again."


def test_who_has_more_than_a_starting_stack_does_not_buy_another() -> None:
    club = buying(rebuys=1)
    assert refusal(club.t, "p3", "rebuy", 100) == "" and bought(club.t, "rebuy") == 100
    assert refusal(club.t, "p3", "rebuy", 101).startswith("Only who has at most 100 chips")
    club.say(lines.Bought("p3", "rebuy", 200, 1, club.now))
    assert refusal(club.t, "p3", "rebuy", 100) == "You have bought as many stacks as you may."
    assert refusal(buying().t, "p3", "rebuy", 100) == "There are no re-buys."


def test_an_add_on_is_bought_once_with_any_stack_in_a_seat_while_players_may_enter() -> None:
    club = buying(addon=50)
    assert refusal(club.t, "p3", "addon", 1_000) == "" and bought(club.t, "addon") == 50
    club.say(lines.Bought("p3", "addon", 150, 1, club.now))
    assert refusal(club.t, "p3", "addon", 150) == "There is no add-on for you."
    club.say(lines.Out(club.t.players["p4"].table, 1, {"p4": 100}, club.now))
    assert refusal(club.t, "p4", "addon", 0).startswith("Chips can be bought only in a seat")
    club.say(lines.Level(2, club.now, {}))
    assert refusal(club.t, "p5", "addon", 100).startswith("Chips can be bought only in a seat")
    assert refusal(buying().t, "p5", "addon", 100) == "There is no add-on for you."


def test_nobody_buys_before_play_begins_or_who_does_not_take_part() -> None:
    club = Club(late_levels=2, addon=50)
    club.register("a", "b")
    assert refusal(club.t, "a", "addon", 0).startswith("You do not take part")
    assert refusal(buying(addon=50).t, "stranger", "addon", 0).startswith("You do not take part")
