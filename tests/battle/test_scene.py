"""A Scene of the Battle: three veils, always alike, until they are turned up."""

from __future__ import annotations

from croupier.games.battle import GAME
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.moments import moments
from croupier.kernel.showing.onlooker import Onlooker
from croupier.kernel.showing.scene import PLACES, Choice, Scene, Zone
from croupier.kernel.showing.scenes import scene

from .table import Match


def seen(match: Match, eyes: int | None = 0) -> Scene:
    return scene(GAME, match.state, cast_for(GAME, eyes))


def laid(shown: Scene, owner: int, last: bool = False) -> Zone:
    """What a seat lays, or laid in the round before."""
    return next(
        zone
        for zone in shown.zones
        if zone.owner == owner and zone.lies == PLACES and (zone.label == "laid last") == last
    )


def choice(shown: Scene, name: str) -> Choice:
    assert shown.question is not None
    return next(one for one in shown.question.options if one.name == name)


def test_the_others_places_are_three_backs_whatever_he_has_done() -> None:
    match = Match()
    before = laid(seen(match), 1)
    assert [card.name for card in before.cards] == ["", "", ""]
    match.draft(1, "attack - -")
    assert laid(seen(match), 1) == before and laid(seen(match, None), 1) == before
    match.confirm(1, "attack heal -")
    assert seen(match) == seen(Match()), "not even that he is there"


def test_ones_own_places_show_what_is_drafted_and_what_is_confirmed() -> None:
    match = Match()
    assert (laid(seen(match), 0).label, [card.name for card in laid(seen(match), 0).cards]) == ("lays", ["-"] * 3)
    match.draft(0, "heal - -")
    assert (laid(seen(match), 0).label, laid(seen(match), 0).cards[0].name) == ("drafted", "heal")
    match.confirm(0, "- attack -")
    assert (laid(seen(match), 0).label, laid(seen(match), 0).cards[1].name) == ("confirmed", "attack")
    assert choice(seen(match), "CONFIRM").aside


def test_hp_are_meters_and_the_last_round_stays_on_the_table() -> None:
    match = Match()
    match.round("attack - heal", "- attack -")
    shown = seen(match)
    assert [(meter.label, meter.value, meter.most) for meter in shown.meters] == [("HP", 9, 10), ("HP", 8, 10)]
    assert [card.name for card in laid(shown, 0, last=True).cards] == ["attack", "-", "heal"]
    assert [card.name for card in laid(shown, 1, last=True).cards] == ["-", "attack", "-"]


def test_while_cards_are_turned_up_ones_own_are_seen_and_the_others_stay_hidden() -> None:
    for decide in (Match.confirm, Match.draft):
        match = Match(reveal_when_confirmed=False)
        decide(match, 0, "attack - heal")
        match.confirm(1, "counter - attack")
        before, events = GAME.view(match.state, 0), match.deadline()
        turned = [
            moment.scene
            for moment in moments(Onlooker(GAME, cast_for(GAME, 0)), before, events.seen_by(0), match.state)
            if moment.sentence.startswith("Step 2")
        ]
        assert [card.name for card in laid(turned[0], 0, last=True).cards] == ["attack", "-", "heal"]
        assert [card.name for card in laid(turned[0], 1, last=True).cards] == ["counter", "-", ""]


def test_tokens_are_counted_when_the_match_is_over() -> None:
    match = Match(start_hp=2, stake=3)
    assert [seat.chips for seat in seen(match).seats] == [None, None]
    match.round("attack - -", "- - -")
    assert [seat.chips for seat in seen(match).seats] == [6, 0]


def test_cards_are_kinds_and_say_what_they_do() -> None:
    shown = seen(Match(hand="attack,attack,heal,counter"))
    hand = next(zone for zone in shown.zones if zone.owner == 0 and zone.label == "hand")
    assert [card.name for card in hand.cards] == ["attack", "attack", "heal", "counter"]
    assert hand.cards[2].lines == ("Gives 1 HP, before any attack",)
    assert [(one.name, one.slot) for one in choice(shown, "CONFIRM").takes][:2] == [("attack", 0), ("attack", 1)]


def test_leaving_asks_first_and_has_no_key() -> None:
    leave = choice(seen(Match()), "LEAVE")
    assert (leave.aside, leave.key, leave.costly) == (True, "", "Leaving loses the match.")


def test_a_step_is_told_with_ones_own_card_first() -> None:
    match, told = Match(), dict[int, list[str]]()
    match.round("attack - heal", "counter attack -")
    for eyes in (0, 1):
        told[eyes] = Onlooker(GAME, cast_for(GAME, eyes)).hear(match.facts)
    assert "Step 1: your attack meets seat 1's counter." in told[0]
    assert "Step 1: your counter meets seat 0's attack." in told[1]
    assert "Step 2: your empty place meets seat 1's attack." in told[0]


def test_a_win_a_draw_and_a_loss_for_both_are_told_apart() -> None:
    match = Match(start_hp=2)
    match.round("attack - -", "- - -")
    assert (seen(match, 0).over, seen(match, 1).over) == ("You win the match.", "Seat 0 wins the match.")
    match = Match(start_hp=2)
    match.round("attack - -", "attack - -")
    assert seen(match).over == "The match is a draw."
    match = Match()
    for _ in range(2):
        match.deadline()
    assert seen(match).over == "Both were absent and lose the match."
