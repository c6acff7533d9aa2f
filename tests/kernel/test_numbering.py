"""Numbers beside cards, and the nearest word."""

from __future__ import annotations

import pytest

from croupier.games import GAMES, classics, load
from croupier.kernel.contract.dealers import RandomDealer
from croupier.kernel.showing.cast import cast_for
from croupier.kernel.showing.draw import draw
from croupier.kernel.showing.numbering import drawn_order, numbers
from croupier.kernel.showing.scene import Candidate, Card, Choice, Question, Scene, Seat, Zone
from croupier.kernel.showing.scenes import scene
from croupier.kernel.showing.spelling import meant
from croupier.kernel.vocabulary.turns import HOUSE


def hand(*names: str, takes: tuple[int, ...] = (), refuses: tuple[int, ...] = ()) -> Scene:
    """One's own hand, and an option that takes some of it."""

    def these(slots: tuple[int, ...]) -> tuple[Candidate, ...]:
        return tuple(Candidate(zone=7, slot=slot, name=names[slot]) for slot in slots)

    option = Choice(name="PLAY", words="Play", key="p", fewest=1, most=1, takes=these(takes), refuses=these(refuses))
    zone = Zone(id=7, label="hand", owner=0, cards=tuple(Card(name=name) for name in names), count=len(names))
    seats = (Seat(seat=0, name="Ann", you=True),)
    return Scene(
        game="any", title="Any", eyes=0, zones=(zone,), seats=seats, question=Question(number=1, options=(option,))
    )


def test_a_card_has_one_number_whichever_of_the_others_can_be_chosen() -> None:
    shown = hand("4d", "Kc", "2s", takes=(2,), refuses=(0, 1))
    assert numbers(shown) == {(7, 0): 1, (7, 1): 2, (7, 2): 3}
    assert draw(shown, numbered=True).splitlines()[-2:] == ["   Your hand: 4d Kc 2s", "                     3"]
    assert "3" not in draw(shown).splitlines()[-1], "where nothing is asked, nothing is numbered"


def test_many_cards_of_ones_own_lie_by_suit_and_rank_and_are_numbered_as_they_lie() -> None:
    shown = hand("Ah", "2c", "Kd", "3c", "Ts", "2h", takes=(0, 3))
    assert drawn_order(shown, shown.zones[0]) == [1, 3, 2, 4, 5, 0]
    assert numbers(shown)[7, 3] == 2 and numbers(shown)[7, 0] == 6
    assert draw(shown, numbered=True).splitlines()[-2:] == [
        "   Your hand: 2c 3c Kd Ts 2h Ah",
        "                  2           6",
    ]


@pytest.mark.parametrize("name", [*GAMES, *classics()])
def test_every_card_that_can_be_chosen_has_a_number_of_its_own(name: str) -> None:
    game = load(name)
    state, dealer = game.start().state, RandomDealer(3)
    while (decision := game.pending(state)[0]).seat == HOUSE:
        game.advance(state, HOUSE, dealer.deal(state, decision))
    shown = scene(game, state, cast_for(game, decision.seat))
    beside = numbers(shown)
    assert shown.question is not None and sorted(beside.values()) == list(range(1, len(beside) + 1))
    for choice in shown.question.options:
        assert all((candidate.zone, candidate.slot) in beside for candidate in choice.takes)


@pytest.mark.parametrize(("word", "near"), [("mach", "match"), ("SHRAK", "shark"), ("holdme", "holdem")])
def test_the_nearest_word_is_told(word: str, near: str) -> None:
    assert meant(word, ["games", "match", "shark", "holdem"]) == f" Did you mean {near}?"


def test_a_name_that_is_near_no_other_gets_no_suggestion() -> None:
    assert meant("bridge", ["match", "shark"]) == ""
    assert meant("nope", ["genome", "holdem"]) == ""


def test_a_word_that_is_a_part_of_others_is_told_with_them() -> None:
    known = ["gin_rummy", "five_card_draw", "triple_draw", "--dry-run"]
    assert meant("Gin", known) == " Did you mean gin_rummy?"
    assert meant("draw", known) == " Did you mean five_card_draw or triple_draw?"
    assert meant("raw", known) == ""
