"""A Scene of the Deal: cards with what they do, meters with what they mean, options with what they cost."""

from __future__ import annotations

from typing import Any

from croupier.games.deal import GAME
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.draw import draw
from croupier.kernel.showing.scene import Choice, Meter, Scene, Zone
from croupier.kernel.showing.scenes import scene

from .table import SEATS, Run


def seen(run: Run, eyes: str | None = "Player") -> Scene:
    return scene(GAME, run.state, cast_for(GAME, None if eyes is None else SEATS.index(eyes)))


def meter(shown: Scene, label: str) -> Meter:
    return next(one for one in shown.meters if one.label == label)


def zone(shown: Scene, label: str, owner: int = -1) -> Zone:
    return next(one for one in shown.zones if (one.label, one.owner) == (label, owner))


def choice(shown: Scene, name: str) -> Choice:
    assert shown.question is not None
    return next(one for one in shown.question.options if one.name == name)


def test_a_card_says_what_it_is_what_it_does_and_whose_deck_it_is_of() -> None:
    card = zone(seen(Run(player="Alibi")), "hand", 2).cards[0]
    assert (card.name, card.kind, card.lines, card.deck) == ("Alibi", "Cover", ("Cover +30", "Heat −5"), "player")


def test_what_others_hold_and_lay_face_down_are_backs_of_their_decks() -> None:
    shown = seen(Run("Raid", "Park", "Alibi").play("Narc raise Raid"))
    down = zone(shown, "face down", 0)
    assert [(card.name, card.lines, card.deck) for card in down.cards] == [("", (), "narc")]
    assert {card.name for card in zone(shown, "hand", 0).cards} == {""}
    own = zone(seen(Run("Raid").play("Narc raise Raid"), "Narc"), "face down", 0)
    assert own.cards[0].name == "Raid"


def test_cards_on_the_table_tell_who_played_them_and_which_no_longer_count() -> None:
    cards = zone(seen(Run().show("Park", "Office")), "turned up").cards
    assert [(card.name, card.by, card.marks) for card in cards] == [("Park", 1, ("replaced",)), ("Office", 1, ())]


def test_evidence_against_cover_says_what_it_means() -> None:
    def verdict(*cards: str, **options: Any) -> str:
        return meter(seen(Run(**options).show(*cards)), "Evidence").verdict

    assert verdict("Park") == "5 to spare: safe as it stands"
    assert verdict("Park", "Patrol") == "even: safe as it stands", "a tie is safe"
    assert verdict("Raid", "Alibi") == "10 over: a bust as it stands"
    assert verdict("Raid", "Fake ID") == "25 over: Fake ID would pay 0 and save it"
    assert verdict("Raid", "Plea Bargain") == "20 over: a bust as it stands", "nobody has 1,000"
    assert verdict("Raid", "Plea Bargain", cash=1_000) == "20 over: Plea Bargain would pay 1,000 and save it"
    assert verdict("Raid", "Fake ID", "Warrant", heat=40) == "25 over: a bust as it stands", "a Warrant is in force"


def test_heat_is_marked_where_convictions_come_into_force() -> None:
    heat = meter(seen(Run(heat=12).show("Meth")), "Heat")
    marks = [(mark.label, mark.value) for mark in heat.marks]
    assert (heat.value, marks) == (12, [("this hand", 42), ("Warrant", 40), ("DA Approval", 60), ("RICO", 80)])
    assert meter(seen(Run(heat=40).show("Warrant")), "Heat").verdict == "Warrant is in force"
    assert meter(seen(Run(heat=39).show("Warrant")), "Heat").verdict == ""


def test_a_fold_where_checking_is_free_asks_first() -> None:
    run = Run().show("Meth").checks("Narc Customer")
    assert choice(seen(run), "FOLD").costly == "Checking is free, and folding gives up a profit of 100."
    run = Run().checks()
    assert choice(seen(run), "FOLD").costly == "", "at a Decision Point it is the one way out"
    assert choice(seen(run), "CONTINUE").words == "Go on to round 2"


def test_the_last_card_of_a_hand_asks_first() -> None:
    run = Run(player="Alibi, Bribe, Lookout").play("Narc check", "Customer check")
    assert choice(seen(run), "RAISE").costly == ""
    run.play("Player raise Alibi", "Narc check", "Customer check", "Player raise Bribe", "Narc check", "Customer check")
    assert choice(seen(run), "RAISE").costly == "It is your last card in this round."


def test_going_home_asks_first_and_says_with_how_much() -> None:
    run = Run(cash=310).show("Park").checks()
    home = choice(seen(run), "GO_HOME")
    assert (home.words, home.costly) == ("Go home with 310", "That ends the run.")
    assert choice(seen(run), "CONTINUE").words == "Play on, 310 at stake"
    assert seen(run).clause == "The run"


def test_seats_have_their_roles_and_marks() -> None:
    shown = seen(Run("Raid", "Park").play("Narc raise Raid", "Customer fold"))
    assert [seat.role for seat in shown.seats] == ["Narc", "Customer", "Player"]
    assert [seat.marks for seat in shown.seats] == [("has initiative",), ("folded",), ()]
    assert [seat.out for seat in shown.seats] == [False, True, False]


def test_spectators_see_the_table_and_no_hand() -> None:
    shown = seen(Run(player="Alibi"), None)
    assert "Alibi" not in draw(shown) and shown.question is None


def test_the_end_of_a_run_is_told_in_a_sentence() -> None:
    run = Run(hands=1).show("Meth").checks()
    assert seen(run).over == "That was the last hand: you go home with 100."
    assert seen(run, "Narc").over == "That was the last hand: the Player goes home with 100."
    assert seen(Run().show("Raid").checks()).over == "You are bust, and the run's cash is lost."
